/* What is mounted where: /proc/self/mountinfo, or the shorter /proc/mounts (proc(5), fstab(5)). */
#ifndef KERNEL_MOUNTS_H
#define KERNEL_MOUNTS_H

#include "kernel/kernelfs.h"

/* One mounted file system. All strings are owned by the list. */
struct mount {
	char *directory; /* without the slash in front, as kernelfs functions take it */
	char *type;      /* "cgroup2" */
	char *options;   /* of the file system, "rw,perf_event" */
	char *root;      /* which of its directories is to be seen there: "/" is all of it; NULL: not known */
};
struct mounts {
	VEC(struct mount) items;
};

/* Reads the list, in the order of the file; later mounts may hide earlier ones. Damaged lines are left out; without
 * either file the list is empty. mounts_done frees. */
void mounts_read(const struct kernelfs *fs, struct mounts *ret);
void mounts_done(struct mounts *mounts);
/* Whether word is one of the comma-separated options. */
bool mount_has_option(const struct mount *mount, const char *word);

#endif
