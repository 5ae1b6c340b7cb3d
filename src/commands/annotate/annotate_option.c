/* The options of `perf annotate`: rows in upstream's order. */
#include "commands/annotate/annotate_option.h"

#include <stdio.h>
#include <string.h>
#include "cli/config.h"

#define T struct annotate_values

static const char *const percent_names[] = { "local-period", "local-hits", "global-period", "global-hits", NULL };
static const struct option_set percent_set = { .what = "percent type", .names = percent_names };
static const char *const colour_names[] = { "always", "never", "auto", NULL };
static const struct option_set colour_set = { .what = "mode", .names = colour_names };

/* Either word may stand first, as upstream takes them: "local-period", "hits-global". */
static int annotate_option_parse_percent(const struct option *option, const char *arg, bool unset, void *member)
{
	enum code_percent *percent = member;
	bool is_local = arg && strstr(arg, "local"), is_global = arg && strstr(arg, "global"),
	     is_hits = arg && strstr(arg, "hits"), is_period = arg && strstr(arg, "period");
	if (unset || is_local == is_global || is_hits == is_period) return option_unknown(option, arg ? arg : "");
	if (is_local) *percent = is_hits ? CODE_LOCAL_HITS : CODE_LOCAL_PERIOD;
	else *percent = is_hits ? CODE_GLOBAL_HITS : CODE_GLOBAL_PERIOD;
	return 0;
}

static int annotate_option_parse_limit(const struct option *option, const char *arg, bool unset, void *member)
{
	double *limit = member;
	*limit = 0;
	if (unset || option_percent(arg, limit) >= 0) return 0;
	return option_error(option, " Error: option `percent-limit' expects a percentage, such as 5 or 0.5%%, not `%s'",
			    arg);
}

/* --stdio-color without a mode is "always". */
static int annotate_option_parse_colour(const struct option *option, const char *arg, bool unset, void *member)
{
	if (unset) *(enum colour_use *)member = COLOUR_NEVER;
	else if (colour_parse(arg ? arg : "always", member) < 0) return option_unknown(option, arg);
	return 0;
}

/* --data-type without a name: all types. */
static int annotate_option_parse_type(const struct option *option, const char *arg, bool unset, void *member)
{
	const char **type = member;
	*type = arg ? arg : "";
	if (unset) *type = NULL;
	return 0;
}

static const struct option annotate_options[] = {
	SESSION_ROW_INPUT(T, session),
	FILTER_ROW_DSOS(T, filter, 'd', "only consider symbols in these dsos"),
	OPTION_STRING('s', "symbol", T, symbol, "symbol", "symbol to annotate"),
	SESSION_ROW_FORCE(T, session),
	SESSION_ROW_VERBOSE,
	OPTION_QUIET("do now show any warnings or messages"),
	OPTION_BOOL('D', "dump-raw-trace", T, dump, "dump raw trace in ASCII"),
	OPTION_BOOL(0, "tui", T, tui, "Use the TUI interface"),
	OPTION_BOOL(0, "stdio", T, stdio, "Use the stdio interface"),
	OPTION_BOOL(0, "stdio2", T, stdio2, "Use the stdio interface"),
	SESSION_ROW_IGNORE_VMLINUX(T, session),
	SESSION_ROW_VMLINUX(T, session),
	SESSION_ROW_MODULES(T, session),
	OPTION_BOOL('l', "print-line", T, print_line, "print matching source lines (may be slow)"),
	OPTION_BOOL('P', "full-paths", T, full_paths, "Don't shorten the displayed pathnames"),
	OPTION_BOOL(0, "skip-missing", T, skip_missing, "Skip symbols that cannot be annotated"),
	FILTER_ROW_CPU(T, filter),
	SESSION_ROW_SYMFS(T, session),
	OPTION_BOOL(0, "source", T, source, "Interleave source code with assembly code (default)"),
	OPTION_BOOL(0, "asm-raw", T, asm_raw, "Display raw encoding of assembly instructions (default)"),
	CODE_ROW_STYLE(T, code),
	CODE_ROW_PREFIX(T, code),
	CODE_ROW_PREFIX_STRIP(T, code),
	CODE_ROW_OBJDUMP(T, code),
	SESSION_ROW_ADDR2LINE(T, session),
	SESSION_ROW_DEMANGLE(T, session, "Enable symbol demangling"),
	SESSION_ROW_DEMANGLE_KERNEL(T, session),
	{ OPTION_ROW(OPTION_KIND_BOOL, 0, "group", "Show event group information together"),
	  .member = OPTION_MEMBER(bool, T, group), .given = OPTION_MEMBER(bool, T, group_set) },
	OPTION_BOOL(0, "show-total-period", T, total_period, "Show a column with the sum of periods"),
	OPTION_BOOL('n', "show-nr-samples", T, nr_samples, "Show a column with the number of samples"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "stdio-color",
		     "'always' (default), 'never' or 'auto' only applicable to --stdio mode"),
	  .arg_name = "mode", .flags = OPTION_LASTARG, .store = annotate_option_parse_colour, .set = &colour_set,
	  .member = OPTION_MEMBER(enum colour_use, T, colour) },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percent-type", "Set percent type local/global-period/hits"),
	  .arg_name = "local-period", .store = annotate_option_parse_percent, .set = &percent_set,
	  .member = OPTION_MEMBER(enum code_percent, T, percent) },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percent-limit", "Don't show entries under that percent"),
	  .arg_name = "percent", .store = annotate_option_parse_limit,
	  .member = OPTION_MEMBER(double, T, percent_limit) },
	SESSION_ROW_ITRACE(T, session),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "data-type", "Show data type annotate for the memory accesses"),
	  .arg_name = "name", .flags = OPTION_OPTARG, .store = annotate_option_parse_type,
	  .member = OPTION_MEMBER(const char *, T, data_type) },
	OPTION_BOOL(0, "type-stat", T, type_stat, "Show stats for the data type annotation"),
	OPTION_BOOL(0, "insn-stat", T, insn_stat, "Show instruction stats for the data type annotation"),
	OPTION_BOOL(0, "skip-empty", T, skip_empty, "Do not display empty (or dummy) events in the output"),
	OPTION_BOOL(0, "code-with-type", T, code_with_type, "Show data type info in code annotation (memory insns)"),
	OPTION_END
};
static const char *const annotate_usage[] = { "perf annotate [<options>]", NULL };
const struct option_table annotate_option_table = { .rows = annotate_options, .usage = annotate_usage };

void annotate_option_configure(struct annotate_values *values)
{
	const struct config *config = config_get();
	const char *text;
	bool hide_source = !values->source;

	if (config_bool(config, "annotate.hide_src_code", &hide_source) > 0) values->source = !hide_source;
	(void)config_bool(config, "annotate.show_nr_samples", &values->nr_samples);
	(void)config_bool(config, "annotate.show_total_period", &values->total_period);
	code_option_configure(&values->code);
	if (config_string(config, "color.ui", &text) > 0 && colour_parse(text, &values->colour) < 0)
		fprintf(stderr, "Bad config value for 'color.ui': %s\nKnown are: always, never, auto, true, false\n",
			text);
}

bool annotate_option_check(struct annotate_values *values, int *ret_status)
{
	*ret_status = OPTION_USAGE_STATUS;
	if (!code_option_check(&values->code)) return false;
	if (values->total_period && values->nr_samples) {
		fprintf(stderr, " Error: option `show-total-period' cannot be used with show-nr-samples\n");
		options_help_for(annotate_options, "show-total-period");
		return false;
	}
	if (values->code.prefix_strip && !values->code.prefix) {
		console_error("--prefix requires --prefix-strip");
		*ret_status = 255;
		return false;
	}
	return true;
}
