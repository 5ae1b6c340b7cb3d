/* perf script: the samples of a recording as text, one by one in time order. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "commands/script_pass.h"
#include "commands/session_option.h"
#include "perfdata/header_text.h"

static struct script_fields fields;
static struct strbuf field_notes = STRBUF_INIT;
static const char *comms, *cpus, *dsos, *symbols, *pids, *tids, *time_text, *stop_symbols, *switch_on, *switch_off, *ignored_text;
static const char *guest_kallsyms, *guest_vmlinux, *gen_script, *script_name, *dlfilter, *graph_function;
static bool dump, dump_unsorted, hide_chains, show_info, list, header, header_only, deltatime, reltime, ns, json, per_event, show_on_off, list_dlfilters, check_order, latency, ignored;
static bool show_bpf, show_cgroups, show_lost, show_mmaps, show_namespaces, show_rounds, show_switches, show_tasks, show_text_pokes;
static int max_stack = 127, ignored_int;
static uint64_t addr_range;
static int exit_status = 255; /* of a run that failed */

static int parse_fields(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	if (unset) return 0;
	int r = script_fields_parse(&fields, arg, &field_notes, &err);
	if (r < 0) option_error(option, "%s", err.message);
	return r;
}

static const char *const usage[] = { "perf script [<options>]", "perf script [<options>] record <script> [<record-options>] <command>",
	"perf script [<options>] report <script> [script-args]", "perf script [<options>] <script> [<record-options>] <command>",
	"perf script [<options>] <top-script> [script-args]", NULL };
#define FIELDS_HELP "comma separated output fields prepend with 'type:'. +field to add and -field to remove.Valid types: hw,sw,trace,raw,synth. Fields: "
static struct option options[] = {
	OPTION_BOOL('a', "all-cpus", &ignored, "system-wide collection from all CPUs"),
	OPTION_STRING('c', "comms", &comms, "comm[,comm...]", "only display events for these comms"),
	OPTION_STRING('C', "cpu", &cpus, "cpu", "list of cpus to profile"),
	OPTION_BOOL('d', "debug-mode", &check_order, "do various checks like samples ordering and lost events"),
	OPTION_BOOL('D', "dump-raw-trace", &dump, "dump raw trace in ASCII"),
	{ .kind = OPTION_KIND_CALLBACK, .short_name = 'F', .long_name = "fields", .arg_name = "str", .parse = parse_fields, .help = FIELDS_HELP },
	OPTION_STRING('g', "gen-script", &gen_script, "lang", "generate perf-script.xx script in specified language"),
	OPTION_BOOL('G', "hide-call-graph", &hide_chains, "When printing symbols do not display call chain"),
	OPTION_BOOL('I', "show-info", &show_info, "display extended information from perf.data file"),
	OPTION_BOOL('L', "Latency", &latency, "show latency attributes (irqs/preemption disabled, etc)"),
	OPTION_BOOL('l', "list", &list, "list available scripts"),
	OPTION_STRING('s', "script", &script_name, "name", "script file name (lang:script name, script name, or *)"),
	OPTION_STRING('S', "symbols", &symbols, "symbol[,symbol...]", "only consider these symbols"),
	OPTION_COUNT('v', "verbose", &console_verbosity, "be more verbose (show symbol address, etc)"),
	OPTION_U64(0, "addr-range", &addr_range, "Use with -S to list traced records within address range"),
	OPTION_STRING(0, "addr2line", &ignored_text, "path", "addr2line binary to use for line numbers"),
	{ .kind = OPTION_KIND_STRING, .long_name = "call-ret-trace", .value = &ignored_text, .flags = OPTION_OPTARG, .fallback = (intptr_t)"", .help = "Decode calls and returns from itrace" },
	{ .kind = OPTION_KIND_STRING, .long_name = "call-trace", .value = &ignored_text, .flags = OPTION_OPTARG, .fallback = (intptr_t)"", .help = "Decode calls from itrace" },
	OPTION_BOOL(0, "deltatime", &deltatime, "Show time stamps relative to previous event"),
	OPTION_STRING(0, "dlarg", &ignored_text, "argument", "filter argument"),
	OPTION_STRING(0, "dlfilter", &dlfilter, "file", "filter .so file name"),
	OPTION_STRING(0, "dsos", &dsos, "dso[,dso...]", "only consider symbols in these DSOs"),
	OPTION_BOOL(0, "dump-unsorted-raw-trace", &dump_unsorted, "dump unsorted raw trace in ASCII"),
	OPTION_BOOL(0, "full-source-path", &ignored, "Show full source file name path for source lines"),
	OPTION_STRING(0, "graph-function", &graph_function, "symbol[,symbol...]", "Only print symbols and callees with --call-trace/--call-ret-trace"),
	OPTION_BOOL(0, "guest-code", &ignored, "Guest code can be found in hypervisor process"),
	OPTION_STRING(0, "guestkallsyms", &guest_kallsyms, "file", "file saving guest os /proc/kallsyms"),
	OPTION_STRING(0, "guestmodules", &ignored_text, "file", "file saving guest os /proc/modules"),
	OPTION_STRING(0, "guestmount", &ignored_text, "directory", "guest mount directory under which every guest os instance has a subdir"),
	OPTION_STRING(0, "guestvmlinux", &guest_vmlinux, "file", "file saving guest os vmlinux"),
	OPTION_BOOL(0, "header", &header, "Show data header."),
	OPTION_BOOL(0, "header-only", &header_only, "Show only data header."),
	OPTION_BOOL(0, "inline", &ignored, "Show inline function"),
	{ .kind = OPTION_KIND_STRING, .long_name = "insn-trace", .value = &ignored_text, .arg_name = "raw|disasm", .flags = OPTION_OPTARG, .fallback = (intptr_t)"", .help = "Decode instructions from itrace" },
	{ .kind = OPTION_KIND_STRING, .long_name = "itrace", .value = &ignored_text, .arg_name = "opts", .flags = OPTION_OPTARG, .fallback = (intptr_t)"", .help = "Instruction Tracing options" },
	OPTION_BOOL(0, "json", &json, "write one JSON object a sample (docs/json-script.md)"),
	OPTION_BOOL(0, "list-dlfilters", &list_dlfilters, "list available dlfilters"),
	OPTION_INT(0, "max-blocks", &ignored_int, "Maximum number of code blocks to dump with brstackinsn"),
	OPTION_INT(0, "max-stack", &max_stack, "Set the maximum stack depth when parsing the callchain, anything beyond the specified depth will be ignored. Default: kernel.perf_event_max_stack or 127"),
	OPTION_BOOL(0, "ns", &ns, "Use 9 decimal places when displaying time"),
	OPTION_BOOL(0, "per-event-dump", &per_event, "Dump trace output to files named by the monitored events"),
	OPTION_STRING(0, "pid", &pids, "pid[,pid...]", "only consider symbols in these pids"),
	OPTION_BOOL(0, "reltime", &reltime, "Show time stamps relative to start"),
	OPTION_BOOL(0, "show-bpf-events", &show_bpf, "Show bpf related events (if recorded)"),
	OPTION_BOOL(0, "show-cgroup-events", &show_cgroups, "Show cgroup events (if recorded)"),
	OPTION_BOOL(0, "show-kernel-path", &ignored, "Show the path of [kernel.kallsyms]"),
	OPTION_BOOL(0, "show-lost-events", &show_lost, "Show lost events (if recorded)"),
	OPTION_BOOL(0, "show-mmap-events", &show_mmaps, "Show the mmap events"),
	OPTION_BOOL(0, "show-namespace-events", &show_namespaces, "Show namespace events (if recorded)"),
	OPTION_BOOL(0, "show-on-off-events", &show_on_off, "Show the on/off switch events, used with --switch-on and --switch-off"),
	OPTION_BOOL(0, "show-round-events", &show_rounds, "Show round events (if recorded)"),
	OPTION_BOOL(0, "show-switch-events", &show_switches, "Show context switch events (if recorded)"),
	OPTION_BOOL(0, "show-task-events", &show_tasks, "Show the fork/comm/exit events"),
	OPTION_BOOL(0, "show-text-poke-events", &show_text_pokes, "Show text poke related events (if recorded)"),
	OPTION_BOOL(0, "stitch-lbr", &ignored, "Enable LBR callgraph stitching approach"),
	OPTION_STRING(0, "stop-bt", &stop_symbols, "symbol[,symbol...]", "Stop display of callgraph at these symbols"),
	OPTION_STRING(0, "switch-off", &switch_off, "event", "Stop considering events after the occurrence of this event"),
	OPTION_STRING(0, "switch-on", &switch_on, "event", "Consider events after the occurrence of this event"),
	OPTION_STRING(0, "tid", &tids, "tid[,tid...]", "only consider symbols in these tids"),
	OPTION_STRING(0, "time", &time_text, "str", "Time span of interest (start,stop)"),
	{ .kind = OPTION_KIND_STRING, .long_name = "xed", .value = &ignored_text, .flags = OPTION_OPTARG, .fallback = (intptr_t)"", .help = "Run xed disassembler on output" },
	SESSION_OPTIONS,
	OPTION_END
};

static unsigned records_to_show(void)
{
	return (show_tasks ? SCRIPT_SHOW_TASKS : 0) | (show_mmaps ? SCRIPT_SHOW_MMAPS : 0) | (show_switches ? SCRIPT_SHOW_SWITCHES : 0) |
	       (show_namespaces ? SCRIPT_SHOW_NAMESPACES : 0) | (show_cgroups ? SCRIPT_SHOW_CGROUPS : 0) | (show_lost ? SCRIPT_SHOW_LOST : 0) |
	       (show_bpf ? SCRIPT_SHOW_BPF : 0) | (show_rounds ? SCRIPT_SHOW_ROUNDS : 0) | (show_text_pokes ? SCRIPT_SHOW_TEXT_POKES : 0);
}

/* -S takes names and hexadecimal addresses. */
static int parse_symbols(struct sample_filter *filter, struct number_list *ips, struct err *err)
{
	int r = name_list_parse(&filter->symbols, symbols, err);
	for (size_t i = 0; r == 0 && i < filter->symbols.count; i++) {
		char *end;
		uint64_t ip = strtoull(filter->symbols.names[i], &end, 16);
		if (end == filter->symbols.names[i] || *end) continue;
		ips->numbers = xreallocarray(ips->numbers, ips->count + 1, sizeof(*ips->numbers));
		ips->numbers[ips->count++] = (int64_t)ip;
	}
	return r;
}

static int parse_filter(const struct session *session, struct sample_filter *f, struct number_list *ips, struct err *err)
{
	const struct perf_events *events = session_events(session);
	const struct session_totals *totals = session_totals(session);
	int r = 0;

	f->socket = -1;
	if (comms) r = name_list_parse(&f->comms, comms, err);
	if (r == 0 && dsos) r = name_list_parse(&f->dsos, dsos, err);
	if (r == 0 && symbols) r = parse_symbols(f, ips, err);
	if (r == 0 && pids && (r = number_list_parse(&f->pids, pids, err)) < 0) err_set(err, r, "problems parsing pid list");
	if (r == 0 && tids && (r = number_list_parse(&f->tids, tids, err)) < 0) err_set(err, r, "problems parsing tid list");
	if (r < 0 && (pids || tids)) exit_status = 0;
	if (r == 0 && time_text) {
		f->by_time = true;
		r = time_ranges_parse(&f->times, time_text, totals->first_sample_ns, totals->last_sample_ns, err);
	}
	if (r < 0 && time_text && f->by_time) exit_status = 256 - EINVAL; /* the numbers that users' scripts know */
	if (r == 0 && cpus) {
		f->by_cpu = true;
		for (size_t i = 0; i < events->count; i++)
			if (!(events->items[i]->attr.sample_type & SAMPLE_CPU)) return err_set(err, -EINVAL, "File does not contain CPU events. Remove -C option to proceed.");
		if ((r = number_list_parse(&f->cpus, cpus, err)) < 0) err_set(err, r, "Invalid cpu_list");
	}
	return r;
}

static int show_header(const struct session *session)
{
	struct outbuf out;
	out_init(&out, STDOUT_FILENO);
	header_text_format(session_perfdata(session), show_info, &out);
	int r = out_flush(&out);
	out_done(&out);
	return r;
}

static int run_session(struct session *session, struct strbuf *report, struct err *err)
{
	const struct perf_header *h = session_header(session);
	struct script_pass_options pass = { .fd = STDOUT_FILENO, .switch_on = switch_on, .switch_off = switch_off, .show_on_off = show_on_off,
					    .per_event_files = per_event, .ip_range = addr_range };
	uint64_t misordered = 0;
	struct number_list ips = { 0 };
	struct name_list stops = { 0 };
	int r = 0;

	if (header || header_only) r = show_header(session);
	if (r < 0 || header_only) return r;
	if (!header_has(h, FEATURE_STAT) /* counts have no fields */ && (r = script_fields_check(&fields, h, session_events(session), !hide_chains, err)) < 0) return r;
	if ((r = parse_filter(session, &pass.filter, &ips, err)) < 0) return r;
	if (stop_symbols && (r = name_list_parse(&stops, stop_symbols, err)) < 0) return r;
	pass.ips = &ips;
	pass.check_order = check_order;
	pass.ret_misordered = &misordered;
	pass.script = (struct script_options){ .fields = fields, .hide_chains = hide_chains, .ns = ns, .deltatime = deltatime, .reltime = reltime, .json = json, .latency = latency,
					       .max_stack = max_stack < 0 ? 0 : (unsigned)max_stack, .show = records_to_show(), .stop_symbols = stops.names,
					       .nr_stop_symbols = stops.count };
	struct tracepoints *tracepoints = tracepoints_new(h->tracing_data, h->tracing_data_size, NULL);
	if (dump || dump_unsorted) return script_pass_dump(session, tracepoints, &pass.script, pass.fd, err);
	/* --graph-function chooses among calls that a trace decoder found: there are none */
	pass.nothing = graph_function || (comms && !*comms) || (symbols && !*symbols);
	r = script_pass(session, tracepoints, &pass, report, err);
	if (r == -ENOENT) exit_status = 256 - ENOENT;
	if (check_order) fprintf(stderr, "Misordered timestamps: %llu\n", (unsigned long long)misordered);
	return r;
}

/* What only the scripting engines can do, which are not there yet. */
static const char *missing_part(int argc, const char **argv)
{
	if (list) return "listing scripts (-l)";
	if (gen_script) return "generating scripts (-g)";
	if (script_name) return "running scripts (-s)";
	if (dlfilter || list_dlfilters) return "filters from shared objects (--dlfilter)";
	if (argc && (strcmp(argv[0], "record") == 0 || strcmp(argv[0], "report") == 0 || argc > 1)) return "running recorded scripts";
	return NULL;
}

static int run(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf report = STRBUF_INIT, help = STRBUF_INIT;

	strbuf_printf(&help, FIELDS_HELP "%s", script_fields_names());
	for (struct option *o = options; o->kind != OPTION_KIND_END; o++)
		if (o->short_name == 'F') o->help = strbuf_text(&help);
	script_fields_init(&fields);
	argc = options_parse(argc, argv, options, usage, OPTIONS_STOP_AT_NON_OPTION);
	fputs(strbuf_text(&field_notes), stderr);
	if (reltime && deltatime) {
		fprintf(stderr, "reltime and deltatime - the two don't get along well. Please limit to --reltime or --deltatime.\n");
		return 255;
	}
	const char *missing = missing_part(argc, argv);
	if (missing) {
		console_error("%s is not supported yet", missing);
		return 255;
	}
	struct warnings *warnings = warnings_new();
	struct session_options session_options = session_option_make(argc ? argv[0] : NULL, warnings);
	struct session *session = NULL;
	session_options.header_only = header_only;
	session_options.symbols.guest_kallsyms = guest_kallsyms;
	session_options.symbols.guest_vmlinux = guest_vmlinux;
	pager_start();
	if (pager_stdout_is_terminal()) session_options.on_progress = NULL; /* the lines that come are progress enough */
	int r = session_open(&session_options, &session, &err);
	if (r == 0) r = run_session(session, &report, &err);
	if (r < 0 && r != -EPIPE) console_err(&err);
	fputs(strbuf_text(&report), stdout);
	if (r == 0 && !header_only) session_option_losses(session, show_lost);
	console_warnings(warnings);
	/* the process ends here: the session is not taken apart */
	warnings_free(warnings);
	return r < 0 && r != -EPIPE ? exit_status : 0;
}

const struct command command_script = { .name = "script", .summary = "Read perf.data (created by perf record) and display trace output", .usage = usage,
					.options = options, .run = run };
