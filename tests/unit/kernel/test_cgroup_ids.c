/* Control groups by their ids. */
#include "kernel/cgroup.h"

#include <errno.h>
#include "tests/unit/fixture_tree.h"

static struct cgroup_ids groups;

static void add(const char *name, uint64_t id)
{
	vec_push(&groups.names.names, strdup(name));
	vec_push(&groups.ids, id);
}

TEST(names_and_ids)
{
	add("/", 1);
	add("system.slice", 70);
	add("system.slice/cron", 71);
	add("gone", 0);
	CHECK_INT(cgroup_ids_find(&groups, "/"), 1);
	CHECK_INT(cgroup_ids_find(&groups, "system.slice"), 70);
	CHECK_INT(cgroup_ids_find(&groups, "/system.slice/cron"), 71);
	CHECK_INT(cgroup_ids_find(&groups, "cron"), 0);
	CHECK_INT(cgroup_ids_find(&groups, "gone"), 0);
	CHECK_STR(cgroup_ids_name(&groups, 71), "system.slice/cron");
	CHECK_STR(cgroup_ids_name(&groups, 72), NULL);
	CHECK_STR(cgroup_ids_name(&groups, 0), NULL);
	cgroup_ids_done(&groups);
}

/* Ids of directories that are no control groups would be wrong ones. */
TEST(not_of_a_directory_that_only_looks_like_it)
{
	struct kernelfs fs = { .root = fixture_begin() };
	struct err err = ERR_INIT;
	CHECK_INT(cgroup_ids_read(&fs, &groups, &err), -EOPNOTSUPP);
	err_done(&err);
	fixture_file("proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
	fixture_file("proc/self/mountinfo", "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
	fixture_file("sys/fs/cgroup/cgroup.procs", "");
	CHECK_INT(cgroup_ids_read(&fs, &groups, &err), -EOPNOTSUPP);
	err_done(&err);
	cgroup_ids_done(&groups);
}

TEST_MAIN
