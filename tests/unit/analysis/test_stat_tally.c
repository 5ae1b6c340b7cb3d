/* Counts added up: over CPUs and threads, over runs and intervals, with metrics. */
#include <math.h>
#include "analysis/stat/stat_mean.h"
#include "analysis/stat/stat_tally.h"
#include "tests/unit/test.h"

static struct stat_event hardware(const char *name, uint64_t config)
{
	return (struct stat_event){ .name = name, .attr = { .type = ATTR_TYPE_HARDWARE, .config = config } };
}
static struct stat_event software(const char *name, uint64_t config)
{
	return (struct stat_event){ .name = name,
				    .attr = { .type = ATTR_TYPE_SOFTWARE, .config = config },
				    .pmu = "software" };
}

enum { CPUS = 4, EVENTS = 4 };

struct bench {
	struct stat_event events[EVENTS];
	struct stat_cpu cpus[CPUS];
	struct stat_thread thread;
	struct stat_setup setup;
	struct counts counts;
	struct stat_tally *tally;
	struct stat_result result;
};

/* Cycles, instructions, task-clock and page-faults on two cores of two threads each. */
static void begin(struct bench *b, enum stat_aggr aggr)
{
	*b = (struct bench){ .events = { hardware("cycles", 0), hardware("instructions", 1), software("task-clock", 1),
					 software("page-faults", 2) },
			     .thread = { -1, NULL } };
	for (int i = 0; i < CPUS; i++) b->cpus[i] = (struct stat_cpu){ i, 0, 0, 0, i / 2, i / 2, 3, 0 };
	for (size_t i = 0; i < EVENTS; i++) b->events[i].merged_into = b->events[i].leader = i;
	b->setup = (struct stat_setup){ .events = b->events,
					.nr_events = EVENTS,
					.cpus = b->cpus,
					.nr_cpus = CPUS,
					.threads = &b->thread,
					.nr_threads = 1,
					.aggr = aggr,
					.scale = true,
					.no_merge = aggr == STAT_AGGR_NONE,
					.runs = 1 };
	counts_init(&b->counts, EVENTS, CPUS, 1);
	for (size_t e = 0; e < EVENTS; e++)
		for (size_t c = 0; c < CPUS; c++) counts_set_open(&b->counts, e, c, true);
}
static void set(struct bench *b, size_t event, size_t cpu, uint64_t value, uint64_t enabled_ns, uint64_t running_ns)
{
	*counts_at(&b->counts, event, cpu, 0) = (struct count){ value, enabled_ns, running_ns };
}
static void set_all(struct bench *b, uint64_t value)
{
	for (size_t e = 0; e < EVENTS; e++)
		for (size_t c = 0; c < CPUS; c++) set(b, e, c, value * (e + 1), 1000, 1000);
}
static void run(struct bench *b, uint64_t elapsed_ns)
{
	if (!b->tally) b->tally = stat_tally_new(&b->setup);
	stat_tally_add_run(b->tally, &b->counts, &(struct stat_times){ .elapsed_ns = elapsed_ns });
}
static const struct stat_row *row(struct bench *b, size_t i)
{
	static const struct stat_row none;
	return i < b->result.rows.count ? &b->result.rows.items[i] : &none;
}
static void end(struct bench *b)
{
	stat_result_done(&b->result);
	stat_tally_free(b->tally);
	counts_done(&b->counts);
}

/* value * enabled / running, as far as it fits; counters that always ran are what they are. */
TEST(scaled_up)
{
	static const struct {
		uint64_t value, enabled_ns, running_ns, want;
	} cases[] = {
		{ 100, 1000, 500, 200 },
		{ 100, 1000, 1000, 100 },
		{ 100, 500, 1000, 100 },
		{ 100, 1000, 0, 0 },
		{ 1ull << 62, 2000, 1000, 1ull << 63 },
		{ 1ull << 63, 2000, 1000, UINT64_MAX }, /* the first number that is too large */
		{ 1ull << 63, 4000, 1000, UINT64_MAX },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench b;
		begin(&b, STAT_AGGR_GLOBAL);
		set(&b, 0, 0, cases[i].value, cases[i].enabled_ns, cases[i].running_ns);
		run(&b, 1000000000);
		stat_tally_result(b.tally, &b.result);
		CHECK(row(&b, 0)->value == (double)cases[i].want);
		end(&b);
	}
}

TEST(all_together)
{
	struct bench b;
	begin(&b, STAT_AGGR_GLOBAL);
	set_all(&b, 100);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 4);
	CHECK_INT(row(&b, 0)->value, 400);
	CHECK_INT(row(&b, 0)->nr_aggregated, 4);
	CHECK_INT(row(&b, 0)->enabled_ns, 4000);
	CHECK_STR(row(&b, 1)->metrics[0].unit, "insn per cycle");
	CHECK(row(&b, 1)->metrics[0].value == 2);
	CHECK_STR(row(&b, 2)->unit, "msec");
	CHECK(row(&b, 2)->is_fraction && !row(&b, 0)->is_fraction);
	CHECK(fabs(row(&b, 2)->metrics[0].value - 2) < 1e-9); /* 1200 ns of clock in 600 ns */
	CHECK_STR(row(&b, 3)->metrics[0].unit, "G/sec");
	end(&b);
}

TEST(cores)
{
	struct bench b;
	begin(&b, STAT_AGGR_CORE);
	set_all(&b, 100);
	set(&b, 1, 3, 100, 1000, 0); /* one thread of the second core got no turn */
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 8);
	CHECK_INT(row(&b, 0)->cell.core, 0);
	CHECK_INT(row(&b, 0)->value, 200);
	CHECK_INT(row(&b, 0)->nr_aggregated, 2);
	CHECK_INT(row(&b, 5)->cell.core, 1);
	CHECK_INT(row(&b, 5)->state, STAT_NOT_COUNTED);
	CHECK_INT(row(&b, 5)->enabled_ns, 0);
	end(&b);
}

TEST(each_cpu)
{
	struct bench b;
	begin(&b, STAT_AGGR_NONE);
	set_all(&b, 100);
	b.counts.state[1] = COUNTS_NOT_SUPPORTED;
	for (size_t c = 0; c < CPUS; c++) counts_set_open(&b.counts, 1, c, false);
	for (size_t c = 1; c < CPUS; c++) counts_set_open(&b.counts, 3, c, false); /* counts on CPU 0 only */
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 4 + 4 + 4 + 1);
	CHECK_STR(row(&b, 0)->name, "cycles");
	CHECK_INT(row(&b, 3)->cell.cpu, 3);
	CHECK_INT(row(&b, 4)->state, STAT_NOT_SUPPORTED);
	CHECK_INT(row(&b, 4)->nr_aggregated, 0);
	CHECK_STR(row(&b, 8)->name, "task-clock [software]");
	end(&b);
}

TEST(cores_counted_whole)
{
	struct bench b;
	begin(&b, STAT_AGGR_NONE);
	set_all(&b, 100);
	b.events[0].percore = true;
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 2 + 4 + 4 + 4);
	CHECK(row(&b, 0)->whole_core && row(&b, 0)->value == 200);
	CHECK_INT(row(&b, 1)->cell.core, 1);
	stat_result_done(&b.result);
	b.setup.percore_show_thread = true;
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 16);
	CHECK(!row(&b, 3)->whole_core && row(&b, 3)->value == 200);
	end(&b);
}

TEST(scaled_counts)
{
	struct bench b;
	begin(&b, STAT_AGGR_GLOBAL);
	set(&b, 0, 0, 1000, 1000, 3);    /* 333333.3 */
	set(&b, 0, 1, UINT64_MAX, 2, 1); /* more than there is room for */
	set(&b, 1, 0, 10, 100, 50);
	set(&b, 1, 1, 10, 100, 0);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT((uint64_t)row(&b, 1)->value, 20);
	CHECK_INT(row(&b, 1)->enabled_ns, 200);
	CHECK_INT(row(&b, 1)->running_ns, 50);
	stat_result_done(&b.result);
	set(&b, 0, 1, 0, 0, 0);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT((uint64_t)row(&b, 0)->value, 333333);
	stat_result_done(&b.result);
	b.setup.scale = false;
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT((uint64_t)row(&b, 0)->value, 1000);
	CHECK_INT((uint64_t)row(&b, 1)->value, 20); /* what is not scaled counts as it is */
	end(&b);
}

TEST(events_of_one_name)
{
	struct bench b;
	begin(&b, STAT_AGGR_GLOBAL);
	b.events[0] = (struct stat_event){
		.name = "reads", .attr = { .type = 10 }, .pmu = "uncore_imc_0", .unit = "MiB", .scale = 0.5
	};
	b.events[1] = (struct stat_event){
		.name = "reads", .attr = { .type = 11 }, .pmu = "uncore_imc_1", .unit = "MiB", .scale = 0.5, .leader = 1
	};
	set_all(&b, 100);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 3);
	CHECK(row(&b, 0)->value == 0.5 * (400 + 800));
	CHECK_STR(row(&b, 0)->name, "reads");
	CHECK_STR(row(&b, 0)->unit, "MiB");
	stat_result_done(&b.result);
	b.setup.no_merge = true;
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 4);
	CHECK_STR(row(&b, 1)->name, "reads [uncore_imc_1]");
	end(&b);
}

TEST(hybrid_names)
{
	struct bench b;
	begin(&b, STAT_AGGR_GLOBAL);
	b.events[0].pmu = "cpu_core", b.events[0].pmu_is_core = true, b.events[0].name = "cycles:u";
	b.events[1].pmu = "cpu_atom", b.events[1].pmu_is_core = true, b.events[1].name = "cpu_atom/cycles/";
	set_all(&b, 1);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_STR(row(&b, 0)->name, "cpu_core/cycles/u");
	CHECK_STR(row(&b, 1)->name, "cpu_atom/cycles/");
	end(&b);
}

TEST(runs)
{
	struct bench b;
	begin(&b, STAT_AGGR_GLOBAL);
	b.setup.runs = 3;
	for (uint64_t i = 1; i <= 3; i++) {
		set_all(&b, 100 * i);
		run(&b, 1000000000 * i);
	}
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(row(&b, 0)->value, 800);                                 /* of 400, 800, 1200 */
	CHECK(fabs(row(&b, 0)->error_percent - 100 / sqrt(3) / 2) < 1e-9); /* deviation 400, error 400/sqrt 3 */
	CHECK(fabs(b.result.elapsed.mean - 2) < 1e-12 && fabs(b.result.elapsed.error - 1 / sqrt(3)) < 1e-12);
	CHECK_INT(b.result.nr_run_seconds, 3);
	CHECK_INT(row(&b, 0)->running_ns, 4000); /* of the last run */
	end(&b);
}

TEST(means_of_large_numbers)
{
	struct stat_mean mean = { 0 };
	for (int i = 0; i < 1000; i++) stat_mean_add(&mean, 1e15 + i % 2);
	CHECK(fabs(mean.mean - (1e15 + 0.5)) < 0.2);
	CHECK(fabs(stat_mean_error(&mean) - sqrt(0.25 * 1000 / 999 / 1000)) < 1e-6);
	struct stat_mean one = { 0 };
	stat_mean_add(&one, 5);
	CHECK(stat_mean_error(&one) == 0 && stat_mean_error_percent(&one) == 0);
}

TEST(intervals)
{
	struct bench b;
	begin(&b, STAT_AGGR_GLOBAL);
	b.setup.interval_ns = 1000;
	b.tally = stat_tally_new(&b.setup);
	set_all(&b, 100);
	stat_tally_add_interval(b.tally, &b.counts, &(struct stat_times){ .elapsed_ns = 1000 });
	stat_tally_result(b.tally, &b.result);
	CHECK(b.result.is_interval && b.result.time_ns == 1000);
	CHECK_INT(row(&b, 0)->value, 400);
	stat_result_done(&b.result);
	for (size_t e = 0; e < EVENTS; e++)
		for (size_t c = 0; c < CPUS; c++) set(&b, e, c, 100 * (e + 1) + 7, 1500, 1500);
	stat_tally_add_interval(b.tally, &b.counts, &(struct stat_times){ .elapsed_ns = 1500 });
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(row(&b, 0)->value, 28);
	CHECK_INT(row(&b, 0)->enabled_ns, 2000);
	CHECK(fabs(row(&b, 2)->metrics[0].value - 28.0 / 500) < 1e-9); /* of this interval's own length */
	stat_result_done(&b.result);
	stat_tally_summary(b.tally, &b.result);
	CHECK(b.result.is_summary && !b.result.is_interval);
	CHECK_INT(row(&b, 0)->value, 428);
	stat_result_done(&b.result);
	set_all(&b, 1); /* counters that went back */
	stat_tally_add_interval(b.tally, &b.counts, &(struct stat_times){ .elapsed_ns = 2000 });
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(row(&b, 0)->state, STAT_NOT_COUNTED);
	end(&b);
}

TEST(times)
{
	struct bench b;
	begin(&b, STAT_AGGR_CORE);
	b.events[3].tool = EVENT_TOOL_DURATION_TIME;
	set_all(&b, 100);
	for (size_t c = 1; c < CPUS; c++) counts_set_open(&b.counts, 3, c, false);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 4 + 3);
	CHECK_STR(row(&b, 3)->unit, "ns");
	CHECK_INT(row(&b, 3)->value, 400);
	stat_result_done(&b.result);
	set(&b, 3, 0, 0, 0, 0);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK_INT(b.result.rows.count, 3 + 3); /* no time, no row */
	end(&b);
}

TEST(cgroups)
{
	struct bench b;
	begin(&b, STAT_AGGR_CORE);
	b.events[0].cgroup = b.events[1].cgroup = "a";
	b.events[2] = b.events[0], b.events[3] = b.events[1];
	b.events[2].cgroup = b.events[3].cgroup = "b";
	b.events[2].merged_into = 2, b.events[3].merged_into = 3;
	b.setup.for_each_cgroup = true;
	for (size_t c = 0; c < CPUS; c++)
		set(&b, 0, c, 100, 10, 10), set(&b, 1, c, 300, 10, 10), set(&b, 2, c, 10, 10, 10),
			set(&b, 3, c, 50, 10, 10);
	run(&b, 600);
	stat_tally_result(b.tally, &b.result);
	CHECK(b.result.has_cgroups);
	CHECK_INT(b.result.titles.count, 2); /* once for all */
	CHECK_STR(row(&b, 3)->cgroup, "a");
	CHECK_INT(row(&b, 3)->cell.core, 1);
	CHECK_STR(row(&b, 4)->cgroup, "b");
	CHECK(row(&b, 1)->metrics[0].value == 3);
	CHECK(row(&b, 5)->metrics[0].value == 5); /* of the same cgroup's cycles */
	end(&b);
}

TEST_MAIN
