/* perf script's options in upstream's order, and the values that are more than a number or a text. Fields (-F) are
 * parsed by script/script_fields when the option is met, so that several -F and the options of instruction traces,
 * which are written as changes of fields, act in the order of the command line. */
#include "commands/script/script_option.h"
#include <errno.h>
#include <string.h>
#include "script/script_printer.h"

/* Applies a text of -F; remarks on it are kept for the time after parsing, when it is known that the command goes
 * on. */
static int change_fields(struct script_values *values, const struct option *option, const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	if (script_fields_parse(&values->fields, text, &values->field_notes, &err) >= 0) return 0;
	return option_error(option, err.hint ? "%s\n%s" : "%s", err.message, err.hint);
}

static int script_option_parse_fields(const struct option *option, const char *arg, bool unset, void *values)
{
	return unset ? 0 : change_fields(values, option, arg);
}

/* The help names the fields that there are: it is made from their table. */
static void script_option_fields_help(struct strbuf *help)
{
	strbuf_printf(help,
		      "comma separated output fields prepend with 'type:'. +field to add and -field to remove."
		      "Valid types: hw,sw,trace,raw,synth. Fields: %s",
		      script_fields_names());
}

/* --show-X-events: the row's fallback is the bit. */
static int script_option_parse_show(const struct option *option, const char *arg, bool unset, void *show)
{
	unsigned bit = (unsigned)option->fallback, *bits = show;
	*bits = unset ? *bits & ~bit : *bits | bit;
	return 0;
}

/* --merge-callchains, which is the default: the row's fallback shows the parts apart. */
static int script_option_parse_merge(const struct option *option, const char *arg, bool unset, void *show)
{
	return script_option_parse_show(option, arg, !unset, show);
}

/* What these options want of a trace: letters of --itrace. */
static int want_of_trace(struct script_values *values, const char *letters)
{
	_err_done_ struct err err = ERR_INIT;
	return itrace_options_parse(letters, &values->session.itrace, &err);
}

/* --insn-trace. Instruction traces have fields of their own; what recordings without traces have of them is printed. */
static int script_option_parse_insn_trace(const struct option *option, const char *arg, bool unset, void *member)
{
	struct script_values *values = member;
	if (unset) return 0;
	if (option_check_set(option, arg, unset) < 0) return -1;
	values->ns = true;
	if (want_of_trace(values, "i0nse") < 0) return -1;
	return change_fields(values, option,
			     strcmp(arg, "disasm") == 0 ? "+disasm,-event,-period" : "+insn,-event,-period");
}

/* --call-trace, and --call-ret-trace, which is the same with flags. */
static int script_option_parse_call_trace(const struct option *option, const char *arg, bool unset, void *member)
{
	struct script_values *values = member;
	if (unset) return 0;
	values->ns = true;
	enum { DSO_COLUMNS = 50 };
	values->dso_columns = DSO_COLUMNS;
	if (want_of_trace(values, "cewp") < 0) return -1;
	return change_fields(values, option, "-ip,-addr,-event,-period,+callindent");
}

static int script_option_parse_call_ret_trace(const struct option *option, const char *arg, bool unset, void *member)
{
	int r = script_option_parse_call_trace(option, arg, unset, member);
	struct script_values *values = member;
	if (r < 0 || unset) return r;
	values->fields.flags = true;
	values->dso_columns = 0;
	return want_of_trace(values, "crewp");
}

/* --dlarg, which may be given several times. */
static int script_option_add_filter_arg(const struct option *option, const char *arg, bool unset, void *member)
{
	struct script_values *values = member;
	if (unset) vec_clear(&values->filter_args);
	else vec_push(&values->filter_args, (char *)(uintptr_t)arg);
	return 0;
}

#define T struct script_values
/* A row of --show-...-events: sets a bit of show. */
#define SHOW(name, bit, what)                                                                                    \
	{                                                                                                        \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "show-" name, what),                                         \
			.flags = OPTION_NOARG, .fallback = SCRIPT_SHOW_##bit, .store = script_option_parse_show, \
			.member = OPTION_MEMBER(unsigned, T, show)                                               \
	}
/* Words of options. Those of -F are open: a type may stand in front of a field ("trace:ip"). */
static const char *const insn_trace_names[] = { "raw", "disasm", NULL };
static const struct option_set insn_trace_set = { .what = "form", .names = insn_trace_names };
static const struct option_set field_set = {
	.what = "field", .visit = script_fields_visit, .is_list = true, .is_open = true
};
/* A row of an option that upstream decodes traces for. */
#define TRACE_OPTION(name, parser, arg, what)                                                               \
	{                                                                                                   \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, name, what), .arg_name = arg, .flags = OPTION_OPTARG,   \
								 .fallback = (intptr_t) "", .store = parser \
	}

const char *const script_usage[] = { "perf script [<options>]",
				     "perf script [<options>] record <script> [<record-options>] <command>",
				     "perf script [<options>] report <script> [script-args]",
				     "perf script [<options>] <script> [<record-options>] <command>",
				     "perf script [<options>] <top-script> [script-args]",
				     NULL };
const char *const script_subcommands[] = { "record", "report", NULL };

/* The order is that of --list-opts and of messages about ambiguous names. */
const struct option script_options[] = {
	OPTION_BOOL('D', "dump-raw-trace", T, dump, "dump raw trace in ASCII"),
	OPTION_BOOL(0, "dump-unsorted-raw-trace", T, dump_unsorted, "dump unsorted raw trace in ASCII"),
	SESSION_ROW_VERBOSE,
	OPTION_BOOL('L', "Latency", T, latency, "show latency attributes (irqs/preemption disabled, etc)"),
	OPTION_BOOL('l', "list", T, list, "list available scripts"),
	OPTION_BOOL(0, "list-dlfilters", T, list_dlfilters, "list available dlfilters"),
	OPTION_STRING('s', "script", T, script_name, "name", "script file name (lang:script name, script name, or *)"),
	OPTION_STRING('g', "gen-script", T, gen_script, "lang", "generate perf-script.xx script in specified language"),
	OPTION_STRING(0, "dlfilter", T, dlfilter, "file", "filter .so file name"),
	OPTION_CALLBACK_ALL(0, "dlarg", "argument", "filter argument", script_option_add_filter_arg),
	SESSION_ROW_INPUT(T, session),
	OPTION_BOOL('d', "debug-mode", T, check_order, "do various checks like samples ordering and lost events"),
	OPTION_BOOL(0, "header", T, header, "Show data header."),
	OPTION_BOOL(0, "header-only", T, header_only, "Show only data header."),
	SESSION_ROW_VMLINUX(T, session),
	SESSION_ROW_KALLSYMS(T, session),
	OPTION_BOOL('G', "hide-call-graph", T, hide_chains, "When printing symbols do not display call chain"),
	SESSION_ROW_SYMFS(T, session),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'F', "fields", NULL), .make_help = script_option_fields_help,
	  .arg_name = "str", .store = script_option_parse_fields, .set = &field_set },
	OPTION_BOOL('a', "all-cpus", T, all_cpus, "system-wide collection from all CPUs"),
	FILTER_ROW_DSOS(T, filter, 0, "only consider symbols in these DSOs"),
	FILTER_ROW_SYMBOLS(T, filter),
	OPTION_U64(0, "addr-range", T, addr_range, "Use with -S to list traced records within address range"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "insn-trace", "Decode instructions from itrace"),
	  .arg_name = "raw|disasm", .flags = OPTION_OPTARG, .fallback = (intptr_t) "",
	  .store = script_option_parse_insn_trace, .set = &insn_trace_set },
	{ OPTION_ROW(OPTION_KIND_STRING, 0, "xed", "Run xed disassembler on output"),
	  .member = OPTION_MEMBER(const char *, T, xed), .flags = OPTION_OPTARG, .fallback = (intptr_t) "" },
	TRACE_OPTION("call-trace", script_option_parse_call_trace, NULL, "Decode calls from itrace"),
	TRACE_OPTION("call-ret-trace", script_option_parse_call_ret_trace, NULL,
		     "Decode calls and returns from itrace"),
	OPTION_STRING(0, "graph-function", T, graph_function, "symbol[,symbol...]",
		      "Only print symbols and callees with --call-trace/--call-ret-trace"),
	OPTION_STRING(0, "stop-bt", T, stop_symbols, "symbol[,symbol...]",
		      "Stop display of callgraph at these symbols"),
	FILTER_ROW_CPU(T, filter),
	FILTER_ROW_COMMS(T, filter, "only display events for these comms"),
	FILTER_ROW_PID(T, filter),
	FILTER_ROW_TID(T, filter),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "merge-callchains", "Enable merge deferred user callchains"),
	  .flags = OPTION_NOARG, .fallback = SCRIPT_SHOW_DEFERRED, .store = script_option_parse_merge,
	  .member = OPTION_MEMBER(unsigned, T, show) },
	OPTION_UINT(0, "max-stack", T, max_stack, SESSION_OPTION_MAX_STACK_HELP),
	OPTION_BOOL(0, "reltime", T, reltime, "Show time stamps relative to start"),
	OPTION_BOOL(0, "deltatime", T, deltatime, "Show time stamps relative to previous event"),
	OPTION_BOOL('I', "show-info", T, show_info, "display extended information from perf.data file"),
	OPTION_BOOL(0, "show-kernel-path", T, kernel_path, "Show the path of [kernel.kallsyms]"),
	SHOW("task-events", TASKS, "Show the fork/comm/exit events"),
	SHOW("mmap-events", MMAPS, "Show the mmap events"),
	SHOW("switch-events", SWITCHES, "Show context switch events (if recorded)"),
	SHOW("namespace-events", NAMESPACES, "Show namespace events (if recorded)"),
	SHOW("cgroup-events", CGROUPS, "Show cgroup events (if recorded)"),
	SHOW("lost-events", LOST, "Show lost events (if recorded)"),
	SHOW("round-events", ROUNDS, "Show round events (if recorded)"),
	SHOW("bpf-events", BPF, "Show bpf related events (if recorded)"),
	SHOW("text-poke-events", TEXT_POKES, "Show text poke related events (if recorded)"),
	OPTION_BOOL(0, "per-event-dump", T, per_event, "Dump trace output to files named by the monitored events"),
	SESSION_ROW_FORCE(T, session),
	OPTION_UINT(0, "max-blocks", T, max_blocks, "Maximum number of code blocks to dump with brstackinsn"),
	OPTION_BOOL(0, "ns", T, ns, "Use 9 decimal places when displaying time"),
	SESSION_ROW_ITRACE(T, session),
	SESSION_ROW_FULL_SOURCE_PATH(T, session),
	SESSION_ROW_DEMANGLE(T, session, "Enable symbol demangling"),
	SESSION_ROW_DEMANGLE_KERNEL(T, session),
	SESSION_ROW_ADDR2LINE(T, session),
	SESSION_ROW_UNWIND_STYLE(T, session),
	FILTER_ROW_TIME(T, filter),
	SESSION_ROW_INLINE(T, session),
	SESSION_ROW_GUEST_MOUNT(T, session),
	SESSION_ROW_GUEST_VMLINUX(T, session),
	SESSION_ROW_GUEST_KALLSYMS(T, session),
	SESSION_ROW_GUEST_MODULES(T, session),
	OPTION_BOOL(0, "guest-code", T, session.guests.code, "Guest code can be found in hypervisor process"),
	SESSION_ROW_STITCH_LBR(T, session),
	FILTER_ROW_SWITCH_ON(T, filter),
	FILTER_ROW_SWITCH_OFF(T, filter),
	FILTER_ROW_SHOW_ON_OFF(T, filter),
	DEBUGINFOD_ROW(T, debuginfod),
	OPTION_BOOL(0, "tui", T, tui,
		    "Show the samples in a window that can be searched; of large recordings what is looked at"),
	OPTION_STRING(0, "timeline", T, timeline, "file",
		      "Write the calls of a hardware trace for ui.perfetto.dev and chrome://tracing"),
	OPTION_BOOL(0, "fold-repeats", T, fold,
		    "Show lines of a thread that repeat (calls in a loop) once, with how often they came"),
	OPTION_BOOL(0, "json", T, json, "write one JSON object a sample (docs/json-script.md)"),
	OPTION_END
};
#undef T
const struct option_table script_option_table = { .rows = script_options,
						  .usage = script_usage,
						  .subcommands = script_subcommands,
						  .flags = OPTIONS_STOP_AT_NON_OPTION };

/* Fields get the defaults of script/script_fields, which depend on the type of an event. */
void script_values_init(struct script_values *values)
{
	*values = (struct script_values){ .session = SESSION_OPTION_VALUES_INIT,
					  .debuginfod = DEBUGINFOD_OPTION_VALUES_INIT,
					  .field_notes = STRBUF_INIT,
					  .max_stack = 127 };
	values->session.itrace_defaults = "cepwxy";
	script_fields_init(&values->fields);
}

void script_values_done(struct script_values *values)
{
	strbuf_done(&values->field_notes);
	vec_done(&values->filter_args);
}
