/* perf trace: what programs ask of the kernel, as it happens (trace_watch) or as it was recorded (-i,
 * show_recording). Both make rows by the same analysis (analysis/trace) and print them through a struct
 * trace_output. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "analysis/trace/trace_recording.h"
#include "base/vec.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "commands/record/record_request.h"
#include "commands/record/record_setup.h"
#include "commands/option/session_option.h"
#include "commands/option/target_option.h"
#include "commands/trace/trace_option.h"

/* The pass over a recording: rows to output, then the sums. 0, or -errno; err is set where the analysis failed. */
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

/* A recording (-i): a pass over its samples in order of time. */
static int show_recording(struct trace_option *option)
{
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	struct session_options how = session_values_options(&option->session, NULL, warnings);
	how.keep_exited_tasks = how.gathers = true;
	struct session *session = NULL;
	struct trace_output output = { 0 };
	int r = session_open(&how, &session, &err);
	if (r == 0) r = session_values_prepare(&option->session, session, &err);
	if (r == 0) r = trace_output_open(&output, option, &err);
	if (r == 0) r = show(option, session, &output, &err);
	if (r < 0 && r != -EPIPE) console_err(&err);
	console_warnings(warnings);
	session_option_end(session);
	session_close(session);
	(void)trace_output_done(&output);
	warnings_free(warnings);
	return r < 0 && r != -EPIPE ? 255 : 0;
}

/* perf trace record: what it asks `perf record` for. Options of perf record's follow; perf trace's own have no
 * meaning there. */
static int run_record(int argc, const char **argv)
{
	struct record_request request = { .raw = true, .period = 1 };
	record_request_add(&request, "raw_syscalls:sys_enter,raw_syscalls:sys_exit", NULL);
	int status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	return status;
}

/* Names of an enumeration's values, out of the kernel's BTF, which is read on the first call; nothing where there is
 * none. ctx: the struct btf_lazy. */
static void trace_enum_values(void *ctx, const char *enumeration,
			      void (*value)(void *to, const char *name, int64_t number), void *to)
{
	const struct btf *btf = btf_lazy_get(ctx);
	if (btf) (void)btf_enum_values(btf, enumeration, value, to);
}

static void trace_tell_conflict(const char *text) { fprintf(stderr, "%s\n", text); }

/* Conflicts of targets are refused here, where perf record only warns: so upstream does. */
static int run_with(struct trace_option *option, int argc, const char **argv)
{
	int status;
	if (!option_table_parse(&trace_option_table, &argc, argv, option, &status)) return status;
	status = trace_option_finish(option);
	if (!status && !option->session.input)
		status = target_option_resolve(&option->setup.recording.target,
					       trace_tell_conflict); /* refused, as by upstream */
	if (status) return status;
	option->kernel_types.fs = &option->setup.fs;
	const struct enum_source enums = { .ctx = &option->kernel_types, .values = trace_enum_values };
	option->calls.enums = &enums;
	if (option->session.input) pager_start();
	status = option->session.input ? show_recording(option) : trace_watch(option, argc, argv);
	btf_lazy_done(&option->kernel_types);
	return status;
}

int trace_run(int argc, const char **argv)
{
	struct trace_option option;
	if (argc > 1 && strcmp(argv[1], "record") == 0) return run_record(argc - 1, argv + 1);
	trace_option_init(&option);
	int status = run_with(&option, argc, argv);
	trace_option_done(&option);
	return status;
}
