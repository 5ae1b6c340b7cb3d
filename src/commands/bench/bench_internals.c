/* internals: parts of this program: the records it makes of what runs already (synthesize), the kernel's list of
 * symbols, events that are opened and closed, and the PMUs of the machine. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/clock.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "commands/bench/bench_crew.h"
#include "commands/bench/bench_result.h"
#include "commands/option/event_value.h"
#include "commands/option/target_option.h"
#include "event/spec/event_parse.h"
#include "kernel/machine_root.h"
#include "record/evset/evset.h"
#include "record/file/sideband.h"
#include "symbol/kallsyms.h"

#define KALLSYMS_BYTES_MAX ((size_t)256 << 20)

struct values {
	unsigned nr_iterations, nr_multi, min_threads, max_threads, nr_events;
	bool single, multi;
	const char *events;
	struct target_options target;
};

static double us_since(uint64_t began) { return (double)(clock_now_ns() - began) / 1e3; }

/* Only -i, at least 1. False: that ends the benchmark with *ret_status. */
static bool parse(const struct option_table *table, int argc, const char **argv, struct values *values, int *ret_status)
{
	if (!option_table_parse(table, &argc, argv, values, ret_status)) return false;
	*ret_status = 0;
	if (argc) *ret_status = option_table_unexpected(table, argv[0]);
	else if (!values->nr_iterations)
		*ret_status = option_table_usage_error(table, "At least one iteration is needed (-i)");
	return !*ret_status;
}

/* How many records a buffer holds, each of which begins with type, flags and size (struct perf_event_header). */
static uint64_t count_records(const struct outbuf *out)
{
	uint64_t n = 0;
	for (size_t at = 0; at + 8 <= out->size; n++) {
		uint16_t size;
		memcpy(&size, out->data + at + 6, sizeof(size));
		if (size < 8) break;
		at += size;
	}
	return n;
}

/* Records of this process, or of all with so many threads: takes times and numbers of records. */
static void synthesize(unsigned nr_iterations, unsigned nr_threads, bool data, struct bench_stats *us,
		       struct bench_stats *events)
{
	const struct event_attr attr = { .flags = data ? ATTR_MMAP_DATA : 0 };
	for (unsigned i = 0; i < nr_iterations; i++) {
		struct sideband sideband;
		uint64_t began = clock_now_ns();
		sideband_init(&sideband, machine_root(), &attr);
		sideband.tasks = sideband.maps = true;
		if (nr_threads) sideband_all_processes(&sideband, nr_threads);
		else sideband_process(&sideband, (int32_t)getpid());
		bench_stats_add(us, us_since(began));
		bench_stats_add(events, (double)count_records(&sideband.out));
		sideband_done(&sideband);
	}
}

/* Title "Average synthesis" with what stands in front of it. */
static void show_synthesis(const struct bench_run *run, const char *title, const struct bench_stats *us,
			   const struct bench_stats *events)
{
	const char *indent = title[0] == ' ' ? "    " : "  ";
	out_printf(run->out, "%s%s took: %.3f usec (+- %.3f usec)\n", indent, title + (title[0] == ' '), us->mean,
		   bench_stats_error(us));
	out_printf(run->out, "%sAverage num. events: %.3f (+- %.3f)\n", indent, events->mean,
		   bench_stats_error(events));
	out_printf(run->out, "%sAverage time per event %.3f usec\n", indent, us->mean / MAX(events->mean, 1));
	(void)out_flush(run->out);
}

static const char *const synthesize_usage[] = { "perf bench internals synthesize <options>", NULL };
static const struct option synthesize_options[] = {
	OPTION_UINT('I', "multi-iterations", struct values, nr_multi,
		    "Number of iterations used to compute multi-threaded average"),
	OPTION_UINT('i', "single-iterations", struct values, nr_iterations,
		    "Number of iterations used to compute single-threaded average"),
	OPTION_UINT('M', "max-threads", struct values, max_threads, "Maximum number of threads in multithreaded bench"),
	OPTION_UINT('m', "min-threads", struct values, min_threads, "Minimum number of threads in multithreaded bench"),
	OPTION_BOOL('s', "st", struct values, single, "Run single threaded benchmark"),
	OPTION_BOOL('t', "mt", struct values, multi, "Run multi-threaded benchmark"),
	OPTION_END,
};
static const struct option_table synthesize_table = { .rows = synthesize_options, .usage = synthesize_usage };

int bench_internals_synthesize(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_iterations = 10000, .nr_multi = 200, .min_threads = 1 };
	int status;

	if (!parse(&synthesize_table, argc, argv, &values, &status)) return status;
	if (!values.max_threads) values.max_threads = MAX(bench_nr_cpus(), values.min_threads);
	if (!values.nr_multi || !values.min_threads || values.max_threads < values.min_threads ||
	    values.max_threads > BENCH_THREADS_MAX)
		return option_table_usage_error(&synthesize_table, "Wrong numbers of threads (-m, -M) or of -I");
	if (values.single || !values.multi) {
		struct bench_stats us[2] = { { 0 } }, events[2] = { { 0 } };
		out_str(run->out, "Computing performance of single threaded perf event synthesis by\n"
				  "synthesizing events on the perf process itself:\n");
		synthesize(values.nr_iterations, 0, false, &us[0], &events[0]);
		show_synthesis(run, "Average synthesis", &us[0], &events[0]);
		synthesize(values.nr_iterations, 0, true, &us[1], &events[1]);
		show_synthesis(run, "Average data synthesis", &us[1], &events[1]);
	}
	if (!values.multi) return 0;
	out_str(run->out, "Computing performance of multi threaded perf event synthesis by\n"
			  "synthesizing events on CPU 0:\n");
	for (unsigned n = values.min_threads; n <= values.max_threads; n++) {
		struct bench_stats us = { 0 }, events = { 0 };
		out_printf(run->out, "  Number of synthesis threads: %u\n", n);
		synthesize(values.nr_multi, n, false, &us, &events);
		show_synthesis(run, " Average synthesis", &us, &events);
	}
	return 0;
}

#define ROW_ITERATIONS \
	OPTION_UINT('i', "iterations", struct values, nr_iterations, "Number of iterations used to compute average")

static const char *const kallsyms_usage[] = { "perf bench internals kallsyms-parse <options>", NULL };
static const struct option iteration_options[] = { ROW_ITERATIONS, OPTION_END };
static const struct option_table kallsyms_table = { .rows = iteration_options, .usage = kallsyms_usage };

int bench_internals_kallsyms_parse(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_iterations = 100 };
	struct bench_stats us = { 0 };
	int status;

	if (!parse(&kallsyms_table, argc, argv, &values, &status)) return status;
	for (unsigned i = 0; i < values.nr_iterations; i++) {
		struct symbol_list list;
		size_t size = 0;
		uint64_t began = clock_now_ns();
		_free_ char *text = kernelfs_read_raw(machine_root(), "proc/kallsyms", KALLSYMS_BYTES_MAX, &size);
		if (!text || !size) return bench_fail(ENOENT, "/proc/kallsyms", "A kernel with CONFIG_KALLSYMS has it");
		symbol_list_init(&list);
		struct kallsyms_parser parser = { .list = &list };
		kallsyms_parse(&parser, text, size);
		kallsyms_parse(&parser, text, 0);
		bench_stats_add(&us, us_since(began));
		symbol_list_done(&list);
	}
	out_printf(run->out, "  Average kallsyms__parse took: %.3f ms (+- %.3f ms)\n", us.mean / 1e3,
		   bench_stats_error(&us) / 1e3);
	return 0;
}

/* PMUs of the CPUs alone, or all of them, each with its directory: the microseconds. */
static double scan_pmus(bool cores)
{
	uint64_t began = clock_now_ns();
	struct pmus *pmus = pmus_new(machine_root(), NULL);
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	for (const char *const *name = catalogue.pmu_names(catalogue.ctx); *name; name++)
		if (!cores || (catalogue.is_core && catalogue.is_core(catalogue.ctx, *name)))
			(void)catalogue.find_pmu(catalogue.ctx, *name);
	double us = us_since(began);
	pmus_free(pmus);
	return us;
}

static const char *const pmu_usage[] = { "perf bench internals pmu-scan <options>", NULL };
static const struct option_table pmu_table = { .rows = iteration_options, .usage = pmu_usage };

int bench_internals_pmu_scan(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_iterations = 100 };
	int status;

	if (!parse(&pmu_table, argc, argv, &values, &status)) return status;
	out_printf(run->out, "Computing performance of sysfs PMU event scan for %u times\n", values.nr_iterations);
	for (int all = 0; all < 2; all++) {
		struct bench_stats us = { 0 };
		for (unsigned i = 0; i < values.nr_iterations; i++) bench_stats_add(&us, scan_pmus(!all));
		out_printf(run->out, "  Average %sPMU scanning took: %.3f usec (+- %.3f usec)\n", all ? "" : "core ",
			   us.mean, bench_stats_error(&us));
	}
	return 0;
}

static const char *const open_usage[] = { "perf bench internals evlist-open-close <options>", NULL };
static const struct option open_options[] = {
	OPTION_BOOL('a', "all-cpus", struct values, target.all_cpus, "system-wide collection from all CPUs"),
	OPTION_NUMBERS('C', "cpu", struct values, target.cpus, "cpu", "list of cpus where to open events"),
	OPTION_STRING('e', "event", struct values, events, "event",
		      "event selector. use 'perf list' to list available events"),
	OPTION_UINT('i', "iterations", struct values, nr_iterations,
		    "Number of iterations used to compute average (default=100)"),
	OPTION_UINT(
		'n', "nr-events", struct values, nr_events,
		"number of dummy events to create (default 1). If used with -e, it clones those events n times (1 = "
		"no change)"),
	OPTION_IDS('p', "pid", struct values, target.pids, "pid", "record events on existing process id"),
	OPTION_IDS('t', "tid", struct values, target.tids, "tid", "record events on existing thread id"),
	OPTION_STRING('u', "uid", struct values, target.uid, "user", "user to profile"),
	OPTION_BOOL(0, "per-thread", struct values, target.per_thread, "use per-thread mmaps"),
	OPTION_END,
};
static const struct option_table open_table = { .rows = open_options, .usage = open_usage };

/* The events anew, as the kernel may take less of them than was asked; only opening and closing is timed. */
static int open_once(const struct values *values, const struct target *target, struct bench_stats *us, size_t counts[2])
{
	_err_done_ struct err err = ERR_INIT;
	struct event_list list = EVENT_LIST_INIT;
	struct pmus *pmus = pmus_new(machine_root(), NULL);
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	int r = 0;
	for (unsigned i = 0; i < values->nr_events && r >= 0; i++)
		r = event_parse(&list, values->events, &catalogue, EVENT_USE_RECORD, &err);
	if (r >= 0) {
		struct evset evset;
		const struct evset_options options = { .fs = machine_root() };
		uint64_t began = clock_now_ns();
		r = evset_open(&evset, &options, &list, target, &err);
		counts[0] = event_list_count(&list);
		counts[1] = counts[0] * target->cpus.count * target->tids.count;
		evset_done(&evset);
		bench_stats_add(us, us_since(began));
	}
	event_list_done(&list);
	pmus_free(pmus);
	if (r < 0) console_err(&err);
	return r;
}

static int measure_opening(const struct bench_run *run, const struct values *values, struct target *target)
{
	struct bench_stats us = { 0 };
	size_t counts[2] = { 0 };
	if (!target->tids.count) *vec_add(&target->tids) = 0; /* this thread */
	for (unsigned i = 0; i < values->nr_iterations; i++)
		if (open_once(values, target, &us, counts) < 0) return 1;
	out_printf(run->out, "  Number of cpus:\t%zu\n  Number of threads:\t%zu\n", target->cpus.count,
		   target->tids.count);
	out_printf(run->out, "  Number of events:\t%zu (%zu fds)\n  Number of iterations:\t%u\n", counts[0], counts[1],
		   values->nr_iterations);
	out_printf(run->out, "  Average open-close took: %.3f usec (+- %.3f usec)\n", us.mean, bench_stats_error(&us));
	return 0;
}

static void tell(const char *text) { console_warning("%s", text); }

int bench_internals_evlist_open_close(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_iterations = 100, .nr_events = 1, .events = "dummy" };
	_err_done_ struct err err = ERR_INIT;
	struct target target;
	int status;

	if (!parse(&open_table, argc, argv, &values, &status)) return status;
	if (!values.nr_events) return option_table_usage_error(&open_table, "At least one event is needed (-n)");
	(void)target_option_resolve(&values.target, tell);
	if (target_resolve(&values.target, machine_root(), &target, &err) < 0) {
		console_err(&err);
		return 1;
	}
	status = measure_opening(run, &values, &target);
	target_done(&target);
	return status;
}
