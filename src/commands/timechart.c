/* perf timechart: a picture (SVG) of what a machine did over time: CPUs, their states, tasks, or I/O. perf timechart
 * record is in commands/timechart.
 *
 *     timechart_run (analysis/timechart) -> struct timechart -> coarsened to what can be viewed -> timechart_svg
 *                                                            -> as it is -> timechart_json (docs/json-timechart.md) */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "analysis/timechart/timechart_chart.h"
#include "base/threads.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/option/session_option.h"
#include "commands/option/session_show.h"
#include "commands/timechart/timechart_record.h"
#include "render/timeline/timechart_svg.h"

/* The picture's width in pixels, and how many spans (MAX_DRAWN) and wakeups (MAX_ARROWS) are drawn: more would make a
 * file that cannot be viewed. */
enum { LEAST_WIDTH = 320, MOST_WIDTH = 100000, MAX_DRAWN = 2 << 20, MAX_ARROWS = 1 << 19 };

/* Words of -p, which are argv's. */
struct timechart_process_list {
	VEC(const char *) names;
};

/* What was given. Times are ns. width: -w in pixels; nr_tasks: -n, below 0 for all tasks; processes: -p, owned. */
struct timechart_values {
	struct session_option_values session;
	struct timechart_options wanted;
	struct timechart_process_list processes;
	const char *output;
	int width, nr_tasks;
	bool as_json;
};

/* -p may be given several times. */
static int timechart_process(const struct option *option, const char *arg, bool unset, void *processes)
{
	struct timechart_process_list *list = processes;

	if (unset) vec_clear(&list->names);
	else vec_push(&list->names, arg);
	return 0;
}

/* "1000", "5us", "5ms": a time in ns, without a unit ns. 0; -EINVAL when it is none, also when it is too large to be
 * added to others, with *ret_ns untouched. */
static int parse_ns(const char *arg, uint64_t *ret_ns)
{
	static const struct {
		const char *suffix;
		uint64_t ns;
	} units[] = { { "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 } };
	char *end;
	if (*arg < '0' || *arg > '9') return -EINVAL;
	errno = 0;
	unsigned long long number = strtoull(arg, &end, 10);
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(end, units[i].suffix) != 0) continue;
		if (errno || number > UINT64_MAX / 4 / units[i].ns) return -EINVAL;
		*ret_ns = number * units[i].ns;
		return 0;
	}
	return -EINVAL;
}

/* --io-min-time and --io-merge-dist. */
static int timechart_time(const struct option *option, const char *arg, bool unset, void *time_ns)
{
	if (unset) {
		*(uint64_t *)time_ns = 0;
		return 0;
	}
	if (parse_ns(arg, time_ns) < 0)
		return option_error(option, "'%s' is no time (as 500, 500ns, 20us or 1ms)", arg);
	return 0;
}

/* --highlight: runs that were longer than a time stand out, or else the tasks of that name. */
static int timechart_highlight(const struct option *option, const char *arg, bool unset, void *options)
{
	struct timechart_options *wanted = options;

	wanted->highlight = NULL;
	wanted->highlight_ns = UINT64_MAX;
	if (!unset && parse_ns(arg, &wanted->highlight_ns) < 0) wanted->highlight = arg;
	return 0;
}

static const char *const usage[] = { "perf timechart [<options>] {record}", NULL };
static const char *const subcommands[] = { "record", NULL };
static const struct option options[] = {
	SESSION_ROW_INPUT(struct timechart_values, session),
	OPTION_STRING('o', "output", struct timechart_values, output, "file", "output file name"),
	OPTION_INT('w', "width", struct timechart_values, width, "page width"),
	OPTION_CALLBACK(0, "highlight", struct timechart_values, wanted, "duration or task name",
			"highlight tasks. Pass duration in ns or process name.", timechart_highlight),
	OPTION_BOOL('P', "power-only", struct timechart_values, wanted.power_only, "output power data only"),
	OPTION_BOOL('T', "tasks-only", struct timechart_values, wanted.tasks_only, "output processes data only"),
	OPTION_CALLBACK('p', "process", struct timechart_values, processes, "process",
			"process selector. Pass a pid or process name.", timechart_process),
	SESSION_ROW_SYMFS(struct timechart_values, session),
	SESSION_ROW_KALLSYMS(struct timechart_values, session),
	SESSION_ROW_VMLINUX(struct timechart_values, session),
	OPTION_INT('n', "proc-num", struct timechart_values, nr_tasks, "min. number of tasks to print"),
	OPTION_BOOL('t', "topology", struct timechart_values, wanted.by_topology, "sort CPUs according to topology"),
	OPTION_BOOL(0, "io-skip-eagain", struct timechart_values, wanted.skip_eagain, "skip EAGAIN errors"),
	OPTION_CALLBACK(0, "io-min-time", struct timechart_values, wanted.io_min_ns, "time",
			"all IO faster than min-time will visually appear longer", timechart_time),
	OPTION_CALLBACK(0, "io-merge-dist", struct timechart_values, wanted.io_merge_ns, "time",
			"merge events that are merge-dist us apart", timechart_time),
	SESSION_ROW_FORCE(struct timechart_values, session),
	SESSION_ROW_VERBOSE,
	OPTION_BOOL(0, "json", struct timechart_values, as_json,
		    "Write JSON (docs/json-timechart.md), to stdout unless -o is given"),
	OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* Opens -o (or stdout) and writes the chart. What is too much for a picture is coarsened for SVG only: JSON has
 * everything. 0, or -errno with err set where opening failed. */
static int write_chart(struct timechart_values *values, struct timechart *chart, struct err *err)
{
	const char *path = values->output ? values->output : "output.svg";
	bool to_stdout = (values->as_json && !values->output) || strcmp(path, "-") == 0;
	struct outbuf out;
	int r = 0;
	if (to_stdout) textout_stdout(&out);
	else r = textout_create(path, false, &out);
	if (r < 0) return err_set(err, r, "Cannot open %s for output: %s", path, strerror(-r));
	if (values->as_json) {
		r = timechart_json(chart, &out);
	} else {
		struct timechart_svg_options how = { .width = MIN(MAX(values->width, LEAST_WIDTH), MOST_WIDTH),
						     .input = values->session.input,
						     .threads = threads_default() };
		/* Spans that are too close to be seen apart become one, wakeups are thinned. */
		timechart_coarsen(chart, MAX_DRAWN);
		timechart_thin_wakeups(chart, MAX_ARROWS);
		r = timechart_svg(chart, &how, &out);
	}
	int closed = textout_close(&out, to_stdout ? NULL : path);
	if (r >= 0) r = closed;
	if (r < 0) return r;
	if (!to_stdout)
		fprintf(stderr, "Written %2.1f seconds of trace to %s.\n",
			(double)(chart->last_ns - chart->first_ns) / 1e9, path);
	return 0;
}

/* The hook of session_show. The chart has a buffer of its own; session_show's is not used. */
static int timechart_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct timechart_values *values = ctx;
	(void)out; /* it goes into a file */
	struct timechart chart;
	timechart_init(&chart);
	values->wanted.warnings = session_warnings(session);
	int r = timechart_run(session, &values->wanted, &chart, err);
	if (r >= 0) r = write_chart(values, &chart, err);
	timechart_done(&chart);
	return r == -ENODATA ? -EINVAL : r; /* upstream's exit status */
}

/* The chart goes to a file, so there is no pager. */
static int run_report(struct timechart_values *values)
{
	values->wanted.processes = values->processes.names.items;
	values->wanted.nr_processes = values->processes.names.count;
	values->wanted.nr_tasks = values->nr_tasks < 0 ? UINT32_MAX : (unsigned)values->nr_tasks;
	return session_show_status(session_show(&(struct session_show){ .values = &values->session,
									.ctx = values,
									.show = timechart_show,
									.without_pager = true,
									.gathers = true }));
}

static int run(int argc, const char **argv)
{
	struct timechart_values values = {
		.session = SESSION_OPTION_VALUES_INIT,
		.wanted = { .nr_tasks = 15, .io_min_ns = 1000000, .io_merge_ns = 1000, .highlight_ns = UINT64_MAX },
		.width = 1000,
		.nr_tasks = 15,
	};
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (values.wanted.power_only && values.wanted.tasks_only) {
		fprintf(stderr, "-P and -T options cannot be used at the same time.\n");
		status = 255;
	} else if (argc && strlen(argv[0]) > 2 && strncmp("record", argv[0], strlen(argv[0])) == 0) {
		status = timechart_record(argc, argv);
	} else if (argc) {
		status = option_table_unknown_subcommand(&table, argv[0]);
	} else {
		status = run_report(&values);
	}
	vec_done(&values.processes.names);
	return status;
}

const struct command command_timechart = {
	.name = "timechart",
	.summary = "Tool to visualize total system behavior during a workload",
	.run = run,
};
