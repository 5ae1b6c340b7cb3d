/* Which counts a metric is made of, and its colour. */
#include "analysis/stat/stat_shadow.h"
#include "tests/unit/test.h"

enum { MAX = 8 };
static struct stat_event events[MAX];
static double values[MAX];
static struct stat_shadow shadows[MAX];

static double value_of(const void *ctx, size_t event) { return values[event]; }

static void put(size_t i, uint32_t type, uint64_t config, uint64_t flags, double value)
{
	events[i] = (struct stat_event){ .name = "event",
					 .attr = { .type = type, .config = config, .flags = flags },
					 .merged_into = i };
	values[i] = value;
}
static struct stat_metric metric(size_t count, size_t event, size_t which)
{
	struct stat_setup setup = { .events = events, .nr_events = count };
	struct stat_shadow_counts counts = { value_of, NULL, 1000 };
	struct stat_metric metrics[STAT_SHADOW_MAX] = { { .unit = "none" }, { .unit = "none" } };
	stat_shadow_find(&setup, shadows);
	size_t got = stat_shadow_compute(&shadows[event], event, &counts, metrics);
	return which < got ? metrics[which] : (struct stat_metric){ .unit = "no such metric" };
}

TEST(first_that_fits)
{
	put(0, ATTR_TYPE_HARDWARE, 0, ATTR_EXCLUDE_KERNEL, 100); /* cycles:u */
	put(1, ATTR_TYPE_HARDWARE, 0, 0, 400);
	put(2, ATTR_TYPE_HARDWARE, 0, 0, 800);
	put(3, ATTR_TYPE_HARDWARE, 1, 0, 200);
	put(4, ATTR_TYPE_HARDWARE, 1, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_GUEST, 200);
	put(5, ATTR_TYPE_HARDWARE, 1, ATTR_EXCLUDE_USER, 200);
	CHECK(metric(6, 3, 0).value == 0.5);
	CHECK(metric(6, 4, 0).value == 2); /* guests do not matter */
	CHECK(!metric(6, 5, 0).has_value); /* there are no cycles of the kernel */
	CHECK_STR(metric(6, 5, 0).unit, "insn per cycle");
}

TEST(pmus_of_a_hybrid_machine)
{
	put(0, ATTR_TYPE_HARDWARE, 4ull << 32, 0, 100);
	put(1, ATTR_TYPE_HARDWARE, 8ull << 32, 0, 400);
	put(2, ATTR_TYPE_HARDWARE, 8ull << 32 | 1, 0, 200);
	CHECK(metric(3, 2, 0).value == 0.5);
}

TEST(stalled_cycles)
{
	put(0, ATTR_TYPE_HARDWARE, 1, 0, 4);
	put(1, ATTR_TYPE_HARDWARE, 7, 0, 8);
	put(2, ATTR_TYPE_HARDWARE, 8, 0, 7);
	CHECK(metric(3, 0, 1).has_value && metric(3, 0, 1).value == 2); /* the larger of both, without cycles too */
	CHECK_STR(metric(1, 0, 1).unit, "no such metric");
	values[1] = values[2] = 0;
	CHECK(!metric(3, 0, 1).has_value && metric(3, 0, 1).only_with_value);
}

TEST(colours)
{
	static const struct {
		double share;
		enum stat_threshold want;
	} cases[] = { { 0, STAT_UNKNOWN }, { 5, STAT_UNKNOWN },   { 5.001, STAT_NOTICE },
		      { 10, STAT_NOTICE }, { 10.001, STAT_WARN }, { 20.001, STAT_BAD } };
	put(0, ATTR_TYPE_HARDWARE, 4, 0, 100);
	put(1, ATTR_TYPE_HARDWARE, 5, 0, 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		values[1] = cases[i].share;
		CHECK_INT(metric(2, 1, 0).threshold, cases[i].want);
	}
	CHECK(metric(2, 1, 0).of_all);
	put(0, ATTR_TYPE_HARDWARE, 0, 0, 100);
	put(1, ATTR_TYPE_HARDWARE, 7, 0, 10);
	CHECK_INT(metric(2, 1, 0).threshold, STAT_UNKNOWN);
	values[1] = 31;
	CHECK_INT(metric(2, 1, 0).threshold, STAT_WARN);
	put(1, ATTR_TYPE_HARDWARE, 8, 0, 31);
	CHECK_INT(metric(2, 1, 0).threshold, STAT_NOTICE);
}

TEST(rates)
{
	static const struct {
		double count, value;
		const char *unit;
	} cases[] = { { 0, 0, "/sec" },          { 1e-6, 1, "/sec" },     { 1, 1000, "K/sec" },
		      { 1.001, 1.001, "M/sec" }, { 1000, 1000, "M/sec" }, { 1e9, 1e6, "G/sec" } };
	put(0, ATTR_TYPE_SOFTWARE, 1, 0, 1000);
	put(1, ATTR_TYPE_RAW, 77, 0, 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		values[1] = cases[i].count;
		struct stat_metric m = metric(2, 1, 0);
		CHECK_STR(m.unit, cases[i].unit);
		CHECK(m.has_value && m.value > cases[i].value * 0.999999 - 1e-9 &&
		      m.value < cases[i].value * 1.000001 + 1e-9);
	}
	values[0] = 0;
	CHECK(!metric(2, 1, 0).has_value && !metric(2, 1, 0).unit);
}

TEST(cache_levels)
{
	static const char *const units[] = { "of all L1-dcache accesses", "of all L1-icache accesses",
					     "of all LL-cache accesses", "of all dTLB cache accesses",
					     "of all iTLB cache accesses" };
	for (uint64_t cache = 0; cache < ARRAY_SIZE(units); cache++) {
		put(0, ATTR_TYPE_HW_CACHE, cache, 0, 200);
		put(1, ATTR_TYPE_HW_CACHE, cache | 1 << 16, 0, 3);
		CHECK_STR(metric(2, 1, 0).unit, units[cache]);
		CHECK(metric(2, 1, 0).value == 1.5);
	}
	put(1, ATTR_TYPE_HW_CACHE, 5 | 1 << 16, 0, 3); /* branches have no such share */
	CHECK(!metric(2, 1, 0).unit);
}

TEST_MAIN
