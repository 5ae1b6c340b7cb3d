/* Adds latencies up as they end: into the distribution of their group and of all, into a column of the heat map,
 * and into a heap of the longest. None is kept by itself, so that memory depends on groups and columns. Names
 * beyond MAX_TEXTS share one, and latencies of groups beyond MAX_GROUPS count for no group. */
#include "analysis/latency/latency.h"
#include "analysis/latency/latency_table.h"

#include <string.h>
#include "analysis/latency/latency_waiting.h"
#include "base/intern.h"
#include "base/strbuf.h"

enum { DEFAULT_WAITING = 1 << 20, MAX_GROUPS = 4096, MAX_TEXTS = 1 << 18, NO_TEXT = 0, OTHER_TEXT = 1 };

/* The distribution of one group; label is the id of its name in texts. */
struct group {
	uint32_t label;
	struct latency_histogram histogram;
};

struct latency {
	struct latency_options options;
	struct latency_waiting waiting;
	struct intern texts;  /* names of tasks, labels; 0 is "" */
	struct strbuf joined; /* a label of both sides */
	VEC(struct group) groups;
	struct u64map group_of_label;
	/* The longest so far. A heap with the shortest on top once it has nr_slowest members, before that in any
	 * order. */
	VEC(struct latency_row) slowest;
	bool is_grouped, by_end;
	char *key, *by;
	struct latency_result result;
};

/* In words of --sort. */
static const char *const order_names[] = {
	[LATENCY_BY_TOTAL] = "total", [LATENCY_BY_COUNT] = "count", [LATENCY_BY_MEAN] = "mean",
	[LATENCY_BY_MAX] = "max",     [LATENCY_BY_P50] = "p50",     [LATENCY_BY_P99] = "p99",
	[LATENCY_BY_NAME] = "name",
};

bool latency_order_parse(const char *name, enum latency_order *ret)
{
	for (size_t i = 0; i < ARRAY_SIZE(order_names); i++) {
		if (strcmp(order_names[i], name) != 0) continue;
		*ret = (enum latency_order)i;
		return true;
	}
	return false;
}

/* ---- the longest */

/* The order of the heap. */
static bool is_shorter(const struct latency_row *a, const struct latency_row *b)
{
	uint64_t a_ns = latency_row_ns(a), b_ns = latency_row_ns(b);
	return a_ns != b_ns ? a_ns < b_ns : a->end_ns > b->end_ns; /* of equal ones the first is kept */
}

/* Restores the heap below i. */
static void sift_down(struct latency_row *rows, size_t count, size_t i)
{
	for (;;) {
		size_t least = i, left = 2 * i + 1;
		for (size_t child = left; child < count && child < left + 2; child++)
			if (is_shorter(&rows[child], &rows[least])) least = child;
		if (least == i) return;
		struct latency_row row = rows[i];
		rows[i] = rows[least];
		rows[least] = row;
		i = least;
	}
}

/* Keeps the row if it is one of the longest. O(log n) for those that are kept, O(1) for the others. */
static void note_slowest(struct latency *latency, const struct latency_row *row)
{
	if (latency->slowest.count == latency->options.nr_slowest) {
		if (!latency->slowest.count || !is_shorter(&latency->slowest.items[0], row)) return;
		latency->slowest.items[0] = *row;
		sift_down(latency->slowest.items, latency->slowest.count, 0);
		return;
	}
	vec_push(&latency->slowest, *row);
	if (latency->slowest.count < latency->options.nr_slowest) return;
	for (size_t i = latency->slowest.count; i--;)
		sift_down(latency->slowest.items, latency->slowest.count, i); /* full: from now on a heap */
}

/* The longest first, of equal ones the one that ended first. */
static int compare_rows(const void *a, const void *b) { return is_shorter(a, b) - is_shorter(b, a); }

/* ---- pairing */

/* The id of a text. There may be as many groups as events (--by sector): what comes after MAX_TEXTS texts is
 * OTHER_TEXT. */
static uint32_t text_id(struct latency *latency, const char *text)
{
	uint32_t id;
	if (latency->texts.texts.count < MAX_TEXTS) return intern_id(&latency->texts, text);
	return intern_find(&latency->texts, text, &id) ? id : OTHER_TEXT;
}

/* The name of the group: what both sides contribute, with a blank between. */
static uint32_t label_of(struct latency *latency, const struct latency_begin *begin, const struct latency_event *end)
{
	const char *first = intern_text(&latency->texts, begin->label);
	if (!end->label || !*end->label) return begin->label;
	if (!*first) return text_id(latency, end->label);
	strbuf_clear(&latency->joined);
	strbuf_printf(&latency->joined, "%s %s", first, end->label);
	return text_id(latency, strbuf_text(&latency->joined));
}

/* The group's distribution, made when it is new; NULL: there are MAX_GROUPS already. */
static struct latency_histogram *group_of(struct latency *latency, uint32_t label)
{
	bool is_new;
	const uint64_t *found = u64map_find(&latency->group_of_label, label);
	if (found) return &latency->groups.items[*found].histogram;
	if (latency->groups.count == MAX_GROUPS) return NULL;
	*u64map_put(&latency->group_of_label, label, &is_new) = latency->groups.count;
	vec_push(&latency->groups, ((struct group){ .label = label }));
	return &vec_last(&latency->groups)->histogram;
}

/* Into the column of the time at which the latency ended. */
static void add_to_heat(struct latency *latency, uint64_t end_ns, uint64_t latency_ns)
{
	struct latency_heat *heat = &latency->result.heat;
	if (!heat->nr_columns || end_ns < heat->from_ns || end_ns > heat->to_ns) return;
	uint64_t width_ns = heat->to_ns - heat->from_ns +
			    1; /* not 0: a recording does not last for 584 years, and one that says so ends here */
	size_t column = width_ns ? (size_t)((unsigned __int128)(end_ns - heat->from_ns) * heat->nr_columns / width_ns)
				 : 0;
	latency_histogram_add(&heat->columns[column], latency_ns, latency->options.unit_ns);
}

/* Takes the begin that waits under the key, and adds the time between them to everything. */
static int on_end(struct latency *latency, const struct latency_event *event)
{
	struct latency_begin begin;
	const struct latency_options *options = &latency->options;
	if (event->is_cut) {
		bool is_known = latency_waiting_take(&latency->waiting, event->key, &begin);
		latency->result.nr_cut += !is_known || !begin.hidden;
		return 0;
	}
	latency->result.nr_ends++;
	if (!latency_waiting_take(&latency->waiting, event->key, &begin)) {
		latency->result.nr_without_begin++;
		return 0;
	}
	if (begin.hidden) return 0;
	if (event->time_ns < begin.time_ns) {
		latency->result.nr_backwards++;
		return 0;
	}
	uint64_t own_ns = latency->result.has_calls ? event->time_ns - begin.time_ns - event->inner_ns : 0;
	struct latency_row row = { .begin_ns = begin.time_ns,
				   .end_ns = event->time_ns,
				   .comm = intern_text(&latency->texts, begin.comm),
				   .pid = begin.pid,
				   .tid = begin.tid,
				   .cpu = begin.cpu,
				   .end_cpu = event->cpu,
				   .is_call = latency->result.has_calls,
				   .own_ns = own_ns,
				   .away_ns = options->own ? event->inner_ns : 0 };
	uint64_t latency_ns = latency_row_ns(&row);
	latency->result.own_ns += (double)own_ns;
	latency->result.nr_timeless += row.is_call && row.begin_ns == row.end_ns;
	latency_histogram_add(&latency->result.all, latency_ns, options->unit_ns);
	add_to_heat(latency, event->time_ns, latency_ns);
	if (latency->is_grouped) {
		uint32_t label = latency->by_end ? label_of(latency, &begin, event) : begin.label;
		struct latency_histogram *group = group_of(latency, label);
		if (group) latency_histogram_add(group, latency_ns, options->unit_ns);
		else latency->result.nr_ungrouped++;
		row.group = intern_text(&latency->texts, label);
	}
	if (options->nr_slowest) note_slowest(latency, &row);
	return options->row ? options->row(options->ctx, &row) : 0;
}

/* A begin waits, an end ends. Texts of hidden begins are not kept: nobody sees them, and texts are bounded. */
static int latency_event(void *ctx, const void *item)
{
	struct latency *latency = ctx;
	const struct latency_event *event = item;
	if (event->is_damaged) {
		latency->result.nr_damaged++;
		return 0;
	}
	if (event->kind == LATENCY_END) return on_end(latency, event);
	struct latency_begin begin = { .key = event->key,
				       .time_ns = event->time_ns,
				       .pid = event->pid,
				       .tid = event->tid,
				       .cpu = event->cpu,
				       .hidden = event->hidden };
	if (!event->hidden) {
		begin.comm = event->comm ? text_id(latency, event->comm) : NO_TEXT;
		begin.label = event->label ? text_id(latency, event->label) : NO_TEXT;
		latency->result.nr_begins++;
	}
	latency_waiting_add(&latency->waiting, &begin, latency->options.nested);
	return 0;
}

/* For a reader of a pipe, which wants to see rows while the recording goes on. */
static int latency_batch(void *ctx)
{
	const struct latency_options *options = &((struct latency *)ctx)->options;
	return options->batch ? options->batch(options->ctx) : 0;
}

/* ---- the result */

/* What groups are ordered by. */
static double weight_of(const struct group *group, enum latency_order order)
{
	const struct latency_histogram *histogram = &group->histogram;
	switch (order) {
	case LATENCY_BY_COUNT: return (double)histogram->count;
	case LATENCY_BY_MEAN: return histogram->mean_ns;
	case LATENCY_BY_MAX: return (double)histogram->max_ns;
	case LATENCY_BY_P50: return (double)latency_histogram_quantile(histogram, 0.5);
	case LATENCY_BY_P99: return (double)latency_histogram_quantile(histogram, 0.99);
	default: return histogram->sum_ns;
	}
}

struct ranked {
	double weight;
	const char *name;
	const struct group *group;
};

/* The largest first; equal ones by name, so that the order is the same on each run. */
static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Groups as rows of a table, in order. Weights once for each group, not once for each comparison: quantiles walk over
 * the distribution. */
static void make_groups(struct latency *latency)
{
	struct latency_result *result = &latency->result;
	size_t nr = latency->groups.count;
	struct ranked *ranked = xcalloc(nr + 1, sizeof(*ranked));
	for (size_t i = 0; i < nr; i++) {
		const struct group *group = &latency->groups.items[i];
		double weight = latency->options.order == LATENCY_BY_NAME ? 0
									  : weight_of(group, latency->options.order);
		ranked[i] = (struct ranked){ weight, intern_text(&latency->texts, group->label), group };
	}
	if (nr) qsort(ranked, nr, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < nr; i++)
		latency_table_add(&result->groups, ranked[i].name, ranked[i].group->label, &ranked[i].group->histogram);
	free(ranked);
}

/* The key as it would be given on the command line. Of "none" it is "". The caller frees. */
static char *key_text(const struct latency_spec *spec)
{
	struct strbuf text = STRBUF_INIT;
	for (size_t i = 0; i < spec->keys.count; i++) {
		char *const *fields = spec->keys.items[i].fields;
		strbuf_printf(&text, strcmp(fields[LATENCY_BEGIN], fields[LATENCY_END]) == 0 ? "%s%s" : "%s%s=%s",
			      i ? "," : "", fields[LATENCY_BEGIN], fields[LATENCY_END]);
	}
	strbuf_str(&text, "");
	return strbuf_take(&text);
}

/* The grouping as it would be given on the command line. The caller frees. */
static char *by_text(const struct latency_spec *spec)
{
	static const char *const prefixes[] = { "", "begin.", "end." };
	struct strbuf text = STRBUF_INIT;
	for (size_t i = 0; i < spec->by.count; i++)
		strbuf_printf(&text, "%s%s%s", i ? "," : "", prefixes[spec->by.items[i].side + 1],
			      spec->by.items[i].field);
	return strbuf_take(&text);
}

/* The span that the result is about: first_ns to last_ns, within the times of the filter. Makes the columns of the heat
 * map over it. */
static void set_window(struct latency *latency, uint64_t first_ns, uint64_t last_ns, const struct sample_filter *filter)
{
	struct latency_result *result = &latency->result;
	result->first_ns = first_ns;
	result->last_ns = last_ns;
	if (filter && filter->by_time && filter->times.count) {
		uint64_t from_ns = UINT64_MAX, to_ns = 0;
		for (size_t i = 0; i < filter->times.count; i++) {
			if (filter->times.items[i].from_ns < from_ns) from_ns = filter->times.items[i].from_ns;
			if (filter->times.items[i].to_ns > to_ns) to_ns = filter->times.items[i].to_ns;
		}
		if (from_ns > result->first_ns) result->first_ns = from_ns;
		if (to_ns < result->last_ns) result->last_ns = to_ns;
		if (result->last_ns < result->first_ns) result->last_ns = result->first_ns;
	}
	if (!latency->options.nr_columns) return;
	result->heat = (struct latency_heat){ .from_ns = result->first_ns,
					      .to_ns = result->last_ns,
					      .nr_columns = latency->options.nr_columns,
					      .columns = xcalloc(latency->options.nr_columns,
								 sizeof(*result->heat.columns)) };
}

static int ignore_event(void *ctx, const void *event)
{
	(void)ctx;
	(void)event;
	return 0;
}

/* Calls of a hardware trace, of which nothing but decoding tells how long it lasts: for a heat map it is decoded once
 * more. */
static int visit_calls(struct latency *latency, struct session *session, const struct latency_spec *spec,
		       const struct latency_visitor *visitor, struct err *err)
{
	struct latency_calls_span span;
	const struct latency_visitor nobody = { .event = ignore_event, .filter = visitor->filter };
	if (latency->options.nr_columns) {
		int r = latency_calls_visit(session, spec, &nobody, &span, err);
		if (r != 0) return r;
		set_window(latency, span.first_ns, span.last_ns, visitor->filter);
	}
	int r = latency_calls_visit(session, spec, visitor, &span, err);
	if (r == 0 && !latency->options.nr_columns) set_window(latency, span.first_ns, span.last_ns, visitor->filter);
	return r;
}

/* Events first, whose errors say what the recording has; then the pass, which adds up; then tables of what was added
 * up. */
int latency_run(struct session *session, struct latency_spec *spec, const struct latency_options *options,
		struct latency **ret, const struct latency_result **ret_result, struct err *err)
{
	struct latency_events *events = NULL;
	int r = spec->function ? 0 : latency_events_new(session, spec, &events, err);
	if (r < 0) return r;
	struct latency *latency = xcalloc(1, sizeof(*latency));
	*latency = (struct latency){ .options = *options, .is_grouped = spec->by.count, .by_end = spec->by.count };
	latency_table_init(&latency->result.groups, false);
	latency_table_init(&latency->result.total, false);
	latency_table_init(&latency->result.slowest, true);
	latency->result.has_calls = spec->function;
	latency->result.is_own = spec->function && options->own;
	if (spec->function) latency_table_add_own(&latency->result.slowest);
	latency_waiting_init(&latency->waiting, options->max_waiting ? options->max_waiting : DEFAULT_WAITING);
	intern_init(&latency->texts);
	/* These two get the ids NO_TEXT and OTHER_TEXT. */
	intern_id(&latency->texts, "");
	intern_id(&latency->texts, "(other)");
	const struct session_totals *totals = session_totals(session);
	if (!spec->function) set_window(latency, totals->first_sample_ns, totals->last_sample_ns, options->filter);
	struct latency_visitor visitor = { .ctx = latency,
					   .event = latency_event,
					   .batch = latency_batch,
					   .filter = options->filter,
					   .syscalls = options->syscalls,
					   .nr_syscalls = options->nr_syscalls,
					   .with_comms = options->row || options->nr_slowest };
	r = spec->function ? visit_calls(latency, session, spec, &visitor, err)
			   : latency_events_visit(events, &visitor, err);
	latency_events_free(events);
	if (r != 0) {
		latency_free(latency);
		return r;
	}
	struct latency_result *result = &latency->result;
	latency->key = key_text(spec);
	latency->by = latency->is_grouped ? by_text(spec) : NULL;
	result->begin = spec->events[LATENCY_BEGIN];
	result->end = spec->events[LATENCY_END];
	result->key = latency->key;
	result->by = latency->by;
	result->unit_ns = options->unit_ns;
	result->nr_begun_again = latency->waiting.nr_begun_again;
	result->nr_given_up = latency->waiting.nr_given_up;
	result->nr_pending = latency_waiting_count(&latency->waiting);
	result->nr_lost_events = totals->lost_events + totals->lost_samples;
	make_groups(latency);
	if (latency->slowest.count)
		qsort(latency->slowest.items, latency->slowest.count, sizeof(*latency->slowest.items), compare_rows);
	for (size_t i = 0; i < latency->slowest.count; i++)
		latency_table_add_slowest(&result->slowest, &latency->slowest.items[i]);
	latency_table_add(&result->total, NULL, 0, &result->all);
	*ret = latency;
	*ret_result = result;
	return 0;
}

/* Rows of tables and the result's texts point into what is freed here. */
void latency_free(struct latency *latency)
{
	if (!latency) return;
	struct latency_result *result = &latency->result;
	for (size_t i = 0; i < latency->groups.count; i++) latency_histogram_done(&latency->groups.items[i].histogram);
	for (size_t i = 0; i < result->heat.nr_columns; i++) latency_histogram_done(&result->heat.columns[i]);
	latency_histogram_done(&result->all);
	free(result->heat.columns);
	table_done(&result->groups);
	table_done(&result->total);
	table_done(&result->slowest);
	vec_done(&latency->groups);
	vec_done(&latency->slowest);
	u64map_done(&latency->group_of_label);
	latency_waiting_done(&latency->waiting);
	strbuf_done(&latency->joined);
	intern_done(&latency->texts);
	free(latency->key);
	free(latency->by);
	free(latency);
}
