/* perf trace's options in upstream's order. It records with a setup of perf record's, so many of them are read as
 * there. From the top: values, the table, configuration, what options come to together, and the output of rows. */
#include "commands/trace/trace_option.h"
#include "commands/option/short_form_option.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/config.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/option/machine_set.h"
#include "commands/option/process_option.h"
#include "commands/record/record_setup.h"
#include "commands/record/record_value.h"
#include "commands/option/session_option.h"

/* The column of "= result", and frames of a call chain. */
enum { ALIGNMENT = 70, MAX_STACK = 127 };
static const char *const usage[] = { "perf trace [<options>] [<command>]",
				     "perf trace [<options>] -- <command> [<options>]",
				     "perf trace record [<options>] [<command>]",
				     "perf trace record [<options>] -- <command> [<options>]", NULL };
static const char *const subcommands[] = { "record", NULL };

/* Context of trace_option_event: what -e is parsed for, and the option, for messages. */
struct event_word {
	struct trace_option *trace;
	const struct option *option;
};

/* Called for each word of -e that syscall_set_parse does not know as a call: it must be an event, and is parsed as
 * perf record's -e. */
static int trace_option_event(void *ctx, const char *word)
{
	const struct event_word *of = ctx;
	of->trace->wants_events = true;
	int r = record_value_event(of->option, word, false, &of->trace->setup);
	/* A plain word may have been meant for a system call. */
	if (r < 0 && !word[strcspn(word, ":/,{=")]) {
		_strbuf_done_ struct strbuf near = STRBUF_INIT;
		option_set_format(&machine_set_calls, word, &near);
		fputs(strbuf_text(&near), stderr);
	}
	return r;
}

/* -e and --expr: names of system calls and groups of them go to the selection, "!" in front excludes them; all else
 * is an event. */
static int trace_option_events(const struct option *option, const char *arg, bool unset, void *member)
{
	struct trace_option *trace = member;
	_err_done_ struct err err = ERR_INIT;
	struct event_word word = { .trace = trace, .option = option };
	return syscall_set_parse(&trace->selection, arg, trace_option_event, &word, &err) < 0 ? -1 : 0;
}

/* -G: for the events named before it; in front of all of them, for those that nothing else is said of, system calls
 * too (trace_watch gives it to them). */
static int trace_option_cgroup(const struct option *option, const char *arg, bool unset, void *member)
{
	struct trace_option *trace = member;
	size_t count = event_list_count(&trace->setup.events);
	if (!count) trace->cgroup = arg;
	for (size_t i = 0; i < count; i++) {
		struct event_spec *spec = event_list_get(&trace->setup.events, i);
		if (!spec->cgroup) spec->cgroup = xstrdup(arg);
	}
	trace->has_cgroups = true;
	return 0;
}

/* -F: page faults; prefixes of the words will do. */
static int trace_option_faults(const struct option *option, const char *arg, bool unset, void *member)
{
	struct trace_option *trace = member;
	bool all = strcmp(arg, "all") == 0, major = strncmp(arg, "maj", 3) == 0, minor = strncmp(arg, "min", 3) == 0;
	if (!all && !major && !minor) return option_unknown(option, arg);
	trace->faults_major = all || major;
	trace->faults_minor = all || minor;
	return 0;
}

static const char *const summary_modes[] = { "thread", "total", "cgroup", NULL };
static const struct option_set summary_mode_set = { .what = "summary mode", .names = summary_modes };

/* --summary-mode: sums by thread, over all of them, or by control group. */
static int trace_option_summary_mode(const struct option *option, const char *arg, bool unset, void *member)
{
	struct trace_option *trace = member;
	trace->has_summary_mode = !unset;
	bool total = !unset && strcmp(arg, "total") == 0, cgroup = !unset && strcmp(arg, "cgroup") == 0;
	if (!unset && !total && !cgroup && strcmp(arg, "thread") != 0) return option_unknown(option, arg);
	trace->style.sums_of = TRACE_SUMS_OF_THREADS;
	if (total) trace->style.sums_of = TRACE_SUMS_OF_ALL;
	if (cgroup) trace->style.sums_of = TRACE_SUMS_OF_CGROUPS;
	return 0;
}

static const char *const fault_names[] = { "all", "maj", "min", NULL };
static const struct option_set fault_set = { .what = "kind of page fault", .names = fault_names };

/* The order is that of --list-opts and of messages about ambiguous names. Rows with a member of `setup` share the
 * recorder's callbacks, which get a struct record_setup. */
static const struct option rows[] = {
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'e',
	  .long_name = "event",
	  .arg_name = "event",
	  .store = trace_option_events,
	  .set = &machine_set_events_and_calls,
	  .help = "event/syscall selector. use 'perf list' to list available events" },
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 0,
	  .long_name = "filter",
	  .member = OPTION_MEMBER(struct record_setup, struct trace_option, setup),
	  .arg_name = "filter",
	  .help = "event filter",
	  .store = record_value_filter },
	OPTION_BOOL(0, "comm", struct trace_option, style.comm, "show the thread COMM next to its id"),
	OPTION_BOOL(0, "tool_stats", struct trace_option, tool_stats, "show tool stats"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "expr",
	  .arg_name = "expr",
	  .store = trace_option_events,
	  .set = &machine_set_events_and_calls,
	  .help = "list of syscalls/events to trace" },
	OPTION_STRING('o', "output", struct trace_option, output, "file", "output file name"),
	OPTION_STRING('i', "input", struct trace_option, session.input, "file", "Analyze events in file"),
	PROCESS_ROW(struct trace_option, processes,
		    "trace events on existing process id, or on the process of that name"),
	OPTION_STRING('t', "tid", struct trace_option, setup.recording.target.tids, "tid",
		      "trace events on existing thread id"),
	OPTION_IDS(0, "filter-pids", struct trace_option, filter_pids, "CSV list of pids",
		   "pids to filter (by the kernel)"),
	OPTION_BOOL('a', "all-cpus", struct trace_option, setup.recording.target.all_cpus,
		    "system-wide collection from all CPUs"),
	OPTION_STRING('C', "cpu", struct trace_option, setup.recording.target.cpus, "cpu", "list of cpus to monitor"),
	OPTION_BOOL(0, "no-inherit", struct trace_option, setup.recording.sampling.no_inherit,
		    "child tasks do not inherit counters"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'm',
	  .long_name = "mmap-pages",
	  .member = OPTION_MEMBER(struct record_setup, struct trace_option, setup),
	  .arg_name = "pages",
	  .help = "number of mmap data pages",
	  .store = record_value_data_pages },
	OPTION_STRING('u', "uid", struct trace_option, setup.recording.target.uid, "user", "user to profile"),
	OPTION_STRING(0, "duration", struct trace_option, duration_ms, "float",
		      "show only events with duration > N.M ms"),
	OPTION_BOOL(0, "sched", struct trace_option, sched, "show blocking scheduler events"),
	OPTION_VERBOSE("be more verbose"),
	OPTION_BOOL('T', "time", struct trace_option, style.absolute,
		    "Show full timestamp, not time relative to first start"),
	OPTION_BOOL(0, "failure", struct trace_option, calls.failures_only, "Show only syscalls that failed"),
	OPTION_BOOL('s', "summary", struct trace_option, summary, "Show only syscall summary with statistics"),
	OPTION_BOOL('S', "with-summary", struct trace_option, with_summary,
		    "Show all syscalls and summary with statistics"),
	OPTION_BOOL(0, "errno-summary", struct trace_option, style.errnos,
		    "Show errno stats per syscall, use with -s or -S"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "summary-mode",
	  .arg_name = "mode",
	  .store = trace_option_summary_mode,
	  .set = &summary_mode_set,
	  .help = "How to show summary: select thread (with -a and -C the total, too; default), total or cgroup" },
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "bpf-summary",
	  .member = OPTION_MEMBER(bool, struct trace_option, bpf_summary),
	  .given = OPTION_MEMBER(bool, struct trace_option, bpf_summary_given),
	  .help = "Add up system calls in the kernel, by BPF programs (the default of -s where they are permitted)" },
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "bpf",
	  .member = OPTION_MEMBER(bool, struct trace_option, bpf),
	  .given = OPTION_MEMBER(bool, struct trace_option, bpf_given),
	  .help = "Trace system calls by BPF programs, which see what arguments point to (the default where they are "
		  "permitted)" },
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'F',
	  .long_name = "pf",
	  .arg_name = "all|maj|min",
	  .help = "Trace pagefaults",
	  .store = trace_option_faults,
	  .set = &fault_set },
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "syscalls",
	  .member = OPTION_MEMBER(bool, struct trace_option, syscalls),
	  .help = "Trace syscalls",
	  .given = OPTION_MEMBER(bool, struct trace_option, syscalls_given) },
	OPTION_BOOL('f', "force", struct trace_option, session.force, "don't complain, do it"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "call-graph",
	  .arg_name = "record_mode[,record_size]",
	  .member = OPTION_MEMBER(struct record_setup, struct trace_option, setup),
	  .store = record_value_call_graph,
	  .set = &record_value_mode_set,
	  .help = "setup and enables call-graph (stack chain/backtrace):\n\n" RECORD_VALUE_MODE_HELP "\n"
		  "\t\t\t\tDefault: fp" },
	OPTION_BOOL(0, "libtraceevent_print", struct trace_option, libtraceevent,
		    "Use libtraceevent to print the tracepoint arguments."),
	OPTION_BOOL(0, "kernel-syscall-graph", struct trace_option, kernel_chains,
		    "Show the kernel callchains on the syscall exit path"),
	OPTION_U64(0, "max-events", struct trace_option, max_events,
		   "Set the maximum number of events to print, exit after that is reached. "),
	OPTION_UINT(0, "min-stack", struct trace_option, calls.min_stack,
		    "Set the minimum stack depth when parsing the callchain, anything below the specified depth will "
		    "be ignored."),
	{ .kind = OPTION_KIND_UINT,
	  .long_name = "max-stack",
	  .member = OPTION_MEMBER(unsigned, struct trace_option, max_stack),
	  .arg_name = "n",
	  .help = SESSION_OPTION_MAX_STACK_HELP,
	  .given = OPTION_MEMBER(bool, struct trace_option, max_stack_set) },
	OPTION_BOOL(0, "sort-events", struct trace_option, sort_events,
		    "Sort batch of events before processing, use if getting out of order events"),
	OPTION_BOOL(0, "print-sample", struct trace_option, print_sample,
		    "print the PERF_RECORD_SAMPLE PERF_SAMPLE_ info, for debugging"),
	OPTION_UINT(0, "proc-map-timeout", struct trace_option, setup.recording.maps_timeout_ms,
		    "per thread proc mmap processing timeout in ms"),
	OPTION_CALLBACK_ALL('G', "cgroup", "name", "monitor event in cgroup name only", trace_option_cgroup),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'D',
	  .long_name = "delay",
	  .member = OPTION_MEMBER(struct record_setup, struct trace_option, setup),
	  .arg_name = "n",
	  .help = "ms to wait before starting measurement after program start",
	  .store = record_value_delay },
	OPTION_BOOL(0, "force-btf", struct trace_option, force_btf,
		    "Prefer btf_dump general pretty printerto customized ones"),
	OPTION_STRING(0, "switch-on", struct trace_option, switch_on, "event",
		      "Consider events after the occurrence of this event"),
	OPTION_STRING(0, "switch-off", struct trace_option, switch_off, "event",
		      "Stop considering events after the occurrence of this event"),
	OPTION_BOOL(0, "show-on-off-events", struct trace_option, show_on_off,
		    "Show the on/off switch events, used with --switch-on and --switch-off"),
	OPTION_UINT(0, "max-summary", struct trace_option, style.max_sums, "Max number of entries in the summary."),
	OPTION_BOOL(0, "show-cpu", struct trace_option, style.cpu, "show cpu id"),
	OPTION_BOOL(0, "json", struct trace_option, json, "Print JSON (docs/json-trace.md)"),
	OPTION_END
};
const struct option_table trace_option_table = {
	.rows = rows, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* Variables trace.* of perf-config(1). */
void trace_option_init(struct trace_option *option)
{
	/* Columns of a row that can be switched off by the configuration are on. */
	*option = (struct trace_option){
		.setup = RECORD_SETUP_INIT,
		.session = SESSION_OPTION_VALUES_INIT,
		.max_stack = MAX_STACK,
		.style = { .alignment = ALIGNMENT, .time = true, .duration = true, .comm = true, .tasks = true },
	};
	const struct config *config = config_get();
	bool names;
	int64_t alignment;
	(void)config_bool(config, "trace.show_zeros", &option->style.args.with_zeros);
	(void)config_bool(config, "trace.show_prefix", &option->style.args.with_prefix);
	(void)config_bool(config, "trace.show_timestamp", &option->style.time);
	(void)config_bool(config, "trace.show_duration", &option->style.duration);
	if (config_bool(config, "trace.show_arg_names", &names) > 0) option->style.args.without_names = !names;
	if (config_int(config, "trace.args_alignment", 0, 1000, &alignment) > 0)
		option->style.alignment = (unsigned)alignment;
	const char *beautifiers;
	if (config_string(config, "trace.tracepoint_beautifiers", &beautifiers) > 0 &&
	    strcmp(beautifiers, "libtraceevent") == 0)
		option->libtraceevent = true;
	(void)config_string(config, "trace.add_events", &option->add_events);
	/* Values without names would shift if those of zero were left out. */
	if (option->style.args.without_names) option->style.args.with_zeros = true;
	(void)config_bool(config, "trace.no_inherit", &option->setup.recording.sampling.no_inherit);
}

/* Says what err has; the exit status of a wrong value. */
static int refuse(const struct err *err)
{
	console_err(err);
	return 255;
}

/* Sums by BPF programs were asked for: by name, or because nobody else knows control groups. */
static bool asks_kernel_sums(const struct trace_option *option)
{
	return (option->bpf_summary_given && option->bpf_summary) || option->style.sums_of == TRACE_SUMS_OF_CGROUPS;
}

/* --summary-mode=cgroup without the programs that know the groups; says so. */
static bool refuse_cgroups(const struct trace_option *option)
{
	const char *why = NULL;
	if (option->session.input) why = "a recording does not tell the control groups of calls";
	else if (option->bpf_summary_given && !option->bpf_summary) why = "it takes BPF programs";
	else if (!option->summary && !option->with_summary) why = "it goes with -s or -S";
	if (why) fprintf(stderr, "  Error: --summary-mode=cgroup: %s\n", why);
	return why;
}

/* Parses what was kept as text. Times in ms become ns; ids choose among threads of a recording only, since the
 * recorder chooses by itself. Names of processes (-p) are refused for a recording: they were looked up among what
 * runs now. */
int trace_option_finish(struct trace_option *option)
{
	_err_done_ struct err err = ERR_INIT;
	double ms = 0;
	char *end = NULL;
	option->calls.args = option->json ? trace_args_json(&option->style.args) : trace_args_text(&option->style.args);
	if (option->duration_ms) {
		ms = strtod(option->duration_ms, &end);
		if (end == option->duration_ms || *end || !(ms >= 0) || ms > 1e12) {
			fprintf(stderr, "--duration expects a number: '%s' is no number of milliseconds\n",
				option->duration_ms);
			return OPTION_USAGE_STATUS;
		}
	}
	option->calls.longer_than_ns = (uint64_t)(ms * 1e6);
	record_value_no_deferral(&option->setup);
	option->calls.max_rows = option->max_events;
	option->calls.selection = &option->selection;
	option->calls.max_stack = option->max_stack;
	struct target_options *target = &option->setup.recording.target;
	target->pids = option->processes.ids;
	if (option->has_cgroups && !target->all_cpus && !target->cpus) {
		fprintf(stderr, "  Error: cgroup monitoring only available in system-wide mode\n");
		return OPTION_USAGE_STATUS;
	}
	option->calls.switch_on = option->switch_on;
	option->calls.switch_off = option->switch_off;
	option->calls.shows_switches = option->show_on_off;
	option->calls.print_samples = option->print_sample;
	option->calls.run_times = option->sched;
	option->style.args.payload_by_format = option->libtraceevent;
	option->calls.short_forms = short_form_option_get();
	if (option->style.errnos && !option->with_summary) option->summary = true;
	bool of_all = option->setup.recording.target.all_cpus || option->setup.recording.target.cpus;
	if (!option->has_summary_mode && of_all && !option->session.input) option->style.sums_of = TRACE_SUMS_OF_BOTH;
	option->calls.rows = !option->summary;
	option->kernel_sums = option->with_summary && !option->summary && asks_kernel_sums(option);
	option->calls.sums = (option->summary || option->with_summary) && !option->kernel_sums;
	if (option->style.sums_of == TRACE_SUMS_OF_CGROUPS && refuse_cgroups(option)) return OPTION_USAGE_STATUS;
	if (option->filter_pids && number_list_parse(&option->filtered, option->filter_pids, &err) < 0)
		return refuse(&err);
	if (option->session.input) {
		if (option->processes.by_name) {
			fprintf(stderr, "-p takes names of processes that run; of a recording it takes their ids (perf "
					"report -s pid lists them)\n");
			return OPTION_USAGE_STATUS;
		}
		if (option->setup.recording.target.pids &&
		    number_list_parse(&option->pids, option->setup.recording.target.pids, &err) < 0)
			return refuse(&err);
		if (option->setup.recording.target.tids &&
		    number_list_parse(&option->tids, option->setup.recording.target.tids, &err) < 0)
			return refuse(&err);
		option->calls.pids = &option->pids;
		option->calls.tids = &option->tids;
	}
	return 0;
}

void trace_option_done(struct trace_option *option)
{
	syscall_set_done(&option->selection);
	number_list_done(&option->pids);
	number_list_done(&option->tids);
	number_list_done(&option->filtered);
	process_values_done(&option->processes);
	record_setup_done(&option->setup);
}

/* -- where rows go -- */

/* The file's old text is kept as NAME.old, as upstream does; an empty file is not worth it. */
int trace_output_open(struct trace_output *output, struct trace_option *option, struct err *err)
{
	*output = (struct trace_output){ .first = true,
					 .rows = option->calls.rows,
					 .sums = option->calls.sums || option->kernel_sums,
					 .option = option };
	if (option->output) {
		_free_ char *old = xasprintf("%s.old", option->output);
		struct stat st;
		bool keeps = stat(option->output, &st) == 0 && S_ISREG(st.st_mode) && st.st_size;
		/* A failure ends the command: the old trace must not be lost. */
		if (keeps && rename(option->output, old) < 0)
			return err_set_errno(err, -errno, "renaming %s", option->output);
		int r = textout_create(option->output, false, &output->out);
		if (r < 0) return err_set_errno(err, r, "%s", option->output);
	} else if (option->json) {
		textout_stdout(&output->out);
	} else {
		textout_stderr(&output->out);
	}
	output->is_open = true;
	/* The traced program writes to the same terminal: lines must stay whole. */
	output->out.shared = !option->output;
	if (option->json) trace_json_begin(output->rows, &output->out);
	return 0;
}

int trace_output_row(void *ctx, const struct trace_row *row)
{
	struct trace_output *output = ctx;
	if (output->option->json && row->kind == TRACE_SAMPLE) return 0;
	if (output->option->json) trace_json_row(row, &output->option->style, output->first, &output->out);
	else trace_text_row(row, &output->option->style, &output->out);
	output->first = false;
	return 0;
}

/* Called after each round: a batch of rows is complete. */
int trace_output_batch(void *ctx)
{
	struct trace_output *output = ctx;
	return output->flush_each ? out_flush(&output->out) : out_flush_some(&output->out);
}

int trace_output_end(struct trace_output *output, const struct trace_summary *summary)
{
	if (output->option->json) trace_json_end(summary, output->rows, output->sums, &output->out);
	else if (output->sums) trace_text_summary(summary, &output->option->style, &output->out);
	return out_flush(&output->out);
}

int trace_output_done(struct trace_output *output)
{
	return output->is_open ? textout_close(&output->out, output->option->output) : 0;
}
