/* Processes and their maps, from a /proc of our own. */
#include "kernel/procfs.h"

#include <limits.h>
#include <sys/mman.h>
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
__attribute__((constructor)) static void begin(void)
{
	fs.root = fixture_begin();
	fixture_file(
		"proc/12/status",
		"Name:\tcat\\\\dog\\nx\nUmask:\t0022\nTgid:\t12\nPid:\t12\nPPid:\t1\nVmPeak:\t  100 kB\nThreads:\t2\n");
	fixture_file("proc/13/status", "Name:\tworker\nTgid:\t12\nPPid:\t1\nVmPeak:\t1 kB\nThreads:\t2\n");
	fixture_file("proc/2/status", "Name:\tkthreadd\nTgid:\t2\nPPid:\t0\nThreads:\t1\n");
	fixture_file("proc/12/task/12/comm", "cat\n");
	fixture_file("proc/12/task/13/comm", "cat\n");
	fixture_file("proc/self/status", "");
	fixture_file("proc/99/status", "no fields here\n");
}

/* PERF_MACHINE_ROOT may be anything: what is longer than a path is no file, and nothing is written beyond one. */
TEST(root_longer_than_a_path)
{
	char root[2 * PATH_MAX];
	memset(root, '/', sizeof(root));
	root[sizeof(root) - 1] = '\0';
	const struct kernelfs far = { root };
	CHECK(!kernelfs_exists(&far, "proc"));
	root[PATH_MAX - 4] = '\0'; /* the root alone is one */
	CHECK(!kernelfs_exists(&far, "proc/self/stat"));
	CHECK(!kernelfs_read(&far, "proc/self/stat"));
}

TEST(a_task)
{
	struct procfs_task task;
	CHECK(procfs_task(&fs, 12, &task));
	CHECK_STR(task.comm, "cat\\dog\nx");
	CHECK_INT(task.ppid, 1);
	CHECK(!task.is_kernel);
	CHECK(procfs_task(&fs, 13, &task));
	CHECK_INT(task.tgid, 12);
	CHECK(procfs_task(&fs, 2, &task));
	CHECK(task.is_kernel);
	CHECK(!procfs_task(&fs, 99, &task));
	CHECK(!procfs_task(&fs, 1000, &task));
}

TEST(lists_of_ids)
{
	struct procfs_ids ids = { VEC_INIT };
	CHECK_INT(procfs_pids(&fs, &ids), 0);
	CHECK_INT(ids.ids.count, 4);
	if (ids.ids.count == 4) CHECK(ids.ids.items[0] == 2 && ids.ids.items[1] == 12 && ids.ids.items[3] == 99);
	ids.ids.count = 0;
	CHECK_INT(procfs_tids(&fs, 12, &ids), 0);
	CHECK_INT(ids.ids.count, 2);
	CHECK(procfs_tids(&fs, 77, &ids) < 0);
	vec_done(&ids.ids);
}

TEST(line_breaks_in_names)
{
	char text[] = "1000-2000 r-xp 00000000 fe:00 1 /a\\012b\\012\n2000-3000 r-xp 00000000 fe:00 1 /plain\n";
	char *pos = text;
	struct procfs_map map;
	const struct kernelfs nowhere = { .root = "/nonexistent" };
	CHECK(procfs_next_map(&pos, &map));
	CHECK_STR(map.name, "/a\\012b\\012");
	procfs_restore_name(&nowhere, 1, &map);
	CHECK_STR(map.name, "/a\nb\n");
	CHECK(procfs_next_map(&pos, &map));
	procfs_restore_name(&nowhere, 1, &map);
	CHECK_STR(map.name, "/plain");
}

TEST(maps)
{
	char text[] =
		"55d185730000-55d185734000 r-xp 00002000 fe:00 248139                     /usr/bin/true with blank\n"
		"7f0000000000-7f0000001000 rw-s 00000000 00:01 7 \n"
		"broken line\n"
		"7f0000002000-7f0000003000 r--p 00000000 00:00 0\n"
		"ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]";
	char *pos = text;
	struct procfs_map map;
	CHECK(procfs_next_map(&pos, &map));
	CHECK_INT(map.start, 0x55d185730000);
	CHECK_INT(map.pgoff, 0x2000);
	CHECK_INT(map.maj, 0xfe);
	CHECK_INT(map.ino, 248139);
	CHECK_INT(map.prot, PROT_READ | PROT_EXEC);
	CHECK_STR(map.name, "/usr/bin/true with blank");
	CHECK(procfs_next_map(&pos, &map));
	CHECK_INT(map.flags, MAP_SHARED);
	CHECK_STR(map.name, "");
	CHECK(procfs_next_map(&pos, &map));
	CHECK_INT(map.prot, PROT_READ);
	CHECK(procfs_next_map(&pos, &map));
	CHECK_STR(map.name, "[vsyscall]");
	CHECK_INT(map.end, (long long)0xffffffffff601000);
	CHECK(!procfs_next_map(&pos, &map));
}

TEST_MAIN
