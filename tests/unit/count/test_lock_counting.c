/* What comes before the BPF programs run: groups by name, the command that waits. Without the right to load programs
 * nothing is started; that they count right is for tests/live/locks. */
#include "count/lock_counting.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/unit/test.h"

static const struct kernelfs machine = { "" };
static char directory[] = "/tmp/perf-test-locks-XXXXXX", mark[100];
static const char *const workload[] = { "/bin/sh", "-c", "echo ran > $PERF_TEST_MARK", NULL };
static struct err err;

static bool may_be_another(void) { return geteuid() != 0 || (seteuid(65534) == 0 && seteuid(0) == 0); }

/* As a user who may not load programs. */
static int run(const struct lock_counting_options *options, struct lock_counting *ret)
{
	uid_t before = geteuid();
	if (before == 0 && seteuid(65534) < 0) abort();
	int r = lock_counting_run(options, ret, &err);
	if (before == 0 && seteuid(before) < 0) abort();
	return r;
}

static struct lock_counting_options options_by(enum lock_tap_by by)
{
	return (struct lock_counting_options){ .tap = { .fs = &machine, .by = by, .nr_entries = 64, .max_stack = 4 } };
}

/* The command is not run when its waits cannot be counted. */
TEST(refused)
{
	if (!may_be_another()) SKIP("no other user here");
	CHECK(mkdtemp(directory) != NULL && chmod(directory, 0777) == 0);
	snprintf(mark, sizeof(mark), "%s/ran", directory);
	setenv("PERF_TEST_MARK", mark, 1);
	struct lock_counting_options options = options_by(LOCK_TAP_BY_THREAD);
	options.workload = workload;
	struct lock_counting counting;
	err = (struct err)ERR_INIT;
	int r = run(&options, &counting);
	CHECK(r < 0);
	CHECK(counting.refused && err.message);
	CHECK(access(mark, F_OK) < 0);
	CHECK_INT(counting.rows.rows.count, 0);
	CHECK_INT(counting.cgroups.ids.count, 0); /* nobody asks for groups */
	lock_counting_done(&counting);
	err_done(&err);
	unlink(mark);
	CHECK_INT(rmdir(directory), 0);
}

/* Rows by group have names of groups, whether or not some were named. */
TEST(groups)
{
	if (!may_be_another()) SKIP("no other user here");
	struct cgroup_ids all;
	struct lock_counting counting;
	struct lock_counting_options options = options_by(LOCK_TAP_BY_CGROUP);
	options.target.all_cpus = true;
	err = (struct err)ERR_INIT;
	int known = cgroup_ids_read(&machine, &all, &err);
	err_done(&err);
	err = (struct err)ERR_INIT;
	int r = run(&options, &counting);
	if (known < 0) CHECK_INT(r, known);
	else CHECK(r < 0 && counting.refused && counting.cgroups.ids.count > 0);
	lock_counting_done(&counting);
	err_done(&err);
	if (known >= 0) cgroup_ids_done(&all);
}

/* A group that is not there is said before anything is loaded or run. */
TEST(unknown_group)
{
	if (!may_be_another()) SKIP("no other user here");
	static const char *const names[] = { "no/such/group" };
	struct lock_counting counting;
	struct lock_counting_options options = options_by(LOCK_TAP_BY_THREAD);
	options.workload = workload;
	options.cgroups = names;
	options.nr_cgroups = 1;
	err = (struct err)ERR_INIT;
	int r = run(&options, &counting);
	CHECK(r == -ENOENT || r == -EOPNOTSUPP);
	CHECK(!counting.refused && err.message);
	if (r == -ENOENT) CHECK_STR(err.message, "There is no control group no/such/group");
	lock_counting_done(&counting);
	err_done(&err);
}

TEST_MAIN
