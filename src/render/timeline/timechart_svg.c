/* The picture of a timechart.
 *
 *     title, legend
 *     CPU 0  |==  ==|     lanes of CPUs: load, idle states, frequency
 *     sh:12  | ##  #|     lanes of tasks that are shown: states
 *     sh:12  | -_   |     input and output of tasks
 *     <script> packed spans and their description, for timechart_svg.js
 *
 * Order of work: measure (what there is at all), legend and lay_out (where each row is), then the sheet draws the rows
 * and adds what the script needs. */
#include "render/timeline/timechart_svg.h"

#include <math.h>
#include <stdio.h>
#include "render/timeline/timechart_drawing.h"
#include "render/timeline/timechart_lanes.h"

extern const char timechart_svg_css[], timechart_svg_js[];

enum { ROW_GAP = 4, HEADING = 24 };

/* ---- where everything is */

/* Largest values, and which lanes there are. */
static void measure(struct timechart_drawing *drawing)
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
static void lay_out(struct timechart_drawing *drawing)
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

void timechart_put_text(struct timechart_drawing *drawing, const char *class, double x, double y, const char *id,
			const char *text)
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

static void add_heading(struct timechart_drawing *drawing, double y, const char *text)
{
	timechart_put_text(drawing, "head", 10, y - 6, NULL, text);
}

static void add_label(struct timechart_drawing *drawing, double y, double height, char kind, size_t index,
		      const char *text)
{
	char id[32], cut[160];
	snprintf(id, sizeof(id), "l%c%zu", kind, index);
	snprintf(cut, sizeof(cut) - 4, "%s", text);
	timechart_lanes_cut_text(cut, drawing->gutter - 16);
	timechart_put_text(drawing, "label", 10, y + height / 2 + 4, id, cut);
}

/* ---- the page */

static void put_labels(struct timechart_drawing *drawing)
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
		timechart_put_text(drawing, "share", drawing->gutter - 8,
				   drawing->cpu_y[i] + drawing->cpu_height / 2 + 4, NULL, text);
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

static void subtitle(const struct timechart_drawing *drawing, const char *input, char *text, size_t size_bytes)
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
	struct timechart_drawing drawing = { .chart = chart,
					     .out = out,
					     .gutter = options->width * 0.3 < 230 ? floor(options->width * 0.3) : 230 };
	char title[300], below[700];
	measure(&drawing);
	drawing.top = timechart_legend_bottom(&drawing, options->width) + 22;
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
	timechart_legend(&drawing, options->width);
	svg_axis(&drawing.page, out);
	put_labels(&drawing);
	svg_plot_begin(&drawing.page, out);
	struct timechart_sheet *sheet = timechart_sheet_new(&drawing);
	int r = timechart_sheet_rows(sheet, options->threads ? options->threads : 1);
	svg_plot_end(out);
	if (r >= 0) r = timechart_sheet_data(sheet);
	timechart_sheet_free(sheet);
	svg_page_end(&drawing.page, out);

	timechart_columns_done(&columns);
	out_done(&drawing.json);
	free(drawing.cpu_y);
	free(drawing.task_y);
	free(drawing.io_y);
	return r;
}
