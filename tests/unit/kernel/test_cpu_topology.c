#include "kernel/cpu_topology.h"

#include "kernel/procfs_times.h"
#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;

TEST(places)
{
	struct cpu_place place;
	fs.root = fixture_begin();
	fixture_file("sys/devices/system/cpu/cpu3/topology/physical_package_id", "1\n");
	fixture_file("sys/devices/system/cpu/cpu3/topology/core_id", "5\n");
	fixture_file("sys/devices/system/cpu/cpu3/topology/cluster_id", "-1\n");
	fixture_file("sys/devices/system/cpu/cpu3/topology/die_id", "nonsense\n");
	fixture_file("sys/devices/system/cpu/cpu3/node2/cpulist", "3\n");
	cpu_topology_place(&fs, 3, &place);
	CHECK_INT(place.socket, 1);
	CHECK_INT(place.core, 5);
	CHECK_INT(place.cluster, -1);
	CHECK_INT(place.die, -1);
	CHECK_INT(place.node, 2);
	cpu_topology_place(&fs, 4, &place);
	CHECK_INT(place.socket, -1);
	CHECK_INT(place.node, -1);
}

static void cache(unsigned index, const char *level, const char *cpus)
{
	char path[128];
	snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu3/cache/index%u/level", index);
	fixture_file(path, level);
	snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu3/cache/index%u/shared_cpu_list", index);
	fixture_file(path, cpus);
}

TEST(caches)
{
	struct cpu_cache found;
	cache(0, "1", "3");
	cache(1, "1", "3,7");
	cache(2, "3", "0-7");
	cache(3, "2", "2-3");
	cpu_topology_cache(&fs, 3, 0, &found);
	CHECK_INT(found.level, 3);
	CHECK_INT(found.first_cpu, 0);
	cpu_topology_cache(&fs, 3, 2, &found);
	CHECK_INT(found.first_cpu, 2);
	cpu_topology_cache(&fs, 3, 1, &found);
	CHECK_INT(found.first_cpu, 3);
	cpu_topology_cache(&fs, 3, 4, &found);
	CHECK_INT(found.level, -1);
}

TEST(accounted_times)
{
	struct procfs_times times[3];
	long rate = sysconf(_SC_CLK_TCK);
	fixture_file("proc/stat", "cpu  9 9 9 9\ncpu0 10 1 20 3\ncpu2 30 1 40 3\ncpu9 1 1 1 1\nintr 1\n");
	procfs_cpu_times(&fs, times, 3);
	CHECK_INT(times[0].user_ns, 10 * (1000000000 / rate));
	CHECK_INT(times[0].system_ns, 20 * (1000000000 / rate));
	CHECK_INT(times[1].user_ns, 0);
	CHECK_INT(times[2].system_ns, 40 * (1000000000 / rate));
	fixture_file("proc/77/stat", "77 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 11 12 13\n");
	CHECK(procfs_task_times(&fs, 77, &times[0]));
	CHECK_INT(times[0].user_ns, 11 * (1000000000 / rate));
	CHECK_INT(times[0].system_ns, 12 * (1000000000 / rate));
	CHECK(!procfs_task_times(&fs, 78, &times[0]));
}

/* Of a machine made of files its name tells, or nothing does. */
TEST(time_stamp_counter)
{
	static const struct {
		const char *cpuinfo;
		double hz;
	} cases[] = {
		{ "model name\t: Intel(R) Xeon(R) CPU @ 2.50GHz\n", 2.5e9 },
		{ "processor\t: 0\nmodel name\t: Pentium @ 166MHz\nflags\t: fpu\n", 166e6 },
		{ "model name\t: AMD EPYC 7R13\nnote\t: @ 3.00GHz\n", 0 }, /* of another line */
		{ "model name\t: Slow @ 7KHz\n", 0 },
		{ "processor\t: 0\n", 0 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		fixture_file("proc/cpuinfo", cases[i].cpuinfo);
		CHECK_INT(tsc_frequency_hz(&fs), cases[i].hz);
	}
	if (tsc_frequency_hz(&(struct kernelfs){ "" }) < 0) CHECK(false);
}

TEST_MAIN
