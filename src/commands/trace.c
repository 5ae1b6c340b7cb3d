/* perf trace: what programs ask of the kernel, as it happens or as it was recorded. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "analysis/trace/trace_recording.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "commands/commands.h"
#include "commands/record_setup.h"
#include "commands/option/session_option.h"
#include "commands/option/target_option.h"
#include "commands/trace_enums.h"
#include "commands/trace_watch.h"

static const char *const subcommands[] = { "record", NULL };

static int show(struct trace_option *option, struct session *session, struct trace_output *output, struct err *err)
{
	struct trace_calls *calls = NULL;
	const struct session_totals *totals = session_totals(session);
	option->calls.ctx = output;
	option->calls.row = trace_output_row;
	option->calls.batch = trace_output_batch;
	int r = trace_recording_run(session, &option->calls, &calls, err);
	if (r < 0) return r;
	struct trace_summary summary = *trace_calls_summary(calls);
	summary.nr_lost = MAX(totals->lost_events, totals->lost_samples);
	r = trace_output_end(output, &summary);
	if (summary.nr_lost) console_warning("LOST %llu events!", (unsigned long long)summary.nr_lost);
	trace_calls_free(calls);
	return r;
}

int trace_show_recording(struct trace_option *option)
{
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	session_option_values.input = option->input;
	session_option_values.force = option->force;
	struct session_options how = session_option_make(NULL, warnings);
	how.keep_exited_tasks = how.gathers = true;
	struct session *session = NULL;
	struct trace_output output = { 0 };
	int r = session_open(&how, &session, &err);
	if (r == 0) r = trace_output_open(&output, option, &err);
	if (r == 0) r = show(option, session, &output, &err);
	if (r < 0 && r != -EPIPE) console_err(&err);
	console_warnings(warnings);
	session_close(session);
	(void)trace_output_done(&output);
	warnings_free(warnings);
	return r < 0 && r != -EPIPE ? 255 : 0;
}

/* What `perf trace record` asks `perf record` for. */
static int run_record(int argc, const char **argv)
{
	static const char *const always[] = { "record", "-R", "-c",
					      "1",      "-e", "raw_syscalls:sys_enter,raw_syscalls:sys_exit" };
	return commands_run_with(always, ARRAY_SIZE(always), argc, argv);
}

static void tell_conflict(const char *text) { fprintf(stderr, "%s\n", text); }

static int run(int argc, const char **argv)
{
	struct trace_option *option = &trace_option;
	if (argc > 1 && strcmp(argv[1], "record") == 0) return run_record(argc - 1, argv + 1);
	trace_option_configure(option);
	argc = options_parse_subcommands(argc, argv, trace_options, subcommands, trace_usage,
					 OPTIONS_STOP_AT_NON_OPTION);
	int status = trace_option_finish(option);
	if (!status && !option->input)
		status = target_option_resolve(&record_setup.recording.target,
					       tell_conflict); /* refused, as by upstream */
	struct trace_enums enums;
	trace_enums_init(&enums, &record_setup.fs);
	option->calls.enums = &enums.source;
	if (!status && option->input) pager_start();
	if (!status) status = option->input ? trace_show_recording(option) : trace_watch(option, argc, argv);
	trace_enums_done(&enums);
	trace_option_done(option);
	return status;
}

const struct command command_trace = {
	.name = "trace",
	.summary = "strace inspired tool",
	.usage = trace_usage,
	.options = trace_options,
	.subcommands = subcommands,
	.run = run,
};
