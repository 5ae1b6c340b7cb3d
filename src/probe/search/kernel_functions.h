/* The functions of the running kernel and its modules (proc/kallsyms), and where the kernel lets no probe be. */
#ifndef PROBE_SEARCH_KERNEL_FUNCTIONS_H
#define PROBE_SEARCH_KERNEL_FUNCTIONS_H

#include "kernel/kernelfs.h"
#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"

struct probe_target;
struct kernel_functions;

/* fs: kept by pointer. -EPERM, -ENOENT with err: addresses are hidden. */
int kernel_functions_open(const struct kernelfs *fs, struct kernel_functions **ret, struct err *err) _warn_unused_;
void kernel_functions_close(struct kernel_functions *functions); /* NULL is fine */
#define _kernel_functions_close_ _cleanup_(kernel_functions_close_pointer)
static inline void kernel_functions_close_pointer(struct kernel_functions **functions)
{
	kernel_functions_close(*functions);
}

/* Appends an event for each place, with the definition's arguments as they were written: without debug information.
 * module: its name; NULL: the kernel itself. target->say is told what is left out ("do_int3 is blacklisted function,
 * skip it."). -ENOENT with err: no such module, no such function; without: all were left out; -E2BIG: more than
 * target->max_probes. */
int kernel_functions_find(struct kernel_functions *functions, const struct probe_target *target, const char *module,
			  const struct probe_definition *definition, struct probe_events *events,
			  struct err *err) _warn_unused_;
/* Takes away the events from the first-th on at which there may be no probe (blacklisted, outside of .text), with a
 * remark for each: what debug information told of. -ENOENT, without err: none is left, and why has been said. */
int kernel_functions_check(struct kernel_functions *functions, const struct probe_target *target,
			   struct probe_events *events, size_t first, struct err *err) _warn_unused_;

/* Appends the names of all functions. -ENOENT with err: no such module. */
typedef VEC(const char *) kernel_function_names;
int kernel_functions_names(struct kernel_functions *functions, const char *module, kernel_function_names *ret,
			   struct err *err) _warn_unused_;

/* The function of the kernel itself at an address; NULL: none. */
const char *kernel_functions_at(struct kernel_functions *functions, uint64_t vaddr, uint64_t *ret_start);
/* The address of a symbol ("_text", "vfs_read"); module as above. 0: unknown. */
uint64_t kernel_functions_address(struct kernel_functions *functions, const char *module, const char *name);

#endif
