/* A collected profile, event by event: titles, rows, remarks. Events that were recorded as a group, or that --group
 * puts together, are shown side by side.
 *
 * report_show_plan decides which events make a table, report_show_graphs runs the pass that their call graphs need,
 * and report_show writes: show_events makes a table of rows from a hist_source and gives it to the text or the JSON
 * renderer. */
#include "commands/report/report_show.h"
#include <stdio.h>
#include "analysis/profile/rows/hist_chains.h"
#include "analysis/profile/answers/hist_source.h"
#include "base/printable.h"
#include "cli/console.h"
#include "commands/option/filter_option.h"
#include "render/listing/profile_remarks.h"
#include "commands/report/report_option.h"
#include "render/table/profile_json.h"
#include "session/session_unwinding.h"

/* A count as upstream's title has it: "12K", always with a unit or a blank behind. Rounded down by 1000, not 1024. */
static void put_rounded(struct outbuf *out, uint64_t value)
{
	static const char units[] = " KMG";
	unsigned unit = 0;
	for (; value > 1000 && unit < 3; unit++) value /= 1000;
	out_dec(out, value, 0);
	out_char(out, units[unit]);
}

/* The events' name in a title, which the caller frees: "cycles", "anon group { cycles, instructions }", or "cycles,
 * instructions" when --group made the group. */
static char *name_of(struct hist_event *const *events, size_t nr_events)
{
	const struct perf_event *leader = hist_totals(events[0])->event;
	if (nr_events == 1) return xstrdup(leader->name);
	bool recorded = leader->nr_members > 1;
	struct strbuf name = STRBUF_INIT;
	if (recorded)
		strbuf_printf(&name, "%s { ",
			      leader->group_name && *leader->group_name ? leader->group_name : "anon group");
	for (size_t i = 0; i < nr_events; i++) {
		if (i) strbuf_str(&name, ", ");
		strbuf_str(&name, hist_totals(events[i])->event->name);
	}
	if (recorded) strbuf_str(&name, " }");
	return strbuf_take(&name);
}

/* "# Sort order   : mem,sym": the keys of -s as they are taken, whatever -F shows. */
static void put_sort_order(const struct report_values *v, struct outbuf *out)
{
	out_lit(out, "\n# Sort order   : ");
	if (!v->sort || v->sort[0] == '+') out_lit(out, REPORT_MEMORY_SORT);
	if (v->sort && v->sort[0] == '+') out_char(out, ',');
	if (v->sort) out_name(out, v->sort + (v->sort[0] == '+'));
	if (v->sort && strstr(v->sort, "symbol")) out_lit(out, ",ipc_null");
}

char *report_show_name(const struct report_profile *profile) { return name_of(profile->events, profile->nr_events); }

/* "# Samples: 12K of event 'cycles'" and what follows. Counts are those after filters where percentages are
 * relative. */
static void put_event_title(struct report *report, struct hist_event *const *events, size_t nr_events)
{
	const struct report_values *v = report->values;
	struct outbuf *out = &report->out;
	uint64_t nr = 0, period = 0;
	bool relative = report->report_options.relative;
	for (size_t i = 0; i < nr_events; i++) {
		const struct hist_totals *totals = hist_totals(events[i]);
		nr += relative ? totals->shown_samples : totals->nr_samples;
		period += relative ? totals->shown_period : totals->period;
	}
	_free_ char *name = name_of(events, nr_events);
	out_lit(out, "# Samples: ");
	put_rounded(out, nr);
	const struct perf_event *leader = hist_totals(events[0])->event;
	bool several = leader->nr_members > 1 || nr_events > 1 ||
		       (v->group_set && leader->idx == 0 && hist_nr_events(report->hist) > 1);
	out_printf(out, " of event%s '%s'", several ? "s" : "", name);
	if (v->filter.time) out_printf(out, " (time slices: %s)", v->filter.time);
	out_str(out, v->mem_mode ? "\n# Total weight : " : "\n# Event count (approx.): ");
	out_dec(out, period, 0);
	if (v->mem_mode) put_sort_order(v, out);
	if (v->socket >= 0) out_printf(out, "\n# Processor Socket: %d", v->socket);
	out_lit(out, "\n#\n");
}

/* Facts of each event stand in front of their rows (docs/json-report.md). */
static void put_json_events(struct report *report, struct hist_event *const *events, size_t nr_events,
			    const struct table *table, bool first)
{
	_free_ struct profile_event *shown = xcalloc(nr_events + 1, sizeof(*shown));
	for (size_t i = 0; i < nr_events; i++) {
		const struct hist_totals *totals = hist_totals(events[i]);
		shown[i] = (struct profile_event){ totals->event->name, totals->nr_samples, totals->period };
	}
	profile_json_events(shown, nr_events, table, first, &report->out);
}

/* One table: of one event, or of several side by side, of which the first gives the totals. Rows are made, written
 * and freed here, table by table: only one is in memory. */
static int show_events(struct report *report, struct hist_event *const *events, size_t nr_events, bool first)
{
	static const struct result_request all;
	const struct report_values *v = report->values;
	struct hist_source profile = { .hist = report->hist,
				       .events = events,
				       .nr_events = nr_events,
				       .layout = &report->layout,
				       .options = &report->report_options };
	struct result_source source = hist_source_of(&profile);
	struct table table;
	table_init(&table);
	int r = 0;
	/* --total-cycles replaces the rows of the profile by basic blocks. */
	if (report->show_blocks) block_cycles_table(&report->blocks, report->hist, events[0], v->percent_limit, &table);
	else r = source.rows(source.ctx, &all, &table, NULL); /* no column is named that could be unknown */
	hist_source_done(&profile);
	if (r < 0) {
		table_done(&table);
		return r;
	}
	if (v->json) {
		put_json_events(report, events, nr_events, &table, first);
	} else {
		struct table_text_options *text = &report->text_options;
		const struct hist_totals *totals = hist_totals(events[0]);
		uint64_t period = report->report_options.relative ? totals->shown_period : totals->period;
		/* Branches of graphs are cut off relative to the event's whole period. */
		text->graph.total_period = period;
		text->graph.threshold = (uint64_t)((double)period * report->report_options.graph.threshold);
		if (!console.quiet) put_event_title(report, events, nr_events);
		text->threads = session_threads(report->session);
		r = table_text(&table, text, &report->out);
		if (!report->show_blocks) out_lit(&report->out, "\n\n");
	}
	table_done(&table);
	return r < 0 ? r : out_flush_some(&report->out);
}

/* The events that are shown together with event i (the leader first): its group, all that follow, or itself. members
 * has room for all events. Returns how many. */
static size_t members_of(const struct report *report, size_t i, bool all, struct hist_event **members)
{
	const struct hist *hist = report->hist;
	const struct perf_event *leader = hist_totals(hist_event_at(hist, i))->event;
	size_t count = 0;
	for (size_t n = i; n < hist_nr_events(hist); n++) {
		struct hist_event *event = hist_event_at(hist, n);
		if (n != i && !all && (!report->values->group || hist_totals(event)->event->leader != leader)) continue;
		members[count++] = event;
	}
	return count;
}

/* Leaves the events out that have no samples, but for the first and those of recorded groups. */
static size_t drop_empty(const struct report *report, struct hist_event **members, size_t count)
{
	bool in_group = hist_totals(members[0])->event->nr_members > 1;
	size_t kept = 0;
	for (size_t n = 0; n < count; n++)
		if (!report->values->skip_empty || n == 0 || hist_totals(members[n])->nr_samples || in_group)
			members[kept++] = members[n];
	return kept;
}

/* Samples of all events that would be shown side by side. */
static uint64_t samples_of(struct hist_event *const *members, size_t count)
{
	uint64_t nr = 0;
	for (size_t n = 0; n < count; n++) nr += hist_totals(members[n])->nr_samples;
	return nr;
}

/* --group without recorded groups puts all events side by side; recorded groups win over it. Members of a group are
 * in their leader's profile. A profile without samples is left out when another has some. */
void report_show_plan(struct report *report)
{
	const struct report_values *v = report->values;
	const struct hist *hist = report->hist;
	size_t nr_events = hist_nr_events(hist);
	bool all = v->group_set && v->group;
	for (size_t i = 0; i < nr_events; i++) {
		report->nr_samples += hist_totals(hist_event_at(hist, i))->nr_samples;
		if (hist_totals(hist_event_at(hist, i))->event->nr_members > 1)
			all = false; /* recorded groups are what is shown */
	}
	for (size_t i = 0; i < nr_events && !(all && i > 0); i++) {
		const struct perf_event *event = hist_totals(hist_event_at(hist, i))->event;
		if (v->group && event->leader != event) continue;
		struct hist_event **members = xcalloc(nr_events, sizeof(*members));
		size_t count = members_of(report, i, all, members);
		if (v->skip_empty && !samples_of(members, count) && report->nr_samples) {
			free(members);
			continue;
		}
		vec_push(&report->profiles, ((struct report_profile){ members, drop_empty(report, members, count) }));
	}
}

/* Graphs are those of the leader: its chains stand for the group. */
int report_show_graphs(struct report *report, struct err *err)
{
	if (report->show_blocks || !hist_chains_wait(report->hist)) return 0;
	_free_ struct hist_event **with_graphs = xcalloc(report->profiles.count + 1, sizeof(*with_graphs));
	for (size_t i = 0; i < report->profiles.count; i++) with_graphs[i] = report->profiles.items[i].events[0];
	return hist_chains_collect(report->hist, report->session, with_graphs, report->profiles.count,
				   &report->report_options, err);
}

/* "# comm: bash": of a column that is hidden because a filter leaves one value. */
static void put_hidden_column(struct report *report, const char *column, const struct name_list *list)
{
	if (list->count == 1 && hist_layout_has(&report->layout, column))
		out_printf(&report->out, "# %s: %s\n", column, list->names[0]);
}

void report_show_hidden_columns(struct report *report)
{
	put_hidden_column(report, "comm", &report->filter.comms);
	put_hidden_column(report, "dso", &report->filter.dsos);
	put_hidden_column(report, "symbol", &report->filter.symbols);
}

#define STACK_MAX_BYTES 65528 /* what the kernel copies at most */

/* Not of upstream: says when more than 1 % of the stacks that were unwound were copied too short. */
static void put_short_stacks(struct report *report)
{
	const struct report_values *v = report->values;
	struct unwind_counts counts;
	uint64_t total = 0;
	uint32_t size_bytes = session_stack_bytes(report->session);
	if (!size_bytes || v->json || console.quiet) return;
	session_unwound_so_far(report->session, &counts);
	for (int end = 0; end < NR_UNWIND_ENDS; end++) total += counts.ends[end];
	uint64_t cut = counts.ends[UNWIND_STACK_SHORT];
	if (cut * 100 <= total) return;
	out_printf(&report->out, "# Stacks cut short: %.1f%% of %llu were larger than the %u bytes copied",
		   100.0 * (double)cut / (double)total, (unsigned long long)total, size_bytes);
	if (size_bytes < STACK_MAX_BYTES)
		out_printf(&report->out, "; record with --call-graph dwarf,%u", MIN(size_bytes * 2, STACK_MAX_BYTES));
	out_lit(&report->out, "\n#\n");
}

/* What the document says of the recording as a whole: docs/json-report.md. */
static void put_json_end(struct report *report)
{
	const struct session_totals *totals = session_totals(report->session);
	const char *kind = auxtrace_type_name(totals->trace_type);
	struct profile_stack_end ends[NR_UNWIND_ENDS];
	struct unwind_counts counts;
	struct profile_facts_of_file facts = { .stack_ends = NULL };
	if (session_stack_bytes(report->session)) {
		session_unwound_so_far(report->session, &counts);
		for (int end = 0; end < NR_UNWIND_ENDS; end++)
			ends[end] = (struct profile_stack_end){ unwind_end_name((enum unwind_end)end),
								counts.ends[end] };
		facts.stack_ends = ends;
		facts.nr_stack_ends = NR_UNWIND_ENDS;
		facts.nr_frames = counts.nr_frames;
		facts.nr_by_frame_pointer = counts.nr_by_frame_pointer;
		facts.nr_by_scan = counts.nr_by_scan;
	}
	if (totals->nr_by_type[RECORD_AUXTRACE]) {
		facts.trace_kind = kind ? kind : "unknown";
		facts.trace_bytes = totals->trace_bytes;
	}
	profile_json_end(&facts, &report->out);
}

static void put_remark(void *ctx, const char *text)
{
	(void)ctx;
	fprintf(stderr, "Warning: %s\n", text);
}

void report_show_facts(const struct report *report, struct profile_facts *ret)
{
	const struct profile_gaps *gaps = &report->gaps;
	*ret = (struct profile_facts){
		.nr_samples = gaps->nr_samples,
		.nr_lost = session_totals(report->session)->lost_samples,
		.nr_chains = gaps->nr_chains,
		.nr_lone = gaps->nr_lone,
		.nr_generated = gaps->nr_generated,
		.generated_pid = gaps->generated_pid,
		.generated_by = gaps->generated_by,
		.nr_gone = gaps->nr_gone,
		.gone = gaps->gone,
	};
}

/* On standard error: what reads the report is not disturbed. */
void report_show_remarks(const struct report *report)
{
	struct profile_facts facts;
	report_show_facts(report, &facts);
	if (!console.quiet) profile_remarks(&facts, put_remark, NULL);
}

/* Order of the text: remarks (stderr), losses, short stacks, profiles, tip. */
int report_show(struct report *report)
{
	const struct report_values *v = report->values;
	struct outbuf *out = &report->out;
	int r = 0;
	if (report->nr_samples == 0) {
		if (!v->json) out_flush(out);
		console_error("The %s data has no samples!", perfdata_path(session_perfdata(report->session)));
		/* A program that reads JSON gets a whole document, also an empty one. */
		if (!v->json) return 0;
	}
	report->shown = true;
	report_show_remarks(report);
	if (v->json) {
		profile_json_begin(session_totals(report->session)->lost_samples, out);
	} else if (!console.quiet) {
		out_printf(out, "#\n# Total Lost Samples: %llu\n#\n",
			   (unsigned long long)session_totals(report->session)->lost_samples);
	}
	/* Where chains waited, stacks are unwound only while graphs are made: how many were cut short is known behind
	 * them. */
	bool waited = hist_chains_wait(report->hist);
	if (!waited) put_short_stacks(report);
	for (size_t i = 0; i < report->profiles.count && r == 0; i++)
		r = show_events(report, report->profiles.items[i].events, report->profiles.items[i].nr_events, i == 0);
	if (waited) put_short_stacks(report);
	if (v->json) {
		put_json_end(report);
	} else if (!console.quiet) {
		out_lit(out, "#\n# (Tip: Search options using a keyword: perf report -h <keyword>)\n#\n");
	}
	return r;
}
