/* The picture of a timechart.
 *
 *     title, legend
 *     CPU 0  |==  ==|     lanes of CPUs: load, idle states, frequency
 *     sh:12  | ##  #|     lanes of tasks that are shown: states
 *     sh:12  | -_   |     input and output of tasks
 *     <script> packed spans and their description, for timechart_svg.js
 *
 * Order of work: measure (what there is at all), legend and lay_out (where each row is), then rows are drawn and packed
 * by draw_item on all cores and put down by finish_item in their order, and put_data adds what the script needs. */
#include "render/timeline/timechart_svg.h"

#include <math.h>
#include <stdio.h>
#include "base/threads.h"
#include "render/chain_text.h"
#include "render/timeline/svg_page.h"
#include "render/timeline/timechart_columns.h"
#include "render/timeline/timechart_lanes.h"
#include "render/timeline/timechart_packed.h"

extern const char timechart_svg_css[], timechart_svg_js[];

enum { ROW_GAP = 4, HEADING = 24, MAX_ARROWS_SHOWN = 400 };

/* One picture that is being made. Workers have a copy each, with their own out and columns. */
struct drawing {
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

/* ---- where everything is */

/* Largest values, and which lanes there are. */
static void measure(struct drawing *drawing)
{
	const struct timechart *chart = drawing->chart;
	drawing->min_khz = UINT64_MAX;
	for (size_t i = 0; i < chart->cpus.count; i++) {
		const struct timechart_cpu *cpu = &chart->cpus.items[i];
		drawing->has_idle |= cpu->idle.all.count > 0;
		for (size_t k = 0; k < cpu->frequencies.count; k++) {
			uint64_t khz = cpu->frequencies.items[k].khz;
			if (khz < drawing->min_khz) drawing->min_khz = khz;
			if (khz > drawing->max_khz) drawing->max_khz = khz;
			drawing->has_frequencies = true;
		}
	}
	if (!drawing->has_frequencies) drawing->min_khz = 0;
	for (size_t i = 0; i < chart->ios.count; i++)
		if (chart->ios.items[i].bytes > drawing->max_bytes) drawing->max_bytes = chart->ios.items[i].bytes;
}

/* The y of each row, from the top; negative for tasks that are not shown. */
static void lay_out(struct drawing *drawing)
{
	const struct timechart *chart = drawing->chart;
	bool shows_cpus = chart->has_scheduler || chart->has_power;
	double y = drawing->top;
	drawing->cpu_y = xcalloc(chart->cpus.count + 1, sizeof(double));
	drawing->task_y = xcalloc(chart->tasks.count + 1, sizeof(double));
	drawing->io_y = xcalloc(chart->tasks.count + 1, sizeof(double));
	drawing->cpu_height = chart->cpus.count > 8 ? 26 : 36;
	if (chart->cpus.count > 32) drawing->cpu_height = 18;
	if (shows_cpus && chart->cpus.count) {
		y += HEADING;
		for (size_t i = 0; i < chart->cpus.count; i++) {
			drawing->cpu_y[i] = y;
			y += drawing->cpu_height + (drawing->has_idle ? TIMECHART_LANES_IDLE_HEIGHT : 0) + ROW_GAP;
		}
	}
	for (size_t i = 0; i < chart->tasks.count; i++) {
		const struct timechart_task *task = &chart->tasks.items[i];
		drawing->task_y[i] = task->is_shown && chart->has_scheduler ? 0 : -1;
		drawing->io_y[i] = task->is_shown && chart->has_io ? 0 : -1;
		drawing->nr_states += drawing->task_y[i] >= 0;
		drawing->nr_io += drawing->io_y[i] >= 0;
	}
	if (drawing->nr_states) y += HEADING;
	for (size_t i = 0; i < chart->tasks.count; i++) {
		if (drawing->task_y[i] < 0) continue;
		drawing->task_y[i] = y;
		y += TIMECHART_LANES_TASK_HEIGHT + ROW_GAP;
	}
	if (drawing->nr_io) y += HEADING;
	for (size_t i = 0; i < chart->tasks.count; i++) {
		if (drawing->io_y[i] < 0) continue;
		drawing->io_y[i] = y;
		y += TIMECHART_LANES_IO_HEIGHT + ROW_GAP;
	}
	drawing->height = y + 8;
}

/* ---- words */

static void put_text(struct drawing *drawing, const char *class, double x, double y, const char *id, const char *text)
{
	struct outbuf *out = drawing->out;
	out_lit(out, "<text class=\"");
	out_str(out, class);
	out_char(out, '"');
	svg_attribute(out, "x", x);
	svg_attribute(out, "y", y);
	if (id) {
		out_lit(out, " id=\"");
		out_str(out, id);
		out_char(out, '"');
	}
	out_char(out, '>');
	svg_text(out, text, strlen(text));
	out_lit(out, "</text>\n");
}

static void add_heading(struct drawing *drawing, double y, const char *text)
{
	put_text(drawing, "head", 10, y - 6, NULL, text);
}

static void add_label(struct drawing *drawing, double y, double height, char kind, size_t index, const char *text)
{
	char id[32], cut[160];
	snprintf(id, sizeof(id), "l%c%zu", kind, index);
	snprintf(cut, sizeof(cut) - 4, "%s", text);
	timechart_lanes_cut_text(cut, drawing->gutter - 16);
	put_text(drawing, "label", 10, y + height / 2 + 4, id, cut);
}

/* ---- the legend: a name for every colour and mark of the picture */

enum legend_of { OF_CPUS, OF_IDLE, OF_FREQUENCIES, OF_TASKS, OF_HIGHLIGHT, OF_WAKEUPS, OF_IO, NR_LEGEND_OF };
/* A line of the legend: shown when the picture has what `of` says. */
struct legend_item {
	enum legend_of of;
	const char *classes[12]; /* one beside the other */
	const char *mark;        /* or a path from its left edge */
	const char *text;
};
static const struct legend_item legend_items[] = {
	{ OF_CPUS,
	  { "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11" },
	  NULL,
	  "On a CPU, by program" },
	{ OF_CPUS, { "cpu" }, NULL, "CPU idle" },
	{ OF_IDLE, { "c0", "c1", "c2", "c3", "c4", "c5", "c6" }, NULL, "Idle state, darker is deeper" },
	{ OF_FREQUENCIES, { "pstate" }, "v5h6v-8h6", "Frequency" },
	{ OF_TASKS, { "sample" }, NULL, "Running" },
	{ OF_TASKS, { "waiting" }, NULL, "Waiting for CPU" },
	{ OF_TASKS, { "blocked" }, NULL, "Blocked on IO" },
	{ OF_TASKS, { "process" }, NULL, "Sleeping" },
	{ OF_HIGHLIGHT, { "sample_hi" }, NULL, "Highlighted" },
	{ OF_WAKEUPS, { "arrow" }, "h6l-3 5z", "Woken up" },
	{ OF_IO, { "rw" }, NULL, "Read, write" },
	{ OF_IO, { "net" }, NULL, "Receive, send" },
	{ OF_IO, { "sync" }, NULL, "Sync" },
	{ OF_IO, { "poll" }, NULL, "Poll" },
	{ OF_IO, { "error" }, NULL, "Failed" },
	{ OF_IO, { "process" }, NULL, "No call" },
};
enum { LEGEND_TOP = 52, LEGEND_LINE = 18, SWATCH = 11, NARROW_SWATCH = 5 };

static bool legend_has(const struct drawing *drawing, enum legend_of of)
{
	const struct timechart *chart = drawing->chart;
	bool highlights = chart->highlight_ns != UINT64_MAX;
	switch (of) {
	case OF_CPUS: return chart->has_scheduler && chart->cpus.count;
	case OF_IDLE: return drawing->has_idle;
	case OF_FREQUENCIES: return drawing->has_frequencies;
	case OF_TASKS: return chart->has_scheduler;
	case OF_WAKEUPS: return chart->has_scheduler && chart->wakeups.count;
	case OF_IO: return chart->has_io;
	default:
		for (size_t i = 0; i < chart->tasks.count; i++) highlights |= chart->tasks.items[i].is_highlighted;
		return highlights && chart->has_scheduler;
	}
}

static size_t nr_classes(const struct legend_item *item)
{
	size_t nr = 0;
	while (nr < ARRAY_SIZE(item->classes) && item->classes[nr]) nr++;
	return nr;
}

static void draw_legend_item(struct drawing *drawing, const struct legend_item *item, double x, double y, double swatch)
{
	if (item->mark) {
		out_printf(drawing->out, "<path class=\"%s\" d=\"M", item->classes[0]);
		svg_number(drawing->out, x);
		out_char(drawing->out, ' ');
		svg_number(drawing->out, y + 4);
		out_str(drawing->out, item->mark);
		out_lit(drawing->out, "\"/>\n");
	}
	size_t nr = item->mark ? 0 : nr_classes(item);
	for (size_t i = 0; i < nr; i++) {
		svg_rect(drawing->out, x + (double)i * swatch / (double)nr, y, swatch / (double)nr, SWATCH);
		out_printf(drawing->out, " class=\"%s\"/>\n", item->classes[i]);
	}
	put_text(drawing, "faint", x + swatch + 5, y + 9.5, NULL, item->text);
}

/* Items from left to right, in as many lines as it takes; returns how many. Called twice: without drawing, to find
 * where the rows begin, and to draw. */
static unsigned legend(struct drawing *drawing, double width, bool draws)
{
	double x = 10;
	unsigned line = 0;
	bool has[NR_LEGEND_OF];
	for (unsigned of = 0; of < NR_LEGEND_OF; of++) has[of] = legend_has(drawing, of);
	for (size_t i = 0; i < ARRAY_SIZE(legend_items); i++) {
		const struct legend_item *item = &legend_items[i];
		if (!has[item->of]) continue;
		double swatch = nr_classes(item) > 1 ? (double)(nr_classes(item) * NARROW_SWATCH) : SWATCH;
		double size = swatch + 5 + (double)strlen(item->text) * TIMECHART_LANES_CHARACTER + 14;
		if (x > 10 && x + size > width) {
			x = 10;
			line++;
		}
		if (draws) draw_legend_item(drawing, item, x, LEGEND_TOP + line * LEGEND_LINE, swatch);
		x += size;
	}
	return line + 1;
}

/* ---- who woke whom */

/* Arrows from who woke to who was woken, one a pixel and task; none at all where they would be too many to see. */
static void draw_wakeups(const struct drawing *drawing)
{
	const struct timechart *chart = drawing->chart;
	const struct timechart_columns *columns = drawing->columns;
	struct outbuf lines, arrows;
	size_t count = 0;
	double *last = xcalloc(chart->tasks.count + 1, sizeof(*last));
	out_init(&lines, -1);
	out_init(&arrows, -1);
	for (size_t i = 0; i < chart->wakeups.count && count <= MAX_ARROWS_SHOWN; i++) {
		const struct timechart_wakeup *wakeup = &chart->wakeups.items[i];
		double to = drawing->task_y[wakeup->to];
		if (to < 0) continue;
		double x = columns->x + floor(((double)wakeup->time_ns - columns->from_ns) / columns->ns_per_pixel) +
			   0.5;
		double from = wakeup->from == TIMECHART_INTERRUPT ? -1 : drawing->task_y[wakeup->from];
		if (last[wakeup->to] == x) continue; /* one a pixel */
		last[wakeup->to] = x;
		count++;
		bool is_below = from > to;
		double start = is_below ? from : from + TIMECHART_LANES_TASK_HEIGHT;
		if (from < 0) start = to - 4;
		double end = is_below ? to + TIMECHART_LANES_TASK_HEIGHT : to;
		out_char(&lines, 'M');
		svg_number(&lines, x);
		out_char(&lines, ' ');
		svg_number(&lines, start);
		out_char(&lines, 'V');
		svg_number(&lines, end);
		out_char(&arrows, 'M');
		svg_number(&arrows, x - 3);
		out_char(&arrows, ' ');
		svg_number(&arrows, is_below ? end + 5 : end - 5);
		out_str(&arrows, is_below ? "h6l-3 -5z" : "h6l-3 5z");
	}
	out_lit(drawing->out, "<g id=\"wakeups\" pointer-events=\"none\">");
	if (count && count <= MAX_ARROWS_SHOWN) {
		out_lit(drawing->out, "<path class=\"wakeup\" d=\"");
		out_mem(drawing->out, lines.data, lines.size);
		out_lit(drawing->out, "\"/><path class=\"arrow\" d=\"");
		out_mem(drawing->out, arrows.data, arrows.size);
		out_lit(drawing->out, "\"/>");
	}
	out_lit(drawing->out, "</g>\n");
	out_done(&lines);
	out_done(&arrows);
	free(last);
}

/* ---- what the script draws from */

/* A JSON string inside XML: escaped twice. */
static void json_text(struct drawing *drawing, const char *text)
{
	struct outbuf quoted;
	out_init(&quoted, -1);
	out_json_string(&quoted, text, strlen(text));
	svg_text(&drawing->json, quoted.data, quoted.size);
	out_done(&quoted);
}

static void json_chain(struct drawing *drawing, const char *call_names)
{
	struct outbuf quoted;
	out_init(&quoted, -1);
	chain_text_json(call_names, &quoted);
	svg_text(&drawing->json, quoted.data, quoted.size);
	out_done(&quoted);
}

static void json_number(struct drawing *drawing, double value)
{
	out_char(&drawing->json, ',');
	if (value >= 0 && value < 9e15 && floor(value) == value) out_dec(&drawing->json, (uint64_t)value, 0);
	else svg_number(&drawing->json, value);
}

/* ---- rows are drawn and packed on all cores, and put down in order: CPUs, then tasks. Wakeups, which take long, are
 * begun with and come last */

enum { MAX_TRACKS = 3 };
/* One row as it was drawn: by a worker, until finish_item takes it. Item 0 is the wakeups, then CPUs, then tasks. */
struct drawn {
	struct outbuf rows, encoded; /* the tracks, in base64 */
	struct outbuf *packed;       /* as they are; the worker's, while it draws */
	size_t sizes[MAX_TRACKS], nr_tracks, packed_size;
	bool has_chains;
};
/* What each worker draws with. */
struct pen {
	struct timechart_columns columns;
	struct outbuf packed;
};
/* What all workers share. */
struct sheet {
	struct drawing *drawing;
	struct pen *pens;    /* by worker */
	struct drawn *drawn; /* by item */
	size_t nr_items;
};

static void end_track(struct drawn *drawn, size_t start)
{
	drawn->sizes[drawn->nr_tracks++] = drawn->packed->size - start;
}

static void pack_track(const struct timechart *chart, const struct timechart_spans *spans, struct drawn *drawn)
{
	size_t start = drawn->packed->size;
	drawn->has_chains |= timechart_pack_spans(chart, spans, drawn->packed);
	end_track(drawn, start);
}

static struct timechart_lanes lanes_of(const struct drawing *drawing)
{
	return (struct timechart_lanes){
		.chart = drawing->chart,
		.out = drawing->out,
		.columns = drawing->columns,
		.cpu_height = drawing->cpu_height,
		.min_khz = drawing->min_khz,
		.max_khz = drawing->max_khz,
		.max_bytes = drawing->max_bytes,
	};
}

static void draw_cpu(struct drawing *drawing, size_t index, struct drawn *drawn)
{
	const struct timechart *chart = drawing->chart;
	const struct timechart_lanes lanes = lanes_of(drawing);
	const struct timechart_cpu *cpu = &chart->cpus.items[index];
	double y = drawing->cpu_y[index];
	pack_track(chart, &cpu->runs, drawn);
	pack_track(chart, &cpu->idle, drawn);
	size_t start = drawn->packed->size;
	timechart_pack_frequencies(chart, cpu, drawn->packed);
	end_track(drawn, start);
	if (!chart->has_scheduler && !chart->has_power) return;
	timechart_lanes_begin(&lanes, 'c', index);
	timechart_lanes_background(&lanes, "cpu", chart->first_ns, chart->last_ns, y, drawing->cpu_height);
	timechart_lanes_load(&lanes, cpu, y);
	if (drawing->has_idle) timechart_lanes_idle(&lanes, cpu, y + drawing->cpu_height);
	timechart_lanes_frequencies(&lanes, cpu, y);
	timechart_lanes_end(&lanes);
}

static void draw_task(struct drawing *drawing, size_t index, struct drawn *drawn)
{
	const struct timechart *chart = drawing->chart;
	const struct timechart_lanes lanes = lanes_of(drawing);
	const struct timechart_task *task = &chart->tasks.items[index];
	if (drawing->task_y[index] >= 0) {
		pack_track(chart, &task->states, drawn);
		timechart_lanes_begin(&lanes, 't', index);
		timechart_lanes_background(&lanes, "process", task->start_ns, task->end_ns, drawing->task_y[index],
					   TIMECHART_LANES_TASK_HEIGHT);
		timechart_lanes_states(&lanes, task, drawing->task_y[index]);
		timechart_lanes_end(&lanes);
	}
	if (drawing->io_y[index] >= 0) {
		pack_track(chart, &task->io, drawn);
		timechart_lanes_begin(&lanes, 'i', index);
		timechart_lanes_background(&lanes, "process", task->start_ns, task->end_ns, drawing->io_y[index],
					   TIMECHART_LANES_IO_HEIGHT);
		timechart_lanes_io(&lanes, task, drawing->io_y[index]);
		timechart_lanes_end(&lanes);
	}
}

static void draw_all_wakeups(const struct drawing *drawing, struct drawn *drawn)
{
	drawn->has_chains = timechart_pack_wakeups(drawing->chart, drawn->packed);
	end_track(drawn, 0);
	if (drawing->nr_states) draw_wakeups(drawing);
}

/* Runs on a worker; touches its own item and pen only. */
static void draw_item(void *ctx, unsigned worker, size_t item)
{
	struct sheet *sheet = ctx;
	struct drawn *drawn = &sheet->drawn[item];
	struct drawing mine = *sheet->drawing;
	size_t nr_cpus = mine.chart->cpus.count;
	out_init(&drawn->rows, -1);
	out_init(&drawn->encoded, -1);
	mine.columns = &sheet->pens[worker].columns;
	drawn->packed = &sheet->pens[worker].packed;
	drawn->packed->size = 0;
	mine.out = &drawn->rows;
	if (!item) draw_all_wakeups(&mine, drawn);
	else if (item <= nr_cpus) draw_cpu(&mine, item - 1, drawn);
	else draw_task(&mine, item - 1 - nr_cpus, drawn);
	timechart_base64(drawn->packed, &drawn->encoded);
	drawn->packed_size = drawn->packed->size;
}

/* ",offset,size" of the tracks of an item */
static void describe_tracks(struct drawing *drawing, const struct drawn *drawn, size_t first, size_t count)
{
	size_t off = drawing->packed_size;
	for (size_t i = 0; i < first; i++) off += drawn->sizes[i];
	for (size_t i = first; i < first + count; i++) {
		size_t size = i < drawn->nr_tracks ? drawn->sizes[i] : 0;
		json_number(drawing, (double)off);
		json_number(drawing, (double)size);
		off += size;
	}
}

/* [cpu, y, tracks of load, idle states and frequencies], as timechart_svg.js reads it. */
static void describe_cpu(struct drawing *drawing, size_t index, const struct drawn *drawn)
{
	out_str(&drawing->json, index ? ",\n[" : "\n[");
	out_dec(&drawing->json, drawing->chart->cpus.items[index].cpu, 0);
	json_number(drawing, drawing->cpu_y[index]);
	describe_tracks(drawing, drawn, 0, MAX_TRACKS);
	out_char(&drawing->json, ']');
}

/* [comm, tid, pid, start, end, run, wait, block, bytes, is highlighted, colour, y, track of states, y, track of input
 * and output]; times in ns from the start of the chart. */
static void describe_task(struct drawing *drawing, size_t index, const struct drawn *drawn)
{
	const struct timechart *chart = drawing->chart;
	const struct timechart_task *task = &chart->tasks.items[index];
	bool has_states = drawing->task_y[index] >= 0, has_io = drawing->io_y[index] >= 0;
	out_str(&drawing->json, index ? ",\n[" : "],\"tasks\":[\n[");
	json_text(drawing, task->comm);
	json_number(drawing, task->tid);
	json_number(drawing, task->pid);
	json_number(drawing, (double)(task->start_ns - chart->first_ns));
	json_number(drawing, (double)(task->end_ns - chart->first_ns));
	json_number(drawing, (double)task->run_ns);
	json_number(drawing, (double)task->wait_ns);
	json_number(drawing, (double)task->block_ns);
	json_number(drawing, (double)task->nr_bytes);
	json_number(drawing, task->is_highlighted);
	json_number(drawing, timechart_lanes_colour(task->comm));
	if (has_states) {
		json_number(drawing, drawing->task_y[index]);
		describe_tracks(drawing, drawn, 0, 1);
	} else {
		out_str(&drawing->json, has_io ? ",null,0,0" : ",null");
	}
	if (has_io) {
		json_number(drawing, drawing->io_y[index]);
		describe_tracks(drawing, drawn, has_states, 1);
	}
	out_char(&drawing->json, ']');
}

/* In order, one at a time: describes the item's tracks and appends its rows. */
static int finish_item(void *ctx, size_t item)
{
	struct sheet *sheet = ctx;
	struct drawing *drawing = sheet->drawing;
	struct drawn *drawn = &sheet->drawn[item];
	size_t nr_cpus = drawing->chart->cpus.count;
	if (!item) return 0;
	if (item <= nr_cpus) describe_cpu(drawing, item - 1, drawn);
	else describe_task(drawing, item - 1 - nr_cpus, drawn);
	drawing->packed_size += drawn->packed_size;
	int r = out_append(drawing->out, &drawn->rows);
	out_done(&drawn->rows);
	return r;
}

static void pen_init(struct pen *pen, const struct timechart_columns *like)
{
	timechart_columns_init(&pen->columns);
	pen->columns.x = like->x;
	pen->columns.width = like->width;
	pen->columns.from_ns = like->from_ns;
	pen->columns.ns_per_pixel = like->ns_per_pixel;
	out_init(&pen->packed, -1);
}

static void pen_done(struct pen *pen)
{
	timechart_columns_done(&pen->columns);
	out_done(&pen->packed);
}

/* Draws all rows, then appends the wakeups, which lie above them. 0 or what writing failed with. */
static int draw_rows(struct sheet *sheet, unsigned nr_threads)
{
	struct drawing *drawing = sheet->drawing;
	const struct timechart *chart = drawing->chart;
	sheet->pens = xcalloc(nr_threads, sizeof(*sheet->pens));
	for (unsigned i = 0; i < nr_threads; i++) pen_init(&sheet->pens[i], drawing->columns);
	out_lit(&drawing->json, "{\"gutter\":");
	svg_number(&drawing->json, drawing->gutter);
	out_lit(&drawing->json, ",\"cpus\":[");
	int r = threads_ordered(nr_threads, sheet->nr_items, 64, draw_item, finish_item, sheet);
	if (!chart->tasks.count) out_lit(&drawing->json, "],\"tasks\":[");
	for (unsigned i = 0; i < nr_threads; i++) pen_done(&sheet->pens[i]);
	free(sheet->pens);
	if (r >= 0) r = out_append(drawing->out, &sheet->drawn[0].rows);
	return r;
}

static void sheet_done(struct sheet *sheet)
{
	for (size_t i = 0; i < sheet->nr_items; i++) {
		out_done(&sheet->drawn[i].rows);
		out_done(&sheet->drawn[i].encoded);
	}
	free(sheet->drawn);
}

/* The packed spans of all rows, then wakeups. */
static int put_packed(const struct sheet *sheet)
{
	struct outbuf *out = sheet->drawing->out;
	int r = 0;
	out_lit(out, "<script type=\"application/octet-stream\" id=\"packed\">");
	for (size_t i = 1; r >= 0 && i < sheet->nr_items; i++) r = out_append(out, &sheet->drawn[i].encoded);
	if (r >= 0) r = out_append(out, &sheet->drawn[0].encoded);
	out_lit(out, "</script>\n");
	return r;
}

static bool has_chains(const struct sheet *sheet)
{
	for (size_t i = 0; i < sheet->nr_items; i++)
		if (sheet->drawn[i].has_chains) return true;
	return false;
}

/* Packed spans, and a JSON object that says where which track begins and all else that the script has to know. */
static int put_data(const struct sheet *sheet)
{
	struct drawing *drawing = sheet->drawing;
	const struct timechart *chart = drawing->chart;
	struct outbuf *json = &drawing->json;
	out_lit(json, "],\"wakeups\":[");
	out_dec(json, chart->wakeups.count, 0);
	describe_tracks(drawing, &sheet->drawn[0], 0, 1);
	out_lit(json, "],\"texts\":[");
	bool with_texts = has_chains(sheet);
	for (uint32_t i = 0; with_texts && i < chart->chains.texts.count; i++) {
		if (i) out_lit(json, ",\n");
		json_chain(drawing, intern_text(&chart->chains, i));
	}
	out_lit(json, "],\"frequencies\":[");
	out_dec(json, drawing->min_khz, 0);
	json_number(drawing, (double)drawing->max_khz);
	out_lit(json, "],\"maxBytes\":");
	out_dec(json, drawing->max_bytes, 0);
	out_lit(json, ",\"highlight\":");
	if (chart->highlight_ns == UINT64_MAX) out_lit(json, "null");
	else out_dec(json, chart->highlight_ns, 0);
	out_lit(json, ",\"resolution\":");
	out_dec(json, chart->resolution_ns, 0);
	out_lit(json, ",\"cpuHeight\":");
	svg_number(json, drawing->cpu_height);
	out_str(json, drawing->has_idle ? ",\"idleHeight\":8}" : ",\"idleHeight\":0}");
	int r = put_packed(sheet);
	out_lit(drawing->out, "<script type=\"application/json\" id=\"chart\">");
	if (r >= 0) r = out_append(drawing->out, json);
	out_lit(drawing->out, "</script>\n");
	return r;
}

/* ---- the page */

static void put_labels(struct drawing *drawing)
{
	const struct timechart *chart = drawing->chart;
	double span_ns = (double)(chart->last_ns - chart->first_ns);
	char text[256];
	bool first_task = true, first_io = true;
	for (size_t i = 0; (chart->has_scheduler || chart->has_power) && i < chart->cpus.count; i++) {
		if (!i) add_heading(drawing, drawing->cpu_y[0], "CPUs");
		snprintf(text, sizeof(text), "CPU %u", chart->cpus.items[i].cpu);
		add_label(drawing, drawing->cpu_y[i], drawing->cpu_height, 'c', i, text);
		if (!chart->has_scheduler) continue;
		snprintf(text, sizeof(text), "%.1f %% busy",
			 span_ns > 0 ? (double)chart->cpus.items[i].run_ns / span_ns * 100 : 0);
		put_text(drawing, "share", drawing->gutter - 8, drawing->cpu_y[i] + drawing->cpu_height / 2 + 4, NULL,
			 text);
	}
	for (size_t i = 0; i < chart->tasks.count; i++) {
		if (drawing->task_y[i] < 0) continue;
		if (first_task) {
			snprintf(text, sizeof(text), "Tasks (%zu of %zu)", drawing->nr_states, chart->tasks.count);
			add_heading(drawing, drawing->task_y[i], text);
			first_task = false;
		}
		timechart_label(&chart->tasks.items[i], false, text, sizeof(text));
		add_label(drawing, drawing->task_y[i], TIMECHART_LANES_TASK_HEIGHT, 't', i, text);
	}
	for (size_t i = 0; i < chart->tasks.count; i++) {
		if (drawing->io_y[i] < 0) continue;
		if (first_io) {
			snprintf(text, sizeof(text), "Input and output (%zu of %zu tasks)", drawing->nr_io,
				 chart->tasks.count);
			add_heading(drawing, drawing->io_y[i], text);
			first_io = false;
		}
		timechart_label(&chart->tasks.items[i], true, text, sizeof(text));
		add_label(drawing, drawing->io_y[i], TIMECHART_LANES_IO_HEIGHT, 'i', i, text);
	}
}

static void subtitle(const struct drawing *drawing, const char *input, char *text, size_t size_bytes)
{
	const struct timechart *chart = drawing->chart;
	struct outbuf span, merged;
	out_init(&span, -1);
	out_init(&merged, -1);
	svg_time(&span, (double)(chart->last_ns - chart->first_ns));
	if (chart->resolution_ns) {
		out_lit(&merged, " \xc2\xb7 merged below ");
		svg_time(&merged, (double)chart->resolution_ns);
	}
	char cpus[64] = "";
	if (chart->cpus.count)
		snprintf(cpus, sizeof(cpus), " \xc2\xb7 %zu CPU%s", chart->cpus.count,
			 chart->cpus.count == 1 ? "" : "s");
	snprintf(text, size_bytes, "%.*s%s%s%s%s%s%.*s", (int)span.size, span.data, cpus,
		 chart->cpudesc[0] ? " \xc2\xb7 " : "", chart->cpudesc, input ? " \xc2\xb7 " : "", input ? input : "",
		 (int)merged.size, merged.size ? merged.data : "");
	out_done(&span);
	out_done(&merged);
}

int timechart_svg(const struct timechart *chart, const struct timechart_svg_options *options, struct outbuf *out)
{
	struct drawing drawing = { .chart = chart,
				   .out = out,
				   .gutter = options->width * 0.3 < 230 ? floor(options->width * 0.3) : 230 };
	char title[300], below[700];
	measure(&drawing);
	drawing.top = LEGEND_TOP + legend(&drawing, options->width, false) * LEGEND_LINE + 22;
	lay_out(&drawing);
	snprintf(title, sizeof(title), "Timechart%s%s", chart->hostname[0] ? " of " : "", chart->hostname);
	subtitle(&drawing, options->input, below, sizeof(below));
	double span_ns = (double)(chart->last_ns - chart->first_ns),
	       least_ns = chart->resolution_ns ? (double)chart->resolution_ns * 20 : 100;
	drawing.page = (struct svg_page){
		.title = title,
		.subtitle = below,
		.width = options->width,
		.height = drawing.height < 160 ? 160 : drawing.height,
		.plot = { drawing.gutter, drawing.top, options->width - drawing.gutter - 14,
			  (drawing.height < 160 ? 160 : drawing.height) - drawing.top - 8 },
		.from = 0,
		.to = span_ns > 0 ? span_ns : 1,
		.unit = "ns",
		.least_span = least_ns < span_ns ? least_ns : span_ns,
		.style = timechart_svg_css,
		.script = timechart_svg_js,
	};
	struct timechart_columns columns;
	timechart_columns_init(&columns);
	columns.x = drawing.page.plot.x;
	columns.width = floor(drawing.page.plot.width);
	columns.from_ns = (double)chart->first_ns;
	columns.ns_per_pixel = (span_ns > 0 ? span_ns : 1) / columns.width;
	drawing.columns = &columns;
	out_init(&drawing.json, -1);

	svg_page_begin(&drawing.page, out);
	legend(&drawing, options->width, true);
	svg_axis(&drawing.page, out);
	put_labels(&drawing);
	svg_plot_begin(&drawing.page, out);
	struct sheet sheet = { .drawing = &drawing, .nr_items = 1 + chart->cpus.count + chart->tasks.count };
	sheet.drawn = xcalloc(sheet.nr_items, sizeof(*sheet.drawn));
	int r = draw_rows(&sheet, options->threads ? options->threads : 1);
	svg_plot_end(out);
	if (r >= 0) r = put_data(&sheet);
	sheet_done(&sheet);
	svg_page_end(&drawing.page, out);

	timechart_columns_done(&columns);
	out_done(&drawing.json);
	free(drawing.cpu_y);
	free(drawing.task_y);
	free(drawing.io_y);
	return r;
}
