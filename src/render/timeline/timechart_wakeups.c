/* Who woke whom: vertical lines between two rows, with a head at the one that was woken. */
#include <math.h>
#include "render/timeline/timechart_drawing.h"
#include "render/timeline/timechart_lanes.h"

enum { MAX_ARROWS_SHOWN = 400 };

void timechart_wakeups(const struct timechart_drawing *drawing)
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
