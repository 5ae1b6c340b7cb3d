/* What takes away a limit or a missing right, for the hints of errors and warnings: one line without newline, with a
 * command that can be copied and works. All of them are here; tests/live/remedies follows each to its end. The
 * caller frees what is returned. */
#ifndef KERNEL_REMEDY_H
#define KERNEL_REMEDY_H

#include "kernel/kernelfs.h"

/* name is below kernel: "perf_event_paranoid". */
char *remedy_sysctl(const char *name, long long value);
/* For a tracefs (relative to the root) that this user may not read. Its files must belong to a group of the user's:
 * opening the directory (mode=755) would not be enough. */
char *remedy_tracefs_rights(const struct kernelfs *fs, const char *tracefs);
char *remedy_tracefs_mount(void);
char *remedy_bpf_mount(void);
char *remedy_open_files(size_t nr_files);
char *remedy_as_root(void);

#endif
