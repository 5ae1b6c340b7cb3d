/* The machine that is asked what there is (events, functions, modules, processes): the running one, or the one whose
 * proc and sys lie below $PERF_MACHINE_ROOT (for tests, and for looking at what another machine would offer).
 * Its kernel also stands for the running one where names of kernel code are looked up. Samples are always the running
 * kernel's. */
#ifndef KERNEL_MACHINE_ROOT_H
#define KERNEL_MACHINE_ROOT_H

#include "kernel/kernelfs.h"

const struct kernelfs *machine_root(void);
/* The one that runs this program, whatever the variable says: for the program's own process. */
const struct kernelfs *machine_of_this_process(void);
/* Whether that is a machine other than the running one: its events cannot be opened. */
bool machine_root_is_foreign(void);
/* Where its tracefs is mounted ($PERF_DEBUGFS_DIR first), as tracefs_find; NULL: nowhere. Caller frees. */
char *machine_tracefs(void);
/* The release of its kernel ("6.12.5-amd64"). Caller frees. */
char *machine_release(void);

#endif
