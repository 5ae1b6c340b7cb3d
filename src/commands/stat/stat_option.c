/* perf stat's options in upstream's order, and what they come to together.
 *
 * stat_option_finish resolves the target, then checks output, times and target in this order, which decides what is
 * told of several mistakes. check_... functions return 0 or the exit status of a refusal that has been printed. */
#include "commands/stat/stat_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/config.h"
#include "cli/console.h"
#include "kernel/machine_root.h"
#include "commands/option/machine_set.h"
#include "commands/option/machines_option.h"
#include "commands/option/pfm_option.h"
#include "commands/option/process_option.h"
#include "commands/stat/stat_iostat.h"
#include "commands/stat/stat_value.h"
#include "commands/option/target_option.h"

/* -EINVAL as an exit status, as upstream. */
enum { STATUS_INVALID = 234 };

static const char *const tpebs_modes[] = { "mean", "min", "max", "last", NULL };
static const struct option_set tpebs_mode_set = { .what = "mode", .names = tpebs_modes };

/* record has the same rows under a usage of its own; report has a table of its own (stat_report.c). */
static const char *const usage[] = { "perf stat [<options>] [<command>]", NULL };

static const char *const record_usage[] = { "perf stat record [<options>]", NULL };
static const char *const subcommands[] = { "record", "report", NULL };

/* The order is that of --list-opts and of messages about ambiguous names. */
static const struct option rows[] = {
	OPTION_BOOL('a', "all-cpus", struct stat_options, counting.target.all_cpus,
		    "system-wide collection from all CPUs"),
	OPTION_SET('A', "no-aggr", struct stat_options, aggr, STAT_AGGR_NONE,
		   "disable aggregation across CPUs or PMUs"),
	OPTION_BOOL('B', "big-num", struct stat_options, big_numbers, "print large numbers with thousands' separators"),
	OPTION_CALLBACK_ALL('b', "bpf-prog", "bpf-prog-id", "stat events on existing bpf program id", stat_value_bpf),
	OPTION_STRING('C', "cpu", struct stat_options, counting.target.cpus, "cpu",
		      "list of cpus to monitor in system-wide"),
	OPTION_CALLBACK_ALL(
		'D', "delay", "n",
		"ms to wait before starting measurement after program start (-1: start with events disabled)",
		stat_value_delay),
	OPTION_COUNT('d', "detailed", struct stat_options, detail, "detailed run - start a lot of events"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'e',
	  .long_name = "event",
	  .arg_name = "event",
	  .store = stat_value_event,
	  .set = &machine_set_events,
	  .help = "event selector. use 'perf list' to list available events" },
	PFM_ROW(struct stat_options, events),
	OPTION_CALLBACK_ALL('G', "cgroup", "name", "monitor event in cgroup name only", stat_value_cgroup),
	OPTION_UINT('I', "interval-print", struct stat_options, interval_ms,
		    "print counts at regular interval in ms (overhead is possible for values <= 100ms)"),
	OPTION_BOOL('i', "no-inherit", struct stat_options, counting.no_inherit, "child tasks do not inherit counters"),
	OPTION_BOOL('j', "json-output", struct stat_options, json, "print counts in JSON format"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'M',
	  .long_name = "metrics",
	  .arg_name = "metric/metric group list",
	  .store = stat_value_metrics,
	  .set = &machine_set_metrics,
	  .help = "monitor specified metrics or metric groups (separated by ,)" },
	OPTION_BOOL('n', "null", struct stat_options, null_run, "null run - dont start any counters"),
	OPTION_STRING('o', "output", struct stat_options, output, "file", "output file name"),
	PROCESS_ROW(struct stat_options, processes,
		    "stat events on existing process id, or on the process of that name"),
	{ .kind = OPTION_KIND_INT,
	  .short_name = 'r',
	  .long_name = "repeat",
	  .member = OPTION_MEMBER(int, struct stat_options, runs),
	  .arg_name = "n",
	  .help = "repeat command and print average + stddev (max: 100, forever: 0)",
	  .given = OPTION_MEMBER(bool, struct stat_options, runs_set) },
	OPTION_BOOL('S', "sync", struct stat_options, counting.sync, "call sync() before starting a run"),
	OPTION_STRING('t', "tid", struct stat_options, counting.target.tids, "tid",
		      "stat events on existing thread id"),
	OPTION_BOOL('T', "transaction", struct stat_options, transaction, "hardware transaction statistics"),
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_STRING('x', "field-separator", struct stat_options, separator, "separator",
		      "print counts with custom separator"),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "all-kernel",
	  .member = OPTION_MEMBER(bool, struct stat_options, counting.all_kernel),
	  .flags = OPTION_EXCLUSIVE,
	  .help = "Configure all used events to run in kernel space." },
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "all-user",
	  .member = OPTION_MEMBER(bool, struct stat_options, counting.all_user),
	  .flags = OPTION_EXCLUSIVE,
	  .help = "Configure all used events to run in user space." },
	OPTION_WORDS(0, "machines", struct stat_options, counting.machines, "machine[,machine]",
		     "what events count that do not say it themselves (:G, :H): host, guest", &machines_option_set),
	OPTION_BOOL(0, "append", struct stat_options, append, "append to the output file"),
	OPTION_STRING(0, "bpf-attr-map", struct stat_options, counting.bpf_list_path, "attr-map-path",
		      "path to perf_event_attr map"),
	OPTION_BOOL(0, "bpf-counters", struct stat_options, counting.bpf_counters, "use bpf program to count events"),
	OPTION_STRING(0, "control", struct stat_options, control_text, "fd:ctl-fd[,ack-fd] or fifo:ctl-fifo[,ack-fifo]",
		      "Listen on ctl-fd descriptor for command to control measurement ('enable': enable events, "
		      "'disable': disable events).\n"
		      "\t\t\t  Optionally send control command completion ('ack\\n') to ack-fd descriptor.\n"
		      "\t\t\t  Alternatively, ctl-fifo / ack-fifo will be opened and used as ctl-fd / ack-fd."),
	OPTION_CALLBACK_ALL(0, "cputype", "hybrid cpu type",
			    "Only enable events on applying cpu with this type for hybrid platform (e.g. core or atom)",
			    stat_value_cputype),
	OPTION_BOOL(0, "affinity", struct stat_options, affinity,
		    "enable (default) or disable affinity optimizations to reduce IPIs (no effect: there are none)"),
	OPTION_CALLBACK_ALL(0, "pmu-filter", "pmu",
			    "Only enable events on applying pmu with specified for multiple pmus with same type(e.g. "
			    "hisi_sicl2_cpa0 or hisi_sicl0_cpa0)",
			    stat_value_pmu_filter),
	OPTION_CALLBACK_ALL(0, "filter", "filter", "event filter", stat_value_filter),
	OPTION_STRING(0, "for-each-cgroup", struct stat_options, for_each_cgroup, "name",
		      "expand events for each cgroup"),
	OPTION_BOOL(0, "hybrid-merge", struct stat_options, hybrid_merge, "Merge identical named hybrid events"),
	OPTION_BOOL(0, "interval-clear", struct stat_options, interval_clear, "clear screen in between new interval"),
	{ .kind = OPTION_KIND_INT,
	  .long_name = "interval-count",
	  .member = OPTION_MEMBER(int, struct stat_options, interval_count),
	  .arg_name = "n",
	  .help = "print counts for fixed number of times",
	  .given = OPTION_MEMBER(bool, struct stat_options, interval_count_set) },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "iostat", "measure I/O performance metrics provided by arch/platform"),
	  .arg_name = "default", .flags = OPTION_OPTARG, .store = stat_value_iostat },
	OPTION_INT(0, "log-fd", struct stat_options, log_fd, "log output to fd, instead of stderr"),
	OPTION_BOOL(0, "metric-no-group", struct stat_options, metric_no_group,
		    "don't group metric events, impacts multiplexing"),
	OPTION_BOOL(0, "metric-no-merge", struct stat_options, metric_no_merge,
		    "don't try to share events between metrics in a group"),
	OPTION_BOOL(0, "metric-no-threshold", struct stat_options, metric_no_threshold,
		    "disable adding events for the metric threshold calculation"),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "metric-only",
	  .member = OPTION_MEMBER(bool, struct stat_options, metric_only),
	  .given = OPTION_MEMBER(bool, struct stat_options, metric_only_set),
	  .help = "Only print computed metrics. No raw values" },
	OPTION_BOOL(0, "no-csv-summary", struct stat_options, no_csv_summary,
		    "don't print 'summary' for CSV summary output"),
	OPTION_BOOL(0, "no-merge", struct stat_options, no_merge, "disable aggregation the same as -A or -no-aggr"),
	STAT_ROWS_AGGREGATION,
	OPTION_BOOL(0, "percore-show-thread", struct stat_options, percore_show_thread,
		    "Use with 'percore' event qualifier to show the event counts of one hardware thread by sum up "
		    "total hardware threads of same physical core"),
	OPTION_STRING(0, "post", struct stat_options, counting.post, "command",
		      "command to run after to the measured command"),
	OPTION_STRING(0, "pre", struct stat_options, counting.pre, "command",
		      "command to run prior to the measured command"),
	OPTION_BOOL(0, "quiet", struct stat_options, quiet,
		    "don't print any output, messages or warnings (useful with record)"),
	OPTION_BOOL(0, "record-tpebs", struct stat_options, record_tpebs,
		    "enable recording for tpebs when retire_latency required"),
	OPTION_WORDS(0, "tpebs-mode", struct stat_options, tpebs_mode, "tpebs-mode",
		     "Mode of TPEBS recording: mean, min or max", &tpebs_mode_set),
	OPTION_BOOL(0, "scale", struct stat_options, scale,
		    "Use --no-scale to disable counter scaling for multiplexing"),
	OPTION_BOOL(0, "smi-cost", struct stat_options, smi_cost, "measure SMI cost"),
	OPTION_BOOL(0, "summary", struct stat_options, summary, "print summary for interval mode"),
	OPTION_BOOL(0, "table", struct stat_options, table, "display details about each run (only with -r option)"),
	OPTION_UINT(0, "td-level", struct stat_options, topdown_level,
		    "Set the metrics level for the top-down statistics (0: max level)"),
	{ .kind = OPTION_KIND_UINT,
	  .long_name = "timeout",
	  .member = OPTION_MEMBER(unsigned, struct stat_options, timeout_ms),
	  .arg_name = "n",
	  .help = "stop workload and print counts after a timeout period in ms (>= 10ms)",
	  .given = OPTION_MEMBER(bool, struct stat_options, timeout_set) },
	OPTION_BOOL(0, "topdown", struct stat_options, topdown, "measure top-down statistics"),
	OPTION_END
};
const struct option_table stat_option_table = {
	.rows = rows, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};
const struct option_table stat_option_record_table = { .rows = rows,
						       .usage = record_usage,
						       .flags = OPTIONS_STOP_AT_NON_OPTION };

/* The configuration comes first; options win over it. counting.fs is the machine's root, so that counting and
 * parsing look at the same. */
void stat_option_init(struct stat_options *options)
{
	*options = (struct stat_options){ .aggr = STAT_AGGR_GLOBAL,
					  .big_numbers = true,
					  .scale = true,
					  .runs = 1,
					  .log_fd = -1,
					  .control = CONTROL_NONE };
	const struct config *config = config_get();
	config_bool(config, "stat.big-num", &options->big_numbers);
	config_bool(config, "stat.no-csv-summary", &options->no_csv_summary);
	config_string(config, "stat.bpf-counter-events", &options->counting.bpf_events);
	options->counting.fs = machine_root();
}

/* Says what is wrong, then shows the help of the options that do not go together; first and second may be NULL.
 * Returns status. */
static int wrong(int status, const char *text, const char *first, const char *second)
{
	fprintf(stderr, first ? "%s\n\n" : "%s\n", text);
	if (first) (void)option_table_usage_for(&stat_option_table, first);
	if (second) options_help_for(rows, second);
	return status;
}

/* For target_option_resolve: what one option took away from another. */
static void stat_option_tell(const char *text)
{
	if (!console.quiet) fprintf(stderr, "%s\n", text);
}

/* -I, --interval-count and --timeout. */
static int check_times(const struct stat_options *options)
{
	if (options->interval_count_set && !options->interval_ms) {
		wrong(0, "interval-count option should be used together with interval-print.", "interval-count", NULL);
		fputc('\n', stderr);
		(void)option_table_usage_for(&stat_option_table, "I");
		return STATUS_INVALID;
	}
	if (options->interval_count < 0)
		return wrong(STATUS_INVALID, "interval-count must be positive.", "interval-count", NULL);
	if (options->timeout_set && options->timeout_ms && options->timeout_ms < 10)
		return wrong(STATUS_INVALID, "timeout must be >= 10ms.", "timeout", NULL);
	if (options->timeout_ms && options->interval_ms) {
		wrong(0, "timeout option is not supported with interval-print.", "timeout", NULL);
		fputc('\n', stderr);
		(void)option_table_usage_for(&stat_option_table, "I");
		return STATUS_INVALID;
	}
	if (options->timeout_ms && options->timeout_ms < 100)
		fprintf(stderr, "timeout < 100ms. The overhead percentage could be high in some cases. Please proceed "
				"with caution.\n");
	return 0;
}

/* -o, -x, --log-fd, --table and what they exclude. */
static int check_output(const struct stat_options *options, bool is_record)
{
	bool to_file = options->output && !is_record;
	if (is_record && (options->runs != 1 || options->null_run)) {
		fprintf(stderr, "Cannot use %s option with perf stat record.\n", options->null_run ? "-n" : "-r");
		return 255;
	}
	if (to_file && options->log_fd >= 0)
		return wrong(STATUS_INVALID, "cannot use both --output and --log-fd", "o", "log-fd");
	if (options->log_fd < -1) return wrong(STATUS_INVALID, "argument to --log-fd must be a > 0", "log-fd", NULL);
	if (options->metric_only && options->aggr == STAT_AGGR_THREAD)
		return wrong(STATUS_INVALID, "--metric-only is not supported with --per-thread", NULL, NULL);
	if (options->metric_only && options->runs > 1)
		return wrong(STATUS_INVALID, "--metric-only is not supported with -r", NULL, NULL);
	if (options->table && options->runs <= 1)
		return wrong(STATUS_INVALID, "--table is only supported with -r", "r", "table");
	if (options->runs < 0) return wrong(STATUS_INVALID, "Run count must be a positive number", "r", NULL);
	if (options->interval_clear && (options->output || options->log_fd >= 0 || !isatty(STDERR_FILENO))) {
		wrong(0, "--interval-clear does not work with output", "o", "log-fd");
		options_help_for(rows, "interval-clear");
		return 255;
	}
	return 0;
}

/* Which aggregation needs which target. */
static int check_target(const struct stat_options *options)
{
	const struct target_options *target = &options->counting.target;
	bool has_cpu = target->all_cpus || target->all_threads || target->cpus, has_task = target->pids || target->tids;
	bool by_cpu = options->aggr != STAT_AGGR_GLOBAL && options->aggr != STAT_AGGR_THREAD;
	if (options->aggr == STAT_AGGR_THREAD && !has_task && !target->all_threads) {
		fprintf(stderr, "The --per-thread option is only available when monitoring via -p -t -a options or "
				"only --per-thread.\n");
		options_help_for(rows, "p");
		options_help_for(rows, "t");
		return STATUS_INVALID;
	}
	if (options->for_each_cgroup && options->nr_cgroups)
		return wrong(STATUS_INVALID, "--cgroup and --for-each-cgroup cannot be used together", "G",
			     "for-each-cgroup");
	if ((by_cpu || options->nr_cgroups || options->for_each_cgroup) && !has_cpu) {
		wrong(0, "both cgroup and no-aggregation modes only available in system-wide mode", "G", "A");
		options_help_for(rows, "a");
		options_help_for(rows, "for-each-cgroup");
		return STATUS_INVALID;
	}
	return 0;
}

/* --no-merge shows each CPU by itself, and -I leaves no room for runs: each interval is a result. */
static void finish_counting(struct stat_options *options)
{
	struct counting_options *counting = &options->counting;
	counting->runs = (unsigned)options->runs;
	counting->interval_ms = options->interval_ms;
	counting->interval_count = (unsigned)options->interval_count;
	counting->timeout_ms = options->timeout_ms;
	if (options->no_merge && options->aggr == STAT_AGGR_GLOBAL && counting->target.all_cpus)
		options->aggr = STAT_AGGR_NONE;
	if (options->aggr == STAT_AGGR_NONE) options->no_merge = true;
	if (options->interval_ms) options->runs = counting->runs = 1;
}

/* -b: BPF programs run for whoever gets there, on any CPU; a narrower target would count a part of their runs. */
static void finish_programs(struct stat_options *options)
{
	struct target_options *target = &options->counting.target;
	if (target->cpus || target->all_cpus) console_warning("BPF switch overriding CPU");
	if (target->pids || target->tids) console_warning("BPF switch overriding PID/TID");
	*target = (struct target_options){ .all_cpus = true };
	options->counting.bpf_programs = options->bpf_programs.items;
	options->counting.nr_bpf_programs = options->bpf_programs.count;
}

/* The order of the checks is upstream's. --control is opened last, when nothing else can refuse. */
int stat_option_finish(struct stat_options *options, bool has_command, bool is_record)
{
	struct target_options *target = &options->counting.target;
	if (options->quiet) console.quiet = true;
	target->pids = options->processes.ids;
	(void)target_option_resolve(target, stat_option_tell);
	if (options->bpf_program_text) finish_programs(options);
	bool has_target = target->pids || target->tids || target->cpus || target->all_cpus;
	/* Nothing named, or PCIe ports, which are no process's: the whole machine, as with -a. */
	if ((!has_command || options->iostat) && !has_target) target->all_cpus = true;
	/* -a --per-thread: counters of all threads that run now, not of CPUs. */
	if (options->aggr == STAT_AGGR_THREAD && target->all_cpus) {
		target->all_cpus = false;
		target->all_threads = true;
	}
	int status = check_output(options, is_record);
	if (!status) status = check_times(options);
	if (!status) status = check_target(options);
	if (status) return status;
	_err_done_ struct err err = ERR_INIT;
	if (options->control_text) {
		if (control_open(&options->control, options->control_text, &err) < 0) {
			console_err(&err);
			fputc('\n', stderr);
			(void)option_table_usage_for(&stat_option_table, "control");
			return OPTION_USAGE_STATUS;
		}
		options->counting.control = &options->control;
	}
	finish_counting(options);
	return 0;
}

/* Also after a command line that was refused half way. */
void stat_option_done(struct stat_options *options)
{
	vec_done(&options->bpf_programs);
	vec_done(&options->io_ports.ports);
	process_values_done(&options->processes);
	free(options->metrics);
	free(options->cputype);
	control_close(&options->control);
	event_list_done(&options->events);
	pmus_free(options->pmus);
	options->pmus = NULL;
}

const char *stat_option_separator(const struct stat_options *options)
{
	if (!options->separator) return NULL;
	return strcmp(options->separator, "\\t") == 0 ? "\t" : options->separator;
}
