/* Processes as /proc shows them (proc(5)): threads, names and mappings, from which records of what ran before the
 * recording began are made. A process may end at any time: false or -errno then, never a message. */
#ifndef KERNEL_PROCFS_H
#define KERNEL_PROCFS_H

#include "kernel/kernelfs.h"

struct procfs_task {
	int32_t tgid, ppid;
	/* NUL-terminated, escapes of /proc/PID/status undone */
	char comm[16];
	bool is_kernel, is_zombie;
};
/* Reads /proc/PID/status; pid may be a thread's. is_kernel: it has no memory of its own (no VmPeak line). False when
 * it is gone. */
bool procfs_task(const struct kernelfs *fs, int32_t pid, struct procfs_task *ret);

struct procfs_ids {
	VEC(int32_t) ids;
};
/* Append process ids, or ids of one process's threads, ascending; the caller frees with vec_done. 0 or -errno. */
int procfs_pids(const struct kernelfs *fs, struct procfs_ids *ids);
int procfs_tids(const struct kernelfs *fs, int32_t pid, struct procfs_ids *ids);
/* The effective user of a process: the owner of its directory. */
bool procfs_uid(const struct kernelfs *fs, int32_t pid, uint32_t *ret_uid);

/* One line of /proc/PID/maps (proc_pid_maps(5)). pgoff is in bytes. */
struct procfs_map {
	uint64_t start, end, pgoff, ino;
	uint32_t maj, min, prot, flags; /* PROT_*, MAP_* */
	char *name;                     /* empty for anonymous memory; points into the text */
};
/* Parses the line at *pos and advances to the next. Changes the text (newlines become NULs), into which ret->name
 * points. Lines that are no mappings are skipped. False at the end. */
bool procfs_next_map(char **pos, struct procfs_map *ret);
/* Undoes "\012" in the name, which the kernel writes for a newline; a file's name may also have just these four
 * characters, so that the file system decides which it is. Changes the text, making it shorter. */
void procfs_restore_name(const struct kernelfs *fs, int32_t pid, struct procfs_map *map);
/* The text of /proc/PID/maps; NULL with errno. The caller frees. */
char *procfs_maps(const struct kernelfs *fs, int32_t pid);
/* The same, reading no longer than timeout_ms (0: no limit); *ret_cut: that was not enough, and the lines after some
 * whole one are missing. */
char *procfs_maps_timed(const struct kernelfs *fs, int32_t pid, unsigned timeout_ms, bool *ret_cut);

/* Opens the file of a mapping for reading; the caller closes. By map_files, which is the mapped file itself but
 * takes rights; else by its name below the process's root, if the file there has the same inode. -errno; -ESTALE:
 * there is another file now, or no regular one. */
int procfs_open_map(const struct kernelfs *fs, int32_t pid, const struct procfs_map *map);

/* What a descriptor of a process is open on: a path, "socket:[1234]", ...; AT_FDCWD: the directory it is in. False:
 * there is none. */
bool procfs_fd(const struct kernelfs *fs, int32_t pid, int32_t fd, char *ret, size_t size_bytes);

/* A descriptor of a running process (is_thread: of a single thread, which Linux 6.9 and later have) that poll(2) finds
 * readable when it has ended (pidfd_open(2)). -errno. */
int procfs_end_fd(int32_t pid, bool is_thread);

#define PROCFS_NAMESPACES 7 /* net uts ipc pid user mnt cgroup: the kernel's NR_NAMESPACES order */
/* Device and inode identify a namespace; 0, 0: not known. */
struct procfs_namespace {
	uint64_t dev, inode;
};
void procfs_namespaces(const struct kernelfs *fs, int32_t pid, struct procfs_namespace ret[PROCFS_NAMESPACES]);

#endif
