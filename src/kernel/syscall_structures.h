/* Structures behind the arguments of system calls, for perf trace to print their members. Which structure an
 * argument points to is in the format of the tracepoint ("field:struct iocb * iocb;" of syscalls:sys_enter_NAME);
 * what is in it, in the kernel's types (BTF). Gives the same tables (struct syscall_types) as those written by hand. */
#ifndef KERNEL_SYSCALL_STRUCTURES_H
#define KERNEL_SYSCALL_STRUCTURES_H

#include "btf/btf_walk.h"
#include "kernel/btf_file.h"
#include "syscall/syscall_set.h"
#include "syscall/syscall_types.h"

/* Used until syscall_structures_new returns, btf longer. */
struct syscall_structures_options {
	const struct kernelfs *fs;
	const char *tracefs;                 /* relative to fs */
	const struct btf *btf;               /* borrowed for as long as the types are used */
	const struct syscall_set *selection; /* NULL: all calls */
	bool all;                            /* --force-btf: also those that have rows of ours */
};
struct syscall_structures;
/* Collects what can be found; never NULL. Calls, fields and nesting have bounds, so that damaged types take bounded
 * memory. The caller frees. */
struct syscall_structures *syscall_structures_new(const struct syscall_structures_options *options);
void syscall_structures_free(struct syscall_structures *types); /* NULL is fine */
/* Valid until syscall_structures_free, and as long as btf: names point into it. */
const struct syscall_types *syscall_structures_get(const struct syscall_structures *types);

#endif
