/* Control groups by the name users give them: a path below where the hierarchy that perf events follow is mounted. */
#ifndef KERNEL_CGROUP_H
#define KERNEL_CGROUP_H

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

#endif
