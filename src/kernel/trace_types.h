/* What the running kernel says of structures behind arguments of system calls: which they are by the tracepoints'
 * formats, what is in them by its own types (BTF). */
#ifndef KERNEL_TRACE_TYPES_H
#define KERNEL_TRACE_TYPES_H

#include "kernel/btf_walk.h"
#include "syscall/syscall_set.h"
#include "syscall/syscall_types.h"

struct trace_types_options {
	const struct kernelfs *fs;
	const char *tracefs;                 /* relative to fs */
	const struct btf *btf;               /* borrowed for as long as the types are used */
	const struct syscall_set *selection; /* NULL: all calls */
	bool all;                            /* --force-btf: also those that have rows of ours */
};
struct trace_types;
/* Whatever can be found; thousands of calls and hostile types take bounded memory. */
struct trace_types *trace_types_new(const struct trace_types_options *options);
void trace_types_free(struct trace_types *types); /* NULL is fine */
const struct syscall_types *trace_types_get(const struct trace_types *types);

#endif
