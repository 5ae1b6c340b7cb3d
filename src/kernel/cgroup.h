/* Control groups by the name users give them: a path below where the hierarchy that perf events follow is mounted. */
#ifndef KERNEL_CGROUP_H
#define KERNEL_CGROUP_H

#include "base/err.h"
#include "base/vec.h"
#include "event/spec/event_cgroup.h"
#include "kernel/kernelfs.h"

/* The mount of version 1's perf_event hierarchy, else of version 2, relative to the root ("sys/fs/cgroup"); of several
 * one that shows the whole hierarchy. NULL when there is none. The caller frees. */
char *cgroup_mount(const struct kernelfs *fs);
/* A descriptor of the group's directory, as PERF_FLAG_PID_CGROUP wants it, in the mount that has such a group; or
 * -errno. */
int cgroup_open(const struct kernelfs *fs, const char *name);
/* The names of all groups below the mount, the root ("/") first, appended to ret. -ENOENT when nothing is mounted. */
int cgroup_list(const struct kernelfs *fs, struct cgroup_names *ret);

/* The groups of version 2 with their ids, by which BPF programs know them: the inode of the group's directory. */
struct cgroup_ids {
	struct cgroup_names names;
	VEC(uint64_t) ids; /* of each name; 0: the group went away meanwhile */
};
/* -EOPNOTSUPP with err set where version 2 is not mounted, or not alone. */
int cgroup_ids_read(const struct kernelfs *fs, struct cgroup_ids *ret, struct err *err) _warn_unused_;
/* A name with or without the slash in front of it; 0: there is no such group. */
uint64_t cgroup_ids_find(const struct cgroup_ids *groups, const char *name);
/* NULL: there was no group of that id. */
const char *cgroup_ids_name(const struct cgroup_ids *groups, uint64_t id);
void cgroup_ids_done(struct cgroup_ids *groups);

#endif
