/* A kernel with per-CPU variables: this CPU's by gs, another's by its distance in __per_cpu_offset, this CPU's by this_cpu_off.
 * gcc -O2 -g -nostdlib -static -no-pie -fno-pie -mcmodel=kernel -mno-red-zone -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=.
 *     -Wl,--build-id=none,-z,noseparate-code,-z,max-page-size=4096,-Ttext=0xffffffff81000000,--defsym,_text=0xffffffff81000000
 *     -e _text -o vmlinux kernel.c
 * and with -gbtf for vmlinux-btf. */
#define PER_CPU __attribute__((section(".data..percpu")))
struct task { long state; int pid; struct task *parent; };
struct rq { unsigned int nr_running; unsigned long clock; struct task *curr; struct { int low, high; } limits[3]; };
PER_CPU struct rq runqueues = { 1 };
PER_CPU struct task *current_task = (struct task *)1;
PER_CPU unsigned long this_cpu_off = 1;
unsigned long __per_cpu_offset[64];

/* The compiler is not to know that it is still the variable's address. */
#define HIDE(address) ({ unsigned long hidden; __asm__("" : "=r"(hidden) : "0"(address)); hidden; })
#define per_cpu(variable, cpu) ((__typeof__(variable) *)(HIDE(&(variable)) + __per_cpu_offset[cpu]))
static inline unsigned long own_offset(void *address)
{
	unsigned long at = (unsigned long)address;
	__asm__("add %%gs:%1, %0" : "+r"(at) : "m"(this_cpu_off));
	return at;
}

__attribute__((noinline)) unsigned long clock_of(int cpu) { return per_cpu(runqueues, cpu)->clock; }
__attribute__((noinline)) int high_of(int cpu) { return per_cpu(runqueues, cpu)->limits[2].high; }
__attribute__((noinline)) int pid_of(int cpu) { return per_cpu(runqueues, cpu)->curr->pid; }
__attribute__((noinline)) void enqueue(void) { ((struct rq *)own_offset(&runqueues))->nr_running++; }
__attribute__((noinline)) int parent_pid(void)
{
	struct task *task;
	__asm__("mov %%gs:%1, %0" : "=r"(task) : "m"(current_task));
	return task->parent->pid;
}

unsigned long all(int nr)
{
	unsigned long sum = 0;
	for (int i = 0; i < nr; i++) sum += clock_of(i) + (unsigned long)(high_of(i) + pid_of(i));
	enqueue();
	return sum + (unsigned long)parent_pid();
}
