/* A module of kernel.c's kernel, whose BTF goes on behind the kernel's.
 * gcc -O2 -g -c -mcmodel=kernel -mno-red-zone -fno-asynchronous-unwind-tables -fno-pie -ffile-prefix-map=$PWD=. toy.c -o toy.ko
 * pahole -J --btf_base vmlinux toy.ko && strip -g toy.ko */
struct device { long state; struct device *parent; int users; };
struct file { struct device *device; unsigned int flags; char name[16]; };
struct toy { struct device device; struct file *file; struct { short low, high; } level[3]; struct toy *next; };

__attribute__((noinline)) long toy_read(struct toy *toy, struct file *file)
{
	return toy->next->device.users + file->device->parent->state + toy->level[2].high;
}

__attribute__((noinline)) struct toy *toy_last(struct toy *toy)
{
	while (toy->next) toy = toy->next;
	return toy;
}

long toy_flags(struct toy *toy) { return toy_last(toy)->file->flags; }
