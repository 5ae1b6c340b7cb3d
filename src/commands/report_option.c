#include "commands/report_option.h"
#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include "analysis/profile/hist_layout.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "cli/textout.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"

struct report_option_values report_option_values = {
	.chains = CHAIN_OPTION_INIT,
	.children = true,
	.group = true,
	.skip_empty = true,
	.max_stack = 127,
	.socket = -1,
};
#define V report_option_values

static int parse_chains(const struct option *option, const char *arg, bool unset)
{
	_free_ char *wrong = NULL;
	V.chains_given = !unset;
	if (unset) V.chains.none = true;
	else if (arg && chain_option_parse(&V.chains, arg, &wrong) < 0) return option_unknown(option, wrong);
	return 0;
}

static int parse_inverted(const struct option *option, const char *arg, bool unset)
{
	V.chains.order_given = true;
	V.chains.caller_first = !unset;
	return 0;
}

static int parse_percent_limit(const struct option *option, const char *arg, bool unset)
{
	if (!unset && option_percent(arg, &V.percent_limit) < 0)
		return option_error(option,
				    " Error: option `percent-limit' expects a percentage, such as 5 or 0.5%%, not `%s'",
				    arg);
	if (unset) V.percent_limit = 0;
	V.percent_limit_set = !unset;
	if (!unset) V.chains.threshold_percent = V.percent_limit;
	return 0;
}

static int parse_percentage(const struct option *option, const char *arg, bool unset)
{
	if (option_check_set(option, arg, unset) < 0) return -1;
	V.relative = !unset && strcmp(arg, "relative") == 0;
	return 0;
}

static const char *const percent_types[] = { "global-period", "local-period", "global-hits", "local-hits", NULL };

/* "local-period" and the like, words of annotation. */
static int parse_percent_type(const struct option *option, const char *arg, bool unset)
{
	for (const char *const *type = percent_types; arg && *type; type++)
		if (strcasecmp(arg, *type) == 0) return 0;
	return unset ? 0 : -EINVAL;
}

static int parse_quantum(const struct option *option, const char *arg, bool unset)
{
	char *end;
	if (unset) return 0;
	unsigned long long number = strtoull(arg, &end, 10);
	uint64_t unit_ns = strcmp(end, "s") == 0             ? 1000000000
			   : strcmp(end, "ms") == 0          ? 1000000
			   : strcmp(end, "us") == 0          ? 1000
			   : strcmp(end, "ns") == 0 || !*end ? 1
							     : 0;
	if (end == arg || !unit_ns)
		return option_error(option, "Cannot parse time quantum `%s': a number and s, ms, us or ns", arg);
	if (!number) return option_error(option, "time quantum cannot be 0");
	V.time_quantum_ns = number * unit_ns;
	return 0;
}

static int parse_ignore_callees(const struct option *option, const char *arg, bool unset)
{
	regex_t regex;
	V.ignore_callees = unset ? NULL : arg;
	if (unset) return 0;
	int error = regcomp(&regex, arg, REG_EXTENDED | REG_NOSUB);
	if (!error) return regfree(&regex), 0;
	char text[256];
	regerror(error, &regex, text, sizeof(text));
	return option_error(option, "Invalid --ignore-callees regex: %s\n%s", arg, text);
}

static int parse_colour(const struct option *option, const char *arg, bool unset)
{
	if (unset) console_verbose(0, "bad config value for 'color.ui', ignoring...");
	else if (colour_parse(arg ? arg : "always", &V.colour) < 0) return option_unknown(option, arg);
	return 0;
}

/* "10,,20": a width left out is nought, the column's own. */
static int check_widths(const struct option *option, const char *arg, bool unset)
{
	if (arg[strspn(arg, "0123456789,")])
		return option_error(option, " Error: option `column-widths' expects numbers, such as 10,20, not `%s'",
				    arg);
	return 0;
}

static int check_number(const struct option *option, const char *arg, bool unset)
{
	int64_t number;
	if (option_number(arg, 0, INT32_MAX, &number) == 0) return 0;
	return option_error(option, " Error: option `%s' expects a numerical value, not `%s'", option->long_name, arg);
}

static const char *const pretty_names[] = { "normal", "raw", NULL }, *const percentage_names[] = { "relative",
												   "absolute", NULL };
static const char *const colour_names[] = { "always", "never", "auto", NULL }, *const style_names[] = { "att", "intel",
													NULL };
static const struct option_set pretty_set = { .what = "style", .names = pretty_names },
			       percentage_set = { .what = "kind", .names = percentage_names };
static const struct option_set percent_type_set = { .what = "type", .names = percent_types },
			       colour_set = { .what = "mode", .names = colour_names };
static const struct option_set style_set = { .what = "style", .names = style_names, .is_open = true };
static const struct option_set sort_set = {
	.what = "sort key", .visit = hist_layout_visit, .is_list = true, .is_open = true
};
static const struct option_set field_set = {
	.what = "field", .visit = hist_layout_visit, .is_list = true, .is_open = true
};

static const char sort_event_help[] =
	"Sort the output by the event at the index n in group. If n is invalid, sort by the first event. "
	"WARNING: should be used on grouped events.";
static const char children_help[] = "Accumulate callchains of children and show total overhead as well. Enabled by "
				    "default, use --no-children to disable.";

const char *const report_usage[] = { "perf report [<options>]", NULL };
/* Not const: the help of -s and -F is made from the tables of keys and fields. */
struct option report_options[] = {
	SESSION_OPTION_INPUT,
	SESSION_OPTION_VERBOSE,
	OPTION_BOOL('q', "quiet", &console_quiet, "Do not show any warnings or messages"),
	OPTION_BOOL('D', "dump-raw-trace", &V.dump, "dump raw trace in ASCII"),
	OPTION_BOOL(0, "stats", &V.stats, "Display event stats"),
	OPTION_BOOL(0, "tasks", &V.tasks, "Display recorded tasks"),
	OPTION_BOOL(0, "mmaps", &V.mmaps, "Display recorded tasks memory maps"),
	SESSION_OPTION_VMLINUX,
	SESSION_OPTION_IGNORE_VMLINUX,
	SESSION_OPTION_KALLSYMS,
	SESSION_OPTION_FORCE,
	SESSION_OPTION_MODULES,
	OPTION_BOOL('n', "show-nr-samples", &V.nr_samples, "Show a column with the number of samples"),
	OPTION_BOOL('T', "threads", &V.thread_counters, "Show per-thread event counters"),
	OPTION_WORDS(0, "pretty", &V.pretty, "key", "pretty printing style key: normal raw", &pretty_set),
	OPTION_BOOL(0, "tui", &V.use_tui, "Use the TUI interface"),
	OPTION_BOOL(0, "stdio", &V.use_stdio, "Use the stdio interface"),
	OPTION_BOOL(0, "header", &V.header, "Show data header."),
	OPTION_BOOL(0, "header-only", &V.header_only, "Show only data header."),
	OPTION_TEXT('s', "sort", &V.sort, "key[,key2...]", NULL, &sort_set),
	OPTION_TEXT('F', "fields", &V.fields, "key[,keys...]", NULL, &field_set),
	OPTION_BOOL(0, "show-cpu-utilization", &V.cpu_modes, "Show sample percentage for different cpu modes"),
	{ .kind = OPTION_KIND_BOOL, .long_name = "showcpuutilization", .value = &V.cpu_modes, .flags = OPTION_HIDDEN },
	OPTION_STRING('p', "parent", &V.parent_regex, "regex", "regex filter to identify parent, see: '--sort parent'"),
	OPTION_BOOL('x', "exclude-other", &V.exclude_other, "Only display entries with parent-match"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'g',
	  .long_name = "call-graph",
	  .arg_name = CHAIN_OPTION_ARG,
	  .help = chain_option_help,
	  .flags = OPTION_LASTARG,
	  .parse = parse_chains,
	  .set = &chain_option_set },
	OPTION_BOOL(0, "children", &V.children, children_help),
	OPTION_NATURAL_INT(0, "max-stack", &V.max_stack, SESSION_OPTION_MAX_STACK_HELP),
	OPTION_CALLBACK_NOARG('G', "inverted", NULL, "alias for inverted call graph", parse_inverted),
	OPTION_CALLBACK(0, "ignore-callees", NULL, "regex", "ignore callees of these functions in call graphs",
			parse_ignore_callees),
	FILTER_OPTION_DSOS('d', "only consider symbols in these dsos"),
	FILTER_OPTION_COMMS("only consider symbols in these comms"),
	FILTER_OPTION_PID,
	FILTER_OPTION_TID,
	FILTER_OPTION_SYMBOLS,
	OPTION_STRING(0, "symbol-filter", &V.symbol_part, "filter",
		      "only show symbols that (partially) match with this filter"),
	{ .kind = OPTION_KIND_STRING,
	  .short_name = 'w',
	  .long_name = "column-widths",
	  .value = &V.widths,
	  .arg_name = "width[,width...]",
	  .help = "don't try to adjust column width, use these fixed values",
	  .parse = check_widths },
	OPTION_STRING('t', "field-separator", &V.separator, "separator",
		      "separator for columns, no spaces will be added between columns '.' is reserved."),
	OPTION_BOOL('U', "hide-unresolved", &V.hide_unresolved, "Only display entries resolved to a symbol"),
	SESSION_OPTION_SYMFS,
	FILTER_OPTION_CPU,
	OPTION_BOOL('I', "show-info", &V.show_info, "Display extended information about perf.data file"),
	OPTION_BOOL(0, "source", &V.source, "Interleave source code with assembly code (default)"),
	OPTION_BOOL(0, "asm-raw", &V.asm_raw, "Display raw encoding of assembly instructions (default)"),
	OPTION_TEXT('M', "disassembler-style", &V.disassembler_style, "disassembler style",
		    "Specify disassembler style (e.g. -M intel for intel syntax)", &style_set),
	OPTION_STRING(0, "prefix", &V.prefix, "prefix",
		      "Add prefix to source file path names in programs (with --prefix-strip)"),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "prefix-strip",
	  .value = &V.prefix_strip,
	  .arg_name = "N",
	  .parse = check_number,
	  .help = "Strip first N entries of source file path name in programs (with --prefix)" },
	OPTION_BOOL(0, "show-total-period", &V.total_period, "Show a column with the sum of periods"),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "group",
	  .value = &V.group,
	  .was_set = &V.group_set,
	  .help = "Show event group information together" },
	OPTION_INT(0, "group-sort-idx", &V.group_sort, sort_event_help),
	{ .kind = OPTION_KIND_BOOL,
	  .short_name = 'b',
	  .long_name = "branch-stack",
	  .value = &V.branch_stack,
	  .was_set = &V.branch_stack_set,
	  .help = "use branch records for per branch histogram filling" },
	OPTION_BOOL(0, "branch-history", &V.branch_history, "add last branch records to call history"),
	OPTION_STRING(0, "objdump", &V.objdump, "path", "objdump binary to use for disassembly and annotations"),
	SESSION_OPTION_ADDR2LINE,
	SESSION_OPTION_DEMANGLE("Symbol demangling. Enabled by default, use --no-demangle to disable."),
	SESSION_OPTION_DEMANGLE_KERNEL,
	OPTION_BOOL(0, "mem-mode", &V.mem_mode, "mem access profile"),
	OPTION_INT(0, "samples", &V.samples, "Number of samples to save per histogram entry for individual browsing"),
	OPTION_CALLBACK(0, "percent-limit", NULL, "percent", "Don't show entries under that percent",
			parse_percent_limit),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "percentage",
	  .arg_name = "relative|absolute",
	  .parse = parse_percentage,
	  .set = &percentage_set,
	  .help = "how to display percentage of filtered entries" },
	SESSION_OPTION_ITRACE,
	SESSION_OPTION_FULL_SOURCE_PATH,
	OPTION_BOOL(0, "show-ref-call-graph", &V.ref_chains, "Show callgraph from reference event"),
	SESSION_OPTION_STITCH_LBR,
	OPTION_INT(0, "socket-filter", &V.socket, "only show processor socket that match with this filter"),
	OPTION_BOOL(0, "raw-trace", &V.raw_trace, "Show raw trace event output (do not use print fmt or plugins)"),
	OPTION_BOOL('H', "hierarchy", &V.hierarchy, "Show entries in a hierarchy"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "stdio-color",
	  .arg_name = "mode",
	  .flags = OPTION_LASTARG,
	  .parse = parse_colour,
	  .set = &colour_set,
	  .help = "'always' (default), 'never' or 'auto' only applicable to --stdio mode" },
	FILTER_OPTION_TIME,
	SESSION_OPTION_INLINE,
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "percent-type",
	  .arg_name = "local-period",
	  .parse = parse_percent_type,
	  .set = &percent_type_set,
	  .help = "Set percent type local/global-period/hits" },
	OPTION_BOOL(0, "ns", &V.ns, "Show times in nanosecs"),
	OPTION_CALLBACK(0, "time-quantum", NULL, "time (ms|us|ns|s)",
			"Set time quantum for time sort key (default 100ms)", parse_quantum),
	FILTER_OPTION_SWITCHES,
	OPTION_BOOL(0, "total-cycles", &V.total_cycles, "Sort all blocks by 'Sampled Cycles%'"),
	OPTION_BOOL(0, "disable-order", &V.disorder, "Disable raw trace ordering"),
	OPTION_BOOL(0, "skip-empty", &V.skip_empty, "Do not display empty (or dummy) events in the output"),
	DEBUGINFOD_OPTION,
	OPTION_BOOL(0, "json", &V.json, "write the report as JSON (docs/json-report.md)"),
	OPTION_END
};

void report_option_configure(void)
{
	const struct config *config = config_get();
	static const char *sort_help, *fields_help; /* kept: the table of options speaks of them from now on */
	const char *text;
	if (!sort_help) sort_help = hist_layout_help("sort by key(s):");
	if (!fields_help) fields_help = hist_layout_help("output field(s):");
	for (struct option *o = report_options; o->kind != OPTION_KIND_END; o++) {
		if (o->short_name == 's') o->help = sort_help;
		else if (o->short_name == 'F') o->help = fields_help;
	}
	chain_option_configure(&V.chains);
	(void)config_string(config, "report.sort_order", &V.sort);
	(void)config_bool(config, "report.children", &V.children);
	(void)config_bool(config, "report.group", &V.group);
	(void)config_bool(config, "report.skip-empty", &V.skip_empty);
	if (config_string(config, "color.ui", &text) > 0 && colour_parse(text, &V.colour) < 0)
		fprintf(stderr, "Bad config value for 'color.ui': %s\nKnown are: always, never, auto, true, false\n",
			text);
	if (config_word(config, "hist.percentage", &percentage_set, &text) > 0)
		V.relative = strcmp(text, "relative") == 0;
	if (config_string(config, "report.percent-limit", &text) > 0) {
		if (option_percent(text, &V.percent_limit) < 0)
			console_error("Bad config value for 'report.percent-limit': %s", text);
		V.percent_limit_set = true;
		V.chains.threshold_percent = V.percent_limit;
	}
}

/* What is text only, by its option; NULL: nothing of that was asked for. */
static const char *text_only(void)
{
	const struct {
		bool given;
		const char *option;
	} all[] = {
		{ V.stats, "stats" },   { V.tasks, "tasks" },
		{ V.mmaps, "mmaps" },   { V.header_only, "header-only" },
		{ V.header, "header" }, { V.dump, "dump-raw-trace" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].given) return all[i].option;
	return NULL;
}

int report_option_check(void)
{
	if (V.json && text_only()) {
		console_error("--json is of profiles: --%s has no such form", text_only());
		return -EINVAL;
	}
	if (V.hierarchy && V.fields) {
		fprintf(stderr, "Error: --hierarchy and --fields options cannot be used together\n\n");
		options_usage_for(report_usage, report_options, "fields");
		options_help_for(report_options, "hierarchy");
		exit(textout_finish(0)); /* as upstream */
	}
	if (V.prefix_strip && !V.prefix) {
		fprintf(stderr, "--prefix-strip requires --prefix\n");
		return -EINVAL;
	}
	return 0;
}
