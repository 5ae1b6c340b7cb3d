/* What takes away a limit or a missing right, as errors and warnings name it: commands that can be copied and that
 * work. All of them are here, and tests/live/remedies follows each to its end. The caller frees what is returned: a
 * line without its newline. */
#ifndef KERNEL_REMEDY_H
#define KERNEL_REMEDY_H

#include "kernel/kernelfs.h"

char *remedy_sysctl(const char *name, long long value); /* "perf_event_paranoid": of kernel.* */
/* tracefs, relative to the root, is there and closed to this user. Its files are of a group that may read them, when
 * they are given one: opening its directory (mode=755) is not enough. */
char *remedy_tracefs_rights(const struct kernelfs *fs, const char *tracefs);
char *remedy_tracefs_mount(void);
char *remedy_bpf_mount(void);
char *remedy_open_files(size_t nr_files);
char *remedy_as_root(void);

#endif
