/* perf c2c report: which cache lines are shared, and who accesses which part of them. */
#include <stdio.h>
#include <string.h>
#include "analysis/memory/c2c.h"
#include "cli/console.h"
#include "commands/c2c/c2c_cmd.h"
#include "commands/option/chain_option.h"
#include "commands/option/code_option.h"
#include "commands/option/session_show.h"
#include "commands/option/tui_option.h"
#include "render/listing/c2c_text.h"

/* What was given. display_given, fields_given: else it depends on the recording, or is the code address. */
struct c2c_report_values {
	struct session_option_values session;
	struct c2c_options wanted;
	struct c2c_text_style style;
	struct chain_option chains;
	struct code_option_values code;
	int node_info;
	bool display_given, fields_given, use_stdio, json;
	bool browsed; /* in the terminal interface */
};

static const char *const display_names[] = { "tot", "lcl", "rmt", "peer", NULL };
static const char *const field_names[] = { "pid", "tid", "iaddr", "dso", NULL };
static const struct option_set display_set = { .what = "display type", .names = display_names },
			       field_set = { .what = "field", .names = field_names, .is_list = true };

static int index_of(const char *const *names, const char *word)
{
	for (int i = 0; names[i]; i++)
		if (strcmp(names[i], word) == 0) return i;
	return -1;
}

static int c2c_report_store_display(const struct option *option, const char *arg, bool unset, void *display)
{
	int found = unset ? 0 : index_of(display_names, arg);
	if (found < 0)
		return option_error(option, "failed: unknown display type: %s", arg), option_suggest(option, arg);
	*(enum c2c_display *)display = (enum c2c_display)found;
	return 0;
}

/* A field that is named twice counts once. */
static int c2c_report_store_fields(const struct option *option, const char *arg, bool unset, void *wanted)
{
	struct c2c_options *to = wanted;
	_free_ char *copy = xstrdup(arg ? arg : "iaddr");
	char *save = NULL;
	to->nr_fields = 0;
	for (char *word = strtok_r(copy, ", ", &save); word; word = strtok_r(NULL, ", ", &save)) {
		int found = index_of(field_names, word);
		bool is_there = false;
		if (found < 0)
			return option_error(option, "unrecognized sort token: %s", word), option_suggest(option, word);
		for (size_t i = 0; i < to->nr_fields; i++) is_there |= to->fields[i] == (enum c2c_field)found;
		if (!is_there) to->fields[to->nr_fields++] = (enum c2c_field)found;
	}
	if (!to->nr_fields) return option_error(option, "no sort token: pid, tid, iaddr and dso are known");
	return 0;
}

/* -g: how graphs look; none: there are none. */
static int c2c_report_store_chains(const struct option *option, const char *arg, bool unset, void *member)
{
	struct chain_option *chains = member;
	chains->none = unset;
	_free_ char *wrong = NULL;
	if (!unset && arg && chain_option_parse(chains, arg, &wrong) < 0) return option_unknown(option, wrong);
	return 0;
}

#define T struct c2c_report_values
static const char *const usage[] = { "perf c2c report", NULL };
static const struct option options[] = {
	SESSION_ROW_VMLINUX(T, session),
	{ OPTION_ROW(OPTION_KIND_STRING, 'i', "input", "the input file to process"), .arg_name = "file",
	  .member = OPTION_MEMBER(const char *, T, session.input) },
	OPTION_COUNT('N', "node-info", T, node_info, "show extra node info in report (repeat for more info)"),
	OPTION_BOOL(0, "stdio", T, use_stdio, "Use the stdio interface"),
	OPTION_BOOL(0, "stats", T, style.stats_only, "Display only statistic tables (implies --stdio)"),
	OPTION_BOOL(0, "full-symbols", T, style.full_symbols, "Display full length of symbols"),
	OPTION_BOOL(0, "no-source", T, style.no_source, "Do not display Source Line column"),
	OPTION_BOOL(0, "show-all", T, wanted.show_all, "Show all captured HITM lines."),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'g', "call-graph", "Display call graph (stack chain/backtrace)"),
	  .arg_name = CHAIN_OPTION_ARG, .flags = OPTION_LASTARG, .store = c2c_report_store_chains,
	  .set = &chain_option_set, .member = OPTION_MEMBER(struct chain_option, T, chains) },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'd', "display", "tot,lcl,rmt,peer"), .arg_name = "Switch HITM output type",
	  .store = c2c_report_store_display, .set = &display_set,
	  .member = OPTION_MEMBER(enum c2c_display, T, wanted.display),
	  .given = OPTION_MEMBER(bool, T, display_given) },
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'c', "coalesce", "coalesce fields: pid,tid,iaddr,dso"),
	  .arg_name = "coalesce fields", .store = c2c_report_store_fields, .set = &field_set,
	  .member = OPTION_MEMBER(struct c2c_options, T, wanted), .given = OPTION_MEMBER(bool, T, fields_given) },
	SESSION_ROW_FORCE(T, session),
	SESSION_ROW_STITCH_LBR(T, session),
	CODE_ROW_OBJDUMP(T, code),
	CODE_ROW_STYLE(T, code),
	OPTION_BOOL(0, "double-cl", T, wanted.double_lines, "Detect adjacent cacheline false sharing"),
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_BOOL(0, "json", T, json, "Print JSON (docs/json-c2c.md)"),
	SESSION_ROW_SYMFS(T, session),
	SESSION_ROW_KALLSYMS(T, session),
	OPTION_END
};
#undef T
static const struct option_table table = { .rows = options, .usage = usage };

static bool is_arm64(const struct perf_header *header)
{
	return header->arch && (strcmp(header->arch, "aarch64") == 0 || strcmp(header->arch, "arm64") == 0);
}

static bool has_chains(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_CALLCHAIN) return true;
	return false;
}

/* Graphs as -g says. */
static void want_graphs(struct c2c_report_values *values)
{
	const struct chain_option *chains = &values->chains;
	if (chains->none) return;
	values->wanted.with_graphs = true;
	values->wanted.chain_key = chains->key;
	values->wanted.caller_first = chains->order_given && chains->caller_first;
	/* As upstream: all branches where no share is given, of the parent half a percent. */
	double least = chains->threshold_percent;
	if (least < 0) least = chains->style == TREE_FRACTAL ? 0.5 : 0;
	values->wanted.graph = (struct callgraph_options){ .threshold = least / 100,
							   .relative = chains->style == TREE_FRACTAL,
							   .by_weight = true };
	values->style.graph =
		(struct tree_text_options){ .style = chains->style, .value = chains->value, .limit = chains->limit };
}

static int browse(const struct c2c_report_values *values, struct session *session, const struct c2c *c2c,
		  const struct c2c_result *result, struct err *err)
{
	struct c2c_browse_options how = { .session = session, .c2c = c2c, .result = result, .style = &values->style };
	how.listing.symfs = values->session.symfs;
	code_option_apply(&values->code, &how.listing);
	return c2c_browse(&how, err);
}

/* The hook of session_show. */
static int c2c_report_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct c2c_report_values *values = ctx;
	struct c2c *c2c;
	const struct c2c_result *result;
	/* Arm's caches tell of peers, not of modified lines. */
	if (!values->display_given && is_arm64(session_header(session))) values->wanted.display = C2C_DISPLAY_PEER;
	values->wanted.with_sources = !values->style.no_source || values->json;
	values->wanted.verbose = console.verbosity > 0 && !values->json && !values->browsed;
	values->wanted.lines_only = values->style.stats_only;
	values->wanted.full_source_path = values->session.full_source_path;
	if (!values->style.stats_only && !values->json && has_chains(session_events(session))) want_graphs(values);
	int r = c2c_run(session, &values->wanted, &c2c, &result, err);
	if (r < 0) return r;
	if (values->browsed) r = browse(values, session, c2c, result, err);
	else if (values->json) c2c_json(result, out);
	else c2c_text(result, &values->style, out);
	if (!session_header(session)->nr_nodes && !console.quiet)
		fprintf(stderr,
			"The recording does not say which CPUs are of which node: columns \"Node\" are empty.\n");
	c2c_free(c2c);
	return r;
}

/* Whether the terminal interface shows it, where there is a terminal and the library for it. */
static bool is_browsed(const struct c2c_report_values *values)
{
	_err_done_ struct err err = ERR_INIT;
	if (values->json || values->style.stats_only) return false;
	if (!tui_option_is_wanted(false, values->use_stdio, false, "c2c")) return false;
	if (tui_option_check(&err) == 0) return true;
	console_err(&err);
	return false;
}

int c2c_cmd_report(int argc, const char **argv)
{
	struct c2c_report_values values = { .session = SESSION_OPTION_VALUES_INIT, .chains = CHAIN_OPTION_INIT };
	values.chains.threshold_percent = -1; /* none was given */
	int status;
	code_option_configure(&values.code);
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!code_option_check(&values.code)) return 129;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.fields_given) {
		values.wanted.fields[0] = C2C_FIELD_CODE;
		values.wanted.nr_fields = 1;
	}
	values.style.node_info = (unsigned)MIN(values.node_info, 2);
	values.browsed = is_browsed(&values);
	return session_show_status(session_show(&(struct session_show){ .values = &values.session,
									.ctx = &values,
									.show = c2c_report_show,
									.gathers = true,
									.without_pager = values.browsed }));
}
