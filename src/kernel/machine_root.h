/* The machine whose events can be named: the running one, or the one whose proc and sys lie below $PERF_MACHINE_ROOT
 * (for tests, and for looking at what another machine would offer). Only for what events there are; processes and
 * samples are always the running kernel's. */
#ifndef KERNEL_MACHINE_ROOT_H
#define KERNEL_MACHINE_ROOT_H

#include "kernel/kernelfs.h"

const struct kernelfs *machine_root(void);
/* Whether that is a machine other than the running one: its events cannot be opened. */
bool machine_root_is_foreign(void);

#endif
