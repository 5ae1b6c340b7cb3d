/* What the files of the picture of a timechart share: timechart_svg.c makes the page, timechart_legend.c its legend,
 * timechart_wakeups.c the arrows, timechart_sheet.c the rows and the data for the script. */
#ifndef RENDER_TIMELINE_TIMECHART_DRAWING_H
#define RENDER_TIMELINE_TIMECHART_DRAWING_H

#include "render/timeline/svg_page.h"
#include "render/timeline/timechart_columns.h"
#include "render/timeline/timechart_svg.h"

/* One picture that is being made. Workers have a copy each, with their own out and columns. */
struct timechart_drawing {
	const struct timechart *chart;
	struct outbuf *out;
	struct svg_page page;
	double gutter;
	double top;        /* of the rows: below title, legend and times */
	double cpu_height; /* of the lane with the load */
	bool has_idle, has_frequencies;
	uint64_t min_khz, max_khz, max_bytes;
	double *cpu_y, *task_y, *io_y; /* of rows; negative: not shown */
	size_t nr_states, nr_io;       /* rows shown */
	double height;
	struct timechart_columns *columns; /* of the thread */
	struct outbuf json;                /* the description, for the end of the page */
	size_t packed_size;                /* of the tracks described so far */
};

/* Appends a text of that CSS class at x, y, in pixels; id: of the element, NULL for none. */
void timechart_put_text(struct timechart_drawing *drawing, const char *class, double x, double y, const char *id,
			const char *text);

/* The height of the legend and what is above it, in pixels, in a page so wide. */
double timechart_legend_bottom(struct timechart_drawing *drawing, double width);
/* A name for every colour and mark of the picture. */
void timechart_legend(struct timechart_drawing *drawing, double width);

/* Appends arrows from who woke to who was woken, one a pixel and task; none at all where they would be too many to
 * see. Rows have their places. */
void timechart_wakeups(const struct timechart_drawing *drawing);

/* All rows, and what the script draws them from. */
struct timechart_sheet;
/* drawing must outlive it. timechart_sheet_free frees it. */
struct timechart_sheet *timechart_sheet_new(struct timechart_drawing *drawing);
/* Draws all rows by so many threads (1 or more), then appends the wakeups, which lie above them. Once. 0, or what
 * writing failed with. */
int timechart_sheet_rows(struct timechart_sheet *sheet, unsigned nr_threads);
/* Appends the packed spans, and a JSON object that says where which track begins and all else that the script has to
 * know. Once, after the rows. 0, or what writing failed with. */
int timechart_sheet_data(const struct timechart_sheet *sheet);
void timechart_sheet_free(struct timechart_sheet *sheet);

#endif
