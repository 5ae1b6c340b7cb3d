/* perf report: reads a recording and shows where it spent its time.
 *
 *     report_run    options, session
 *     run_report    what to show: header, statistics, tasks (report_facts), or the profile:
 *     set_up        keys, columns, filters, from options and recording, into report->*_options
 *     run_passes    hist_collect, blocks, graphs: one to three passes over the samples
 *     report_show   rows as text or JSON
 *
 * set_up is where options meet the recording: what is sorted by, whether branches are counted, whether chains are
 * used depends on both. Each refusal there has upstream's words and exit status. */
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/teardown.h"
#include "analysis/pass/parallelism_pass.h"
#include "analysis/pass/wall_pass.h"
#include "analysis/profile/rows/hist_pass.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/report/report_browse.h"
#include "commands/report/report_coverage.h"
#include "commands/report/report_facts.h"
#include "commands/report/report_ipc.h"
#include "commands/report/report_option.h"
#include "commands/report/report_picture.h"
#include "commands/report/report_show.h"
#include "commands/option/session_option.h"
#include "commands/option/short_form_option.h"
#include "commands/option/tui_option.h"

/* Whether an event's samples have these parts (PERF_SAMPLE_...). */
static bool any_has(const struct perf_events *events, uint64_t sample_type)
{
	for (size_t i = 0; i < events->count; i++)
		if (perf_event_has(events->items[i], sample_type)) return true;
	return false;
}

static bool tracepoints_only(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type != ATTR_TYPE_TRACEPOINT) return false;
	return events->count > 0;
}

/* Whether events were recorded as a group ("{a,b}"). */
static bool has_group(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->nr_members > 1) return true;
	return false;
}

/* Whether word is one of those that commas part in text, where a + may stand in front of the first: "+parent",
 * "comm,parent". */
static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at += length)
		if ((at == text || at[-1] == ',' || at[-1] == '+') && (!at[length] || at[length] == ',')) return true;
	return false;
}

/* Branches are what is counted, unless someone says otherwise: those of a call graph are not (upstream goes by the
 * header alone, which has the feature when branches were asked for themselves). */
static bool counts_branches(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	bool any = header_has(session_header(session), FEATURE_BRANCH_STACK) && any_has(events, SAMPLE_BRANCH_STACK);
	for (size_t i = 0; i < events->count; i++)
		any |= perf_event_has(events->items[i], SAMPLE_BRANCH_STACK) &&
		       !(events->items[i]->attr.branch_sample_type & BRANCH_CALL_STACK);
	return any;
}

/* Whether the recording was written as a stream, also when that was stored in a file: the header is then as short as
 * a stream's, 16 bytes (docs/perfdata.md). Upstream decides some things before it knows a stream's events. */
static bool has_pipe_form(const struct perfdata *pd)
{
	struct perfdata_info info;
	perfdata_info(pd, &info);
	return perfdata_form(pd) == PERFDATA_PIPE || info.header_size == 16;
}

/* What of the options the recording cannot give, in upstream's words; NULL: it can. A pipe is given the benefit of
 * the doubt: upstream does not know its events yet when it looks. */
static const char *missing_data(const struct report *report, bool is_pipe)
{
	const struct report_values *v = report->values;
	const struct perf_events *events = session_events(report->session);
	if (v->branch_stack && !any_has(events, SAMPLE_BRANCH_STACK))
		return "Selected -b but no branch data. Did you call perf record without -b?";
	if (v->mem_mode && !is_pipe && !any_has(events, SAMPLE_DATA_SRC))
		return "Selected --mem-mode but no mem data. Did you call perf record without -d?";
	if (is_pipe || report->has_chains ||
	    ((v->branch_history || v->chains.branches) && any_has(events, SAMPLE_BRANCH_STACK)))
		return NULL;
	if (v->branch_history || (v->chains_given && !v->chains.none))
		return "Selected -g or --branch-history.\nBut no callchain or branch data.\nDid you call 'perf record' "
		       "without -g or -b?";
	if (v->parent_regex || v->exclude_other || (v->sort && has_word(v->sort, "parent")))
		return "Selected --sort parent, but no callchain data. Did you call 'perf record' without -g?";
	return NULL;
}

/* Compiled once for the check alone: the analysis compiles it again where it is used. pattern NULL: nothing to
 * check. */
static int check_regex(const char *pattern, struct err *err)
{
	regex_t regex;
	int error = pattern ? regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) : 0;
	if (error) {
		char text[256];
		regerror(error, &regex, text, sizeof(text));
		return err_set(err, -EINVAL, "Invalid regex: %s\n%s", pattern, text);
	}
	if (pattern) regfree(&regex);
	return 0;
}

/* Finds out how many threads ran at each sample where that is asked for, or shown because the recording was made for
 * it. 0, or -errno with err set and *ret_status. */
static int set_up_parallelism(struct report *report, int *ret_status, struct err *err)
{
	const struct report_values *v = report->values;
	enum parallelism_source source = parallelism_source_of(report->session);
	if (!v->latency && !v->parallelism && !hist_layout_has_parallelism(&report->layout)) return 0;
	int r = parallelism_collect(report->session, source, err);
	if (r == -ENODATA) *ret_status = 255;
	return r;
}

/* --wall: samples become those of one event. 0, or -errno with err set and *ret_status. */
static int set_up_wall(struct report *report, const char **ret_sort, int *ret_status, struct err *err)
{
	const struct wall_clock *wall;
	if (!report->values->wall) return 0;
	int r = wall_collect(report->session, &wall, err);
	if (r < 0) return *ret_status = 255, r;
	*ret_sort = wall->has_wakers ? "state,comm,waker,symbol" : "state,comm,symbol";
	if (!wall->on_cpu && !console.quiet)
		fprintf(stderr, "# No event tells what ran: only time off the CPU is shown.\n");
	return 0;
}

/* Fills report->filter. Columns that a filter leaves one value of are hidden: report_show_hidden_columns says the
 * value. A CPU that cannot be chosen ends the command with success, as upstream. */
static int set_up_filter(struct report *report, int *ret_status, struct err *err)
{
	const struct report_values *v = report->values;
	int r = filter_values_parse(&v->filter, report->session, &report->filter, ret_status, err);
	if (r < 0 && v->filter.cpus && *ret_status == 255) {
		fprintf(stderr, "%s\n", err->message);
		*ret_status = 0;
		return err_set(err, r, "Error:\nfailed to set cpu bitmap");
	}
	if (r < 0) return r;
	report->filter.socket = v->socket;
	report->filter.symbol_part = v->symbol_part;
	if (v->parallelism && (r = number_list_parse(&report->filter.parallelism, v->parallelism, err)) < 0) return r;
	hist_layout_hide_filtered(&report->layout, &report->filter);
	return 0;
}

/* -w "10,,20" into report->widths. Widths beyond the array are not read: no report has so many columns. */
static void set_up_widths(struct report *report)
{
	const struct report_values *v = report->values;
	const char *at = v->widths;
	size_t n = 0;
	for (char *end; at && *at && n < ARRAY_SIZE(report->widths); at = *end ? end + 1 : end) {
		report->widths[n++] = (unsigned)strtoul(at, &end, 10);
		if (*end && *end != ',') break;
	}
	report->text_options.widths = v->widths ? report->widths : NULL;
	report->text_options.nr_widths = n;
}

/* Whether chains are only shown in graphs that leave the light ones out. Then they need not be collected in the first
 * pass: a second one does it for the rows that are shown. */
static bool chains_for_graphs(const struct hist_layout *layout, const struct chain_option *chains)
{
	return !hist_layout_orders_by_children(layout) && chains->style != TREE_FRACTAL &&
	       chains->threshold_percent > 0;
}

/* How rows are sorted, cut off and drawn; the terminal's width matters only there, files have whole lines. */
static void set_up_output(struct report *report, bool use_chains)
{
	const struct report_values *v = report->values;
	const struct chain_option *chains = &v->chains;
	bool by_weight = chains->style == TREE_GRAPH || chains->style == TREE_FRACTAL;
	report->report_options = (struct hist_report_options){
		.percent_limit = v->percent_limit,
		.relative = v->relative,
		.graphs = use_chains,
		.by_depth = use_chains,
		.hierarchy = v->hierarchy,
		.sort_event = v->group_sort > 0 ? (unsigned)v->group_sort : 0,
		.threads = session_threads(report->session),
		.graph = { .threshold = chains->threshold_percent / 100,
			   .relative = chains->style == TREE_FRACTAL,
			   .by_weight = by_weight },
	};
	const char *separator = v->separator && strcmp(v->separator, "\\t") == 0 ? "\t" : v->separator;
	bool coloured = colour_wanted(v->colour);
	report->text_options = (struct table_text_options){
		.separator = separator && *separator ? separator : NULL,
		.titles = !console.quiet,
		.coloured = coloured,
		.graph = { .coloured = coloured,
			   .style = chains->style,
			   .value = chains->value,
			   .limit = chains->limit,
			   .skip_first = report->layout.symbol_first },
	};
	if (pager_stdout_is_terminal() && console.verbosity == 0)
		report->text_options.columns = report->text_options.graph.columns = pager_columns();
	set_up_widths(report);
}

/* What is counted and how it is shown, from options and from what the recording has. Fills layout, hist_options,
 * report_options and text_options. 0; 1: nothing is to be shown, which has been said and is no failure of the
 * command, as in upstream; or -errno with err set and the exit status in *ret_status. The order of the checks is
 * upstream's: it decides which of several mistakes is told, and what has been printed by then. */
static int set_up(struct report *report, int *ret_status, struct err *err)
{
	struct report_values *v = report->values;
	const struct perf_events *events = session_events(report->session);
	const char *wrong_option;
	bool is_pipe = has_pipe_form(session_perfdata(report->session)),
	     has_branches = any_has(events, SAMPLE_BRANCH_STACK);
	report->has_chains = any_has(events, SAMPLE_CALLCHAIN);
	const char *missing = missing_data(report, is_pipe);
	bool branches = v->branch_stack_set ? v->branch_stack
					    : counts_branches(report->session) && !v->branch_history && !v->mem_mode;
	if (branches) report->has_chains = false;
	/* Chains may go on along branch stacks, unless branches are rows themselves. */
	bool history = v->branch_history && !branches,
	     along_branches = has_branches && !branches && (history || v->chains.branches);
	bool use_chains = (report->has_chains || along_branches) && !v->chains.none;
	/* upstream does not know yet what a pipe brings when it has to decide */
	bool with_children = v->children && report->has_chains && !v->hierarchy && !v->mem_mode && !is_pipe;
	if (!v->chains.order_given) v->chains.caller_first = v->children && (report->has_chains || history);
	if (history) v->chains.key = CHAIN_ADDRESS;

	/* Keys where -s names none. */
	const char *default_sort = tracepoints_only(events) ? "trace" : "comm,dso,sym";
	if (v->mem_mode) default_sort = REPORT_MEMORY_SORT;
	if (branches) default_sort = "comm,dso_from,symbol_from,symbol_to,cycles";
	int walled = set_up_wall(report, &default_sort, ret_status, err);
	if (walled < 0) return walled;
	report->layout_options = (struct hist_layout_options){
		.sort = v->sort || !history ? v->sort : "srcline,symbol,dso",
		.fields = v->fields,
		.children = with_children,
		.nr_samples = v->nr_samples,
		.total_period = v->total_period,
		.cpu_modes = v->cpu_modes,
		.latency = parallelism_source_of(report->session) == PARALLELISM_THREADS && !branches && !v->wall,
		.latency_first = v->latency,
		.memory = v->mem_mode,
		.branches = branches,
		.ways = along_branches,
		.parent = v->parent_regex,
		.raw_trace = v->raw_trace,
		.events = events,
		.header = session_header(report->session),
		.default_sort = default_sort,
	};
	if (hist_layout_make(&report->layout, &report->layout_options, &wrong_option, err) < 0) {
		console_error("%s", err->message);
		if (err->hint) fputs(err->hint, stderr);
		(void)option_table_usage_for(&report_option_table, wrong_option);
		return 1;
	}
	int r = check_regex(v->parent_regex, err);
	if (r < 0) return *ret_status = 0, r;
	if ((r = filter_values_switch(&v->filter, report->session, &report->event_switch, ret_status, err)) < 0)
		return r;
	if (!v->header && !console.quiet && !v->json && !report_wants_pictures(v))
		out_lit(&report->out,
			"# To display the perf.data header info, please use --header/--header-only options.\n#\n");
	if (v->separator && strcmp(v->separator, ".") == 0)
		return fprintf(stderr, "'.' is the only non valid --field-separator argument"), 1;
	if (missing) return console_error("%s", missing), 1;
	if ((r = set_up_parallelism(report, ret_status, err)) < 0) return r;
	if ((r = set_up_filter(report, ret_status, err)) < 0) return r;
	report->hist_options = (struct hist_options){
		.keys = report->layout.keys.items,
		.nr_keys = report->layout.keys.count,
		.use_chains = use_chains || with_children || report->layout.ways,
		.chains_for_graphs = chains_for_graphs(&report->layout, &v->chains),
		.children = with_children,
		.sums = report->layout.sums,
		.by_weight = v->mem_mode,
		.branches = branches,
		.branch_history = along_branches && (use_chains || report->layout.ways),
		.branch_labels = history && along_branches && use_chains,
		.chain_key = v->chains.key,
		.caller_first = v->chains.caller_first,
		.max_stack = v->max_stack < 0 ? 0 : (unsigned)v->max_stack,
		.hide_unresolved = v->hide_unresolved,
		.parent_regex = v->parent_regex,
		.exclude_other = v->exclude_other,
		.ignore_callees = v->ignore_callees,
		.filter = &report->filter,
		.event_switch = &report->event_switch,
		.env = { .nanoseconds = v->ns,
			 .time_quantum_ns = v->time_quantum_ns,
			 .full_paths = console.verbosity > 0,
			 .symbol_addresses = console.verbosity > 0,
			 .bare_symbols = v->json,
			 .full_source_path = v->session.full_source_path,
			 .raw_trace = v->raw_trace,
			 .short_forms = short_form_option_get(),
			 .wide_unresolved = !v->separator && !v->widths && !v->filter.dsos },
	};
	set_up_output(report, use_chains);
	report->show_blocks = branches && v->total_cycles;
	report->text_options.titles |= report->show_blocks; /* -q too, as upstream */
	return 0;
}

/* All passes over the samples, before anything of them is shown: the profile, blocks, the chains of graphs (only
 * where set_up has left them to a pass of their own). */
static int run_passes(struct report *report, struct err *err)
{
	int r = hist_collect(report->session, &report->hist_options, &report->hist, err);
	if (r == 0 && report->show_blocks)
		r = block_cycles_collect(&report->blocks, report->session, &report->filter, &report->event_switch, err);
	if (r == 0) r = report_ipc_find(report, &report->layout, report->hist, err);
	if (r < 0) return r;
	if (!hist_ran_parallel(report->hist)) hist_layout_hide_latency(&report->layout);
	/* Here, so that the files that it looks at are closed before the next pass. */
	hist_gaps(report->hist, &report->gaps);
	report_show_plan(report);
	return report_show_graphs(report, err);
}

/* The browser, and then the recording that was chosen there, in a process of its own. */
static int browse(struct report *report, struct err *err)
{
	_free_ char *other = NULL;
	report->out.size = 0; /* lines of the text */
	int r = report->show_blocks ? report_browse_blocks(report, err) : report_browse(report, &other, err);
	if (r < 0 || !other) {
		report_show_remarks(report);
		return r;
	}
	/* the last -i counts */
	const char **argv = xcalloc(report->argc + 4, sizeof(*argv));
	argv[0] = "perf";
	memcpy(argv + 1, report->argv, report->argc * sizeof(*argv));
	argv[report->argc + 1] = "-i";
	argv[report->argc + 2] = other;
	execv("/proc/self/exe", (char *const *)argv);
	return err_set_errno(err, -errno, "Cannot start perf report on %s", other);
}

/* What is shown in place of a profile comes first: it needs no setup. 0, or -errno with err set and *ret_status;
 * without a message in err it has been said. */
static int run_report(struct report *report, int *ret_status, struct err *err)
{
	const struct report_values *v = report->values;
	int r;
	/* Without a group there is no second event to sort by. */
	if (v->group_sort && !has_group(session_events(report->session))) {
		options_help_for(report_options, "group-sort-idx");
		*ret_status = 256 - EINVAL;
		return -EINVAL;
	}
	if (v->header_only || v->header) {
		r = report_facts_header(report->session, v->show_info, &report->out, err);
		if (r < 0 || v->header_only) return r;
	}
	if (v->stats) return report_facts_stats(report->session, v->skip_empty, &report->out, err);
	if (v->tasks || v->mmaps) return report_facts_tasks(report->session, v->mmaps, &report->out);
	if (v->coverage || v->lcov) return report_coverage(report, ret_status, err);
	if ((r = set_up(report, ret_status, err))) return r < 0 ? r : 0;
	if (report->browsed) report_prepare_browsing(report);
	if (!v->json && !report_wants_pictures(v)) report_show_hidden_columns(report); /* -q too, as upstream */
	debuginfod_values_fetch(&v->debuginfod, report->session,
				report->hist_options.use_chains || hist_layout_has(&report->layout, "srcline"),
				report->warnings);
	if (report_wants_pictures(v)) report_prepare_pictures(report);
	if ((r = run_passes(report, err)) < 0) return r;
	if (report_wants_pictures(v)) return report_write_pictures(report, err);
	if (report->browsed && report->nr_samples) return browse(report, err);
	if ((r = report_show(report)) < 0 || !report->shown || !v->thread_counters || v->json) return r;
	return report_facts_thread_counters(report->session, v->pretty && strcmp(v->pretty, "raw") == 0, &report->out,
					    err);
}

/* Skipped at the end of a process that succeeds (base/teardown.h): freeing a large profile takes noticeable time. */
static void free_report(struct report *report)
{
	for (size_t i = 0; i < report->profiles.count; i++) free(report->profiles.items[i].events);
	vec_done(&report->profiles);
	hist_free(report->hist);
	hist_layout_done(&report->layout);
	block_cycles_done(&report->blocks);
	sample_filter_done(&report->filter);
	event_switch_done(&report->event_switch);
	session_close(report->session);
}

/* Options, session, report, and what is said at the end. -D is a way of its own (report_facts_dump). */
int report_run(int argc, const char **argv)
{
	struct report_values values = REPORT_VALUES_INIT;
	_err_done_ struct err err = ERR_INIT;
	int status;
	size_t nr_words = (size_t)argc;
	_free_ const char **words = xcalloc(nr_words + 1, sizeof(*words));
	memcpy(words, argv, nr_words * sizeof(*words)); /* parsing moves them */
	report_option_configure(&values);
	if (!option_table_parse(&report_option_table, &argc, argv, &values, &status)) return status;
	if (argc > 1) return option_table_unexpected(&report_option_table, argv[1]);
	if (!report_option_check(&values, &status)) return status;
	if (session_values_check(&values.session, &err) < 0) {
		console_err(&err);
		return 256 - EINVAL;
	}
	report_coverage_prepare(&values);
	struct warnings *warnings = warnings_new();
	struct report report = { .values = &values, .warnings = warnings, .argv = words, .argc = nr_words };
	struct session_options session_options = session_values_options(&values.session, argc ? argv[0] : NULL,
									warnings);
	session_options.header_only = values.header_only;
	/* Tasks that ended before the end of the recording have rows, too. */
	session_options.keep_exited_tasks = true;
	report.browsed = report_is_browsed(&values, argc ? argv[0] : NULL);
	if (report.browsed && tui_option_check(&err) < 0) {
		console_err(&err);
		err_done(&err);
		report.browsed = false;
	}
	if (report.browsed) report_browse_progress(&report, &session_options);
	else pager_start();
	if (values.dump) {
		status = report_facts_dump(&session_options, warnings,
					   &(struct report_dump){ .has_preamble = !console.quiet, .skip_empty = true });
		warnings_free(warnings);
		return status;
	}
	textout_stdout(&report.out);
	status = 255;
	int r = session_open(&session_options, &report.session, &err);
	if (r == 0) r = session_values_prepare(&values.session, report.session, &err);
	if (r == 0) r = run_report(&report, &status, &err);
	int closed = textout_close(&report.out, NULL);
	if (r < 0 && r != -EPIPE && closed != -EPIPE) console_err(&err);
	if (r >= 0 && !values.header_only && !values.stats && !values.tasks && !values.mmaps)
		session_option_traces(report.session);
	if (r >= 0 && !values.header_only && !values.stats) session_option_losses(report.session, false);
	console_warnings(warnings);
	session_option_end(report.session);
	if (r < 0 || teardown_is_whole()) free_report(&report);
	warnings_free(warnings);
	return r < 0 && r != -EPIPE ? status : 0;
}
