/* numa mem: a process and its threads. Memory is bound to nodes by system calls, without libnuma. */
#include "commands/bench/bench_numa.h"
#include <errno.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/clock.h"
#include "commands/bench/bench.h"

#define WORD_BITS (8 * sizeof(unsigned long))
#define LINE_WORDS 8u /* of a cache line */

struct node_mask {
	unsigned long words[NUMA_NODES_MAX / WORD_BITS];
};

struct thread {
	struct numa_shared *shared;
	unsigned index, process; /* of all tasks; of processes */
	char *process_memory;
	pthread_t id;
	bool is_started;
	int error;
	uint32_t lfsr;
	uint64_t sum; /* of what was read, so that reading is not left out */
};

void *numa_map(uint64_t bytes, bool is_shared)
{
	int flags = MAP_ANONYMOUS | (is_shared ? MAP_SHARED : MAP_PRIVATE);
	void *memory = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, flags, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

void numa_unmap(void *memory, uint64_t bytes)
{
	if (memory) munmap(memory, bytes ? bytes : 1);
}

static struct node_mask mask_of(int node)
{
	struct node_mask mask = { .words = { 0 } };
	mask.words[(unsigned)node / WORD_BITS] = 1ul << ((unsigned)node % WORD_BITS);
	return mask;
}

/* The kernel counts one bit less than it is told. A kernel without NUMA has one node, which all memory is of. */
static int bind_memory(char *memory, uint64_t bytes, int node)
{
	struct node_mask mask = mask_of(node);
	if (!bytes || syscall(SYS_mbind, memory, bytes, MPOL_BIND, mask.words, NUMA_NODES_MAX + 1, 0) == 0) return 0;
	return errno == ENOSYS && node == 0 ? 0 : errno;
}

/* What the thread touches first from now on comes from there. */
static int bind_thread(int node)
{
	struct node_mask mask = mask_of(node);
	if (syscall(SYS_set_mempolicy, MPOL_BIND, mask.words, NUMA_NODES_MAX + 1) == 0) return 0;
	return errno == ENOSYS && node == 0 ? 0 : errno;
}

static uint32_t next_random(uint32_t *lfsr)
{
	*lfsr = (*lfsr >> 1) ^ (-(*lfsr & 1) & 0xa3000000u);
	return *lfsr;
}

static void init_memory(const struct numa_values *values, char *memory, uint64_t bytes)
{
	uint32_t lfsr = 1, *words = (uint32_t *)memory;
	if (values->init_zero) memset(memory, 0, bytes);
	for (uint64_t i = 0; i < bytes / sizeof(*words) && values->init_random; i++) words[i] = next_random(&lfsr);
}

/* On CPU 0, with a memory policy for that alone. */
static int init_on_cpu0(const struct numa_values *values, char *memory, uint64_t bytes)
{
	cpu_set_t before[8], cpu0;
	struct node_mask policy_nodes;
	int policy, error = 0;
	if (sched_getaffinity(0, sizeof(before), before) < 0) return errno;
	bool has_policy = syscall(SYS_get_mempolicy, &policy, policy_nodes.words, NUMA_NODES_MAX + 1, NULL, 0) == 0;
	CPU_ZERO(&cpu0);
	CPU_SET(0, &cpu0);
	if (sched_setaffinity(0, sizeof(cpu0), &cpu0) < 0) return errno;
	if (has_policy && syscall(SYS_set_mempolicy, MPOL_LOCAL, NULL, 0) < 0) error = errno;
	/* Without -z and -I one byte of each page has to be touched for pages to be there. */
	init_memory(values, memory, bytes);
	for (uint64_t i = 0; i < bytes && !values->init_zero && !values->init_random; i += 4096) memory[i] = 0;
	if (has_policy && syscall(SYS_set_mempolicy, policy, policy_nodes.words, NUMA_NODES_MAX + 1) < 0) error = errno;
	if (sched_setaffinity(0, sizeof(before), before) < 0) error = errno;
	return error;
}

int numa_prepare(const struct numa_values *values, char *memory, uint64_t bytes, int node)
{
	if (!bytes) return 0;
	/* Advice: a kernel without huge pages does without. */
	if (values->thp) (void)madvise(memory, bytes, values->thp > 0 ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	int error = node == NUMA_NOT_BOUND ? 0 : bind_memory(memory, bytes, node);
	if (error) return error;
	if (values->init_cpu0) return init_on_cpu0(values, memory, bytes);
	init_memory(values, memory, bytes);
	return 0;
}

static void visit_line(struct thread *thread, const struct numa_values *values, volatile uint64_t *line)
{
	for (unsigned i = 0; i < LINE_WORDS; i++) {
		uint64_t word = thread->sum;
		if (values->reads) word += line[i];
		if (values->writes) line[i] = word;
		thread->sum = word;
	}
}

/* As many bytes as there are: in random order of cache lines, or from a place of the thread's own onwards, so that
 * threads do not follow each other, and with -B backwards in every second loop. */
static void go_through(struct thread *thread, char *memory, uint64_t bytes)
{
	const struct numa_values *values = thread->shared->values;
	struct numa_task *task = &thread->shared->tasks[thread->index];
	uint64_t nr_tasks = (uint64_t)values->nr_procs * values->nr_threads, *words = (uint64_t *)memory;
	uint64_t nr_lines = bytes / (LINE_WORDS * sizeof(*words)), line = nr_lines * thread->index / nr_tasks;

	task->bytes += bytes;
	if (values->zero_memset) {
		memset(memory, 0, bytes);
		return;
	}
	bool is_backwards = values->backwards && atomic_load(&task->nr_loops) % 2;
	for (uint64_t i = 0; i < nr_lines; i++) {
		if (values->random_walk) line = ((uint64_t)next_random(&thread->lfsr) * nr_lines) >> 32;
		visit_line(thread, values, &words[line * LINE_WORDS]);
		if (is_backwards) line = line ? line - 1 : nr_lines - 1;
		else line = line + 1 == nr_lines ? 0 : line + 1;
	}
}

static void work(struct thread *thread, char *own)
{
	struct numa_shared *shared = thread->shared;
	const struct numa_values *values = shared->values;
	struct numa_task *task = &shared->tasks[thread->index];

	while (!atomic_load_explicit(&shared->is_over, memory_order_relaxed)) {
		if (values->nr_loops && atomic_load(&task->nr_loops) >= values->nr_loops) break;
		go_through(thread, shared->global, numa_bytes(values->mb_global));
		go_through(thread, thread->process_memory, numa_bytes(values->mb_proc));
		go_through(thread, own, numa_bytes(values->mb_thread));
		if (values->mb_locked) {
			pthread_mutex_lock(&shared->locks[thread->process]);
			go_through(thread, thread->process_memory, numa_bytes(values->mb_locked));
			pthread_mutex_unlock(&shared->locks[thread->process]);
		}
		atomic_store(&task->cpu, sched_getcpu());
		atomic_fetch_add(&task->nr_loops, 1);
		if (values->sleep_us) usleep(values->sleep_us);
	}
}

static int bind_to_cpus(const struct numa_task *task)
{
	cpu_set_t set[8];
	if (task->first_cpu == NUMA_NOT_BOUND) return 0;
	CPU_ZERO_S(sizeof(set), set);
	for (int i = 0; i < task->nr_cpus; i++) CPU_SET_S((size_t)(task->first_cpu + i), sizeof(set), set);
	return sched_setaffinity(0, sizeof(set), set) < 0 ? errno : 0;
}

static void wait_at_gate(struct numa_shared *shared)
{
	atomic_fetch_add(&shared->nr_ready, 1);
	pthread_mutex_lock(&shared->mutex);
	while (!shared->is_open) pthread_cond_wait(&shared->changed, &shared->mutex);
	pthread_mutex_unlock(&shared->mutex);
}

static void *run_thread(void *data)
{
	struct thread *thread = data;
	struct numa_task *task = &thread->shared->tasks[thread->index];
	uint64_t bytes = numa_bytes(thread->shared->values->mb_thread);
	struct rusage usage;

	task->tid = (pid_t)syscall(SYS_gettid);
	thread->error = bind_to_cpus(task);
	if (!thread->error && task->node != NUMA_NOT_BOUND) thread->error = bind_thread(task->node);
	char *own = numa_map(bytes, false);
	if (!own && !thread->error) thread->error = errno;
	if (!thread->error) thread->error = numa_prepare(thread->shared->values, own, bytes, task->node);
	atomic_store(&task->cpu, sched_getcpu());
	if (thread->error) atomic_store(&thread->shared->has_failed, true);
	wait_at_gate(thread->shared);
	uint64_t began = clock_now_ns();
	if (!thread->error) work(thread, own);
	task->run_ns = clock_now_ns() - began;
	(void)getrusage(RUSAGE_THREAD, &usage);
	task->user_us = (uint64_t)usage.ru_utime.tv_sec * 1000000 + (uint64_t)usage.ru_utime.tv_usec;
	task->system_us = (uint64_t)usage.ru_stime.tv_sec * 1000000 + (uint64_t)usage.ru_stime.tv_usec;
	numa_unmap(own, bytes);
	return NULL;
}

/* With -S the next one begins when this one waits at the gate. */
static int start_thread(struct thread *thread, unsigned nr_ready)
{
	int error = pthread_create(&thread->id, NULL, run_thread, thread);
	if (error) return error;
	thread->is_started = true;
	struct numa_shared *shared = thread->shared;
	while (shared->values->serialize && !atomic_load(&shared->has_failed) &&
	       atomic_load(&shared->nr_ready) <= nr_ready)
		usleep(100);
	return 0;
}

int numa_process(struct numa_shared *shared, unsigned index)
{
	const struct numa_values *values = shared->values;
	uint64_t bytes = numa_bytes(values->mb_proc);
	struct thread *threads = xcalloc(values->nr_threads, sizeof(*threads));
	unsigned first = index * values->nr_threads;
	char *memory = numa_map(bytes, false);
	int error = memory ? numa_prepare(values, memory, bytes, shared->tasks[first].node) : errno;

	for (unsigned i = 0; i < values->nr_threads && !error; i++) {
		threads[i] = (struct thread){ .shared = shared,
					      .index = first + i,
					      .process = index,
					      .process_memory = memory,
					      .lfsr = first + i + 1 };
		error = start_thread(&threads[i], first + i);
	}
	if (error) atomic_store(&shared->has_failed, true);
	for (unsigned i = 0; i < values->nr_threads; i++) {
		if (threads[i].is_started) pthread_join(threads[i].id, NULL);
		if (!error) error = threads[i].error;
	}
	numa_unmap(memory, bytes);
	free(threads);
	return error ? bench_fail(error, "A task cannot be started",
				  "Ask for less memory or fewer tasks, or other nodes")
		     : 0;
}
