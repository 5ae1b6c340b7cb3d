#include "commands/script_option.h"
#include <errno.h>
#include <string.h>
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"
#include "script/script_printer.h"

struct script_option_values script_option_values = { .field_notes = STRBUF_INIT, .max_stack = 127 };
#define V script_option_values

static int parse_fields(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	if (unset) return 0;
	if (script_fields_parse(&V.fields, arg, &V.field_notes, &err) >= 0) return 0;
	return option_error(option, err.hint ? "%s\n%s" : "%s", err.message, err.hint);
}

/* --show-X-events: the row's fallback is the bit. */
static int parse_show(const struct option *option, const char *arg, bool unset)
{
	unsigned bit = (unsigned)option->fallback;
	V.show = unset ? V.show & ~bit : V.show | bit;
	return 0;
}

/* Instruction traces have fields of their own; what recordings without traces have of them is printed. */
static int parse_insn_trace(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	if (unset) return 0;
	if (option_check_set(option, arg, unset) < 0) return -1;
	const char *fields = strcmp(arg, "disasm") == 0 ? "+disasm,-event,-period" : "+insn,-event,-period";
	int r = script_fields_parse(&V.fields, fields, &V.field_notes, &err);
	if (r < 0) return option_error(option, "%s", err.message);
	V.ns = true;
	return 0;
}

static int parse_call_trace(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	if (unset) return 0;
	V.ns = true;
	return script_fields_parse(&V.fields, "-ip,-addr,-event,-period,+callindent", &V.field_notes, &err);
}

static int parse_call_ret_trace(const struct option *option, const char *arg, bool unset)
{
	int r = parse_call_trace(option, arg, unset);
	if (r == 0 && !unset) V.fields.flags = true;
	return r;
}

#define SHOW(name, bit, what)                                                                                 \
	{                                                                                                     \
		.kind = OPTION_KIND_CALLBACK, .long_name = "show-" name, .help = what, .flags = OPTION_NOARG, \
		.fallback = SCRIPT_SHOW_##bit, .parse = parse_show                                            \
	}
static const char *const insn_trace_names[] = { "raw", "disasm", NULL };
static const struct option_set insn_trace_set = { .what = "form", .names = insn_trace_names };
static const struct option_set field_set = {
	.what = "field", .visit = script_fields_visit, .is_list = true, .is_open = true
};
#define TRACE_OPTION(name, parser, arg, what)                                                             \
	{                                                                                                 \
		.kind = OPTION_KIND_CALLBACK, .long_name = name, .arg_name = arg, .flags = OPTION_OPTARG, \
		.fallback = (intptr_t) "", .help = what, .parse = parser                                  \
	}

const char *const script_usage[] = { "perf script [<options>]",
				     "perf script [<options>] record <script> [<record-options>] <command>",
				     "perf script [<options>] report <script> [script-args]",
				     "perf script [<options>] <script> [<record-options>] <command>",
				     "perf script [<options>] <top-script> [script-args]",
				     NULL };
const char *const script_subcommands[] = { "record", "report", NULL };

/* Not const: the help of -F is made from the table of fields. */
struct option script_options[] = {
	OPTION_BOOL('D', "dump-raw-trace", &V.dump, "dump raw trace in ASCII"),
	OPTION_BOOL(0, "dump-unsorted-raw-trace", &V.dump_unsorted, "dump unsorted raw trace in ASCII"),
	SESSION_OPTION_VERBOSE,
	OPTION_BOOL('L', "Latency", &V.latency, "show latency attributes (irqs/preemption disabled, etc)"),
	OPTION_BOOL('l', "list", &V.list, "list available scripts"),
	OPTION_BOOL(0, "list-dlfilters", &V.list_dlfilters, "list available dlfilters"),
	OPTION_STRING('s', "script", &V.script_name, "name", "script file name (lang:script name, script name, or *)"),
	OPTION_STRING('g', "gen-script", &V.gen_script, "lang", "generate perf-script.xx script in specified language"),
	OPTION_STRING(0, "dlfilter", &V.dlfilter, "file", "filter .so file name"),
	OPTION_STRING(0, "dlarg", &V.dlarg, "argument", "filter argument"),
	SESSION_OPTION_INPUT,
	OPTION_BOOL('d', "debug-mode", &V.check_order, "do various checks like samples ordering and lost events"),
	OPTION_BOOL(0, "header", &V.header, "Show data header."),
	OPTION_BOOL(0, "header-only", &V.header_only, "Show only data header."),
	SESSION_OPTION_VMLINUX,
	SESSION_OPTION_KALLSYMS,
	OPTION_BOOL('G', "hide-call-graph", &V.hide_chains, "When printing symbols do not display call chain"),
	SESSION_OPTION_SYMFS,
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'F',
	  .long_name = "fields",
	  .arg_name = "str",
	  .parse = parse_fields,
	  .set = &field_set },
	OPTION_BOOL('a', "all-cpus", &V.all_cpus, "system-wide collection from all CPUs"),
	FILTER_OPTION_DSOS(0, "only consider symbols in these DSOs"),
	FILTER_OPTION_SYMBOLS,
	OPTION_U64(0, "addr-range", &V.addr_range, "Use with -S to list traced records within address range"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "insn-trace",
	  .arg_name = "raw|disasm",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "",
	  .help = "Decode instructions from itrace",
	  .parse = parse_insn_trace,
	  .set = &insn_trace_set },
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "xed",
	  .value = &V.xed,
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "",
	  .help = "Run xed disassembler on output" },
	TRACE_OPTION("call-trace", parse_call_trace, NULL, "Decode calls from itrace"),
	TRACE_OPTION("call-ret-trace", parse_call_ret_trace, NULL, "Decode calls and returns from itrace"),
	OPTION_STRING(0, "graph-function", &V.graph_function, "symbol[,symbol...]",
		      "Only print symbols and callees with --call-trace/--call-ret-trace"),
	OPTION_STRING(0, "stop-bt", &V.stop_symbols, "symbol[,symbol...]",
		      "Stop display of callgraph at these symbols"),
	FILTER_OPTION_CPU,
	FILTER_OPTION_COMMS("only display events for these comms"),
	FILTER_OPTION_PID,
	FILTER_OPTION_TID,
	OPTION_UINT(0, "max-stack", &V.max_stack, SESSION_OPTION_MAX_STACK_HELP),
	OPTION_BOOL(0, "reltime", &V.reltime, "Show time stamps relative to start"),
	OPTION_BOOL(0, "deltatime", &V.deltatime, "Show time stamps relative to previous event"),
	OPTION_BOOL('I', "show-info", &V.show_info, "display extended information from perf.data file"),
	OPTION_BOOL(0, "show-kernel-path", &V.kernel_path, "Show the path of [kernel.kallsyms]"),
	SHOW("task-events", TASKS, "Show the fork/comm/exit events"),
	SHOW("mmap-events", MMAPS, "Show the mmap events"),
	SHOW("switch-events", SWITCHES, "Show context switch events (if recorded)"),
	SHOW("namespace-events", NAMESPACES, "Show namespace events (if recorded)"),
	SHOW("cgroup-events", CGROUPS, "Show cgroup events (if recorded)"),
	SHOW("lost-events", LOST, "Show lost events (if recorded)"),
	SHOW("round-events", ROUNDS, "Show round events (if recorded)"),
	SHOW("bpf-events", BPF, "Show bpf related events (if recorded)"),
	SHOW("text-poke-events", TEXT_POKES, "Show text poke related events (if recorded)"),
	OPTION_BOOL(0, "per-event-dump", &V.per_event, "Dump trace output to files named by the monitored events"),
	SESSION_OPTION_FORCE,
	OPTION_UINT(0, "max-blocks", &V.max_blocks, "Maximum number of code blocks to dump with brstackinsn"),
	OPTION_BOOL(0, "ns", &V.ns, "Use 9 decimal places when displaying time"),
	SESSION_OPTION_ITRACE,
	SESSION_OPTION_FULL_SOURCE_PATH,
	SESSION_OPTION_DEMANGLE("Enable symbol demangling"),
	SESSION_OPTION_DEMANGLE_KERNEL,
	SESSION_OPTION_ADDR2LINE,
	FILTER_OPTION_TIME,
	SESSION_OPTION_INLINE,
	OPTION_STRING(0, "guestmount", &V.guest_mount, "directory",
		      "guest mount directory under which every guest os instance has a subdir"),
	OPTION_STRING(0, "guestvmlinux", &V.guest_vmlinux, "file", "file saving guest os vmlinux"),
	OPTION_STRING(0, "guestkallsyms", &V.guest_kallsyms, "file", "file saving guest os /proc/kallsyms"),
	OPTION_STRING(0, "guestmodules", &V.guest_modules, "file", "file saving guest os /proc/modules"),
	OPTION_BOOL(0, "guest-code", &V.guest_code, "Guest code can be found in hypervisor process"),
	SESSION_OPTION_STITCH_LBR,
	FILTER_OPTION_SWITCHES,
	DEBUGINFOD_OPTION,
	OPTION_BOOL(0, "json", &V.json, "write one JSON object a sample (docs/json-script.md)"),
	OPTION_END
};

void script_option_init(void)
{
	static struct strbuf help = STRBUF_INIT;

	strbuf_printf(&help,
		      "comma separated output fields prepend with 'type:'. +field to add and -field to remove."
		      "Valid types: hw,sw,trace,raw,synth. Fields: %s",
		      script_fields_names());
	for (struct option *o = script_options; o->kind != OPTION_KIND_END; o++)
		if (o->short_name == 'F') o->help = strbuf_text(&help);
	script_fields_init(&V.fields);
}
