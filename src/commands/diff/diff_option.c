/* perf diff's options in upstream's order, and the configuration's values for them. */
#include "commands/diff/diff_option.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/profile/rows/hist_layout.h"
#include "cli/config.h"
#include "cli/option_form.h"

static const struct {
	const char *name;
	enum diff_method method;
} methods[] = {
	{ "delta", DIFF_DELTA }, { "delta-abs", DIFF_DELTA_ABS }, { "ratio", DIFF_RATIO },
	{ "wdiff", DIFF_WDIFF }, { "cycles", DIFF_CYCLES },
};
static const char *const compute_names[] = { "delta", "delta-abs", "ratio", "wdiff:", "cycles", NULL };
static const struct option_set compute_set = { .what = "computation", .names = compute_names, .is_open = true };
static const char *const percentage_names[] = { "relative", "absolute", NULL };
static const struct option_set percentage_set = { .what = "kind", .names = percentage_names };
static const struct option_set sort_set = {
	.what = "sort key", .visit = hist_layout_visit, .is_list = true, .is_open = true
};

/* "1,2": two weights, neither of which is 0. */
static bool parse_weights(const char *text, struct diff_table_options *table)
{
	const char *comma = strchr(text, ',');
	int64_t base, new;
	if (!comma) return false;
	_free_ char *first = xstrndup(text, (size_t)(comma - text));
	if (option_number(first, INT64_MIN, INT64_MAX, &base) < 0) return false;
	if (option_number(comma + 1, INT64_MIN, INT64_MAX, &new) < 0) return false;
	if (!base || !new) return false;
	table->weight_base = base;
	table->weight_new = new;
	return true;
}

/* A method, "wdiff" with its weights behind a colon. 0, or -EINVAL with the text of what is wrong. */
static int parse_method(const char *text, struct diff_table_options *table, struct err *err)
{
	const char *colon = strchr(text, ':');
	size_t size = colon ? (size_t)(colon - text) : strlen(text);
	for (size_t i = 0; i < ARRAY_SIZE(methods); i++) {
		if (strlen(methods[i].name) != size || memcmp(methods[i].name, text, size) != 0) continue;
		if (methods[i].method == DIFF_WDIFF && (!colon || !parse_weights(colon + 1, table)))
			return err_set(err, -EINVAL, "Failed: wrong weight data, use 'wdiff:w1,w2'");
		if (methods[i].method != DIFF_WDIFF && colon)
			return err_set(err, -EINVAL, "Failed: extra option specified '%s'", colon + 1);
		table->method = methods[i].method;
		return 0;
	}
	return err_set(err, -EINVAL, "Failed: '%s' is not computation method (use 'delta','ratio' or 'wdiff')", text);
}

static int diff_option_compute(const struct option *option, const char *arg, bool unset, void *member)
{
	_err_done_ struct err err = ERR_INIT;
	struct diff_table_options *table = member;
	if (unset) return table->method = DIFF_DELTA_ABS, 0;
	if (parse_method(arg, table, &err) >= 0) return 0;
	(void)option_error(option, "%s", err.message);
	return option_suggest(option, arg);
}

static int diff_option_percentage(const struct option *option, const char *arg, bool unset, void *relative)
{
	if (option_check_set(option, arg, unset) < 0) return -1;
	*(bool *)relative = !unset && strcmp(arg, "relative") == 0;
	return 0;
}

/* --by: what percents are of. */
static const char *const by_names[] = { "share", "period", NULL };
static const struct option_set by_set = { .what = "unit", .names = by_names };

static int diff_option_by(const struct option *option, const char *arg, bool unset, void *by_period)
{
	if (option_check_set(option, arg, unset) < 0) return -1;
	*(bool *)by_period = !unset && strcmp(arg, "period") == 0;
	return 0;
}

static int diff_option_percent(const struct option *option, const char *arg, bool unset, void *percent)
{
	if (unset) return *(double *)percent = 0, 0;
	if (option_percent(arg, percent) == 0) return 0;
	return option_error(option, " Error: option `%s' expects a percentage, such as 5 or 0.5%%, not `%s'",
			    option->long_name, arg);
}

static const char *const usage[] = { "perf diff [<options>] [old_file] [new_file]",
				     "perf diff [<options>] before_file... -- after_file...", NULL };
#define T struct diff_values
static const struct option options[] = {
	SESSION_ROW_VERBOSE,
	OPTION_QUIET("Do not show any warnings or messages"),
	OPTION_BOOL('b', "baseline-only", T, table.baseline_only, "Show only items with match in baseline"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'c', "compute", "Entries differential computation selection"),
	  .arg_name = "delta,delta-abs,ratio,wdiff:w1,w2 (default delta-abs),cycles", .store = diff_option_compute,
	  .member = OPTION_MEMBER(struct diff_table_options, T, table), .set = &compute_set },
	OPTION_BOOL('p', "period", T, table.periods, "Show period values."),
	OPTION_BOOL('F', "formula", T, table.formulas, "Show formula."),
	OPTION_BOOL(0, "cycles-hist", T, cycles_histogram,
		    "Show cycles histogram and standard deviation - WARNING: use only with -c cycles."),
	OPTION_BOOL('D', "dump-raw-trace", T, dump, "dump raw trace in ASCII"),
	SESSION_ROW_FORCE(T, session),
	SESSION_ROW_KALLSYMS(T, session),
	SESSION_ROW_MODULES(T, session),
	SESSION_ROW_GUEST_MOUNT(T, session),
	SESSION_ROW_GUEST_VMLINUX(T, session),
	SESSION_ROW_GUEST_KALLSYMS(T, session),
	SESSION_ROW_GUEST_MODULES(T, session),
	FILTER_ROW_DSOS(T, filter, 'd', "only consider symbols in these dsos"),
	OPTION_STRING('C', "comms", T, filter.comms, "comm[,comm...]", "only consider symbols in these comms"),
	FILTER_ROW_SYMBOLS(T, filter),
	FILTER_ROW_MACHINES(T, filter),
	{ OPTION_ROW(OPTION_KIND_STRING, 's', "sort",
		     "sort by key(s): pid, comm, dso, symbol, parent, cpu, srcline, ... Please refer the man page for "
		     "the complete list."),
	  .member = OPTION_MEMBER(const char *, T, sort), .arg_name = "key[,key2...]", .set = &sort_set },
	OPTION_STRING('t', "field-separator", T, separator, "separator",
		      "separator for columns, no spaces will be added between columns '.' is reserved."),
	SESSION_ROW_SYMFS(T, session),
	OPTION_UINT('o', "order", T, order, "Specify compute sorting."),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percentage", "How to display percentage of filtered entries"),
	  .arg_name = "relative|absolute", .store = diff_option_percentage, .set = &percentage_set,
	  .member = OPTION_MEMBER(bool, T, relative) },
	OPTION_STRING(0, "time", T, filter.time, "str", "Time span (time percent or absolute timestamp)"),
	OPTION_NUMBERS(0, "cpu", T, filter.cpus, "cpu", "list of cpus to profile"),
	FILTER_ROW_PID(T, filter),
	FILTER_ROW_TID(T, filter),
	OPTION_BOOL(0, "stream", T, stream, "Enable hot streams comparison."),
	OPTION_BOOL('g', "call-graph", T, stacks, "Show what became of each path of calls that leads to an entry"),
	OPTION_BOOL(0, "follow", T, follow,
		    "Take clones of a function, and the calls that were inlined, for the function itself"),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "by",
		     "Judge shares of each recording (share, the default), or percents of the mean period before"),
	  .arg_name = "share|period", .store = diff_option_by, .set = &by_set,
	  .member = OPTION_MEMBER(bool, T, by_period) },
	OPTION_CALLBACK(0, "percent-limit", T, least_share, "percent",
			"Don't judge what is lighter before and after (default 0.5)", diff_option_percent),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "fail-above",
		     "End with status 3 when something grew by more than this, beyond noise"),
	  .arg_name = "percent", .store = diff_option_percent, .member = OPTION_MEMBER(double, T, fail_above),
	  .given = OPTION_MEMBER(bool, T, is_limited), .flags = OPTION_NONEG },
	OPTION_BOOL(0, "tui", T, tui, "show the differences in a browser"),
	OPTION_BOOL(0, "json", T, json, "write the differences as JSON (docs/json-diff.md)"),
	OPTION_BOOL(0, "markdown", T, markdown, "write the judgement as Markdown, for a merge request"),
	OPTION_END,
};
#undef T
const struct option_table diff_option_table = { .rows = options, .usage = usage };

void diff_option_configure(struct diff_values *values)
{
	_err_done_ struct err err = ERR_INIT;
	const struct config *config = config_get();
	const char *text;
	int64_t order;
	if (config_int(config, "diff.order", 0, UINT32_MAX, &order) > 0) values->order = (unsigned)order;
	if (config_string(config, "diff.compute", &text) > 0 && parse_method(text, &values->table, &err) < 0)
		fprintf(stderr, "Bad config value for 'diff.compute': %s\n%s\n", text, err.message);
	if (config_word(config, "hist.percentage", &percentage_set, &text) > 0)
		values->relative = strcmp(text, "relative") == 0;
}
