/* Control groups by the names users give them: paths below the mount of the hierarchy that perf events follow
 * (cgroups(7)). Counting per group opens each event with PERF_FLAG_PID_CGROUP and the group's directory as
 * descriptor; BPF programs know groups of version 2 by their id, which is the inode number of the same directory. */
#ifndef KERNEL_CGROUP_H
#define KERNEL_CGROUP_H

#include "base/err.h"
#include "base/vec.h"
#include "event/spec/event_cgroup.h"
#include "kernel/kernelfs.h"

/* The mount of version 1's perf_event hierarchy, else of version 2, relative to the root ("sys/fs/cgroup"); of several
 * one that shows the whole hierarchy. NULL when there is none. The caller frees. */
char *cgroup_mount(const struct kernelfs *fs);
/* A descriptor of the group's directory, as PERF_FLAG_PID_CGROUP wants it; the caller closes. Of several mounts the
 * best that has such a group is taken. -ENOENT: there is none; else -errno of open(2). */
int cgroup_open(const struct kernelfs *fs, const char *name);
/* Appends the names of all groups, the root ("/") first, each parent before its children; others have no slash in
 * front. The caller frees with cgroup_names_done. -ENOENT: no hierarchy is mounted. */
int cgroup_list(const struct kernelfs *fs, struct cgroup_names *ret);

/* The groups of version 2 with their ids, by which BPF programs know them: the inode of the group's directory. */
struct cgroup_ids {
	struct cgroup_names names;
	VEC(uint64_t) ids; /* of each name; 0: the group went away meanwhile */
};
/* Lists groups and their ids as of now; cgroup_ids_done frees, after a failure too. -EOPNOTSUPP with err set where
 * the hierarchy of perf events is not version 2. */
int cgroup_ids_read(const struct kernelfs *fs, struct cgroup_ids *ret, struct err *err) _warn_unused_;
/* The id of a group, its name with or without the slash in front; 0: there is no such group. */
uint64_t cgroup_ids_find(const struct cgroup_ids *groups, const char *name);
/* The name for an id, valid as long as groups; NULL: there was no such group when the list was read. */
const char *cgroup_ids_name(const struct cgroup_ids *groups, uint64_t id);
void cgroup_ids_done(struct cgroup_ids *groups);

#endif
