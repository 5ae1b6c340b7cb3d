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

/* The commands alone, as `perf doctor` shows and runs them. */
char *remedy_sysctl_command(const char *name, long long value);
/* Shows processes of other users in /proc. */
char *remedy_proc_command(void);
char *remedy_open_files_command(size_t nr_files);
char *remedy_tracefs_mount_command(void);
char *remedy_tracefs_rights_command(const struct kernelfs *fs, const char *tracefs);
/* Lets everybody see the kernel's addresses: what of both settings is in the way. */
char *remedy_kernel_addresses_command(bool kptr_restrict, bool perf_event_paranoid);
/* Gives the program at that path the capabilities that measuring takes, for all who may run it. */
char *remedy_capabilities_command(const char *perf_path);

#endif
