/* Processes as /proc shows them: for the side band of what ran before the recording began. */
#ifndef KERNEL_PROCFS_H
#define KERNEL_PROCFS_H

#include "kernel/kernelfs.h"

struct procfs_task {
	int32_t tgid, ppid;
	char comm[16];
	bool is_kernel, is_zombie;
};
/* Reads /proc/PID/status. False when the process is gone. */
bool procfs_task(const struct kernelfs *fs, int32_t pid, struct procfs_task *ret);

struct procfs_ids {
	VEC(int32_t) ids;
};
/* Process ids, ascending; or the threads of one process. 0 or -errno. Appends. */
int procfs_pids(const struct kernelfs *fs, struct procfs_ids *ids);
int procfs_tids(const struct kernelfs *fs, int32_t pid, struct procfs_ids *ids);
/* Owner of a process. */
bool procfs_uid(const struct kernelfs *fs, int32_t pid, uint32_t *ret_uid);

struct procfs_map {
	uint64_t start, end, pgoff, ino;
	uint32_t maj, min, prot, flags; /* PROT_*, MAP_* */
	char *name;                     /* empty for anonymous memory; points into the text */
};
/* Parses the line at *pos of /proc/PID/maps, advancing to the next; the text is changed (NULs for newlines). False at
 * the end; lines that are none are skipped. */
bool procfs_next_map(char **pos, struct procfs_map *ret);
/* Puts back line breaks of the name, which the kernel writes as "\012" there, as a file's name may have these four
 * characters, too. Changes the text. */
void procfs_restore_name(const struct kernelfs *fs, int32_t pid, struct procfs_map *map);
/* The text of /proc/PID/maps; NULL with errno. The caller frees. */
char *procfs_maps(const struct kernelfs *fs, int32_t pid);
/* The same in so much time (0: no limit); *ret_cut: it was not enough, the rest is missing. */
char *procfs_maps_timed(const struct kernelfs *fs, int32_t pid, unsigned timeout_ms, bool *ret_cut);

/* Opens the file of a mapping for reading: the mapping's own, where that is permitted; else the one of its name below
 * the process's root, when it has its inode still. -errno, -ESTALE: there is another file now. */
int procfs_open_map(const struct kernelfs *fs, int32_t pid, const struct procfs_map *map);

/* What a descriptor of a process is open on: a path, "socket:[1234]", ...; AT_FDCWD: the directory it is in. False:
 * there is none. */
bool procfs_fd(const struct kernelfs *fs, int32_t pid, int32_t fd, char *ret, size_t size_bytes);

/* A descriptor of a running process (is_thread: of a single thread, which Linux 6.9 and later have) that poll(2) finds
 * readable when it has ended (pidfd_open(2)). -errno. */
int procfs_end_fd(int32_t pid, bool is_thread);

#define PROCFS_NAMESPACES 7 /* net uts ipc pid user mnt cgroup: the kernel's NR_NAMESPACES order */
struct procfs_namespace {
	uint64_t dev, inode;
};
void procfs_namespaces(const struct kernelfs *fs, int32_t pid, struct procfs_namespace ret[PROCFS_NAMESPACES]);

#endif
