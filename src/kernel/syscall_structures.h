/* What the running kernel says of structures behind arguments of system calls: which they are by the tracepoints'
 * formats, what is in them by its own types (BTF). */
#ifndef KERNEL_SYSCALL_STRUCTURES_H
#define KERNEL_SYSCALL_STRUCTURES_H

#include "kernel/btf_walk.h"
#include "syscall/syscall_set.h"
#include "syscall/syscall_types.h"

struct syscall_structures_options {
	const struct kernelfs *fs;
	const char *tracefs;                 /* relative to fs */
	const struct btf *btf;               /* borrowed for as long as the types are used */
	const struct syscall_set *selection; /* NULL: all calls */
	bool all;                            /* --force-btf: also those that have rows of ours */
};
struct syscall_structures;
/* Whatever can be found; thousands of calls and hostile types take bounded memory. */
struct syscall_structures *syscall_structures_new(const struct syscall_structures_options *options);
void syscall_structures_free(struct syscall_structures *types); /* NULL is fine */
const struct syscall_types *syscall_structures_get(const struct syscall_structures *types);

#endif
