/* perf report's options in upstream's order, the configuration's values for them, and combinations that make no
 * sense. From the top: functions that read single values, sets of known words, the table, the configuration, the
 * check. */
#include "commands/report/report_option.h"
#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include "analysis/profile/rows/hist_layout.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "cli/textout.h"
#include "commands/report/report_coverage.h"

/* -g, --call-graph. Without an argument: the defaults, which are in the values already. --no-call-graph: no graphs. */
static int report_option_parse_chains(const struct option *option, const char *arg, bool unset, void *chains)
{
	_free_ char *wrong = NULL;
	if (unset) ((struct chain_option *)chains)->none = true;
	else if (arg && chain_option_parse(chains, arg, &wrong) < 0) return option_unknown(option, wrong);
	return 0;
}

/* -G: the caller is at the top. */
static int report_option_invert(const struct option *option, const char *arg, bool unset, void *member)
{
	struct chain_option *chains = member;
	chains->order_given = true;
	chains->caller_first = !unset;
	return 0;
}

/* --percent-limit. The limit is that of the branches of call graphs, too, unless a later -g says otherwise. */
static int report_option_parse_limit(const struct option *option, const char *arg, bool unset, void *all)
{
	struct report_values *values = all;
	if (!unset && option_percent(arg, &values->percent_limit) < 0)
		return option_error(option,
				    " Error: option `percent-limit' expects a percentage, such as 5 or 0.5%%, not `%s'",
				    arg);
	if (unset) values->percent_limit = 0;
	if (!unset) values->chains.threshold_percent = values->percent_limit;
	return 0;
}

/* --percentage: shares of what the filters leave (relative), or of everything. */
static int report_option_parse_percentage(const struct option *option, const char *arg, bool unset, void *relative)
{
	if (option_check_set(option, arg, unset) < 0) return -1;
	*(bool *)relative = !unset && strcmp(arg, "relative") == 0;
	return 0;
}

static const char *const percent_types[] = { "global-period", "local-period", "global-hits", "local-hits", NULL };

/* --percent-type: words of annotation, which is not there; only checked. */
static int report_option_parse_percent_type(const struct option *option, const char *arg, bool unset, void *values)
{
	for (const char *const *type = percent_types; arg && *type; type++)
		if (strcasecmp(arg, *type) == 0) return 0;
	return unset ? 0 : -EINVAL;
}

/* Nanoseconds of a unit of time, "" is ns; 0: it is none. */
static uint64_t unit_of_time_ns(const char *text)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 }, { "", 1 } };
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (strcmp(text, units[i].name) == 0) return units[i].ns;
	return 0;
}

/* --time-quantum, for the sort key "time": a number and its unit, ns where there is none; stored in ns. */
static int report_option_parse_quantum(const struct option *option, const char *arg, bool unset, void *quantum_ns)
{
	char *end;
	if (unset) return 0;
	unsigned long long number = strtoull(arg, &end, 10);
	uint64_t unit_ns = unit_of_time_ns(end);
	if (end == arg || !unit_ns)
		return option_error(option, "Cannot parse time quantum `%s': a number and s, ms, us or ns", arg);
	if (!number) return option_error(option, "time quantum cannot be 0");
	if (__builtin_mul_overflow(number, unit_ns, (uint64_t *)quantum_ns)) *(uint64_t *)quantum_ns = UINT64_MAX;
	return 0;
}

/* --ignore-callees. The expression is tried here, so that a wrong one is refused before the recording is read; the
 * analysis compiles it again. */
static int report_option_parse_callees(const struct option *option, const char *arg, bool unset, void *pattern)
{
	regex_t regex;
	*(const char **)pattern = unset ? NULL : arg;
	if (unset) return 0;
	int error = regcomp(&regex, arg, REG_EXTENDED | REG_NOSUB);
	if (!error) return regfree(&regex), 0;
	char text[256];
	regerror(error, &regex, text, sizeof(text));
	return option_error(option, "Invalid --ignore-callees regex: %s\n%s", arg, text);
}

/* --stdio-color without a mode is "always". */
static int report_option_parse_colour(const struct option *option, const char *arg, bool unset, void *colour)
{
	if (unset) console_verbose(0, "bad config value for 'color.ui', ignoring...");
	else if (colour_parse(arg ? arg : "always", colour) < 0) return option_unknown(option, arg);
	return 0;
}

/* "10,,20": a width left out is 0, the column's own. */
static int report_option_check_widths(const struct option *option, const char *arg, bool unset)
{
	if (arg[strspn(arg, "0123456789,")])
		return option_error(option, " Error: option `column-widths' expects numbers, such as 10,20, not `%s'",
				    arg);
	return 0;
}

/* --parallelism: numbers and ranges, of at least one thread. */
static int report_option_check_parallelism(const struct option *option, const char *arg, bool unset)
{
	struct number_list list = { 0 };
	_err_done_ struct err err = ERR_INIT;
	bool good = *arg && number_list_parse(&list, arg, &err) == 0;
	for (size_t i = 0; i < list.count; i++) good &= list.numbers[i] > 0;
	number_list_done(&list);
	return good ? 0
		    : option_error(
			      option,
			      " Error: option `parallelism' expects numbers of threads, such as 1 or 1,4-8, not `%s'",
			      arg);
}

/* Words of options, for checks, completion and suggestions. Those of sort keys are open: tracepoints' fields are
 * keys, too. */
static const char *const pretty_names[] = { "normal", "raw", NULL }, *const percentage_names[] = { "relative",
												   "absolute", NULL };
static const char *const colour_names[] = { "always", "never", "auto", NULL };
static const struct option_set pretty_set = { .what = "style", .names = pretty_names },
			       percentage_set = { .what = "kind", .names = percentage_names };
static const struct option_set percent_type_set = { .what = "type", .names = percent_types },
			       colour_set = { .what = "mode", .names = colour_names };
static const char *const flame_colour_names[] = { "object", "name", "difference", NULL };
static const struct option_set flame_colour_set = { .what = "kind", .names = flame_colour_names };
const struct option_set report_option_sort_set = {
	.what = "sort key", .visit = hist_layout_visit, .is_list = true, .is_open = true
};
static const struct option_set field_set = {
	.what = "field", .visit = hist_layout_visit, .is_list = true, .is_open = true
};

/* Texts of the help that are too long for their rows. Those of -s and -F are made from the table of keys. */
static const char sort_event_help[] =
	"Sort the output by the event at the index n in group. If n is invalid, sort by the first event. "
	"WARNING: should be used on grouped events.";
static const char children_help[] = "Accumulate callchains of children and show total overhead as well. Enabled by "
				    "default, use --no-children to disable.";

static const char latency_help[] = "Show which code the clock waited for: shares of wall-clock time, in which a sample "
				   "counts for less the more threads ran (requires perf record --latency)";

void report_option_sort_help(struct strbuf *help) { hist_layout_help("sort by key(s):", help); }
static void report_option_fields_help(struct strbuf *help) { hist_layout_help("output field(s):", help); }

const char *const report_usage[] = { "perf report [<options>]", NULL };
#define T struct report_values
/* The order is that of --list-opts and of messages about ambiguous names. */
const struct option report_options[] = {
	SESSION_ROW_INPUT(T, session),
	SESSION_ROW_VERBOSE,
	OPTION_QUIET("Do not show any warnings or messages"),
	OPTION_BOOL('D', "dump-raw-trace", T, dump, "dump raw trace in ASCII"),
	OPTION_BOOL(0, "stats", T, stats, "Display event stats"),
	OPTION_BOOL(0, "tasks", T, tasks, "Display recorded tasks"),
	OPTION_BOOL(0, "mmaps", T, mmaps, "Display recorded tasks memory maps"),
	SESSION_ROW_VMLINUX(T, session),
	SESSION_ROW_IGNORE_VMLINUX(T, session),
	SESSION_ROW_KALLSYMS(T, session),
	SESSION_ROW_FORCE(T, session),
	SESSION_ROW_MODULES(T, session),
	SESSION_ROW_GUEST_MOUNT(T, session),
	SESSION_ROW_GUEST_VMLINUX(T, session),
	SESSION_ROW_GUEST_KALLSYMS(T, session),
	SESSION_ROW_GUEST_MODULES(T, session),
	OPTION_BOOL(0, "guest-code", T, session.guests.code, "Guest code can be found in hypervisor process"),
	OPTION_BOOL('n', "show-nr-samples", T, nr_samples, "Show a column with the number of samples"),
	OPTION_BOOL('T', "threads", T, thread_counters, "Show per-thread event counters"),
	OPTION_WORDS(0, "pretty", T, pretty, "key", "pretty printing style key: normal raw", &pretty_set),
	OPTION_BOOL(0, "tui", T, use_tui, "Use the TUI interface"),
	OPTION_BOOL(0, "stdio", T, use_stdio, "Use the stdio interface"),
	OPTION_BOOL(0, "header", T, header, "Show data header."),
	OPTION_BOOL(0, "header-only", T, header_only, "Show only data header."),
	{ OPTION_ROW(OPTION_KIND_STRING, 's', "sort", NULL), .make_help = report_option_sort_help,
	  .member = OPTION_MEMBER(const char *, T, sort), .arg_name = "key[,key2...]", .set = &report_option_sort_set },
	{ OPTION_ROW(OPTION_KIND_STRING, 'F', "fields", NULL), .make_help = report_option_fields_help,
	  .member = OPTION_MEMBER(const char *, T, fields), .arg_name = "key[,keys...]", .set = &field_set },
	OPTION_BOOL(0, "show-cpu-utilization", T, cpu_modes, "Show sample percentage for different cpu modes"),
	{ OPTION_ROW(OPTION_KIND_BOOL, 0, "showcpuutilization", NULL), .member = OPTION_MEMBER(bool, T, cpu_modes),
	  .flags = OPTION_HIDDEN },
	OPTION_STRING('p', "parent", T, parent_regex, "regex", "regex filter to identify parent, see: '--sort parent'"),
	OPTION_BOOL('x', "exclude-other", T, exclude_other, "Only display entries with parent-match"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'g', "call-graph", chain_option_help), .arg_name = CHAIN_OPTION_ARG,
	  .flags = OPTION_LASTARG, .store = report_option_parse_chains, .set = &chain_option_set,
	  .member = OPTION_MEMBER(struct chain_option, T, chains), .given = OPTION_MEMBER(bool, T, chains_given) },
	OPTION_BOOL(0, "children", T, children, children_help),
	OPTION_BOOL(0, "latency", T, latency, latency_help),
	OPTION_NATURAL_INT(0, "max-stack", T, max_stack, SESSION_OPTION_MAX_STACK_HELP),
	OPTION_CALLBACK_NOARG('G', "inverted", T, chains, "alias for inverted call graph", report_option_invert),
	OPTION_CALLBACK(0, "ignore-callees", T, ignore_callees, "regex",
			"ignore callees of these functions in call graphs", report_option_parse_callees),
	FILTER_ROW_DSOS(T, filter, 'd', "only consider symbols in these dsos"),
	FILTER_ROW_COMMS(T, filter, "only consider symbols in these comms"),
	FILTER_ROW_PID(T, filter),
	FILTER_ROW_TID(T, filter),
	FILTER_ROW_MACHINES(T, filter),
	FILTER_ROW_SYMBOLS(T, filter),
	{ OPTION_ROW(OPTION_KIND_STRING, 0, "parallelism",
		     "only consider samples while so many threads ran (such as 1,4-8)"),
	  .member = OPTION_MEMBER(const char *, T, parallelism), .arg_name = "parallelism",
	  .parse = report_option_check_parallelism },
	OPTION_STRING(0, "symbol-filter", T, symbol_part, "filter",
		      "only show symbols that (partially) match with this filter"),
	{ OPTION_ROW(OPTION_KIND_STRING, 'w', "column-widths",
		     "don't try to adjust column width, use these fixed values"),
	  .member = OPTION_MEMBER(const char *, T, widths), .arg_name = "width[,width...]",
	  .parse = report_option_check_widths },
	OPTION_STRING('t', "field-separator", T, separator, "separator",
		      "separator for columns, no spaces will be added between columns '.' is reserved."),
	OPTION_BOOL('U', "hide-unresolved", T, hide_unresolved, "Only display entries resolved to a symbol"),
	SESSION_ROW_SYMFS(T, session),
	FILTER_ROW_CPU(T, filter),
	OPTION_BOOL('I', "show-info", T, show_info, "Display extended information about perf.data file"),
	OPTION_BOOL(0, "source", T, source, "Interleave source code with assembly code (default)"),
	OPTION_BOOL(0, "asm-raw", T, asm_raw, "Display raw encoding of assembly instructions (default)"),
	CODE_ROW_STYLE(T, code),
	CODE_ROW_PREFIX(T, code),
	CODE_ROW_PREFIX_STRIP(T, code),
	OPTION_BOOL(0, "show-total-period", T, total_period, "Show a column with the sum of periods"),
	{ OPTION_ROW(OPTION_KIND_BOOL, 0, "group", "Show event group information together"),
	  .member = OPTION_MEMBER(bool, T, group), .given = OPTION_MEMBER(bool, T, group_set) },
	OPTION_INT(0, "group-sort-idx", T, group_sort, sort_event_help),
	{ OPTION_ROW(OPTION_KIND_BOOL, 'b', "branch-stack", "use branch records for per branch histogram filling"),
	  .member = OPTION_MEMBER(bool, T, branch_stack), .given = OPTION_MEMBER(bool, T, branch_stack_set) },
	OPTION_BOOL(0, "branch-history", T, branch_history, "add last branch records to call history"),
	CODE_ROW_OBJDUMP(T, code),
	SESSION_ROW_ADDR2LINE(T, session),
	SESSION_ROW_ADDR2LINE_STYLE(T, session),
	SESSION_ROW_UNWIND_STYLE(T, session),
	SESSION_ROW_DEMANGLE(T, session, "Symbol demangling. Enabled by default, use --no-demangle to disable."),
	SESSION_ROW_DEMANGLE_KERNEL(T, session),
	OPTION_BOOL(0, "mem-mode", T, mem_mode, "mem access profile"),
	OPTION_INT(0, "samples", T, samples, "Number of samples to save per histogram entry for individual browsing"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percent-limit", "Don't show entries under that percent"),
	  .arg_name = "percent", .store = report_option_parse_limit },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percentage", "how to display percentage of filtered entries"),
	  .arg_name = "relative|absolute", .store = report_option_parse_percentage, .set = &percentage_set,
	  .member = OPTION_MEMBER(bool, T, relative) },
	SESSION_ROW_ITRACE(T, session),
	SESSION_ROW_FULL_SOURCE_PATH(T, session),
	OPTION_BOOL(0, "show-ref-call-graph", T, ref_chains, "Show callgraph from reference event"),
	SESSION_ROW_STITCH_LBR(T, session),
	OPTION_INT(0, "socket-filter", T, socket, "only show processor socket that match with this filter"),
	OPTION_BOOL(0, "raw-trace", T, raw_trace, "Show raw trace event output (do not use print fmt or plugins)"),
	OPTION_BOOL('H', "hierarchy", T, hierarchy, "Show entries in a hierarchy"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "stdio-color",
		     "'always' (default), 'never' or 'auto' only applicable to --stdio mode"),
	  .arg_name = "mode", .flags = OPTION_LASTARG, .store = report_option_parse_colour, .set = &colour_set,
	  .member = OPTION_MEMBER(enum colour_use, T, colour) },
	FILTER_ROW_TIME(T, filter),
	SESSION_ROW_INLINE(T, session),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percent-type", "Set percent type local/global-period/hits"),
	  .arg_name = "local-period", .store = report_option_parse_percent_type, .set = &percent_type_set },
	OPTION_BOOL(0, "ns", T, ns, "Show times in nanosecs"),
	OPTION_CALLBACK(0, "time-quantum", T, time_quantum_ns, "time (ms|us|ns|s)",
			"Set time quantum for time sort key (default 100ms)", report_option_parse_quantum),
	FILTER_ROW_SWITCH_ON(T, filter),
	FILTER_ROW_SWITCH_OFF(T, filter),
	FILTER_ROW_SHOW_ON_OFF(T, filter),
	OPTION_BOOL(0, "total-cycles", T, total_cycles, "Sort all blocks by 'Sampled Cycles%'"),
	OPTION_BOOL(0, "disable-order", T, disorder, "Disable raw trace ordering"),
	OPTION_BOOL(0, "skip-empty", T, skip_empty, "Do not display empty (or dummy) events in the output"),
	DEBUGINFOD_ROW(T, debuginfod),
	OPTION_BOOL(0, "json", T, json, "write the report as JSON (docs/json-report.md)"),
	{ OPTION_ROW(OPTION_KIND_STRING, 0, "folded",
		     "write call stacks as FlameGraph's folded text; without a file to standard output"),
	  .member = OPTION_MEMBER(const char *, T, folded), .arg_name = "file", .flags = OPTION_LASTARG,
	  .fallback = (intptr_t) "-" },
	OPTION_STRING(0, "flamegraph", T, flamegraph, "file", "write a flame graph to FILE.svg or FILE.html"),
	OPTION_STRING(0, "html", T, html, "file", "write the whole profile as one page for a browser"),
	OPTION_STRING(0, "baseline", T, baseline, "file",
		      "recording that --folded, --flamegraph and --html compare with"),
	OPTION_BOOL(0, "wall", T, wall, "all time of threads, on a CPU and off it, by state"),
	OPTION_BOOL(0, "wall-clock", T, wall_clock,
		    "pages, flame graphs and --folded of all time of threads, on a CPU and off it"),
	OPTION_BOOL(0, "coverage", T, coverage, "which lines and branches a hardware trace executed, and which never"),
	OPTION_STRING(0, "lcov", T, lcov, "file", "write --coverage as a tracefile for genhtml and gcovr"),
	OPTION_BOOL(0, "icicle", T, icicle, "outermost calls at the top of flame graphs"),
	OPTION_WORDS(0, "flame-colors", T, flame_colours, "by", "colours of flame graphs by: object name difference",
		     &flame_colour_set),
	OPTION_STRING(0, "page-title", T, title, "text", "title of flame graphs and pages"),
	OPTION_STRING(0, "flame-event", T, flame_event, "event",
		      "event of --folded and of --flamegraph FILE.svg (default: the first)"),
	OPTION_END
};
#undef T
const struct option_table report_option_table = { .rows = report_options, .usage = report_usage };

/* Variables report.*, call-graph.*, hist.* and color.ui of perf-config(1). What cannot be read is told and left out. */
void report_option_configure(struct report_values *values)
{
	const struct config *config = config_get();
	const char *text;
	chain_option_configure(&values->chains);
	code_option_configure(&values->code);
	(void)config_string(config, "report.sort_order", &values->sort);
	(void)config_bool(config, "report.children", &values->children);
	(void)config_bool(config, "report.group", &values->group);
	(void)config_bool(config, "report.skip-empty", &values->skip_empty);
	if (config_string(config, "color.ui", &text) > 0 && colour_parse(text, &values->colour) < 0)
		fprintf(stderr, "Bad config value for 'color.ui': %s\nKnown are: always, never, auto, true, false\n",
			text);
	if (config_word(config, "hist.percentage", &percentage_set, &text) > 0)
		values->relative = strcmp(text, "relative") == 0;
	if (config_string(config, "report.percent-limit", &text) > 0) {
		if (option_percent(text, &values->percent_limit) < 0)
			console_error("Bad config value for 'report.percent-limit': %s", text);
		values->chains.threshold_percent = values->percent_limit;
	}
}

/* What is text only, by its option; NULL: nothing of that was asked for. */
static const char *text_only(const struct report_values *values)
{
	const struct {
		bool given;
		const char *option;
	} all[] = {
		{ values->stats, "stats" },   { values->tasks, "tasks" },
		{ values->mmaps, "mmaps" },   { values->header_only, "header-only" },
		{ values->header, "header" }, { values->dump, "dump-raw-trace" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].given) return all[i].option;
	return NULL;
}

/* Combinations that are refused before the recording is opened, with upstream's exit statuses. */
bool report_option_check(const struct report_values *values, int *ret_status)
{
	const char *option = text_only(values);
	/* Upstream's status of wrong options, 234. */
	*ret_status = 256 - EINVAL;
	if (values->json && option) {
		console_error("--json is of profiles: --%s has no such form", option);
		return false;
	}
	if (values->hierarchy && values->fields) {
		fprintf(stderr, "Error: --hierarchy and --fields options cannot be used together\n\n");
		(void)option_table_usage_for(&report_option_table, "fields");
		options_help_for(report_options, "hierarchy");
		*ret_status = 0; /* as upstream */
		return false;
	}
	if (!report_coverage_check(values)) return false;
	if (values->wall_clock && (values->baseline || !(values->folded || values->flamegraph || values->html))) {
		console_error("--wall-clock is for --html, --flamegraph and --folded, without --baseline");
		return false;
	}
	if (values->wall && values->latency) {
		console_error("--wall shows time of threads, which has no shares of the clock: leave out --latency");
		return false;
	}
	if (!code_option_check(&values->code)) return false;
	if (values->code.prefix_strip && !values->code.prefix) {
		fprintf(stderr, "--prefix-strip requires --prefix\n");
		return false;
	}
	if (values->title && !values->flamegraph && !values->html) {
		console_error("--page-title is of pages and pictures: give --html or --flamegraph FILE, too");
		return false;
	}
	if (values->flame_event && !values->folded && !values->flamegraph) {
		console_error("--flame-event %s is of flame graphs: give --folded or --flamegraph FILE, too",
			      values->flame_event);
		return false;
	}
	return true;
}
