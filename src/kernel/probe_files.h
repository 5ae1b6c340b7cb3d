/* The files of tracefs in which dynamic events are defined: kprobe_events and uprobe_events
 * (Documentation/trace/kprobetrace, uprobetracer). What their lines mean is for probe/. */
#ifndef KERNEL_PROBE_FILES_H
#define KERNEL_PROBE_FILES_H

#include "base/err.h"
#include "kernel/kernelfs.h"

enum probe_file { PROBE_FILE_KERNEL, PROBE_FILE_USER, NR_PROBE_FILES };

/* Access to both files and to what belongs to them (error_log, README, available_filter_functions). */
struct probe_files {
	const struct kernelfs *fs; /* kept by pointer */
	char *tracefs;             /* relative to its root; NULL: not mounted */
	int fds[NR_PROBE_FILES];   /* for writing; -1 until needed */
	int32_t namespace_pid;     /* paths of programs are those of this process's mount namespace; 0: of ours */
};

/* debugfs_dir: PERF_DEBUGFS_DIR, may be NULL. Opens nothing yet. */
void probe_files_init(struct probe_files *files, const struct kernelfs *fs, const char *debugfs_dir);
void probe_files_done(struct probe_files *files);
#define _probe_files_done_ _cleanup_(probe_files_done)

/* Whether this kernel has such events; false too when tracefs is not mounted or may not be entered. */
bool probe_files_has(const struct probe_files *files, enum probe_file file);
/* All lines of a file; the caller frees. -ENOENT, -EACCES, -errno with err in words for the user. */
int probe_files_read(const struct probe_files *files, enum probe_file file, char **ret_text,
		     struct err *err) _warn_unused_;
/* Opens the file so that it can be written to: to fail before anything is done. */
int probe_files_need(struct probe_files *files, enum probe_file file, struct err *err) _warn_unused_;
/* Writes one command, which takes effect at once: "p:probe/name vfs_read", "-:probe/name". -errno: the kernel's
 * refusal. */
int probe_files_write(struct probe_files *files, enum probe_file file, const char *command) _warn_unused_;
/* Why the kernel refused that command, in its own words ("Invalid fetch argument"), with the place in it in *ret_column
 * (-1: none). NULL: it does not say. The caller frees. */
char *probe_files_refusal(const struct probe_files *files, const char *command, int *ret_column);
/* The functions that the kernel can trace, a line each ("vfs_read", "dummy_xmit [dummy]"); NULL: it does not say. The
 * caller frees. */
char *probe_files_traced(const struct probe_files *files);
/* Whether several places may share one name (since Linux 5.4). */
bool probe_files_share_names(const struct probe_files *files);

#endif
