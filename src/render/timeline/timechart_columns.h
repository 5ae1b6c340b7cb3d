/* Spans of a row brought to pixels: what is at least a pixel long is drawn as it is, what is shorter is summed up by
 * columns of a pixel, as shares of their height. timechart_svg.js does the same for the part that one zooms into. */
#ifndef RENDER_TIMELINE_TIMECHART_COLUMNS_H
#define RENDER_TIMELINE_TIMECHART_COLUMNS_H

#include "base/outbuf.h"
#include "result/timechart.h"

enum { TIMECHART_MAX_PATHS = 24 };

/* The caller sets x, width, from_ns and ns_per_pixel after init and takes what is in paths after end. One for each
 * thread. */
struct timechart_columns {
	double x, width; /* of the plot */
	double from_ns, ns_per_pixel;
	double y, height;                         /* of the lane */
	struct outbuf paths[TIMECHART_MAX_PATHS]; /* outlines by class, "M1 2h3v4h-3z" */
	size_t nr_paths;                          /* drawn to since begin: 1 + the highest */
	/* private */
	double owned;             /* columns before this one are taken */
	double column, shares[4]; /* the column that is summed up; -1: none */
	double dense_from, dense_to;
	uint8_t levels[4]; /* columns with equal sums, not yet drawn */
};

/* Makes empty paths. timechart_columns_done frees them. */
void timechart_columns_init(struct timechart_columns *columns);
void timechart_columns_done(struct timechart_columns *columns);
/* Around the spans of one lane: its top and height in pixels. */
void timechart_columns_begin(struct timechart_columns *columns, double y, double height);

/* A rectangle into a class's outline; x in columns of the plot. */
void timechart_columns_rect(struct timechart_columns *columns, size_t path, double column, double nr_columns, double y,
			    double height);
/* A span of one kind, drawn into `path` when it is long enough, else summed up as `share` (0 to 3), which is drawn into
 * the path of that number. In order of time. Returns the number of columns it takes, 0 when it was summed up, with the
 * first in *ret_column. */
double timechart_columns_span(struct timechart_columns *columns, uint64_t start_ns, uint64_t end_ns, size_t path,
			      unsigned share, double *ret_column);
/* A span of many. */
void timechart_columns_mixed(struct timechart_columns *columns, const struct timechart_span *span);
/* Draws what is still summed up: the lane is complete. */
void timechart_columns_end(struct timechart_columns *columns);

#endif
