/* A page of a profile: for each table its rows, for each of its events a tree of calls whose nodes know their rows, and
 * when samples were taken. All of it is freed here, once the page is written. */
#include "commands/report/report_page.h"
#include "commands/report/report_baseline.h"
#include "commands/report/report_code.h"
#include <stdlib.h>
#include "analysis/memory/c2c.h"
#include "analysis/profile/answers/hist_flame.h"
#include "analysis/profile/answers/hist_source.h"
#include "analysis/profile/answers/hist_times.h"
#include "analysis/profile/answers/wall_flame.h"
#include "commands/report/report_facts.h"
#include "render/html/html_page.h"
#include "render/listing/profile_remarks.h"
#include "result/flame_table.h"

/* How finely time is cut: finer than the pixels of a wide window would not be seen, nor where samples are few. */
enum { MIN_SLICES = 100, MAX_SLICES = 1000, SAMPLES_A_SLICE = 4 };
/* Pages stay small, and quick in a browser: lighter rows and calls are left out, and that is said. */
enum { MAX_ROWS = 10000, MAX_NODES = 200000 };

/* A page in the making; what profiles and events point to is owned. */
struct page_parts {
	struct report *report;
	struct page_profile *profiles; /* that of --wall-clock, then those of the report */
	size_t nr_walls;               /* 1 with --wall-clock, else 0 */
	VEC(const char *) remarks;
	struct outbuf header;
	struct report_code code;
};

static void free_profile(const struct page_profile *profile)
{
	for (size_t e = 0; e < profile->nr_events; e++) {
		flame_free((struct flame *)profile->events[e].flame);
		free((void *)profile->events[e].rows);
		if (profile->events[e].times) flame_times_done((struct flame_times *)profile->events[e].times);
		free((void *)profile->events[e].times);
	}
	if (profile->table) table_done((struct table *)profile->table);
	free((void *)profile->table);
	free((void *)profile->events);
}

static void keep_remark(void *ctx, const char *text)
{
	struct page_parts *parts = ctx;
	vec_push(&parts->remarks, xstrdup(text));
}

static void say_light(struct page_parts *parts, const char *event, uint64_t least)
{
	struct strbuf text = STRBUF_INIT;
	strbuf_printf(&text,
		      "Of event %s, calls that fewer than %llu samples went through are joined as " FLAME_LIGHT
		      " in graphs and in spans; the table counts all.",
		      event, (unsigned long long)least);
	vec_push(&parts->remarks, strbuf_take(&text));
}

/* Compares with the recording of --baseline, where there is one. */
static int compare(const struct report *report, const struct hist_event *event, uint32_t *places, struct flame **flame,
		   struct err *err)
{
	struct flame *before = NULL, *now = *flame;
	if (!report->values->baseline) return 0;
	int r = report_baseline(report, now->event, &before, err);
	if (r < 0) return r;
	*flame = flame_compare(now, before, places, hist_nr_nodes(event));
	flame_free(before);
	flame_free(now);
	return 0;
}

static uint32_t slices_of(const struct report *report)
{
	uint64_t nr_slices = MAX(report->nr_samples / SAMPLES_A_SLICE, MIN_SLICES);
	return (uint32_t)MIN(nr_slices, MAX_SLICES);
}

static int make_event(struct page_parts *parts, struct hist_event *event, const struct table *table,
		      struct page_event *ret, struct err *err)
{
	struct report *report = parts->report;
	const struct hist_totals *totals = hist_totals(event);
	bool relative = report->report_options.relative;
	_free_ uint32_t *places = NULL;
	uint64_t least;
	/* what is compared has to be whole */
	size_t max_nodes = report->values->baseline ? SIZE_MAX : MAX_NODES;
	struct flame *flame = hist_flame_limited(report->hist, event, table, max_nodes, &places, &least);
	if (table) ret->rows = hist_flame_rows(report->hist, event, table);
	int r = compare(report, event, places, &flame, err);
	ret->flame = flame;
	ret->name = totals->event->name;
	ret->nr_samples = relative ? totals->shown_samples : totals->nr_samples;
	ret->period = relative ? totals->shown_period : totals->period;
	if (r == 0 && flame->has_baseline && flame->nr_nodes > MAX_NODES) {
		ret->flame = flame_prune(flame, MAX_NODES, places, hist_nr_nodes(event), &least);
		flame_free(flame);
	}
	if (r == 0 && least > 1) say_light(parts, ret->name, least);
	if (r < 0 || !report->hist_options.keep_samples) return r;
	struct flame_times *times = xcalloc(1, sizeof(*times));
	hist_times(report->hist, event, places, slices_of(report), times);
	ret->times = times;
	return 0;
}

/* As wall_flame, with lighter calls joined where there are too many. */
static void prune_wall(struct page_parts *parts, struct flame **flame, struct flame_times *times)
{
	struct flame *whole = *flame;
	moment_words_vec words = VEC_INIT;
	uint64_t least;
	if (whole->nr_nodes <= MAX_NODES) return;
	_free_ uint32_t *places = xmalloc(whole->nr_nodes * sizeof(*places));
	for (size_t i = 0; i < whole->nr_nodes; i++) places[i] = (uint32_t)i;
	*flame = flame_prune(whole, MAX_NODES, places, whole->nr_nodes, &least);
	(*flame)->event = whole->event;
	(*flame)->is_time = whole->is_time;
	flame_free(whole);
	for (size_t i = 0; i < times->nr_moments; i++) {
		const struct flame_moment *moment = &times->moments[i];
		vec_push(&words, moment_words_of(moment->slice, moment->thread, places[moment->node], moment->own));
	}
	free(times->moments);
	times->moments = flame_moments_add_up(&words, session_threads(parts->report->session), &times->nr_moments);
	vec_done(&words);
	say_light(parts, (*flame)->event, least);
}

/* All time of threads, on a CPU and off it, where samples of an event say what ran. */
static int make_wall(struct page_parts *parts, struct hist_event *event, bool flames_only, struct page_profile *ret,
		     struct err *err)
{
	struct report *report = parts->report;
	struct page_event *shown = xcalloc(1, sizeof(*shown));
	struct flame_times *times = xcalloc(1, sizeof(*times));
	struct flame *flame = NULL;
	struct table *table = NULL;
	times->nr_slices = slices_of(report);
	*ret = (struct page_profile){ .events = shown, .nr_events = 1, .has_children = true };
	shown->times = times;
	int r = wall_flame(report->hist, event, report->session, times, &flame, err);
	if (r < 0) return r;
	prune_wall(parts, &flame, times);
	if (!flames_only) {
		ret->table = table = xcalloc(1, sizeof(*table));
		table_init(table);
		flame_table(flame, table);
		shown->rows = flame_rows(flame, table->rows.count, true);
	}
	shown->name = flame->event;
	shown->is_wall = true;
	shown->flame = flame;
	shown->nr_samples = flame->nr_samples;
	shown->period = flame->total;
	return 0;
}

/* The rows of the report and what they are made of. */
static int make_profile(struct page_parts *parts, const struct report_profile *shown, bool flames_only,
			struct page_profile *ret, struct err *err)
{
	struct report *report = parts->report;
	static const struct result_request heaviest = { .max_rows = MAX_ROWS };
	struct hist_source profile = { .hist = report->hist,
				       .events = shown->events,
				       .nr_events = shown->nr_events,
				       .layout = &report->layout,
				       .options = &report->report_options };
	struct result_source source = hist_source_of(&profile);
	struct page_event *events = xcalloc(shown->nr_events + 1, sizeof(*events));
	struct table *table = NULL;
	int r = 0;
	if (!flames_only) {
		table = xcalloc(1, sizeof(*table));
		table_init(table);
		r = source.rows(source.ctx, &heaviest, table, NULL);
	}
	hist_source_done(&profile);
	*ret = (struct page_profile){ .events = events,
				      .nr_events = shown->nr_events,
				      .table = table,
				      .has_children = report->hist_options.children };
	for (size_t e = 0; e < shown->nr_events && r == 0; e++)
		r = make_event(parts, shown->events[e], table, &events[e], err);
	if (table && table->nr_left_out) {
		struct strbuf text = STRBUF_INIT;
		strbuf_printf(&text, "%zu lighter rows are not in the table; perf report --stdio shows all.",
			      table->nr_left_out);
		vec_push(&parts->remarks, strbuf_take(&text));
	}
	return r;
}

/* Code of all events, which profiles[].events then point to. */
static int make_code(struct page_parts *parts, struct err *err)
{
	struct report *report = parts->report;
	VEC(struct annotate_timed_event) events = VEC_INIT;
	for (size_t p = 0; p < report->profiles.count; p++)
		for (size_t e = 0; e < report->profiles.items[p].nr_events; e++) {
			const struct hist_totals *totals = hist_totals(report->profiles.items[p].events[e]);
			const struct flame_times *times = parts->profiles[parts->nr_walls + p].events[e].times;
			vec_push(&events, ((struct annotate_timed_event){ totals->event->idx, times }));
		}
	int r = report_code_make(report, events.items, events.count, &parts->code, err);
	vec_done(&events);
	size_t number = 0;
	for (size_t p = 0; r == 0 && p < report->profiles.count; p++)
		for (size_t e = 0; e < report->profiles.items[p].nr_events; e++)
			parts->profiles[parts->nr_walls + p].events[e].code = &parts->code.weights[number++];
	if (r < 0 || !parts->code.nr_missing) return r;
	struct strbuf text = STRBUF_INIT;
	strbuf_printf(&text, "The code of %zu of the %zu hottest functions is not here; perf annotate says why.",
		      parts->code.nr_missing, parts->code.nr_missing + parts->code.nr_listings);
	vec_push(&parts->remarks, strbuf_take(&text));
	return 0;
}

static void write_page(struct page_parts *parts, const struct c2c_result *lines, bool flames_only, struct outbuf *out)
{
	struct report *report = parts->report;
	const struct report_values *v = report->values;
	_free_ char *title = v->title ? xstrdup(v->title) : NULL;
	if (!title) {
		struct strbuf text = STRBUF_INIT;
		strbuf_printf(&text, "perf report \xe2\x80\x93 %s", perfdata_path(session_perfdata(report->session)));
		title = strbuf_take(&text);
	}
	struct profile_page page = { .title = title,
				     .program = "perf " PERF_VERSION,
				     .profiles = parts->profiles,
				     .nr_profiles = parts->nr_walls + report->profiles.count,
				     .codes = parts->code.listings,
				     .nr_codes = parts->code.nr_listings,
				     .lines = lines,
				     .header = parts->header.data,
				     .remarks = parts->remarks.items,
				     .nr_remarks = parts->remarks.count,
				     .nr_lost = session_totals(report->session)->lost_samples };
	struct html_page_options options = { .flames_only = flames_only,
					     .icicle = v->icicle,
					     .colours = v->flame_colours };
	html_page(&page, &options, out);
}

/* Shared cache lines, where the samples are of memory accesses. 0, or -errno with err set. */
static int find_lines(struct session *session, struct c2c **ret, const struct c2c_result **ret_lines, struct err *err)
{
	const struct c2c_options wanted = { .fields = { C2C_FIELD_CODE }, .nr_fields = 1, .with_sources = true };
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_DATA_SRC)
			return c2c_run(session, &wanted, ret, ret_lines, err);
	return 0;
}

int report_page(struct report *report, struct hist_event *wall, bool flames_only, struct outbuf *out, struct err *err)
{
	struct page_parts parts = { .report = report, .nr_walls = wall != NULL };
	struct profile_facts facts;
	struct c2c *c2c = NULL;
	const struct c2c_result *lines = NULL;
	int r = 0;
	size_t made = 0;
	out_init(&parts.header, -1);
	parts.profiles = xcalloc(report->profiles.count + 2, sizeof(*parts.profiles));
	if (wall) r = make_wall(&parts, wall, flames_only, &parts.profiles[0], err);
	for (; made < report->profiles.count && r == 0; made++)
		r = make_profile(&parts, &report->profiles.items[made], flames_only,
				 &parts.profiles[parts.nr_walls + made], err);
	if (r == 0 && !flames_only && report->profiles.count) r = make_code(&parts, err);
	if (r == 0 && !flames_only) r = find_lines(report->session, &c2c, &lines, err);
	if (r == 0) r = report_facts_header(report->session, false, &parts.header, err);
	if (r >= 0) {
		out_char(&parts.header, '\0');
		report_show_facts(report, &facts);
		profile_remarks(&facts, keep_remark, &parts);
		write_page(&parts, lines, flames_only, out);
		r = 0;
	}
	report_code_done(&parts.code);
	for (size_t i = 0; i < parts.nr_walls + made; i++) free_profile(&parts.profiles[i]);
	for (size_t i = 0; i < parts.remarks.count; i++) free((void *)parts.remarks.items[i]);
	vec_done(&parts.remarks);
	free(parts.profiles);
	out_done(&parts.header);
	c2c_free(c2c);
	return r;
}
