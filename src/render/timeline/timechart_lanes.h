/* The lanes of a timechart's picture: what a CPU or a task did, over time, as SVG paths. Where they stand is
 * timechart_svg's to say. */
#ifndef RENDER_TIMELINE_TIMECHART_LANES_H
#define RENDER_TIMELINE_TIMECHART_LANES_H

#include "base/outbuf.h"
#include "render/timeline/timechart_columns.h"
#include "result/timechart.h"

enum { TIMECHART_LANES_TASK_HEIGHT = 16, TIMECHART_LANES_IO_HEIGHT = 26, TIMECHART_LANES_IDLE_HEIGHT = 8 };
enum { TIMECHART_LANES_CHARACTER = 6 }; /* the width of one, about */

/* What all lanes of a picture have, and where one thread draws them to. */
struct timechart_lanes {
	const struct timechart *chart;
	struct outbuf *out;
	struct timechart_columns *columns;    /* of the thread */
	double cpu_height;                    /* of the lane with the load */
	uint64_t min_khz, max_khz, max_bytes; /* of the whole chart: what the heights of lines and bars are shares of */
};

/* Around the lanes of one row: kind is 'c' (CPU), 't' (task) or 'i' (its input and output). */
void timechart_lanes_begin(const struct timechart_lanes *lanes, char kind, size_t index);
void timechart_lanes_end(const struct timechart_lanes *lanes);
/* A rectangle of a class of the style sheet, over so much of the lane as the times say; at least a pixel wide. class is
 * a constant of ours: it is not escaped. */
void timechart_lanes_background(const struct timechart_lanes *lanes, const char *class, uint64_t start_ns,
				uint64_t end_ns, double y, double height);

/* One lane each, its top at y. */
void timechart_lanes_load(const struct timechart_lanes *lanes, const struct timechart_cpu *cpu, double y);
/* Idle states of a CPU. */
void timechart_lanes_idle(const struct timechart_lanes *lanes, const struct timechart_cpu *cpu, double y);
/* Its frequency, as a line of steps. */
void timechart_lanes_frequencies(const struct timechart_lanes *lanes, const struct timechart_cpu *cpu, double y);
/* What a task did: running, waiting for a CPU, blocked. */
void timechart_lanes_states(const struct timechart_lanes *lanes, const struct timechart_task *task, double y);
/* Its input (upper half) and output (lower half). */
void timechart_lanes_io(const struct timechart_lanes *lanes, const struct timechart_task *task, double y);

/* The colour of tasks of this name: k0 and up in the style sheet. */
unsigned timechart_lanes_colour(const char *comm);
/* Cuts a text in place so that it is about as wide as that; UTF-8 is cut between characters. It needs room for 3 bytes
 * more. */
void timechart_lanes_cut_text(char *text, double width);

#endif
