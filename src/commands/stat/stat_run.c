/* perf stat: counts events while a command runs, or of processes, threads and CPUs.
 *
 *     stat_run: options -> count_asked: events and metrics -> count -> counting_run (src/count), which calls back:
 *         stat_opened    events are open: makes the tally, and the file of perf stat record
 *         stat_interval  -I: a further interval has ended
 *         stat_run_done  the command has ended once (-r: several times)
 *
 * The tally adds counts up (analysis/stat), stat_output prints results of it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "analysis/stat/stat_tally.h"
#include "cli/console.h"
#include "cli/exit_signal.h"
#include "cli/textout.h"
#include "cli/compatible_version.h"
#include "commands/option/open_trace.h"
#include "commands/stat/stat_iostat.h"
#include "commands/stat/stat_option.h"
#include "commands/stat/stat_output.h"
#include "commands/stat/stat_metrics.h"
#include "commands/stat/stat_run.h"
#include "commands/stat/stat_scene.h"
#include "commands/stat/stat_value.h"
#include "count/count_file.h"
#include "count/default_events.h"
#include "count/machine_literals.h"

/* -EINVAL as an exit status, as upstream. */
enum { STATUS_INVALID = 234 };

/* What the hooks of counting share. */
struct stat_session {
	const struct stat_options *options;
	const struct stat_metrics *metrics;
	struct stat_output output;
	struct stat_scene scene;
	struct stat_tally *tally;
	/* Some run is complete. */
	bool has_result;
	/* perf stat record; NULL: nothing is recorded. */
	struct count_file_options *record;
	struct count_file *file;
};

/* What counting has to say while it opens events; level: the -v it is for. */
static void stat_notice(void *ctx, int level, const char *text)
{
	if (!console.quiet && console.verbosity >= level) fprintf(stderr, "%s\n", text);
}

/* -- while counting -- */

/* Events that could not be opened are shown as <not supported>; why is said under -v. */
static void warn_of_missing(const struct counting_view *view)
{
	for (size_t i = 0; i < event_list_count(view->events); i++)
		if (view->evset->missing[i])
			console_verbose(1, "Warning:\n%s event is not supported by the kernel.",
					event_list_get(view->events, i)->name);
}

/* The first time everything that depends on the opened events is made: scene, tally, file. */
static int stat_opened(void *ctx, const struct counting_view *view, struct err *err)
{
	struct stat_session *session = ctx;
	const struct stat_options *options = session->options;
	if (session->tally) return 0; /* a further run */
	warn_of_missing(view);
	stat_scene_init(&session->scene, view->events, view->target, options->iostat ? STAT_AGGR_DIE : options->aggr,
			options->cache_level, options->counting.fs);
	struct stat_setup *setup = &session->scene.setup;
	setup->scale = options->scale;
	setup->no_merge = options->no_merge;
	setup->hybrid_merge = options->hybrid_merge;
	if (options->hybrid_merge) stat_scene_merge_hybrid(&session->scene);
	setup->for_each_cgroup = options->for_each_cgroup;
	setup->metrics = &session->metrics->asked;
	setup->default_metrics = &session->metrics->defaults;
	setup->percore_show_thread = options->percore_show_thread;
	setup->system_wide = view->target->has_cpu || options->counting.target.all_threads;
	setup->runs = options->counting.runs;
	setup->interval_ns = options->counting.interval_ms * 1000000;
	session->tally = stat_tally_new(setup);
	if (!session->record) return 0;
	/* readers do not know */
	if (!session->record->cache_level && setup->nr_cpus)
		session->record->cache_level = (uint64_t)MAX(setup->cpus[0].cache_level, 0);
	return count_file_open(session->record, view, &session->file, err);
}

/* make: how the tally becomes a result: as it stands, or as the summary of intervals. */
static void print(struct stat_session *session, void (*make)(const struct stat_tally *tally, struct stat_result *ret))
{
	struct stat_result result;
	if (session->options->quiet) return;
	make(session->tally, &result);
	if (session->options->iostat) stat_iostat_show(&session->options->io_ports, &result);
	stat_output_print(&session->output, &result);
	stat_result_done(&result);
}

/* The clocks' times, as the tally takes them. */
static struct stat_times stat_times(const struct counting_times *times)
{
	return (struct stat_times){ .elapsed_ns = times->elapsed_ns,
				    .user_ns = times->user_ns,
				    .system_ns = times->system_ns,
				    .has_rusage = times->has_rusage };
}

/* -I: an interval has ended; counts are those since the start. */
static int stat_interval(void *ctx, const struct counting_view *view, const struct counting_times *times,
			 struct err *err)
{
	struct stat_session *session = ctx;
	struct stat_times so_far = stat_times(times);
	stat_tally_add_interval(session->tally, view->counts, &so_far);
	print(session, stat_tally_result);
	return session->file ? count_file_round(session->file, view, times->elapsed_ns, false, err) : 0;
}

/* -v: value, time enabled and time running (ns) of each event, as read from the kernel (perf_event_open(2), read
 * format). */
static void show_counts(const struct counting_view *view)
{
	if (console.verbosity < 1) return;
	for (size_t i = 0; i < event_list_count(view->events); i++) {
		struct count sum = { 0 };
		for (size_t k = 0; k < view->counts->nr_cpus * view->counts->nr_threads; k++) {
			const struct count *count = counts_at(view->counts, i, 0, 0) + k;
			sum.value += count->value;
			sum.enabled_ns += count->enabled_ns;
			sum.running_ns += count->running_ns;
		}
		if (view->counts->state[i] != COUNTS_SUPPORTED) continue;
		console_verbose(1, "%s: %" PRIu64 " %" PRIu64 " %" PRIu64, event_list_get(view->events, i)->name,
				sum.value, sum.enabled_ns, sum.running_ns);
	}
}

/* With -r N results add up to a mean at the end; with -r 0, which never ends, each run is a result. */
static int stat_run_done(void *ctx, const struct counting_view *view, const struct counting_times *times,
			 struct err *err)
{
	struct stat_session *session = ctx;
	struct stat_times all = stat_times(times);
	show_counts(view);
	session->has_result = true;
	if (session->options->interval_ms) return 0;
	stat_tally_add_run(session->tally, view->counts, &all);
	if (session->file) return count_file_round(session->file, view, times->elapsed_ns, true, err);
	if (session->options->counting.runs) return 0;
	/* -r 0 never comes to a mean of all runs: each is a result by itself, and the next begins from nothing. */
	print(session, stat_tally_result);
	stat_tally_free(session->tally);
	session->tally = stat_tally_new(&session->scene.setup);
	return 0;
}

/* -- before and after -- */

/* Appends default events as one text of -e. -EINVAL: they cannot be parsed here, which has been said. */
static int add_default_text(struct stat_options *options, const struct default_events_options *how)
{
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	default_events(how, stat_value_catalogue(options), &text);
	if (!text.size || stat_option_add_events(options, strbuf_text(&text), &err) >= 0) return 0;
	console_err(&err);
	return -EINVAL;
}

/* What is counted when nobody says: basic events, default metrics, and -d's details; is_default lets printers leave
 * out those that the machine lacks. */
static int add_default_events(struct stat_options *options, struct stat_metrics *metrics)
{
	const struct target_options *target = &options->counting.target;
	size_t nr_asked = event_list_count(&options->events);
	if (options->null_run) return 0;
	struct default_events_options basic = { .has_cpu = target->all_cpus || target->cpus, .no_basic = nr_asked > 0 };
	struct default_events_options detail = { .detail = options->detail, .no_basic = true };
	if (add_default_text(options, &basic) < 0) return -EINVAL;
	if (!nr_asked) stat_metrics_add_default(metrics, options);
	if (add_default_text(options, &detail) < 0) return -EINVAL;
	for (size_t i = nr_asked; i < event_list_count(&options->events); i++)
		event_list_get(&options->events, i)->is_default = true;
	return 0;
}

/* The events of metrics, behind those of -e. */
static int add_asked_events(struct stat_options *options, struct stat_metrics *metrics)
{
	if (options->smi_cost) {
		fprintf(stderr, "freeze_on_smi is not supported.\n");
		return -EINVAL;
	}
	return stat_metrics_add_asked(metrics, options);
}

/* is_said_alone: upstream puts no "Error:" in front of what went wrong after events were open. */
static void print_failure(const struct err *err, bool is_said_alone)
{
	textout_flush();
	if (is_said_alone) fprintf(stderr, "%s\n", err->message);
	else fprintf(stderr, "Error:\n%s\n", err->message ? err->message : strerror(-err->code));
	if (err->hint) fprintf(stderr, "%s\n", err->hint);
}

/* A target that is not there is answered with the help of the options that name it. */
static int failure_status(const struct counting_result *result, const struct stat_options *options)
{
	bool cpus = options->counting.target.cpus;
	if (!result->no_target) return 255;
	fputc('\n', stderr);
	(void)option_table_usage_for(&stat_option_table, cpus ? "C" : "p");
	options_help_for(stat_option_table.rows, cpus ? "a" : "t");
	return STATUS_INVALID;
}

/* The command's status becomes ours; its signal too, and the one that ended the counting. Does not return when this
 * process is to end by a signal. */
static int exit_status(const struct counting_result *result)
{
	int signal_number = result->end_signal;
	if (result->has_workload && WIFEXITED(result->workload_status)) return WEXITSTATUS(result->workload_status);
	if (result->stopped && !signal_number) return 0;
	if (result->has_workload && WIFSIGNALED(result->workload_status) && !signal_number)
		signal_number = WTERMSIG(result->workload_status);
	if (signal_number) exit_by_signal(signal_number);
	return 0;
}

/* The title ("Performance counter stats for ...") names the target; the command where nothing else is. */
static struct stat_print_options print_options(const struct stat_options *options, const char *const *argv, int argc)
{
	const struct target_options *target = &options->counting.target;
	struct stat_print_options print = {
		.target = STAT_TARGET_COMMAND,
		.argv = argv,
		.nr_args = (size_t)argc,
		.big_numbers = options->big_numbers,
		.metric_only = options->metric_only,
		.null_run = options->null_run,
		.table = options->table,
		.clear = options->interval_clear,
		.no_csv_summary = options->no_csv_summary,
		.summary = options->summary,
	};
	if (options->bpf_program_text) print.target = STAT_TARGET_BPF, print.target_text = options->bpf_program_text;
	else if (target->all_cpus || target->all_threads) print.target = STAT_TARGET_SYSTEM;
	else if (target->cpus) print.target = STAT_TARGET_CPUS, print.target_text = target->cpus;
	else if (target->pids) print.target = STAT_TARGET_PIDS, print.target_text = target->pids;
	else if (target->tids) print.target = STAT_TARGET_TIDS, print.target_text = target->tids;
	print.nmi_watchdog = machine_has_nmi_watchdog(options->counting.fs);
	return print;
}

/* Counts and prints; record: perf stat record, NULL: nothing is recorded. Returns the exit status. The output is
 * opened before anything is counted: a file that cannot be made should not cost a run. */
static int count(struct stat_options *options, const struct stat_metrics *metrics, int argc, const char **argv,
		 struct count_file_options *record)
{
	struct stat_session session = { .options = options, .metrics = metrics, .record = record };
	struct counting_result result;
	_err_done_ struct err err = ERR_INIT;
	struct stat_output_options output = {
		.path = record ? NULL : options->output,
		.append = options->append,
		.fd = options->log_fd >= 0 ? options->log_fd : STDERR_FILENO,
		.json = options->json,
		.separator = stat_option_separator(options),
		.print = print_options(options, argv, argc),
	};
	output.header = output.path || options->log_fd >= 0;
	if (stat_output_open(&session.output, &output, &err) < 0) {
		console_err(&err);
		return STATUS_INVALID;
	}
	options->counting.hooks = (struct counting_hooks){
		.ctx = &session, .opened = stat_opened, .interval = stat_interval, .run = stat_run_done
	};
	int r = counting_run(&options->counting, &options->events, &result, &err);
	int status = 0, closed = count_file_close(session.file, r < 0 ? NULL : &err);
	if (r >= 0) r = closed;
	if (r >= 0 && session.has_result) {
		if (result.has_workload && WIFSIGNALED(result.workload_status))
			fprintf(stderr, "%s: %s\n", argv[0], strsignal(WTERMSIG(result.workload_status)));
		if (options->interval_ms && options->summary) print(&session, stat_tally_summary);
		else if (!options->interval_ms && options->counting.runs) print(&session, stat_tally_result);
	}
	if (r < 0) {
		print_failure(&err, result.no_target || session.tally);
		status = failure_status(&result, options);
	}
	stat_output_close(&session.output);
	if (session.tally) stat_scene_done(&session.scene);
	stat_tally_free(session.tally);
	return r < 0 ? status : exit_status(&result);
}

/* A copy of argv's words, made before parsing takes them apart: the recording tells the whole command line. */
struct command_line {
	VEC(const char *) words;
};

/* perf stat record: the same, with a file. */
static int count_and_record(struct stat_options *options, const struct stat_metrics *metrics, int argc,
			    const char **argv, const struct command_line *cmdline)
{
	struct count_file_options record = {
		.path = options->output,
		.fs = options->counting.fs,
		.tracefs = options->pmus ? pmus_tracefs(options->pmus) : NULL,
		.version = COMPATIBLE_VERSION,
		.cmdline = cmdline->words.items,
		.nr_cmdline = (uint32_t)cmdline->words.count,
		.aggr = options->aggr,
		.cache_level = (uint64_t)options->cache_level,
		.interval_ms = options->interval_ms,
		.scale = options->scale,
	};
	return count(options, metrics, argc, argv, &record);
}

/* From parsed options to the exit status. cmdline: of perf stat record; NULL: nothing is recorded. */
static int count_asked(struct stat_options *options, struct stat_metrics *metrics, int argc, const char **argv,
		       const struct command_line *cmdline)
{
	struct event_attr shown = { 0 };
	int status = stat_option_finish(options, argc > 0, cmdline != NULL);
	options->counting.workload = argc ? argv : NULL;
	options->counting.record_ids = cmdline != NULL;
	options->counting.notice = stat_notice;
	open_trace_begin(&options->counting.trace, &shown);
	if (status) return status;
	if (options->iostat == STAT_IOSTAT_LIST) {
		stat_iostat_list(&options->io_ports);
		return 0;
	}
	if (options->iostat && stat_iostat_add_events(options) < 0) return STATUS_INVALID;
	if (add_asked_events(options, metrics) < 0 || add_default_events(options, metrics) < 0 ||
	    stat_value_finish_events(options) < 0)
		return STATUS_INVALID;
	return cmdline ? count_and_record(options, metrics, argc, argv, cmdline)
		       : count(options, metrics, argc, argv, NULL);
}

/* "record" has options behind it, which are parsed over those in front; "report" has a table of its own. */
static int run_with(struct stat_options *options, int argc, const char **argv)
{
	struct command_line cmdline = { VEC_INIT };
	struct stat_metrics metrics = { 0 };
	int status;
	vec_push(&cmdline.words, "perf");
	for (int i = 0; i < argc; i++) vec_push(&cmdline.words, argv[i]);
	bool go = option_table_parse(&stat_option_table, &argc, argv, options, &status);
	bool record = go && argc && strcmp(argv[0], "record") == 0;
	if (go && argc && strcmp(argv[0], "report") == 0) {
		status = stat_report_run(options, argc, argv);
		go = false;
	}
	if (record) go = option_table_parse(&stat_option_record_table, &argc, argv, options, &status);
	if (go) status = count_asked(options, &metrics, argc, argv, record ? &cmdline : NULL);
	stat_metrics_done(&metrics);
	vec_done(&cmdline.words);
	return status;
}

int stat_run(int argc, const char **argv)
{
	struct stat_options options;
	stat_option_init(&options);
	int status = run_with(&options, argc, argv);
	stat_option_done(&options);
	return status;
}
