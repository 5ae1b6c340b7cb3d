/* `perf latency report` as text and CSV. Ours alone: there is no upstream layout to keep.
 *
 *     #      count          min          p50          p90          p99        p99.9          max         mean  ...
 *               13        0.007        6.992       89.856     1200.000     1200.000     1200.000      113.064  ...
 *
 *     #                      latency (us)       count    share
 *                  0 ..              1           1    7.69%  |*************                           |
 *                  1 ..              2           1    7.69%  |*************                           |
 *
 * Lines of '#' are for people; programs skip them. Rows of a histogram are powers of two of the unit, or with
 * --linear of one width; both go through text_rows, which leaves out what is empty at both ends and long empty runs
 * in between. */
#include "render/listing/latency_text.h"
#include <stdio.h>
#include "base/printable.h"
#include "render/table/table_csv.h"

enum { NUMBER_WIDTH = 12, BAR_WIDTH = 40, MAX_LINEAR_ROWS = 40 };

/* Columns in text and CSV. */
static const enum latency_column shown[] = { LATENCY_MIN,   LATENCY_P50, LATENCY_P90,  LATENCY_P99,
					     LATENCY_P99_9, LATENCY_MAX, LATENCY_MEAN, LATENCY_DEVIATION };

/* Layouts are made at run time, as titles have the unit in them. */
struct looks {
	struct table_look items[ARRAY_SIZE(shown) + 2];
	char headings[ARRAY_SIZE(shown)][16];
	bool is_grouped;
};

static void write_group(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const char *group = row->cells[LATENCY_GROUP].text;
	out_name(out, group ? group : "all");
}

static void write_group_behind(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct looks *looks = layout->ctx;
	if (!looks->is_grouped) return;
	out_lit(out, "  ");
	write_group(layout, row, out);
}

/* One bar. Bounds are in the unit. */
struct histogram_row {
	double from, until;             /* until < 0: and all that are longer */
	uint64_t count, largest, total; /* largest, total: of all rows */
};

/* "from .. until  count  share |****    |": stars in proportion to the largest row, at least one where there is
 * anything. */
static void histogram_row(const struct histogram_row *row, unsigned decimals, struct outbuf *out)
{
	const uint64_t count = row->count, largest = row->largest;
	out_float(out, row->from, 14, decimals);
	out_lit(out, " .. ");
	if (row->until < 0) out_spaces(out, 14);
	else out_float(out, row->until, 14, decimals);
	out_lit(out, "  ");
	out_dec(out, count, 10);
	out_lit(out, "  ");
	out_float(out, 100.0 * (double)count / (double)row->total, 6, 2);
	out_lit(out, "%  |");
	size_t stars = largest ? (size_t)((double)count * BAR_WIDTH / (double)largest + 0.5) : 0, start = out->size;
	if (count && !stars) stars = 1;
	for (size_t i = 0; i < stars; i++) out_char(out, '*');
	out_pad_from(out, start, BAR_WIDTH);
	out_lit(out, "|\n");
}

/* From the first row that holds something to the last. */
static void text_rows(const double *froms, const uint64_t *counts, size_t nr, unsigned decimals, uint64_t total,
		      struct outbuf *out)
{
	size_t first = 0, last = nr;
	uint64_t largest = 0;
	while (first < nr && !counts[first]) first++;
	while (last > first && !counts[last - 1]) last--;
	for (size_t i = first; i < last; i++) largest = MAX(largest, counts[i]);
	for (size_t i = first; i < last; i++) {
		size_t end = i;
		/* the last row is not empty, so that this ends */
		while (!counts[end]) end++;
		if (end > i + 3) {
			out_printf(out, "%16s\n", "...");
			i = end;
		}
		const struct histogram_row row = { froms[i], froms[i + 1], counts[i], largest, total };
		histogram_row(&row, decimals, out);
	}
}

/* Rows of the histogram are 0..1, 1..2, 2..4, ... units. What is longer than max_units is in the last one. */
static void text_powers(const struct latency_histogram *histogram, uint64_t max_units, struct outbuf *out)
{
	double froms[LATENCY_POWERS + 1];
	uint64_t counts[LATENCY_POWERS] = { 0 };
	size_t last = LATENCY_POWERS - 1;
	for (size_t i = 0; i <= LATENCY_POWERS; i++) froms[i] = i ? (double)((unsigned __int128)1 << (i - 1)) : 0;
	while (max_units && last && froms[last] >= (double)max_units) last--;
	/* the row behind the last whole one takes all that is longer */
	if (last + 1 < LATENCY_POWERS) froms[++last + 1] = -1;
	for (size_t i = 0; i < LATENCY_POWERS; i++) counts[MIN(i, last)] += histogram->powers[i];
	text_rows(froms, counts, LATENCY_POWERS, 0, histogram->count, out);
}

/* Rows of one round width, MAX_LINEAR_ROWS at most. A latency of the histogram is counted where the middle of its class
 * is. */
static void text_linear(const struct latency_histogram *histogram, const struct latency_text_options *options,
			struct outbuf *out)
{
	double max_ns = (double)(options->max_ns ? options->max_ns : histogram->max_ns),
	       unit_ns = (double)options->unit->ns;
	/* at most half of the rows that there is room for; rounding the step up leaves at least eight */
	double step = latency_round_step(max_ns / unit_ns / (MAX_LINEAR_ROWS / 2));
	double froms[MAX_LINEAR_ROWS + 1];
	uint64_t counts[MAX_LINEAR_ROWS] = { 0 }, from_ns, until_ns, count;
	size_t nr = MIN((size_t)(max_ns / unit_ns / step * (1 + 1e-12)) + 1, (size_t)MAX_LINEAR_ROWS);
	for (size_t i = 0; i <= nr; i++) froms[i] = (double)i * step;
	/* max_ns cuts rows off: the last one takes what is longer */
	if ((double)histogram->max_ns / unit_ns >= froms[nr]) froms[nr] = -1;
	for (uint32_t pos = 0; latency_histogram_next(histogram, &pos, &from_ns, &until_ns, &count);) {
		double row = (double)latency_histogram_middle(histogram, from_ns, until_ns) / unit_ns / step;
		counts[row >= (double)nr ? nr - 1 : (size_t)row] += count;
	}
	unsigned decimals = 0;
	/* as many decimals as the step needs */
	for (double digits = step; digits < 0.999 && decimals < options->unit->decimals; digits *= 10) decimals++;
	text_rows(froms, counts, nr, decimals, histogram->count, out);
}

/* A line, if it happened at all. */
static void remark(uint64_t count, const char *what, struct outbuf *out)
{
	if (count) out_printf(out, "# %s: %llu\n", what, (unsigned long long)count);
}

/* What was not counted, and why: without these lines a reader would trust numbers that miss something. */
static void text_remarks(const struct latency_result *result, struct outbuf *out)
{
	remark(result->nr_cut, "calls that the trace loses sight of, not counted", out);
	remark(result->nr_timeless, "calls counted as 0, for which the times of the trace are too coarse", out);
	remark(result->nr_without_begin, "ends without a begin", out);
	remark(result->nr_begun_again, "begins given up for a later one of the same key", out);
	remark(result->nr_pending, "begins without an end until the last event", out);
	remark(result->nr_given_up, "begins given up because too many were waiting", out);
	remark(result->nr_backwards, "ends before their begin (the recording is not in order), not counted", out);
	remark(result->nr_damaged, "events too short for their key", out);
	remark(result->nr_ungrouped, "latencies in 'all' only, of too many groups", out);
	remark(result->nr_lost_events, "events lost while recording (latencies are missing, and some may be too long)",
	       out);
}

/* The command, and the group behind it where latencies are grouped. */
static void write_comm(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const char *comm = row->cells[LATENCY_SLOWEST_COMM].text, *group = row->cells[LATENCY_SLOWEST_GROUP].text;
	if (!group) {
		out_name(out, comm);
		return;
	}
	out_name_left(out, comm, 16);
	out_lit(out, "  ");
	out_name(out, group);
}

/* Of calls, the time in the function itself. */
static void write_own(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct latency_unit *unit = layout->ctx;
	if (!unit) return;
	out_char(out, ' ');
	out_float(out, (double)row->cells[LATENCY_SLOWEST_OWN].number / (double)unit->ns, 14, unit->decimals);
}

/* A row for each of the longest latencies: when, how long, where, who. */
static void text_slowest(const struct latency_result *result, const struct latency_unit *unit, struct outbuf *out)
{
	const struct table_look looks[] = {
		{ .column = LATENCY_SLOWEST_BEGIN, .width = 19, .unit = TABLE_SECOND, .decimals = 9 },
		{ .column = LATENCY_SLOWEST_LATENCY,
		  .before = " ",
		  .width = 14,
		  .unit = unit->ns,
		  .decimals = unit->decimals },
		{ .column = LATENCY_SLOWEST_LATENCY, .write = write_own },
		{ .column = LATENCY_SLOWEST_CPU, .before = "  ", .width = 4 },
		{ .column = LATENCY_SLOWEST_END_CPU, .before = " -> ", .width = 4, .on_left = true },
		{ .column = LATENCY_SLOWEST_TID, .before = " ", .after = "  ", .width = 8 },
		{ .column = LATENCY_SLOWEST_COMM, .write = write_comm },
	};
	const struct table_layout layout = { .looks = looks,
					     .nr_looks = ARRAY_SIZE(looks),
					     .ctx = result->has_calls ? unit : NULL };
	out_printf(out, "\n# slowest\n#         begin (s) %10s (%s)%s   cpu -> cpu      tid  command%s\n", "latency",
		   unit->name, result->has_calls ? "     itself     " : "", result->by ? "           group" : "");
	table_layout_rows(&result->slowest, &layout, out);
}

/* A row a group; the last is of all. */
static void text_groups(const struct latency_result *result, const struct latency_unit *unit, struct outbuf *out)
{
	struct looks looks = { .is_grouped = result->by };
	const struct table_layout layout = {
		.looks = looks.items, .nr_looks = ARRAY_SIZE(looks.items), .line_begin = "  ", .ctx = &looks
	};
	looks.items[0] = (struct table_look){ .column = LATENCY_COUNT, .width = 10 };
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++)
		looks.items[i + 1] = (struct table_look){ .column = shown[i],
							  .before = " ",
							  .width = NUMBER_WIDTH,
							  .unit = unit->ns,
							  .decimals = unit->decimals };
	struct table_layout titles = layout;
	titles.line_begin = "#\n# ";
	/* the group has no title: it stands behind the unit */
	titles.nr_looks = ARRAY_SIZE(looks.items) - 1;
	titles.line_end = "";
	table_layout_titles(&result->groups, &titles, out);
	out_printf(out, "  (%s)%s%s\n", unit->name, result->by ? " by " : "", result->by ? result->by : "");
	looks.items[ARRAY_SIZE(shown) + 1] = (struct table_look){ .column = LATENCY_GROUP,
								  .write = write_group_behind };
	table_layout_rows(&result->groups, &layout, out);
	table_layout_rows(&result->total, &layout, out);
}

/* What part of the time in calls was in the function itself. */
static void text_own(const struct latency_result *result, const struct latency_unit *unit, struct outbuf *out)
{
	out_lit(out, "# time in the function itself: ");
	out_float(out, result->own_ns / (double)unit->ns, 0, unit->decimals);
	out_printf(out, " %s%s\n", unit->name, result->is_own ? ", which is what is shown" : "");
}

void latency_text(const struct latency_result *result, const struct latency_text_options *options, struct outbuf *out)
{
	const struct latency_unit *unit = options->unit;
	if (result->has_calls) out_printf(out, "# %s, from its begin to its end\n", result->begin);
	else out_printf(out, "# %s -> %s, key %s\n", result->begin, result->end, *result->key ? result->key : "none");
	out_printf(out, "# %llu latencies in ", (unsigned long long)result->all.count);
	out_fixed(out, (result->last_ns - result->first_ns) / 1000, 6, 0);
	out_lit(out, " s\n");
	if (result->has_calls) text_own(result, unit, out);
	text_remarks(result, out);
	if (!result->all.count) return;
	text_groups(result, unit, out);
	if (!options->no_histogram) {
		out_printf(out, "\n# %28s (%s)       count    share\n", "latency", unit->name);
		if (options->linear) text_linear(&result->all, options, out);
		else text_powers(&result->all, (options->max_ns + unit->ns - 1) / unit->ns, out);
	}
	if (result->slowest.rows.count) text_slowest(result, unit, out);
}

/* Times are ns as recorded: so many places are behind the point of the unit. */
static unsigned places_of(const struct latency_unit *unit)
{
	unsigned places = 0;
	for (uint64_t ns = unit->ns; ns > 1; ns /= 10) places++;
	return places;
}

static void put_places(struct outbuf *out, uint64_t ns, unsigned decimals)
{
	if (decimals) out_fixed(out, ns, decimals, 0);
	else out_dec(out, ns, 0);
}

void latency_text_row(const struct latency_row *row, const struct latency_unit *unit, struct outbuf *out)
{
	unsigned decimals = places_of(unit);
	put_places(out, row->end_ns, decimals);
	out_char(out, ' ');
	put_places(out, latency_row_ns(row), decimals);
	if (row->is_call) {
		out_char(out, ' ');
		put_places(out, row->begin_ns, decimals);
		out_char(out, ' ');
		put_places(out, row->own_ns, decimals);
		out_printf(out, " %d", (int32_t)row->tid);
	}
	if (row->group) out_printf(out, " %s", row->group);
	out_char(out, '\n');
}

/* ---- CSV */

/* Layouts need the unit in their headings, so that they are put together here. */
void latency_csv(const struct latency_result *result, const struct latency_text_options *options, struct outbuf *out)
{
	struct looks looks;
	const struct latency_unit *unit = options->unit;
	const char separator[] = { options->separator, '\0' };
	const struct table_layout layout = { .looks = looks.items, .nr_looks = ARRAY_SIZE(looks.items) };
	looks.items[0] = (struct table_look){ .column = LATENCY_GROUP, .heading = "group", .write = write_group };
	looks.items[1] = (struct table_look){ .column = LATENCY_COUNT, .heading = "count" };
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		snprintf(looks.headings[i], sizeof(looks.headings[i]), "%s_%s",
			 result->groups.columns.items[shown[i]].title, unit->name);
		looks.items[i + 2] = (struct table_look){
			.column = shown[i], .heading = looks.headings[i], .unit = unit->ns, .decimals = unit->decimals
		};
	}
	table_csv(&result->groups, &layout, separator, out);
	table_csv_rows(&result->total, &layout, separator, out);
}
