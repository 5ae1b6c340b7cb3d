/* perf report: reads a recording and shows where it spent its time. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "analysis/hist_report.h"
#include "base/threads.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "commands/chain_option.h"
#include "commands/report_facts.h"
#include "commands/session_option.h"
#include "render/table_json.h"
#include "render/table_text.h"

static const char *sort, *fields, *widths_text, *separator, *parent_regex, *ignore_callees, *time_text, *percentage, *symbol_part;
static const char *comms, *dsos, *symbols, *cpus, *pids, *tids, *quantum, *pretty, *ignored_text;
static bool branch_stack, branch_stack_set, branch_history, dump, disorder, hierarchy, show_info, nr_samples, total_period, cpu_modes, exclude_other, hide_unresolved;
static bool use_stdio, use_tui, children = true, children_set, group = true, group_set, header, header_only, mem_mode, threads_table, ns, stats, tasks, mmaps;
static bool skip_empty = true, raw_trace, full_source_path, json, ignored;
static int max_stack = 127, socket_filter = -1, group_sort = 0, ignored_int;
static double percent_limit;
static bool percent_limit_set, chains_given;
static struct chain_option chains = CHAIN_OPTION_INIT;

static int parse_chains(const struct option *option, const char *arg, bool unset)
{
	chains_given = !unset;
	if (unset) chains.none = true;
	else if (arg && chain_option_parse(&chains, arg) < 0) return -EINVAL;
	return 0;
}

static int parse_inverted(const struct option *option, const char *arg, bool unset)
{
	chains.order_given = true;
	chains.caller_first = !unset;
	return 0;
}

static int parse_percent_limit(const struct option *option, const char *arg, bool unset)
{
	percent_limit = unset ? 0 : strtod(arg, NULL);
	percent_limit_set = !unset;
	if (!unset) chains.threshold_percent = percent_limit;
	return 0;
}

static int parse_percentage(const struct option *option, const char *arg, bool unset)
{
	if (!unset && strcmp(arg, "relative") != 0 && strcmp(arg, "absolute") != 0) return -EINVAL;
	percentage = unset ? "absolute" : arg;
	return 0;
}

static const char *const usage[] = { "perf report [<options>]", NULL };
static const struct option options[] = {
	SESSION_OPTIONS,
	{ .kind = OPTION_KIND_BOOL, .short_name = 'b', .long_name = "branch-stack", .value = &branch_stack, .was_set = &branch_stack_set, .help = "use branch records for per branch histogram filling" },
	OPTION_STRING('c', "comms", &comms, "comm[,comm...]", "only consider symbols in these comms"),
	OPTION_STRING('C', "cpu", &cpus, "cpu", "list of cpus to profile"),
	OPTION_STRING('d', "dsos", &dsos, "dso[,dso...]", "only consider symbols in these dsos"),
	OPTION_BOOL('D', "dump-raw-trace", &dump, "dump raw trace in ASCII"),
	OPTION_STRING('F', "fields", &fields, "key[,keys...]", "output field(s): any sort key, and overhead, overhead_sys, overhead_us, overhead_guest_sys,\n"
		"\t\t\t  overhead_guest_us, overhead_children, sample, period, weight1, weight2, weight3; +KEY adds to the default"),
	{ .kind = OPTION_KIND_CALLBACK, .short_name = 'g', .long_name = "call-graph", .arg_name = CHAIN_OPTION_ARG, .help = chain_option_help, .flags = OPTION_LASTARG, .parse = parse_chains },
	OPTION_CALLBACK_NOARG('G', "inverted", NULL, "alias for inverted call graph", parse_inverted),
	OPTION_BOOL('H', "hierarchy", &hierarchy, "Show entries in a hierarchy"),
	OPTION_BOOL('I', "show-info", &show_info, "Display extended information about perf.data file"),
	OPTION_STRING('M', "disassembler-style", &ignored_text, "disassembler style", "Specify disassembler style (e.g. -M intel for intel syntax)"),
	OPTION_BOOL('n', "show-nr-samples", &nr_samples, "Show a column with the number of samples"),
	OPTION_STRING('p', "parent", &parent_regex, "regex", "regex filter to identify parent, see: '--sort parent'"),
	OPTION_BOOL('q', "quiet", &console_quiet, "Do not show any warnings or messages"),
	OPTION_STRING('s', "sort", &sort, "key[,key2...]", "sort by key(s): pid comm dso symbol parent cpu socket srcline srcfile local_weight weight transaction\n"
		"\t\t\t  trace symbol_size dso_size cgroup cgroup_id time code_page_size ins_lat p_stage_cyc addr simd symoff and others;\n"
		"\t\t\t  +KEY adds to the default"),
	OPTION_STRING('S', "symbols", &symbols, "symbol[,symbol...]", "only consider these symbols"),
	OPTION_STRING('t', "field-separator", &separator, "separator", "separator for columns, no spaces will be added between columns '.' is reserved."),
	OPTION_BOOL('T', "threads", &threads_table, "Show per-thread event counters"),
	OPTION_BOOL('U', "hide-unresolved", &hide_unresolved, "Only display entries resolved to a symbol"),
	OPTION_COUNT('v', "verbose", &console_verbosity, "be more verbose (show symbol address, etc)"),
	OPTION_STRING('w', "column-widths", &widths_text, "width[,width...]", "don't try to adjust column width, use these fixed values"),
	OPTION_BOOL('x', "exclude-other", &exclude_other, "Only display entries with parent-match"),
	OPTION_STRING(0, "addr2line", &ignored_text, "path", "addr2line binary to use for line numbers"),
	OPTION_BOOL(0, "asm-raw", &ignored, "Display raw encoding of assembly instructions (default)"),
	OPTION_BOOL(0, "branch-history", &branch_history, "add last branch records to call history"),
	{ .kind = OPTION_KIND_BOOL, .long_name = "children", .value = &children, .was_set = &children_set, .help = "Accumulate callchains of children and show total overhead as well. Enabled by default, use --no-children to disable." },
	OPTION_BOOL(0, "disable-order", &disorder, "Disable raw trace ordering"),
	OPTION_BOOL(0, "full-source-path", &full_source_path, "Show full source file name path for source lines"),
	{ .kind = OPTION_KIND_BOOL, .long_name = "group", .value = &group, .was_set = &group_set, .help = "Show event group information together" },
	OPTION_INT(0, "group-sort-idx", &group_sort, "Sort the output by the event at the index n in group. If n is invalid, sort by the first event. WARNING: should be used on grouped events."),
	OPTION_BOOL(0, "gtk", &ignored, "Use the GTK2 interface"),
	OPTION_BOOL(0, "header", &header, "Show data header."),
	OPTION_BOOL(0, "header-only", &header_only, "Show only data header."),
	OPTION_STRING(0, "ignore-callees", &ignore_callees, "regex", "ignore callees of these functions in call graphs"),
	OPTION_BOOL(0, "inline", &ignored, "Show inline function"),
	{ .kind = OPTION_KIND_STRING, .long_name = "itrace", .value = &ignored_text, .arg_name = "opts", .flags = OPTION_OPTARG, .fallback = (intptr_t)"", .help = "Instruction Tracing options" },
	OPTION_BOOL(0, "json", &json, "write the report as JSON (docs/json-report.md)"),
	OPTION_INT(0, "max-stack", &max_stack, "Set the maximum stack depth when parsing the callchain, anything beyond the specified depth will be ignored. Default: kernel.perf_event_max_stack or 127"),
	OPTION_BOOL(0, "mem-mode", &mem_mode, "mem access profile"),
	OPTION_BOOL(0, "mmaps", &mmaps, "Display recorded tasks memory maps"),
	OPTION_BOOL(0, "ns", &ns, "Show times in nanosecs"),
	OPTION_STRING(0, "objdump", &ignored_text, "path", "objdump binary to use for disassembly and annotations"),
	OPTION_CALLBACK(0, "percent-limit", NULL, "percent", "Don't show entries under that percent", parse_percent_limit),
	OPTION_STRING(0, "percent-type", &ignored_text, "local-period", "Set percent type local/global-period/hits"),
	OPTION_CALLBACK(0, "percentage", NULL, "relative|absolute", "how to display percentage of filtered entries", parse_percentage),
	OPTION_STRING(0, "pid", &pids, "pid[,pid...]", "only consider symbols in these pids"),
	OPTION_STRING(0, "prefix", &ignored_text, "prefix", "Add prefix to source file path names in programs (with --prefix-strip)"),
	OPTION_STRING(0, "prefix-strip", &ignored_text, "N", "Strip first N entries of source file path name in programs (with --prefix)"),
	OPTION_STRING(0, "pretty", &pretty, "key", "pretty printing style key: normal raw"),
	OPTION_BOOL(0, "raw-trace", &raw_trace, "Show raw trace event output (do not use print fmt or plugins)"),
	OPTION_INT(0, "samples", &ignored_int, "Number of samples to save per histogram entry for individual browsing"),
	OPTION_BOOL(0, "show-cpu-utilization", &cpu_modes, "Show sample percentage for different cpu modes"),
	OPTION_BOOL(0, "show-on-off-events", &ignored, "Show the on/off switch events, used with --switch-on and --switch-off"),
	OPTION_BOOL(0, "show-ref-call-graph", &ignored, "Show callgraph from reference event"),
	OPTION_BOOL(0, "show-total-period", &total_period, "Show a column with the sum of periods"),
	OPTION_BOOL(0, "skip-empty", &skip_empty, "Do not display empty (or dummy) events in the output"),
	OPTION_INT(0, "socket-filter", &socket_filter, "only show processor socket that match with this filter"),
	OPTION_BOOL(0, "source", &ignored, "Interleave source code with assembly code (default)"),
	OPTION_BOOL(0, "stats", &stats, "Display event stats"),
	OPTION_BOOL(0, "stdio", &use_stdio, "Use the stdio interface"),
	OPTION_STRING(0, "stdio-color", &ignored_text, "mode", "'always' (default), 'never' or 'auto' only applicable to --stdio mode"),
	OPTION_BOOL(0, "stitch-lbr", &ignored, "Enable LBR callgraph stitching approach"),
	OPTION_STRING(0, "switch-off", &ignored_text, "event", "Stop considering events after the occurrence of this event"),
	OPTION_STRING(0, "switch-on", &ignored_text, "event", "Consider events after the occurrence of this event"),
	OPTION_STRING(0, "symbol-filter", &symbol_part, "filter", "only show symbols that (partially) match with this filter"),
	OPTION_BOOL(0, "tasks", &tasks, "Display recorded tasks"),
	OPTION_STRING(0, "tid", &tids, "tid[,tid...]", "only consider symbols in these tids"),
	OPTION_STRING(0, "time", &time_text, "str", "Time span of interest (start,stop)"),
	OPTION_STRING(0, "time-quantum", &quantum, "time (ms|us|ns|s)", "Set time quantum for time sort key (default 100ms)"),
	OPTION_BOOL(0, "total-cycles", &ignored, "Sort all blocks by 'Sampled Cycles%'"),
	OPTION_BOOL(0, "tui", &use_tui, "Use the TUI interface"),
	OPTION_END
};

struct report {
	struct session *session;
	struct sample_filter filter;
	struct hist_layout layout;
	struct hist_options hist_options;
	struct hist_report_options report_options;
	struct table_text_options text_options;
	unsigned widths[64];
	struct hist *hist;
	struct outbuf out;
	bool has_chains;
};

static void configure(void)
{
	const struct config *config = config_get();
	const char *text;
	chain_option_configure(&chains);
	(void)config_string(config, "report.sort_order", &sort);
	(void)config_bool(config, "report.children", &children);
	(void)config_bool(config, "report.group", &group);
	(void)config_bool(config, "report.skip-empty", &skip_empty);
	(void)config_string(config, "hist.percentage", &percentage);
	if (config_string(config, "report.percent-limit", &text) > 0) {
		percent_limit = strtod(text, NULL);
		percent_limit_set = true;
		chains.threshold_percent = percent_limit;
	}
}

static int parse_filter(struct report *report, struct err *err)
{
	struct sample_filter *f = &report->filter;
	const struct perf_events *events = session_events(report->session);
	const struct session_totals *totals = session_totals(report->session);
	int r = 0;
	f->socket = socket_filter;
	f->symbol_part = symbol_part;
	f->header = session_header(report->session);
	if (r == 0 && comms) r = name_list_parse(&f->comms, comms, err);
	if (r == 0 && dsos) r = name_list_parse(&f->dsos, dsos, err);
	if (r == 0 && symbols) r = name_list_parse(&f->symbols, symbols, err);
	if (r == 0 && pids) r = number_list_parse(&f->pids, pids, err);
	if (r == 0 && tids) r = number_list_parse(&f->tids, tids, err);
	if (r == 0 && time_text) {
		f->by_time = true;
		r = time_ranges_parse(&f->times, time_text, totals->first_sample_ns, totals->last_sample_ns, err);
	}
	if (r == 0 && cpus) {
		f->by_cpu = true;
		for (size_t i = 0; i < events->count; i++)
			if (!(events->items[i]->attr.sample_type & SAMPLE_CPU)) {
				fprintf(stderr, "File does not contain CPU events. Remove -C option to proceed.\n");
				return err_set(err, -EINVAL, "failed to set cpu bitmap");
			}
		r = number_list_parse(&f->cpus, cpus, err);
	}
	return r;
}

static int parse_quantum(uint64_t *ret_ns)
{
	char *end;
	unsigned long long number = strtoull(quantum, &end, 10);
	uint64_t unit = strcmp(end, "s") == 0 ? 1000000000 : strcmp(end, "ms") == 0 ? 1000000 : strcmp(end, "us") == 0 ? 1000 : strcmp(end, "ns") == 0 ? 1 : 0;
	if (end == quantum || !unit || !number) return -EINVAL;
	*ret_ns = number * unit;
	return 0;
}

static bool tracepoints_only(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type != ATTR_TYPE_TRACEPOINT) return false;
	return events->count > 0;
}

/* Is word one of those that commas part? */
static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at += length)
		if ((at == text || at[-1] == ',' || at[-1] == '+') && (!at[length] || at[length] == ',')) return true;
	return false;
}

/* Also when the stream was stored in a file: the header is then as short as a stream's. */
static bool has_pipe_form(const struct perfdata *pd)
{
	struct perfdata_info info;
	perfdata_info(pd, &info);
	return perfdata_form(pd) == PERFDATA_PIPE || info.header_size == 16;
}

/* What is counted and how it is shown, from options and from what the recording has. 1: nothing, as was said. */
static int set_up(struct report *report, struct err *err)
{
	const struct perf_events *events = session_events(report->session);
	const char *wrong_option;
	bool parent_asked = false;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_CALLCHAIN) report->has_chains = true;
	bool has_branches = false;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_BRANCH_STACK) has_branches = true;
	if (branch_stack && !has_branches) return console_error("Selected -b but no branch data. Did you call perf record without -b?"), 1;
	bool branches = branch_stack_set ? branch_stack : has_branches && !branch_history && !mem_mode;
	bool is_pipe = has_pipe_form(session_perfdata(report->session));
	if (!is_pipe && !report->has_chains && (branch_history || (chains_given && !chains.none)))
		return console_error("Selected -g or --branch-history.\nBut no callchain or branch data.\nDid you call 'perf record' without -g or -b?"), 1;
	if (!report->has_chains && sort && has_word(sort, "parent")) parent_asked = true;
	if (!is_pipe && !report->has_chains && (parent_regex || exclude_other || parent_asked))
		return console_error("Selected --sort parent, but no callchain data. Did you call 'perf record' without -g?"), 1;
	if (branches) report->has_chains = false;
	bool use_chains = report->has_chains && !chains.none;
	/* upstream does not know yet what a pipe brings when it has to decide */
	bool with_children = children && report->has_chains && !hierarchy && !is_pipe;
	if (!chains.order_given) chains.caller_first = children && report->has_chains;

	struct hist_layout_options layout = { .sort = sort, .fields = fields, .children = with_children, .nr_samples = nr_samples, .total_period = total_period,
		.cpu_modes = cpu_modes, .memory = mem_mode, .branches = branches, .parent = parent_regex || exclude_other,
		.raw_trace = raw_trace, .events = events, .header = session_header(report->session),
		.default_sort = branches ? "comm,dso_from,symbol_from,symbol_to,cycles" : tracepoints_only(events) ? "trace" : "comm,dso,sym" };
	int r = hist_layout_make(&report->layout, &layout, &wrong_option, err);
	if (r < 0) {
		console_error("%s", err->message);
		options_usage_for(usage, options, wrong_option);
		exit(OPTION_USAGE_STATUS);
	}
	if ((r = parse_filter(report, err)) < 0) return r;
	if (report->filter.comms.count == 1) hist_layout_hide(&report->layout, "comm");
	if (report->filter.dsos.count == 1) hist_layout_hide(&report->layout, "dso");
	if (report->filter.symbols.count == 1) hist_layout_hide(&report->layout, "symbol");

	report->hist_options = (struct hist_options){
		.keys = report->layout.keys.items, .nr_keys = report->layout.keys.count,
		.use_chains = use_chains || with_children, .children = with_children, .sums = report->layout.sums, .branches = branches,
		.chain_key = chains.key, .caller_first = chains.caller_first, .max_stack = (unsigned)max_stack,
		.hide_unresolved = hide_unresolved, .parent_regex = parent_regex, .exclude_other = exclude_other, .ignore_callees = ignore_callees,
		.filter = &report->filter,
		.env = { .nanoseconds = ns, .full_paths = console_verbosity > 0, .symbol_addresses = console_verbosity > 0,
			 .full_source_path = full_source_path, .raw_trace = raw_trace, .wide_unresolved = !separator && !widths_text && !dsos },
	};
	if (quantum && parse_quantum(&report->hist_options.env.time_quantum_ns) < 0) return err_set(err, -EINVAL, "Invalid time quantum: %s", quantum);
	report->report_options = (struct hist_report_options){
		.percent_limit = percent_limit, .relative = percentage && strcmp(percentage, "relative") == 0, .graphs = use_chains, .by_depth = use_chains, .hierarchy = hierarchy,
		.sort_event = group_sort > 0 ? (unsigned)group_sort : 0, .threads = session_threads(report->session),
		.graph = { .threshold = chains.threshold_percent / 100, .relative = chains.style == TREE_FRACTAL,
			   .by_weight = chains.style == TREE_GRAPH || chains.style == TREE_FRACTAL },
	};
	report->text_options = (struct table_text_options){
		.separator = separator ? separator[0] == '\\' && separator[1] == 't' ? '\t' : separator[0] : 0, .titles = !console_quiet,
		.graph = { .style = chains.style, .value = chains.value, .limit = chains.limit, .skip_first = report->layout.symbol_first },
	};
	if (widths_text) {
		const char *at = widths_text;
		size_t n = 0;
		for (char *end; *at && n < ARRAY_SIZE(report->widths); at = *end ? end + 1 : end) {
			report->widths[n++] = (unsigned)strtoul(at, &end, 10);
			if (*end && *end != ',') break;
		}
		report->text_options.widths = report->widths;
		report->text_options.nr_widths = n;
	}
	return 0;
}

static void put_rounded(struct outbuf *out, uint64_t value)
{
	static const char units[] = " KMG";
	unsigned unit = 0;
	for (; value > 1000 && unit < 3; unit++) value /= 1000;
	out_dec(out, value, 0);
	out_char(out, units[unit]);
}

/* "cycles", "anon group { cycles, instructions }", "cycles, instructions" when --group made the group. */
static char *name_of(struct hist_event *const *events, size_t nr_events)
{
	if (nr_events == 1) return xstrdup(events[0]->event->name);
	const struct perf_event *leader = events[0]->event;
	bool recorded = leader->nr_members > 1;
	struct strbuf name = STRBUF_INIT;
	if (recorded) strbuf_printf(&name, "%s { ", leader->group_name && *leader->group_name ? leader->group_name : "anon group");
	for (size_t i = 0; i < nr_events; i++) {
		if (i) strbuf_str(&name, ", ");
		strbuf_str(&name, events[i]->event->name);
	}
	if (recorded) strbuf_str(&name, " }");
	return strbuf_take(&name);
}

static void put_event_title(struct report *report, struct hist_event *const *events, size_t nr_events)
{
	struct outbuf *out = &report->out;
	uint64_t nr = 0, period = 0;
	bool relative = report->report_options.relative;
	for (size_t i = 0; i < nr_events; i++) {
		nr += relative ? events[i]->shown_samples : events[i]->nr_samples;
		period += relative ? events[i]->shown_period : events[i]->period;
	}
	_free_ char *name = name_of(events, nr_events);
	out_lit(out, "# Samples: ");
	put_rounded(out, nr);
	out_printf(out, " of event%s '%s'", events[0]->event->nr_members > 1 || nr_events > 1 || (group_set && events[0]->event->idx == 0 && report->hist->nr_events > 1) ? "s" : "", name);
	if (time_text) out_printf(out, " (time slices: %s)", time_text);
	out_lit(out, "\n# Event count (approx.): ");
	out_dec(out, period, 0);
	if (socket_filter >= 0) out_printf(out, "\n# Processor Socket: %d", socket_filter);
	out_lit(out, "\n#\n");
}

static void put_json_event(struct report *report, struct hist_event *const *events, size_t nr_events, const struct table *table, bool first)
{
	struct outbuf *out = &report->out;
	if (!first) out_char(out, ',');
	out_lit(out, "\n\t{\n\t\t\"events\": [");
	for (size_t i = 0; i < nr_events; i++) {
		if (i) out_lit(out, ", ");
		out_lit(out, "{\"name\": ");
		out_json_string(out, events[i]->event->name, strlen(events[i]->event->name));
		out_printf(out, ", \"samples\": %llu, \"period\": %llu}", (unsigned long long)events[i]->nr_samples, (unsigned long long)events[i]->period);
	}
	out_lit(out, "],\n\t\t\"rows\": ");
	table_json(table, out);
	out_lit(out, "\n\t}");
}

static int show_events(struct report *report, struct hist_event *const *events, size_t nr_events, bool first)
{
	struct table table;
	table_init(&table);
	hist_report(report->hist, events, nr_events, &report->layout, &report->report_options, &table);
	if (json) {
		put_json_event(report, events, nr_events, &table, first);
	} else {
		struct table_text_options *text = &report->text_options;
		uint64_t period = report->report_options.relative ? events[0]->shown_period : events[0]->period;
		text->graph.total_period = period;
		text->graph.threshold = (uint64_t)((double)period * report->report_options.graph.threshold);
		if (!console_quiet) put_event_title(report, events, nr_events);
		table_text(&table, text, &report->out);
		out_lit(&report->out, "\n\n");
	}
	table_done(&table);
	return out_flush_some(&report->out);
}

/* The events that are shown together with event i: its group, all, or itself. */
static size_t members_of(struct report *report, size_t i, bool all, struct hist_event **members)
{
	struct hist *hist = report->hist;
	size_t count = 0;
	for (size_t n = i; n < hist->nr_events; n++) {
		struct hist_event *event = &hist->events[n];
		if (n != i && !all && (!group || event->event->leader != hist->events[i].event)) continue;
		members[count++] = event;
	}
	return count;
}

/* What a filter leaves only one value of is said once instead of in a column. */
static void put_hidden_columns(struct report *report)
{
	struct outbuf *out = &report->out;
	if (report->filter.comms.count == 1 && hist_layout_has(&report->layout, "comm")) out_printf(out, "# comm: %s\n", report->filter.comms.names[0]);
	if (report->filter.dsos.count == 1 && hist_layout_has(&report->layout, "dso")) out_printf(out, "# dso: %s\n", report->filter.dsos.names[0]);
	if (report->filter.symbols.count == 1 && hist_layout_has(&report->layout, "symbol")) out_printf(out, "# symbol: %s\n", report->filter.symbols.names[0]);
}

static int show_report(struct report *report)
{
	struct hist *hist = report->hist;
	struct outbuf *out = &report->out;
	uint64_t nr = 0;
	int r = 0;
	bool first = true;
	for (size_t i = 0; i < hist->nr_events; i++) nr += hist->events[i].nr_samples;
	if (nr == 0) {
		out_flush(out);
		console_error("The %s data has no samples!", perfdata_path(session_perfdata(report->session)));
		return 0;
	}
	if (json) {
		out_printf(out, "{\n\"perf-report-json-version\": 1,\n\"lost_samples\": %llu,\n\"profiles\": [", (unsigned long long)session_totals(report->session)->lost_samples);
	} else if (!console_quiet) {
		out_printf(out, "#\n# Total Lost Samples: %llu\n#\n", (unsigned long long)session_totals(report->session)->lost_samples);
	}
	_free_ struct hist_event **members = xcalloc(hist->nr_events, sizeof(*members));
	bool all = group_set && group;
	for (size_t i = 0; i < hist->nr_events; i++)
		if (hist->events[i].event->nr_members > 1) all = false; /* recorded groups are what is shown */
	for (size_t i = 0; i < hist->nr_events && r == 0; i++) {
		struct hist_event *event = &hist->events[i];
		if (group && event->event->leader != event->event) continue;
		if (all && i > 0) break;
		size_t count = members_of(report, i, all, members), kept = 0;
		uint64_t nr_members = 0;
		for (size_t n = 0; n < count; n++) {
			nr_members += members[n]->nr_samples;
			if (!skip_empty || n == 0 || members[n]->nr_samples || hist->events[i].event->nr_members > 1) members[kept++] = members[n];
		}
		if (skip_empty && !nr_members) continue;
		r = show_events(report, members, kept, first);
		first = false;
	}
	if (json) out_lit(out, "\n]\n}\n");
	else if (!console_quiet) out_lit(out, "#\n# (Tip: Search options using a keyword: perf report -h <keyword>)\n#\n");
	return r;
}

static int run_report(struct report *report, struct err *err)
{
	int r;
	if (header_only || header) {
		r = report_facts_header(report->session, show_info, &report->out, err);
		if (r < 0 || header_only) return r;
	} else if (!console_quiet && !stats && !tasks && !mmaps && !json) {
		out_lit(&report->out, "# To display the perf.data header info, please use --header/--header-only options.\n#\n");
	}
	if (stats) return report_facts_stats(report->session, skip_empty, &report->out, err);
	if (tasks || mmaps) return report_facts_tasks(report->session, mmaps, &report->out, err);
	if ((r = set_up(report, err))) return r < 0 ? r : 0;
	if (!json) put_hidden_columns(report); /* -q too, as upstream */
	if ((r = hist_collect(report->session, &report->hist_options, &report->hist, err)) < 0) return r;
	return show_report(report);
}

static int run(int argc, const char **argv)
{
	configure();
	argc = options_parse(argc, argv, options, usage, 0);
	if (argc > 1) options_usage(usage, options);
	if (console_quiet) percent_limit_set = true;
	_err_done_ struct err err = ERR_INIT;
	struct report report = { 0 };
	struct warnings *warnings = warnings_new();
	struct session_options session_options = session_option_make(argc ? argv[0] : NULL, warnings);
	session_options.header_only = header_only;
	session_options.keep_exited_tasks = true;
	if (mem_mode) sort = sort ? sort : "local_weight,sym,dso";
	pager_start();
	if (dump) {
		int r = report_facts_dump(&session_options, &err);
		if (r < 0) console_err(&err);
		console_warnings(warnings);
		warnings_free(warnings);
		return r < 0 ? 255 : 0;
	}
	out_init(&report.out, STDOUT_FILENO);
	int r = session_open(&session_options, &report.session, &err);
	if (r == 0) r = run_report(&report, &err);
	int flushed = out_flush(&report.out);
	if (r < 0 && r != -EPIPE && flushed != -EPIPE) console_err(&err);
	console_warnings(warnings);
	/* the process ends here: what its operating system takes back at once is not taken apart piece by piece */
	if (r < 0 || console_verbosity > 2) {
		hist_free(report.hist);
		hist_layout_done(&report.layout);
		sample_filter_done(&report.filter);
		session_close(report.session);
	}
	out_done(&report.out);
	warnings_free(warnings);
	return r < 0 && r != -EPIPE ? 255 : 0;
}

const struct command command_report = { .name = "report", .summary = "Read perf.data (created by perf record) and display the profile", .usage = usage, .options = options, .run = run };
