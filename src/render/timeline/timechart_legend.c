/* The legend of a timechart: a line for every colour and mark that the picture has. A new mark is a row here. */
#include "render/timeline/timechart_drawing.h"
#include "render/timeline/timechart_lanes.h"

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

static bool legend_has(const struct timechart_drawing *drawing, enum legend_of of)
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

static void draw_legend_item(struct timechart_drawing *drawing, const struct legend_item *item, double x, double y,
			     double swatch)
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
	timechart_put_text(drawing, "faint", x + swatch + 5, y + 9.5, NULL, item->text);
}

/* Items from left to right, in as many lines as it takes; returns how many. Called twice: without drawing, to find
 * where the rows begin, and to draw. */
static unsigned put_lines(struct timechart_drawing *drawing, double width, bool draws)
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

double timechart_legend_bottom(struct timechart_drawing *drawing, double width)
{
	return LEGEND_TOP + put_lines(drawing, width, false) * LEGEND_LINE;
}

void timechart_legend(struct timechart_drawing *drawing, double width) { put_lines(drawing, width, true); }
