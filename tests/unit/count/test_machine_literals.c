/* What metrics ask of a machine that is made of files. */
#include "count/machine_literals.h"

#include "tests/unit/fixture_tree.h"

static struct kernelfs fs;
static const struct event_pmu *const *no_pmus(void *ctx, size_t *ret_count)
{
	*ret_count = 0;
	return NULL;
}
static const struct event_catalogue catalogue = { .all_pmus = no_pmus };

static void place(int cpu, const char *package, const char *die, const char *core)
{
	char path[128];
	const char *const names[] = { "physical_package_id", "die_id", "core_id" }, *const values[] = { package, die,
													core };
	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/topology/%s", cpu, names[i]);
		fixture_file(path, values[i]);
	}
}

TEST(cores_dies_and_packages)
{
	fs.root = fixture_begin();
	fixture_file("sys/devices/system/cpu/online", "0-5\n");
	fixture_file("sys/devices/system/cpu/present", "0-7\n");
	place(0, "0", "0", "0"); /* two threads of one core */
	place(1, "0", "0", "0");
	place(2, "0", "0", "1");
	place(3, "0", "1", "0"); /* numbers of cores begin anew in each die */
	place(4, "1", "0", "0");
	place(5, "1", "0", "1");
	struct metric_literals found = machine_literals(&fs, &catalogue);
	CHECK_INT(found.num_cores, 5);
	CHECK_INT(found.num_dies, 3);
	CHECK_INT(found.num_packages, 2);
	CHECK_INT(found.num_cpus_online, 6);
	CHECK_INT(found.num_cpus, 8);
	CHECK(!found.has_pmem && !found.core_wide && found.slots == 0);
}

TEST(what_the_kernel_says_of_itself)
{
	CHECK(!machine_has_nmi_watchdog(&fs));
	fixture_file("proc/sys/kernel/nmi_watchdog", "0\n");
	CHECK(!machine_has_nmi_watchdog(&fs));
	fixture_file("proc/sys/kernel/nmi_watchdog", "1\n");
	CHECK(machine_has_nmi_watchdog(&fs));
	fixture_file("sys/devices/system/cpu/smt/active", "1\n");
	fixture_file("sys/firmware/acpi/tables/NFIT", "x");
	struct metric_literals found = machine_literals(&fs, &catalogue);
	CHECK(found.smt_on && found.has_pmem);
	fixture_file("sys/devices/system/cpu/smt/active", "0\n");
	CHECK(!machine_literals(&fs, &catalogue).smt_on);
}

TEST_MAIN
