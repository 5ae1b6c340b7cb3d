/* perf script: the samples of a recording as text, one by one in time order. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/printable.h"
#include "base/teardown.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/script_option.h"
#include "commands/script_pass.h"
#include "commands/option/session_option.h"
#include "commands/option/short_form_option.h"
#include "perfdata/header_text.h"

#define V script_option_values

/* -S takes names and hexadecimal addresses. */
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

/* What the pass writes, and where it goes. */
struct script_output {
	struct outbuf out;
	struct strbuf report;
};

/* The pass over the samples, and what it needs made from the options. */
struct script_run {
	struct script_pass_options pass;
	struct event_switch event_switch;
	struct number_list ips;
	struct name_list stops;
	struct tracepoints *tracepoints;
};

static void free_run(struct script_run *run)
{
	sample_filter_done(&run->pass.filter);
	event_switch_done(&run->event_switch);
	number_list_done(&run->ips);
	name_list_done(&run->stops);
	tracepoints_free(run->tracepoints);
}

/* Names of functions are shortened for a terminal; -v and files have them whole. */
static unsigned terminal_columns(void)
{
	bool shortened = pager_stdout_is_terminal() && console_verbosity == 0 && !V.per_event;
	return shortened ? pager_columns() : 0;
}

static int set_up_pass(struct session *session, struct script_run *run, int *ret_status, struct err *err)
{
	int r = filter_option_parse(session, &run->pass.filter, ret_status, err);
	if (r < 0) return r;
	if ((r = filter_option_switch(session, &run->event_switch, ret_status, err)) < 0) return r;
	if (V.stop_symbols && (r = name_list_parse(&run->stops, V.stop_symbols, err)) < 0) return r;
	find_addresses(&run->pass.filter.symbols, &run->ips);
	run->pass.script = (struct script_options){
		.fields = V.fields,
		.hide_chains = V.hide_chains,
		.ns = V.ns,
		.deltatime = V.deltatime,
		.reltime = V.reltime,
		.json = V.json,
		.latency = V.latency,
		.full_source_path = session_option_values.full_source_path,
		.symfs = session_option_values.symfs,
		.columns = terminal_columns(),
		.max_stack = V.max_stack,
		.max_blocks = V.max_blocks,
		.show = V.show,
		.stop_symbols = run->stops.names,
		.nr_stop_symbols = run->stops.count,
	};
	return 0;
}

static int show_samples(struct session *session, struct script_run *run, struct warnings *warnings,
			struct script_output *output, int *ret_status, struct err *err)
{
	const struct perf_header *h = session_header(session);
	const struct filter_option_values *filter = &filter_option_values;
	struct script_pass_options *pass = &run->pass;
	uint64_t misordered = 0;
	int r = set_up_pass(session, run, ret_status, err);

	if (r < 0) return r;
	run->tracepoints = tracepoints_new(h->tracing_data, h->tracing_data_size, NULL);
	if (short_form_option_get()) tracepoints_use_short_forms(run->tracepoints);
	if (V.dump || V.dump_unsorted)
		return script_pass_dump(session, run->tracepoints, &pass->script, pass->out, err);
	/* --graph-function chooses among calls that a trace decoder found: there are none */
	pass->nothing = V.graph_function || (filter->comms && !*filter->comms) ||
			(filter->symbols && !*filter->symbols);
	pass->ret_misordered = &misordered;
	debuginfod_option_fetch(session, true, warnings);
	r = script_pass(session, run->tracepoints, pass, &output->report, err);
	if (V.check_order) fprintf(stderr, "Misordered timestamps: %llu\n", (unsigned long long)misordered);
	return r;
}

static int run_session(struct session *session, struct warnings *warnings, struct script_output *output,
		       int *ret_status, struct err *err)
{
	const struct perf_header *h = session_header(session);
	int r = 0;
	if (V.header || V.header_only) header_text_format(session_perfdata(session), V.show_info, &output->out);
	if (V.header_only) return 0;
	bool has_counts = header_has(h, FEATURE_STAT); /* which have no fields */
	if (!has_counts && (r = script_fields_check(&V.fields, h, session_events(session), !V.hide_chains, err)) < 0)
		return r;
	struct script_run run = { 0 };
	run.pass = (struct script_pass_options){
		.out = &output->out,
		.event_switch = &run.event_switch,
		.per_event_files = V.per_event,
		.ip_range = V.addr_range,
		.ips = &run.ips,
		.check_order = V.check_order,
	};
	r = show_samples(session, &run, warnings, output, ret_status, err);
	if (teardown_is_whole()) free_run(&run);
	return r;
}

/* What only the scripting engines can do, which are not there yet. */
static const char *missing_part(int argc, const char **argv)
{
	if (V.list) return "listing scripts (-l)";
	if (V.gen_script) return "generating scripts (-g)";
	if (V.script_name) return "running scripts (-s)";
	if (V.dlfilter || V.list_dlfilters) return "filters from shared objects (--dlfilter)";
	if (argc > 1 && (strcmp(argv[0], "record") == 0 || strcmp(argv[0], "report") == 0))
		return "running recorded scripts";
	return NULL;
}

static int run(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct script_output output = { .report = STRBUF_INIT };

	script_option_init();
	argc = options_parse_subcommands(argc, argv, script_options, script_subcommands, script_usage,
					 OPTIONS_STOP_AT_NON_OPTION);
	fputs(strbuf_text(&V.field_notes), stderr);
	if (V.reltime && V.deltatime) {
		fprintf(stderr, "reltime and deltatime - the two don't get along well. Please limit to --reltime or "
				"--deltatime.\n");
		return 255;
	}
	const char *missing = missing_part(argc, argv);
	if (missing) {
		console_error("%s is not supported yet", missing);
		return 255;
	}
	if (argc > 1 || (argc && access(argv[0], R_OK) < 0)) {
		fprintf(stderr, "  Error: Couldn't find script `%s'\n\n See perf script -l for available scripts.\n\n",
			argv[0]);
		options_usage(script_usage, script_options);
	}
	if (session_option_check(&err) < 0) {
		console_err(&err);
		return 255;
	}
	struct warnings *warnings = warnings_new();
	struct session_options session_options = session_option_make(argc ? argv[0] : NULL, warnings);
	struct session *session = NULL;
	int status = 255;
	session_options.header_only = V.header_only;
	session_options.symbols.guest_kallsyms = V.guest_kallsyms;
	session_options.symbols.guest_vmlinux = V.guest_vmlinux;
	pager_start();
	if (pager_stdout_is_terminal())
		session_options.on_progress = NULL; /* the lines that come are progress enough */
	textout_stdout(&output.out);
	int r = session_open(&session_options, &session, &err);
	if (r == 0) r = run_session(session, warnings, &output, &status, &err);
	out_lines(&output.out, strbuf_text(&output.report), output.report.size);
	int closed = textout_close(&output.out, NULL);
	strbuf_done(&output.report);
	if (r < 0 && r != -EPIPE) console_err(&err);
	if (r >= 0 && closed < 0) r = closed;
	if (r == 0 && !V.header_only && !V.dump && !V.dump_unsorted) session_option_traces(session);
	if (r == 0 && !V.header_only) session_option_losses(session, V.show & SCRIPT_SHOW_LOST);
	console_warnings(warnings);
	session_option_end(session);
	if (teardown_is_whole()) session_close(session);
	warnings_free(warnings);
	return r < 0 && r != -EPIPE ? status : 0;
}

const struct command command_script = {
	.name = "script",
	.summary = "Read perf.data (created by perf record) and display trace output",
	.usage = script_usage,
	.options = script_options,
	.subcommands = script_subcommands,
	.run = run,
};
