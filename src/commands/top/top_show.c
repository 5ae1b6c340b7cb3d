/* From a live profile to tables: keys and columns, refreshes, rows of an event or a group. */
#include "commands/top/top_show.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include "base/clock.h"
#include "commands/option/short_form_option.h"
#include "session/stitched_stacks.h"

/* How much of a weight is left at each refresh, as upstream. */
#define FADED (7.0 / 8.0)
/* Samples that the browser can select among, by time or thread: 64 bytes each. */
enum { MOST_KEPT = 1 << 17 };

/* Events that were only opened to carry the side band are none that anybody asked for. */
static bool is_shown(const struct perf_event *event)
{
	return !(event->attr.type == ATTR_TYPE_SOFTWARE && event->attr.config == ATTR_SOFTWARE_DUMMY);
}

static bool tracepoints_only(const struct perf_events *events)
{
	bool any = false;
	for (size_t i = 0; i < events->count; i++) {
		bool is_tracepoint = events->items[i]->attr.type == ATTR_TYPE_TRACEPOINT;
		if (!is_tracepoint && is_shown(events->items[i])) return false;
		any |= is_tracepoint;
	}
	return any;
}

static bool any_has(const struct perf_events *events, uint64_t sample_type)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & sample_type) return true;
	return false;
}

static struct hist_layout_options layout_options(const struct top_option *option, const struct perf_events *events,
						 const struct perf_header *header)
{
	bool chains = any_has(events, SAMPLE_CALLCHAIN) && !option->chains.none;
	return (struct hist_layout_options){
		.sort = option->sort || !option->branch_history ? option->sort : "srcline,symbol,dso",
		.fields = option->fields,
		.default_sort = tracepoints_only(events) ? "trace" : "dso,symbol",
		.children = option->children && chains && !option->hierarchy,
		.nr_samples = option->nr_samples,
		.total_period = option->total_period,
		.memory = any_has(events, SAMPLE_DATA_SRC),
		.ways = (option->branch_history || option->chains.branches) && !option->chains.none,
		.raw_trace = option->raw_trace,
		.events = events,
		.header = header,
	};
}

int top_check_keys(const struct top_option *option, const char **ret_usage, struct err *err)
{
	struct perf_events none;
	struct hist_layout layout;
	/* Fields of tracepoints are keys that only the events know. */
	for (size_t i = 0; i < event_list_count(&option->setup.events); i++)
		if (event_list_get(&option->setup.events, i)->attr.type == ATTR_TYPE_TRACEPOINT) return 0;
	events_init(&none);
	const struct hist_layout_options options = layout_options(option, &none, NULL);
	int r = hist_layout_make(&layout, &options, ret_usage, err);
	if (r >= 0) hist_layout_done(&layout);
	events_done(&none);
	return r;
}

/* The event that --switch-on or --switch-off names; NULL where none is named. */
static int find_event(const struct top *top, const char *name, const char *option, const struct perf_event **ret,
		      struct err *err)
{
	*ret = NULL;
	for (size_t i = 0; name && i < top->events->count; i++)
		if (strcmp(top->events->items[i]->name, name) == 0) *ret = top->events->items[i];
	if (!name || *ret) return 0;
	err_set(err, -ENOENT, "ERROR: switch-%s event not found (%s)", option, name);
	err_hint(err, "HINT:  -e has to name it, too");
	return -ENOENT;
}

static int set_up_filter(struct top *top, struct err *err)
{
	const struct filter_option_values *v = &top->option->filter;
	int r = 0;
	top->filter.socket = -1;
	if (v->comms) r = name_list_parse(&top->filter.comms, v->comms, err);
	if (r == 0 && v->dsos) r = name_list_parse(&top->filter.dsos, v->dsos, err);
	if (r == 0 && v->symbols) r = name_list_parse(&top->filter.symbols, v->symbols, err);
	return r;
}

static void set_up_report(struct top *top, bool chains)
{
	const struct top_option *o = top->option;
	bool by_weight = o->chains.style == TREE_GRAPH || o->chains.style == TREE_FRACTAL;
	top->report_options = (struct hist_report_options){
		.percent_limit = o->percent_limit,
		.relative = o->relative,
		.graphs = chains,
		.by_depth = chains,
		.hierarchy = o->hierarchy,
		.sort_event = o->group_sort > 0 ? (unsigned)o->group_sort : 0,
		.threads = 1,
		.graph = { .threshold = o->chains.threshold_percent / 100,
			   .relative = o->chains.style == TREE_FRACTAL,
			   .by_weight = by_weight },
	};
}

/* --stitch-lbr: said where it can do nothing. */
static void set_up_stitching(struct top *top, const struct perf_header *header, bool chains,
			     struct live_profile_options *options)
{
	if (!chains || !any_has(top->events, SAMPLE_BRANCH_STACK)) {
		console_warning("--stitch-lbr has no effect without stacks of branch records: --call-graph lbr.");
		return;
	}
	options->stitch_registers = stitched_stacks_registers(header);
	if (!options->stitch_registers)
		console_warning("--stitch-lbr has no effect: how many registers branch records have here is not known "
				"(/sys/bus/event_source/devices/cpu/caps/branches).");
}

int top_begin(struct top *top, const struct perf_header *header, const char **ret_usage, struct err *err)
{
	struct top_option *o = top->option;
	const struct hist_layout_options layout = layout_options(o, top->events, header);
	bool branches = any_has(top->events, SAMPLE_BRANCH_STACK),
	     chains = (any_has(top->events, SAMPLE_CALLCHAIN) || branches) && !o->chains.none &&
		      (o->chains_given || o->branch_history);
	int r = hist_layout_make(&top->layout, &layout, ret_usage, err);
	if (r < 0) return r;
	if ((r = set_up_filter(top, err)) < 0) return r;
	hist_layout_hide_filtered(&top->layout, &top->filter);
	if (!o->chains.order_given) o->chains.caller_first = layout.children;
	struct session_options session = session_values_options(&o->session, NULL, top->warnings);
	session.symbols.use_running_kernel = true;
	session.symbols.any_owner = o->session.force;
	struct live_profile_options options = {
		.hist = { .keys = top->layout.keys.items,
			  .nr_keys = top->layout.keys.count,
			  .use_chains = chains || layout.children,
			  .children = layout.children,
			  .sums = top->layout.sums,
			  .keep_samples = top->show == top_tui && !branches,
			  .most_kept = MOST_KEPT,
			  .branch_history = branches && chains && (o->branch_history || o->chains.branches),
			  .branch_labels = branches && o->branch_history,
			  .chain_key = o->branch_history ? CHAIN_ADDRESS : o->chains.key,
			  .caller_first = o->chains.caller_first,
			  .max_stack = (unsigned)o->max_stack,
			  .ignore_callees = o->ignore_callees,
			  .filter = &top->filter,
			  .env = { .full_paths = console.verbosity > 0,
				   .symbol_addresses = console.verbosity > 0,
				   .bare_symbols = o->json,
				   .raw_trace = o->raw_trace,
				   .short_forms = short_form_option_get(),
				   .wide_unresolved = !o->widths && !o->filter.dsos } },
		.symbols = session.symbols,
		.inlines = session.inlines,
		.kernel_name = console.verbosity > 0 ? NULL : "[kernel]",
		.show_switches = o->filter.show_on_off,
	};
	if ((r = find_event(top, o->filter.switch_on, "on", &options.switch_on, err)) < 0) return r;
	if ((r = find_event(top, o->filter.switch_off, "off", &options.switch_off, err)) < 0) return r;
	if (o->session.stitch_lbr) set_up_stitching(top, header, chains, &options);
	set_up_report(top, chains);
	r = live_profile_new(&options, top->events, header, &top->profile, err);
	if (r < 0) return r;
	live_profile_hide(top->profile, o->hide_kernel, o->hide_user);
	top->refreshed_ns = (int64_t)clock_now_ns();
	return 0;
}

void top_end(struct top *top)
{
	if (top->profile && top->option->dump_symbols) top_dump_symbols(top);
	if (top->profile) live_profile_keep(top->profile);
	live_profile_free(take(top->profile));
	hist_layout_done(&top->layout);
	sample_filter_done(&top->filter);
}

void top_refresh(struct top *top)
{
	int64_t now = (int64_t)clock_now_ns();
	top->seconds = (double)(now - top->refreshed_ns) / 1e9;
	top->refreshed_ns = now;
	top->nr_refreshes++;
	live_profile_refresh(top->profile, top->option->zero ? 0 : FADED, &top->stats);
}

void top_stop(struct top *top) { (void)!eventfd_write(top->stop_fd, 1); }

bool top_wait(struct top *top)
{
	const struct top_option *option = top->option;
	struct pollfd fd = { .fd = top->stop_fd, .events = POLLIN };
	if (option->iterations && top->nr_refreshes >= option->iterations) {
		recording_request_end(top->recording);
		return true;
	}
	return poll(&fd, 1, option->delay_s * 1000) > 0;
}

size_t top_members(const struct top *top, size_t n, struct hist_event **members)
{
	struct hist *hist = live_profile_hist(top->profile);
	size_t count = 0;
	const struct perf_event *leader = NULL;
	for (size_t i = 0; i < hist_nr_events(hist); i++) {
		struct hist_event *event = hist_event_at(hist, i);
		const struct perf_event *of = hist_totals(event)->event;
		if (!leader && of->leader == of && is_shown(of) && n-- == 0) leader = of;
		if (leader && of->leader == leader) members[count++] = event;
	}
	return count;
}

void top_table(struct top *top, struct hist_event *const *members, size_t nr_members, size_t most_rows,
	       struct table *table)
{
	struct hist_report_options options = top->report_options;
	options.max_rows = most_rows;
	options.least_samples = top->option->count_filter > 0 ? (uint32_t)top->option->count_filter : 0;
	options.graph.total_period = hist_totals(members[0])->period;
	hist_report(live_profile_hist(top->profile), members, nr_members, &top->layout, &options, table);
}
