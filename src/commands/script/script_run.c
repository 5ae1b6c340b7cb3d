/* perf script: the samples of a recording as text, one by one in time order.
 *
 * run_with reads options and opens the recording, run_session checks what fields the recording has, show_samples
 * makes the pass (script/pass) and runs it. A recording that is still being written to a pipe is read while it grows
 * (session/live), unless something needs all of it first (needs_all_records). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/printable.h"
#include "base/teardown.h"
#include "cli/console.h"
#include "cli/global.h"
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/script/script_cmd.h"
#include "commands/script/script_option.h"
#include "commands/script/script_timeline.h"
#include "commands/option/short_form_option.h"
#include "commands/option/text_pager.h"
#include "perfdata/header_text.h"
#include "script/pass/script_pass.h"
#include "session/live/live_session.h"

/* -S takes names and hexadecimal addresses. Words that are whole hexadecimal numbers go to ips, too, and stay in
 * symbols: a function may be called "add". */
static void find_addresses(const struct name_list *symbols, struct number_list *ips)
{
	for (size_t i = 0; i < symbols->count; i++) {
		char *end;
		uint64_t ip = strtoull(symbols->names[i], &end, 16);
		if (end == symbols->names[i] || *end) continue;
		ips->numbers = xreallocarray(ips->numbers, ips->count + 1, sizeof(*ips->numbers));
		ips->numbers[ips->count++] = (int64_t)ip;
	}
}

/* What the pass writes: lines to out as they come; report is text that stands behind all of them (names of the files
 * of --per-event-dump). */
struct script_output {
	struct outbuf out;
	struct strbuf report;
	struct dlfilter *dlfilter; /* --dlfilter, which prints, too; NULL: none */
};

/* The pass over the samples, and what it needs made from the options. Lists are owned and freed by free_run, pass
 * borrows them: the struct must not be moved. */
struct script_run {
	const struct script_values *values;
	struct script_pass_options pass;
	struct event_switch event_switch;
	/* A copy of the option's, without what the recording lacks. */
	struct script_fields fields;
	struct number_list ips;
	struct name_list stops, graphed;
	struct tracepoints *tracepoints;
};

/* Only where the process goes on (base/teardown.h). */
static void free_run(struct script_run *run)
{
	sample_filter_done(&run->pass.filter);
	event_switch_done(&run->event_switch);
	number_list_done(&run->ips);
	name_list_done(&run->stops);
	name_list_done(&run->graphed);
	tracepoints_free(run->tracepoints);
}

/* Names of functions are shortened for a terminal; -v and files have them whole. 0: not shortened. */
static unsigned terminal_columns(const struct script_values *v)
{
	bool shortened = pager_stdout_is_terminal() && console.verbosity == 0 && !v->per_event;
	return shortened ? pager_columns() : 0;
}

/* Makes filter, switch and format from the options; run->pass is what the pass gets. 0, or -errno with err set and
 * the exit status in *ret_status. What was made before a failure is free_run's. */
static int set_up_pass(struct session *session, struct script_run *run, int *ret_status, struct err *err)
{
	const struct script_values *v = run->values;
	int r = filter_values_parse(&v->filter, session, &run->pass.filter, ret_status, err);
	if (r < 0) return r;
	/* Moments are found by a pass of their own, before the one that prints. */
	if ((r = filter_values_switch(&v->filter, session, &run->event_switch, ret_status, err)) < 0) return r;
	if (v->stop_symbols && (r = name_list_parse(&run->stops, v->stop_symbols, err)) < 0) return r;
	if (v->graph_function && (r = name_list_parse(&run->graphed, v->graph_function, err)) < 0) return r;
	find_addresses(&run->pass.filter.symbols, &run->ips);
	run->pass.graphed = v->graph_function ? &run->graphed : NULL;
	run->pass.script = (struct script_options){
		.fields = run->fields,
		.hide_chains = v->hide_chains,
		.ns = v->ns,
		.deltatime = v->deltatime,
		.reltime = v->reltime,
		.json = v->json,
		.latency = v->latency,
		.full_source_path = v->session.full_source_path,
		.symfs = v->session.symfs,
		.dso_columns = v->dso_columns,
		.columns = terminal_columns(v),
		.max_stack = v->max_stack,
		.max_blocks = v->max_blocks,
		.show = v->show,
		.stop_symbols = run->stops.names,
		.nr_stop_symbols = run->stops.count,
	};
	return 0;
}

/* What filters print goes through stdio, and so do the lines between. */
static int write_to_stdio(struct outbuf *text)
{
	bool failed = text->size && fwrite(text->data, 1, text->size, stdout) != text->size;
	text->size = 0;
	return failed ? -EPIPE : 0;
}

/* The pass, between the start and the stop of --dlfilter where there is one. A filter's error is the exit status, as
 * upstream's. */
static int filtered_pass(struct session *session, struct script_run *run, struct script_output *output, int *ret_status,
			 struct err *err)
{
	struct script_pass_options *pass = &run->pass;
	_err_done_ struct err stop_err = ERR_INIT;
	int filter_error = 0, r = 0;
	pass->dlfilter = output->dlfilter;
	pass->ret_filter_error = &filter_error;
	pass->write_out = write_to_stdio;
	if (output->dlfilter) {
		if ((r = out_flush(pass->out)) < 0) return r;
		filter_error = r = dlfilter_start(output->dlfilter, err);
	}
	if (r >= 0) r = script_pass(session, run->tracepoints, pass, &output->report, err);
	if (filter_error < 0) *ret_status = filter_error & 0xff;
	if (output->dlfilter && r >= 0 && dlfilter_stop(output->dlfilter, &stop_err) < 0) console_err(&stop_err);
	if (output->dlfilter && fflush(stdout) != 0 && r >= 0) r = -errno;
	return r;
}

/* The pass itself, or (-D) the dump of all records. 0, or -errno with err set and *ret_status. An empty --comms or
 * -S chooses nothing, as in upstream. */
static int show_samples(struct session *session, struct script_run *run, struct warnings *warnings,
			struct script_output *output, int *ret_status, struct err *err)
{
	const struct perf_header *h = session_header(session);
	const struct script_values *v = run->values;
	const struct filter_option_values *filter = &v->filter;
	struct script_pass_options *pass = &run->pass;
	uint64_t misordered = 0;
	int r = set_up_pass(session, run, ret_status, err);

	if (r < 0) return r;
	run->tracepoints = tracepoints_new(h->tracing_data, h->tracing_data_size, NULL);
	if (short_form_option_get()) tracepoints_use_short_forms(run->tracepoints);
	if (v->dump || v->dump_unsorted) return script_pass_dump(session, run->tracepoints, pass, err);
	pass->nothing = (v->graph_function && !run->graphed.count) || (filter->comms && !*filter->comms) ||
			(filter->symbols && !*filter->symbols);
	/* Whoever says where guests' symbols are wants to see their samples. */
	const struct guest_option_values *guests = &v->session.guests;
	pass->guests = guests->mount || guests->kallsyms || guests->vmlinux || guests->modules || guests->code;
	pass->ret_misordered = &misordered;
	if (v->graph_function && !session_traces_are_decoded(session))
		warnings_add(warnings, "no calls",
			     "--graph-function chooses among the calls of a hardware trace, which is not here");
	if (v->xed)
		warnings_add(warnings, "--xed",
			     "has no effect: --insn-trace=disasm shows instructions as text by itself");
	debuginfod_values_fetch(&v->debuginfod, session, true, warnings);
	struct script_timeline timeline = { .path = v->timeline };
	if (v->timeline && (r = script_timeline_begin(&timeline, session, pass, err)) < 0) return r;
	r = filtered_pass(session, run, output, ret_status, err);
	if (v->timeline) r = script_timeline_end(&timeline, pass, r, &output->report);
	if (v->check_order) fprintf(stderr, "Misordered timestamps: %llu\n", (unsigned long long)misordered);
	return r;
}

/* --per-event-dump: the pass opens a file for each event; what was there is overwritten. */
static int script_create_file(const char *path, struct outbuf *ret) { return textout_create(path, false, ret); }

/* Header, check of the fields, samples. Recordings of counts (perf stat record) have no samples, and so no fields to
 * check. */
static int run_session(struct session *session, const struct script_values *v, struct warnings *warnings,
		       struct script_output *output, int *ret_status, struct err *err)
{
	const struct perf_header *h = session_header(session);
	int r = 0;
	if (v->header || v->header_only) header_text_format(session_perfdata(session), v->show_info, &output->out);
	if (v->header_only) return 0;
	struct script_run run = { .values = v, .fields = v->fields };
	bool has_counts = header_has(h, FEATURE_STAT); /* which have no fields */
	if (!has_counts && (r = script_fields_check(&run.fields, h, session_events(session), !v->hide_chains, err)) < 0)
		return r;
	run.pass = (struct script_pass_options){
		.out = &output->out,
		.event_switch = &run.event_switch,
		.create_file = v->per_event ? script_create_file : NULL,
		.close_file = textout_close,
		.ip_range = v->addr_range,
		.ips = &run.ips,
		.fold = v->fold,
		.check_order = v->check_order,
	};
	r = show_samples(session, &run, warnings, output, ret_status, err);
	if (teardown_is_whole()) free_run(&run);
	return r;
}

/* What only the scripting engines can do, which are not there yet, in words for the message; NULL: nothing of that
 * was asked for. */
static const char *missing_part(const struct script_values *v, int argc, const char **argv)
{
	if (v->list) return "listing scripts (-l)";
	if (v->gen_script) return "generating scripts (-g)";
	if (v->script_name) return "running scripts (-s)";
	if (argc > 1 && (strcmp(argv[0], "record") == 0 || strcmp(argv[0], "report") == 0))
		return "running recorded scripts";
	return NULL;
}

/* Whether the first line cannot be shown before the last record is there: a recording that still grows is then read
 * to its end first. */
static bool needs_all_records(const struct script_values *v)
{
	const struct filter_option_values *filter = &v->filter;
	bool of_whole = filter->time && strchr(filter->time, '%');
	return v->dump || v->dump_unsorted || v->session.stitch_lbr || !v->session.itrace.defaults || of_whole ||
	       filter->switch_on || filter->switch_off;
}

/* --dlfilter: loads it. 0 with *ret, NULL where there is none; or -errno with err set. */
static int load_filter(const struct script_values *v, struct dlfilter **ret, struct err *err)
{
	const struct dlfilter_options options = { .file = v->dlfilter,
						  .exec_path = global_exec_path(),
						  .args = v->filter_args.items,
						  .nr_args = v->filter_args.count };
	bool is_other = v->dump || v->dump_unsorted || v->check_order || v->per_event || v->json;
	*ret = NULL;
	if ((v->dlfilter || v->timeline) && is_other)
		return err_set(err, -EINVAL, "%s does not go with -D, -d, --json and --per-event-dump",
			       v->dlfilter ? "--dlfilter" : "--timeline");
	if (v->fold && (is_other || v->dlfilter || v->timeline))
		return err_set(
			err, -EINVAL,
			"--fold-repeats does not go with -D, -d, --json, --per-event-dump, --dlfilter and --timeline");
	if (v->dlfilter) return dlfilter_load(&options, ret, err);
	if (v->filter_args.count)
		return err_set(err, -EINVAL, "--dlarg is an argument of a filter, and --dlfilter names none");
	return 0;
}

static int list_filters(void)
{
	struct outbuf out;
	textout_stdout(&out);
	dlfilter_list(global_exec_path(), console.verbosity > 0, &out);
	return textout_close(&out, NULL) < 0 ? 255 : 0;
}

/* Reads the rest of the command line, and the recording. v is initialised; its owner ends it. Returns the exit
 * status. */
static int run_with(struct script_values *v, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct script_output output = { .report = STRBUF_INIT };
	int status;

	if (!option_table_parse(&script_option_table, &argc, argv, v, &status)) return status;
	fputs(strbuf_text(&v->field_notes), stderr);
	if (v->reltime && v->deltatime) {
		fprintf(stderr, "reltime and deltatime - the two don't get along well. Please limit to --reltime or "
				"--deltatime.\n");
		return 255;
	}
	if (v->list_dlfilters) return list_filters();
	const char *missing = missing_part(v, argc, argv);
	if (missing) {
		console_error("%s is not supported yet", missing);
		return 255;
	}
	if (argc > 1 || (argc && access(argv[0], R_OK) < 0)) {
		fprintf(stderr, "  Error: Couldn't find script `%s'\n\n See perf script -l for available scripts.\n\n",
			argv[0]);
		return option_table_usage(&script_option_table);
	}
	if (session_values_check(&v->session, &err) < 0) {
		console_err(&err);
		return 255;
	}
	/* calls and returns, PTWRITE, errors */
	if (v->timeline && v->session.itrace.defaults && itrace_options_parse("crew", &v->session.itrace, &err) < 0) {
		console_err(&err);
		return 255;
	}
	if (load_filter(v, &output.dlfilter, &err) < 0) {
		console_err(&err);
		return 255;
	}
	if (v->tui) {
		const struct text_pager_options pager = { .title = "Samples in order of time" };
		enum text_pager shown = text_pager_start(&pager, &status, &err);
		if (shown == TEXT_PAGER_FAILED) console_err(&err);
		if (shown != TEXT_PAGER_COMMAND) return shown == TEXT_PAGER_SHOWN ? status : 255;
	}
	struct warnings *warnings = warnings_new();
	v->session.itrace.calls_known = v->graph_function || script_fields_any(&v->fields, FIELD(CALLINDENT));
	struct session_options session_options = session_values_options(&v->session, argc ? argv[0] : NULL, warnings);
	struct session *session = NULL;
	status = 255;
	session_options.header_only = v->header_only;
	session_options.keep_deferred_chains = v->show & SCRIPT_SHOW_DEFERRED;
	pager_start();
	/* The lines that come are progress enough. */
	if (pager_stdout_is_terminal()) session_options.on_progress = NULL;
	textout_stdout(&output.out);
	int r = needs_all_records(v) ? session_open(&session_options, &session, &err)
				     : live_session_open(&session_options, &session, &err);
	if (v->dump || v->dump_unsorted || v->header_only) v->session.itrace_defaults = NULL;
	if (r == 0 && !session_is_live(session)) r = session_values_prepare(&v->session, session, &err);
	if (r == 0) r = run_session(session, v, warnings, &output, &status, &err);
	out_lines(&output.out, strbuf_text(&output.report), output.report.size);
	int closed = textout_close(&output.out, NULL);
	strbuf_done(&output.report);
	if (r < 0 && r != -EPIPE) console_err(&err);
	if (r >= 0 && closed < 0) r = closed;
	/* -D has shown each piece of a trace, so that nothing is passed over. */
	if (r == 0 && !v->header_only && !v->dump && !v->dump_unsorted) session_option_traces(session);
	if (r == 0 && !v->header_only) session_option_losses(session, v->show & SCRIPT_SHOW_LOST);
	console_warnings(warnings);
	session_option_end(session);
	if (teardown_is_whole()) session_close(session);
	warnings_free(warnings);
	dlfilter_free(output.dlfilter);
	return r < 0 && r != -EPIPE ? status : 0;
}

int script_run(int argc, const char **argv)
{
	struct script_values values;
	script_values_init(&values);
	int status = run_with(&values, argc, argv);
	script_values_done(&values);
	return status;
}

/* Options of the subcommand's command line are parsed over the values taken from the other command. */
int script_cmd_run(const struct session_option_values *session, bool dump, int argc, const char **argv)
{
	struct script_values values;
	script_values_init(&values);
	values.session = *session;
	values.dump = dump;
	int status = run_with(&values, argc, argv);
	script_values_done(&values);
	return status;
}
