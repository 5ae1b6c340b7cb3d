/* The rows of a timechart, and what the script draws them from.
 *
 * Rows are drawn and packed by draw_item on all cores, and put down by finish_item in order: CPUs, then tasks. Wakeups
 * are item 0: they take long, so they are begun with, and come last, as they lie above all. The data has two parts:
 * the packed spans of all tracks, in base64, and a JSON object that says where each track begins and what its row is,
 * which timechart_svg.js reads. */
#include <math.h>
#include "base/threads.h"
#include "render/chain_text.h"
#include "render/timeline/timechart_drawing.h"
#include "render/timeline/timechart_lanes.h"
#include "render/timeline/timechart_packed.h"

/* ---- the description, as JSON */

/* A JSON string inside XML: escaped twice. */
static void json_text(struct timechart_drawing *drawing, const char *text)
{
	struct outbuf quoted;
	out_init(&quoted, -1);
	out_json_string(&quoted, text, strlen(text));
	svg_text(&drawing->json, quoted.data, quoted.size);
	out_done(&quoted);
}

static void json_chain(struct timechart_drawing *drawing, const char *call_names)
{
	struct outbuf quoted;
	out_init(&quoted, -1);
	chain_text_json(call_names, &quoted);
	svg_text(&drawing->json, quoted.data, quoted.size);
	out_done(&quoted);
}

static void json_number(struct timechart_drawing *drawing, double value)
{
	out_char(&drawing->json, ',');
	if (value >= 0 && value < 9e15 && floor(value) == value) out_dec(&drawing->json, (uint64_t)value, 0);
	else svg_number(&drawing->json, value);
}

/* ---- rows */

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
struct timechart_sheet {
	struct timechart_drawing *drawing;
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

static struct timechart_lanes lanes_of(const struct timechart_drawing *drawing)
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

static void draw_cpu(struct timechart_drawing *drawing, size_t index, struct drawn *drawn)
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

static void draw_task(struct timechart_drawing *drawing, size_t index, struct drawn *drawn)
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

static void draw_all_wakeups(const struct timechart_drawing *drawing, struct drawn *drawn)
{
	drawn->has_chains = timechart_pack_wakeups(drawing->chart, drawn->packed);
	end_track(drawn, 0);
	if (drawing->nr_states) timechart_wakeups(drawing);
}

/* Runs on a worker; touches its own item and pen only. */
static void draw_item(void *ctx, unsigned worker, size_t item)
{
	struct timechart_sheet *sheet = ctx;
	struct drawn *drawn = &sheet->drawn[item];
	struct timechart_drawing mine = *sheet->drawing;
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
static void describe_tracks(struct timechart_drawing *drawing, const struct drawn *drawn, size_t first, size_t count)
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
static void describe_cpu(struct timechart_drawing *drawing, size_t index, const struct drawn *drawn)
{
	out_str(&drawing->json, index ? ",\n[" : "\n[");
	out_dec(&drawing->json, drawing->chart->cpus.items[index].cpu, 0);
	json_number(drawing, drawing->cpu_y[index]);
	describe_tracks(drawing, drawn, 0, MAX_TRACKS);
	out_char(&drawing->json, ']');
}

/* [comm, tid, pid, start, end, run, wait, block, bytes, is highlighted, colour, y, track of states, y, track of input
 * and output]; times in ns from the start of the chart. */
static void describe_task(struct timechart_drawing *drawing, size_t index, const struct drawn *drawn)
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
	struct timechart_sheet *sheet = ctx;
	struct timechart_drawing *drawing = sheet->drawing;
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

int timechart_sheet_rows(struct timechart_sheet *sheet, unsigned nr_threads)
{
	struct timechart_drawing *drawing = sheet->drawing;
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

/* The packed spans of all rows, then wakeups. */
static int put_packed(const struct timechart_sheet *sheet)
{
	struct outbuf *out = sheet->drawing->out;
	int r = 0;
	out_lit(out, "<script type=\"application/octet-stream\" id=\"packed\">");
	for (size_t i = 1; r >= 0 && i < sheet->nr_items; i++) r = out_append(out, &sheet->drawn[i].encoded);
	if (r >= 0) r = out_append(out, &sheet->drawn[0].encoded);
	out_lit(out, "</script>\n");
	return r;
}

static bool has_chains(const struct timechart_sheet *sheet)
{
	for (size_t i = 0; i < sheet->nr_items; i++)
		if (sheet->drawn[i].has_chains) return true;
	return false;
}

int timechart_sheet_data(const struct timechart_sheet *sheet)
{
	struct timechart_drawing *drawing = sheet->drawing;
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

struct timechart_sheet *timechart_sheet_new(struct timechart_drawing *drawing)
{
	struct timechart_sheet *sheet = xcalloc(1, sizeof(*sheet));
	sheet->drawing = drawing;
	sheet->nr_items = 1 + drawing->chart->cpus.count + drawing->chart->tasks.count;
	sheet->drawn = xcalloc(sheet->nr_items, sizeof(*sheet->drawn));
	return sheet;
}

void timechart_sheet_free(struct timechart_sheet *sheet)
{
	for (size_t i = 0; i < sheet->nr_items; i++) {
		out_done(&sheet->drawn[i].rows);
		out_done(&sheet->drawn[i].encoded);
	}
	free(sheet->drawn);
	free(sheet);
}
