/* Lanes. Each function goes through the spans of one row in order of time, hands them to timechart_columns, and writes
 * one path for each class of the style sheet that has something.
 *
 *     spans of a row --timechart_columns--> outlines by number of path --put_paths--> <path class="..." d="..."/>
 *
 * Paths 0 to 3 are what shares of short spans are drawn into (timechart_columns.h); the others are highlights, colours
 * of programs and idle states. The script draws the same lanes from the packed spans after a zoom: what changes here
 * has to change in timechart_svg.js. */
#include "render/timeline/timechart_lanes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "render/timeline/svg_page.h"

enum { NR_COLOURS = 12 };

/* Paths of a row of CPUs, and of tasks: the first four are what shares are drawn into. */
enum {
	PATH_SAMPLE,
	PATH_WAITING,
	PATH_BLOCKED,
	PATH_HIGHLIGHT = 4,
	PATH_COLOURS = 5,
	PATH_CSTATES = PATH_COLOURS + NR_COLOURS
};
enum { IO_POLL, IO_SYNC, IO_DATA, IO_NET, IO_ERROR, NR_IO_PATHS };
static const char *const io_classes[NR_IO_PATHS] = { "poll", "sync", "rw", "net", "error" };

void timechart_lanes_cut_text(char *text, double width)
{
	size_t most = width > 3 * TIMECHART_LANES_CHARACTER ? (size_t)(width / TIMECHART_LANES_CHARACTER) : 3, seen = 0,
	       at = 0;
	for (; text[at]; at++) {
		if ((text[at] & 0xc0) == 0x80) continue;
		if (seen++ == most - 1 && strlen(text + at) > 1) {
			strcpy(text + at, "\xe2\x80\xa6");
			return;
		}
	}
}

void timechart_lanes_begin(const struct timechart_lanes *lanes, char kind, size_t index)
{
	out_lit(lanes->out, "<g class=\"row\" id=\"r");
	out_char(lanes->out, kind);
	out_dec(lanes->out, index, 0);
	out_lit(lanes->out, "\">");
}

void timechart_lanes_end(const struct timechart_lanes *lanes) { out_lit(lanes->out, "</g>\n"); }

void timechart_lanes_background(const struct timechart_lanes *lanes, const char *class, uint64_t start_ns,
				uint64_t end_ns, double y, double height)
{
	const struct timechart_columns *columns = lanes->columns;
	/* whole pixels: edges between two look blurred */
	double from = floor(((double)start_ns - columns->from_ns) / columns->ns_per_pixel + 0.5);
	double to = floor(((double)end_ns - columns->from_ns) / columns->ns_per_pixel + 0.5);
	if (from < 0) from = 0;
	if (to > columns->width) to = columns->width;
	svg_rect(lanes->out, columns->x + from, y, to > from ? to - from : 1, height);
	out_printf(lanes->out, " class=\"%s\"/>", class);
}

/* Writes the paths that were drawn to and empties them. */
static void put_paths(const struct timechart_lanes *lanes, const char *(*class_of)(size_t path))
{
	struct timechart_columns *columns = lanes->columns;
	for (size_t i = 0; i < columns->nr_paths; i++) {
		if (!columns->paths[i].size) continue;
		out_lit(lanes->out, "<path class=\"");
		out_str(lanes->out, class_of(i));
		out_lit(lanes->out, "\" d=\"");
		out_mem(lanes->out, columns->paths[i].data, columns->paths[i].size);
		out_lit(lanes->out, "\"/>");
		columns->paths[i].size = 0;
	}
	columns->nr_paths = 0;
}

/* Classes of the style sheet by number of path: shares, highlighted, twelve colours of programs, seven idle states. */
static const char *state_class(size_t path)
{
	static const char *const classes[] = {
		"sample", "waiting", "blocked", "c3",  "sample_hi", "k0", "k1", "k2", "k3", "k4", "k5", "k6",
		"k7",     "k8",      "k9",      "k10", "k11",       "c0", "c1", "c2", "c3", "c4", "c5", "c6",
	};
	return classes[path < ARRAY_SIZE(classes) ? path : 0];
}

static const char *idle_class(size_t path) { return path ? state_class(path) : "c3"; }
static const char *io_class(size_t path) { return io_classes[path < NR_IO_PATHS ? path : 0]; }

/* Tasks that the user named, and runs longer than the user said. */
static bool is_highlighted(const struct timechart *chart, const struct timechart_span *span,
			   const struct timechart_task *task)
{
	return task->is_highlighted ||
	       (chart->highlight_ns != UINT64_MAX && span->end_ns - span->start_ns > chart->highlight_ns);
}

/* FNV-1a: the same in every picture */
unsigned timechart_lanes_colour(const char *comm)
{
	uint32_t hash = 2166136261u;
	for (; *comm; comm++) hash = (hash ^ (uint8_t)*comm) * 16777619u;
	return (hash ^ hash >> 16) % NR_COLOURS;
}

/* States have colours by kind alone; runs that stand out have one of their own. */
void timechart_lanes_states(const struct timechart_lanes *lanes, const struct timechart_task *task, double y)
{
	struct timechart_columns *columns = lanes->columns;
	double column;
	timechart_columns_begin(columns, y, TIMECHART_LANES_TASK_HEIGHT);
	for (size_t i = 0; i < task->states.all.count; i++) {
		const struct timechart_span *span = &task->states.all.items[i];
		if (span->kind == TIMECHART_MIXED) {
			timechart_columns_mixed(columns, span);
			continue;
		}
		unsigned share = PATH_BLOCKED;
		if (span->kind == TIMECHART_RUNNING) share = PATH_SAMPLE;
		else if (span->kind == TIMECHART_WAITING) share = PATH_WAITING;
		bool stands_out = span->kind == TIMECHART_RUNNING && is_highlighted(lanes->chart, span, task);
		timechart_columns_span(columns, span->start_ns, span->end_ns, stands_out ? PATH_HIGHLIGHT : share,
				       share, &column);
	}
	timechart_columns_end(columns);
	put_paths(lanes, state_class);
}

/* Runs in the colour of their program, with its name where there is room for five letters. */
void timechart_lanes_load(const struct timechart_lanes *lanes, const struct timechart_cpu *cpu, double y)
{
	struct timechart_columns *columns = lanes->columns;
	struct outbuf names;
	double column;
	out_init(&names, -1);
	timechart_columns_begin(columns, y, lanes->cpu_height);
	for (size_t i = 0; i < cpu->runs.all.count; i++) {
		const struct timechart_span *span = &cpu->runs.all.items[i];
		if (span->kind == TIMECHART_MIXED) {
			timechart_columns_mixed(columns, span);
			continue;
		}
		const struct timechart_task *task = &lanes->chart->tasks.items[span->detail];
		size_t path = is_highlighted(lanes->chart, span, task)
				      ? PATH_HIGHLIGHT
				      : PATH_COLOURS + timechart_lanes_colour(task->comm);
		double width = timechart_columns_span(columns, span->start_ns, span->end_ns, path, 0, &column);
		/* no room for a name */
		if (width < 5 * TIMECHART_LANES_CHARACTER || lanes->cpu_height < 16) continue;
		char text[64];
		/* room for the dots that cutting may add */
		snprintf(text, sizeof(text) - 4, "%s", task->comm);
		timechart_lanes_cut_text(text, width - 6);
		out_lit(&names, "<text class=\"name\"");
		svg_attribute(&names, "x", columns->x + column + 3);
		svg_attribute(&names, "y", y + 12);
		out_char(&names, '>');
		svg_text(&names, text, strlen(text));
		out_lit(&names, "</text>");
	}
	timechart_columns_end(columns);
	put_paths(lanes, state_class);
	out_mem(lanes->out, names.data, names.size);
	out_done(&names);
}

void timechart_lanes_idle(const struct timechart_lanes *lanes, const struct timechart_cpu *cpu, double y)
{
	struct timechart_columns *columns = lanes->columns;
	double column;
	timechart_columns_begin(columns, y, TIMECHART_LANES_IDLE_HEIGHT);
	for (size_t i = 0; i < cpu->idle.all.count; i++) {
		const struct timechart_span *span = &cpu->idle.all.items[i];
		if (span->kind == TIMECHART_MIXED) timechart_columns_mixed(columns, span);
		else
			timechart_columns_span(columns, span->start_ns, span->end_ns,
					       PATH_CSTATES + (span->detail < 6 ? span->detail : 6), 0, &column);
	}
	timechart_columns_end(columns);
	put_paths(lanes, idle_class);
}

/* The lowest frequency of the chart is at the bottom of the lane, the highest at the top. */
static double frequency_y(const struct timechart_lanes *lanes, uint64_t khz, double y)
{
	double span = (double)(lanes->max_khz - lanes->min_khz);
	double share = span > 0 ? (double)(khz - lanes->min_khz) / span : 1;
	return y + 2 + (lanes->cpu_height - 4) * (1 - share);
}

/* A line of steps: in each column from the value before to the last one, by way of the highest and the lowest. */
void timechart_lanes_frequencies(const struct timechart_lanes *lanes, const struct timechart_cpu *cpu, double y)
{
	const struct timechart_columns *columns = lanes->columns;
	struct outbuf *out = lanes->out;
	if (!cpu->frequencies.count) return;
	out_lit(out, "<path class=\"pstate\" d=\"");
	for (size_t i = 0; i < cpu->frequencies.count;) {
		double column = floor(((double)cpu->frequencies.items[i].time_ns - columns->from_ns) /
				      columns->ns_per_pixel);
		uint64_t low = UINT64_MAX, high = 0, last = 0;
		size_t first = i;
		for (; i < cpu->frequencies.count &&
		       floor(((double)cpu->frequencies.items[i].time_ns - columns->from_ns) / columns->ns_per_pixel) ==
			       column;
		     i++) {
			last = cpu->frequencies.items[i].khz;
			if (last < low) low = last;
			if (last > high) high = last;
		}
		out_str(out, first ? "H" : "M");
		svg_number(out, columns->x + column);
		if (first) out_char(out, 'V');
		else out_char(out, ' ');
		svg_number(out, frequency_y(lanes, low, y));
		if (high != low) {
			out_char(out, 'V');
			svg_number(out, frequency_y(lanes, high, y));
		}
		out_char(out, 'V');
		svg_number(out, frequency_y(lanes, last, y));
	}
	out_char(out, 'H');
	svg_number(out, columns->x + columns->width);
	out_lit(out, "\"/>");
}

/* ---- input and output: upper half in, lower half out, as high as the bytes are many */

/* Columns of calls that are shorter than a pixel: for each class and direction the highest bar. */
struct io_columns {
	double from, to;
	uint8_t heights[NR_IO_PATHS][2];
	bool any;
};

/* By the logarithm of the bytes: 3 pixels to half of the lane. */
static double io_height(const struct timechart_lanes *lanes, uint64_t bytes)
{
	double most = TIMECHART_LANES_IO_HEIGHT / 2.0 - 1;
	if (!lanes->max_bytes) return 3;
	return floor(3 + (most - 3) * log2(1 + (double)bytes) / log2(1 + (double)lanes->max_bytes) + 0.5);
}

/* How a call is drawn. */
struct io_mark {
	size_t path; /* enum io_path */
	bool is_out; /* below the middle of the row */
	double height;
};

/* Waiting for descriptors is a stripe at the bottom; all else grows from the middle, input upwards, output
 * downwards. */
static void draw_io_rect(const struct timechart_lanes *lanes, const struct io_mark *mark, double from, double to,
			 double y)
{
	double middle = y + TIMECHART_LANES_IO_HEIGHT / 2.0;
	if (mark->path == IO_POLL)
		timechart_columns_rect(lanes->columns, mark->path, from, to - from,
				       middle + TIMECHART_LANES_IO_HEIGHT / 2.0 - 4, 4);
	else
		timechart_columns_rect(lanes->columns, mark->path, from, to - from,
				       mark->is_out ? middle + 1 : middle - mark->height, mark->height);
}

/* Draws columns with equal bars, which may be many side by side, and begins anew. */
static void flush_io(const struct timechart_lanes *lanes, struct io_columns *io, double y)
{
	for (size_t path = 0; io->any && path < NR_IO_PATHS; path++)
		for (unsigned side = 0; side < 2; side++)
			if (io->heights[path][side])
				draw_io_rect(lanes, &(struct io_mark){ path, side, io->heights[path][side] }, io->from,
					     io->to, y);
	io->any = false;
}

/* Long calls are drawn as they are. Of short ones the highest of each class counts in its column (column); equal
 * neighbouring columns wait to be drawn as one (dense). */
void timechart_lanes_io(const struct timechart_lanes *lanes, const struct timechart_task *task, double y)
{
	static const uint8_t path_of[TIMECHART_NR_KINDS] = {
		[TIMECHART_POLL] = IO_POLL, [TIMECHART_SYNC] = IO_SYNC, [TIMECHART_RECEIVE] = IO_NET,
		[TIMECHART_SEND] = IO_NET,  [TIMECHART_READ] = IO_DATA, [TIMECHART_WRITE] = IO_DATA
	};
	const struct timechart_columns *columns = lanes->columns;
	struct io_columns dense = { .any = false }, column = { .any = false };
	/* once more behind the last: what is still collected is drawn then */
	for (size_t i = 0; i <= task->io.all.count; i++) {
		const struct timechart_span *span = i < task->io.all.count ? &task->io.all.items[i] : NULL;
		double x0 = span ? ((double)span->start_ns - columns->from_ns) / columns->ns_per_pixel : 0;
		double x1 = span ? ((double)span->end_ns - columns->from_ns) / columns->ns_per_pixel : 0;
		double first = floor(x0);
		if (x0 > columns->width - 1) first = columns->width - 1;
		bool is_long = span && x1 - x0 >= 1;
		if (column.any && (!span || is_long || first != column.from)) {
			if (dense.any && dense.to == column.from &&
			    memcmp(dense.heights, column.heights, sizeof(dense.heights)) == 0) {
				dense.to = column.to;
			} else {
				flush_io(lanes, &dense, y);
				dense = column;
			}
			column.any = false;
		}
		if (!span) break;
		struct io_mark mark = { .path = IO_DATA, .height = 5 };
		if (span->kind != TIMECHART_MIXED) {
			const struct timechart_io *io = &lanes->chart->ios.items[span->detail];
			mark.path = path_of[span->kind];
			mark.is_out = span->kind == TIMECHART_WRITE || span->kind == TIMECHART_SEND ||
				      span->kind == TIMECHART_SYNC;
			mark.height = mark.path == IO_SYNC ? 6 : io_height(lanes, io->bytes);
			if (io->error < 0) mark.path = IO_ERROR;
		} else {
			mark.is_out = timechart_share(span, 1) > timechart_share(span, 0);
		}
		if (is_long) {
			flush_io(lanes, &dense, y);
			double from = floor(x0 + 0.5), to = floor((x1 > columns->width ? columns->width : x1) + 0.5);
			if (to > from) draw_io_rect(lanes, &mark, from, to, y);
			continue;
		}
		if (!column.any) column = (struct io_columns){ .from = first, .to = first + 1, .any = true };
		/* bars would hide each other: the highest stands for all */
		uint8_t *height = &column.heights[mark.path][mark.is_out];
		if (mark.height > *height) *height = (uint8_t)mark.height;
	}
	flush_io(lanes, &dense, y);
	put_paths(lanes, io_class);
}
