/* Spans to rectangles. A span of at least a pixel is drawn as it is and owns its columns. Shorter ones add to the
 * column of pixels they are in; when the next column begins, the sums become heights in eighths of the lane, and
 * neighbouring columns with equal heights become one rectangle for each share. So a picture has a few rectangles for
 * each column at most, whatever the number of spans.
 *
 * timechart_svg.js has the same rules for the part that one zooms into: change both. */
#include "render/timeline/timechart_columns.h"

#include <math.h>
#include "render/timeline/svg_page.h"

enum { LEVELS = 8 }; /* shares are drawn in eighths */

void timechart_columns_init(struct timechart_columns *columns)
{
	*columns = (struct timechart_columns){ .column = -1 };
	for (size_t i = 0; i < TIMECHART_MAX_PATHS; i++) out_init(&columns->paths[i], -1);
}

void timechart_columns_done(struct timechart_columns *columns)
{
	for (size_t i = 0; i < TIMECHART_MAX_PATHS; i++) out_done(&columns->paths[i]);
}

/* Column numbers of -1: none. What is in paths stays: they are the caller's to empty. */
void timechart_columns_begin(struct timechart_columns *columns, double y, double height)
{
	columns->y = y;
	columns->height = height;
	columns->owned = 0;
	columns->column = columns->dense_from = columns->dense_to = -1;
}

void timechart_columns_rect(struct timechart_columns *columns, size_t path, double column, double nr_columns, double y,
			    double height)
{
	struct outbuf *out = &columns->paths[path];
	if (path >= columns->nr_paths) columns->nr_paths = path + 1;
	out_char(out, 'M');
	svg_number(out, columns->x + column);
	out_char(out, ' ');
	svg_number(out, y);
	out_char(out, 'h');
	svg_number(out, nr_columns);
	out_char(out, 'v');
	svg_number(out, height);
	out_char(out, 'h');
	svg_number(out, -nr_columns);
	out_char(out, 'z');
}

/* Equal shares on top of each other, the first at the bottom. */
static void draw_levels(struct timechart_columns *columns, double from, double to, const uint8_t levels[static 4])
{
	double bottom = columns->y + columns->height;
	for (unsigned i = 0; i < 4; i++) {
		if (!levels[i]) continue;
		double height = columns->height * levels[i] / LEVELS;
		timechart_columns_rect(columns, i, from, to - from, bottom - height, height);
		bottom -= height;
	}
}

/* Shares (0 to 1) in eighths. What is there at all gets one; the largest gives way when they are more than eight
 * together. */
static void to_levels(const double shares[static 4], uint8_t ret_levels[static 4])
{
	unsigned sum = 0, largest = 0;
	for (unsigned i = 0; i < 4; i++) {
		unsigned level = shares[i] > 0 ? (unsigned)floor(shares[i] * LEVELS + 0.5) : 0;
		if (shares[i] > 0 && !level) level = 1; /* nothing that was there is invisible */
		ret_levels[i] = (uint8_t)(level > LEVELS ? LEVELS : level);
		sum += ret_levels[i];
		if (ret_levels[i] > ret_levels[largest]) largest = i;
	}
	if (sum > LEVELS)
		ret_levels[largest] =
			(uint8_t)(ret_levels[largest] > sum - LEVELS ? ret_levels[largest] - (sum - LEVELS) : 1);
}

/* Draws the columns with equal sums that are waiting. */
static void draw_dense(struct timechart_columns *columns)
{
	if (columns->dense_from >= 0) draw_levels(columns, columns->dense_from, columns->dense_to, columns->levels);
	columns->dense_from = -1;
}

/* The column that is summed up is complete: it joins those that are waiting, or is the first of others. */
static void end_column(struct timechart_columns *columns)
{
	uint8_t levels[4];
	if (columns->column < 0) return;
	to_levels(columns->shares, levels);
	if (columns->dense_from < 0 || columns->dense_to != columns->column ||
	    memcmp(levels, columns->levels, sizeof(levels)) != 0) {
		draw_dense(columns);
		columns->dense_from = columns->column;
		memcpy(columns->levels, levels, sizeof(levels));
	}
	columns->dense_to = columns->column + 1;
	columns->column = -1;
}

/* amount: in columns, 0 to 1: how much of the column's width the span has. */
static void add_share(struct timechart_columns *columns, double column, unsigned share, double amount)
{
	if (column != columns->column) {
		end_column(columns);
		columns->column = column;
		memset(columns->shares, 0, sizeof(columns->shares));
	}
	columns->shares[share] += amount;
}

/* The columns of a span that is at least one long. Edges are rounded to whole columns; what an earlier span owns is not
 * drawn over. */
static bool whole_columns(struct timechart_columns *columns, double x0, double x1, double *ret_first, double *ret_end)
{
	double first = floor(x0 + 0.5), end = floor(x1 + 0.5);
	if (x1 - x0 < 1) return false;
	if (first < columns->owned) first = columns->owned;
	if (end > columns->width) end = columns->width;
	*ret_first = first;
	*ret_end = end;
	return true;
}

/* In columns of the plot; may lie outside of it. */
static double x_of(const struct timechart_columns *columns, uint64_t time_ns)
{
	return ((double)time_ns - columns->from_ns) / columns->ns_per_pixel;
}

/* Long enough for a column: what is summed up is ended, and the span drawn. Else it adds to its column, unless a long
 * span owns that. */
double timechart_columns_span(struct timechart_columns *columns, uint64_t start_ns, uint64_t end_ns, size_t path,
			      unsigned share, double *ret_column)
{
	double x0 = x_of(columns, start_ns), x1 = x_of(columns, end_ns), first, end;
	if (x0 < 0) x0 = 0;
	if (!whole_columns(columns, x0, x1, &first, &end)) {
		double column = floor(x0);
		if (column >= columns->width) column = columns->width - 1;
		if (column >= columns->owned) add_share(columns, column, share, x1 - x0 > 0 ? x1 - x0 : 1e-9);
		return 0;
	}
	/* the span has its columns to itself: what was summed up in the first of them is dropped */
	if (columns->column >= first) columns->column = -1;
	end_column(columns);
	if (end <= first) return 0;
	draw_dense(columns);
	timechart_columns_rect(columns, path, first, end - first, columns->y, columns->height);
	columns->owned = end;
	*ret_column = first;
	return end - first;
}

/* Like a span of each of its three kinds; a long one is drawn as shares of height over all its columns. */
void timechart_columns_mixed(struct timechart_columns *columns, const struct timechart_span *span)
{
	double x0 = x_of(columns, span->start_ns), x1 = x_of(columns, span->end_ns), first, end, shares[4] = { 0 };
	uint8_t levels[4];
	for (unsigned i = 0; i < 3; i++) shares[i] = timechart_share(span, i) / 255.0;
	if (!whole_columns(columns, x0, x1, &first, &end)) {
		double column = floor(x0 < 0 ? 0 : x0);
		if (column >= columns->width) column = columns->width - 1;
		for (unsigned i = 0; i < 3; i++)
			if (shares[i] > 0 && column >= columns->owned)
				add_share(columns, column, i, shares[i] * (x1 - x0));
		return;
	}
	if (columns->column >= first) columns->column = -1;
	end_column(columns);
	if (end <= first) return;
	draw_dense(columns);
	to_levels(shares, levels);
	draw_levels(columns, first, end, levels);
	columns->owned = end;
}

void timechart_columns_end(struct timechart_columns *columns)
{
	end_column(columns);
	draw_dense(columns);
}
