/* Where file systems are mounted, and which cgroup mount is meant, from a machine made of files. */
#include "kernel/mounts.h"

#include <errno.h>
#include <unistd.h>
#include "kernel/cgroup.h"
#include "kernel/tracefs.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
__attribute__((constructor)) static void begin(void) { fs.root = fixture_begin(); }

TEST(lines)
{
	struct mounts mounts;
	fixture_file(
		"proc/self/mountinfo",
		"22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw,errors=continue\n"
		"41 31 0:38 /some/part /a\\040b rw,relatime shared:9 master:4 - cgroup2 cgroup2 rw,nsdelegate\n"
		"42 31 0:39 / /v1 rw - cgroup none rw,cpu,perf_event\n"
		"nonsense\n43 31\n44 31 0:1 / /cut rw\n45 31 0:1 / relative rw - tmpfs none rw\n46 31 0:1 / /x rw -\n");
	mounts_read(&fs, &mounts);
	CHECK_INT(mounts.items.count, 3);
	CHECK_STR(mounts.items.items[1].directory, "a b");
	CHECK_STR(mounts.items.items[1].root, "/some/part");
	CHECK_STR(mounts.items.items[1].type, "cgroup2");
	CHECK(mount_has_option(&mounts.items.items[2], "perf_event") &&
	      !mount_has_option(&mounts.items.items[2], "perf"));
	mounts_done(&mounts);
	fixture_file("only-mounts/proc/mounts", "none /sys/kernel/tracing tracefs rw 0 0\nx\n");
	_free_ char *root = xasprintf("%s/only-mounts", fs.root);
	mounts_read(&(struct kernelfs){ root }, &mounts);
	CHECK_INT(mounts.items.count, 1);
	CHECK_STR(mounts.items.items[0].type, "tracefs");
	CHECK(!mounts.items.items[0].root);
	mounts_done(&mounts);
}

/* Whether the group of that name is the one in that directory. */
static bool opens(const struct kernelfs *machine, const char *name, const char *directory)
{
	char link[64], at[4096];
	int fd = cgroup_open(machine, name);
	if (fd < 0) return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, at, sizeof(at) - 1);
	close(fd);
	_free_ char *wanted = xasprintf("%s/%s/%s", machine->root, directory, name);
	return n > 0 && (size_t)n == strlen(wanted) && memcmp(at, wanted, (size_t)n) == 0;
}

TEST(several_cgroup_mounts)
{
	static const char *const groups[] = { "part",       "part/inner",  "part/both",
					      "whole",      "whole/slice", "whole/slice/inner",
					      "whole/both", "again",       "again/both" };
	static const char part[] = "1 1 0:38 /slice /part rw - cgroup2 none rw\n",
			  whole[] = "2 1 0:38 / /whole rw - cgroup2 none rw\n";
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) {
		_free_ char *file = xasprintf("two/%s/cgroup.procs", groups[i]);
		fixture_file(file, "");
	}
	_free_ char *root = xasprintf("%s/two", fs.root), *both = xasprintf("%s%s", part, whole),
		    *turned = xasprintf("%s%s", whole, part);
	const struct kernelfs two = { root };
	for (int order = 0; order < 2; order++) {
		fixture_file("two/proc/self/mountinfo", order ? both : turned);
		_free_ char *mount = cgroup_mount(&two);
		CHECK_STR(mount, "whole");
		CHECK(opens(&two, "slice", "whole"));
		CHECK(opens(&two, "both", "whole")); /* there is another of the name in the part */
		CHECK(opens(&two, "inner", "part"));
		CHECK_INT(cgroup_open(&two, "none"), -ENOENT);
	}
	/* what is mounted over has no groups to be seen */
	fixture_file("two/proc/self/mountinfo",
		     "1 1 0:38 / /hidden rw - cgroup2 none rw\n2 1 0:38 / /again rw - cgroup2 none rw\n");
	CHECK(opens(&two, "both", "again"));
	/* version 1 has the controller: groups of version 2 are none for events */
	fixture_file("two/proc/self/mountinfo",
		     "1 1 0:38 / /whole rw - cgroup2 none rw\n2 1 0:39 / /again rw - cgroup none rw,perf_event\n");
	CHECK(opens(&two, "both", "again"));
	CHECK_INT(cgroup_open(&two, "slice"), -ENOENT);
}

TEST(tracefs_elsewhere)
{
	fixture_file("away/mnt/events/sched/x", "");
	fixture_file("away/proc/self/mountinfo",
		     "1 1 0:5 / /none rw - debugfs none rw\n2 1 0:12 / /mnt rw - tracefs none rw\n");
	_free_ char *root = xasprintf("%s/away", fs.root), *found = tracefs_find(&(struct kernelfs){ root }, NULL);
	CHECK_STR(found, "mnt");
}

TEST_MAIN
