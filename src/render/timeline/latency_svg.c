/* The heat map of latencies: histograms of result->heat by column of time, counted anew into rows of the picture.
 *
 *     result->heat.columns[] --count_cells--> counts[column][row] --draw_cells--> paths by shade
 *                                                                 --draw_bars---> row sums on the right
 *                                                                 --add_data----> numbers for the script
 *
 * Cells of one shade are one path. The same counts are in the document once more, as numbers, for tooltips and for
 * zooming along the latency (latency_svg.js). A latency is counted in the row where the middle of its histogram class
 * is (result/latency_histogram.h), so that rows that are finer than classes may stay empty. */
#include "render/timeline/latency_svg.h"

#include <math.h>
#include "base/vec.h"
#include "render/timeline/svg_page.h"
#include "render/timeline/svg_palette.h"

extern const char latency_svg_css[], latency_svg_js[]; /* latency_svg.css, latency_svg.js */

enum { DEFAULT_ROWS = 60, MAX_ROWS = 1000, NR_SHADES = 16, BARS_WIDTH = 120 };
/* Where the map is, in pixels. */
static const struct svg_box plot = { 84, 84, 900, 440 };
static const struct {
	const char *name;
	double share;
} lines[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 }, { "p99.9", 0.999 } };

/* What is counted before anything is drawn. */
struct picture {
	const struct latency_result *result;
	bool linear;
	double low_ns, high_ns; /* of the rows in all */
	size_t nr_rows, nr_columns;
	uint64_t *counts; /* [column * nr_rows + row] */
	uint64_t *row_counts;
	uint64_t most, most_in_row;
};

/* Where a latency is, in rows from the bottom. From 0 at the lower edge to nr_rows at the upper; beyond for what is
 * outside. */
static double row_of(const struct picture *picture, double latency_ns)
{
	double share = picture->linear
			       ? (latency_ns - picture->low_ns) / (picture->high_ns - picture->low_ns)
			       : log(MAX(latency_ns, 0.5) / picture->low_ns) / log(picture->high_ns / picture->low_ns);
	return share * (double)picture->nr_rows;
}

/* The edge of a row in pixels: rows count from the bottom, y from the top. */
static double y_of(const struct picture *picture, double row)
{
	return plot.y + plot.height * (1 - row / (double)picture->nr_rows);
}

/* The latencies at the lower and upper edge: from 0, or (logarithmic) from the shortest, rounded down to a quarter of a
 * power of ten. */
static void set_range(struct picture *picture, const struct latency_svg_options *options)
{
	const struct latency_histogram *all = &picture->result->all;
	double longest_ns = (double)(options->max_ns ? options->max_ns : all->max_ns) * 1.0001 +
			    1; /* the longest is below the upper edge */
	if (picture->linear) {
		picture->low_ns = 0;
		picture->high_ns = longest_ns;
		return;
	}
	/* nobody looks at what is far below the shortest */
	double shortest_ns = (double)MIN(MAX(all->min_ns, (uint64_t)1), options->max_ns ? options->max_ns : UINT64_MAX);
	picture->low_ns = pow(10, floor(log10(shortest_ns) * 4) / 4);
	picture->high_ns = MAX(longest_ns, picture->low_ns * 2);
}

/* Also finds the largest counts, by which shades and bars are scaled. */
static void count_cells(struct picture *picture)
{
	uint64_t from_ns, until_ns, count;
	for (size_t column = 0; column < picture->nr_columns; column++) {
		const struct latency_histogram *histogram = &picture->result->heat.columns[column];
		for (uint32_t pos = 0; latency_histogram_next(histogram, &pos, &from_ns, &until_ns, &count);) {
			double row = row_of(picture, (double)latency_histogram_middle(histogram, from_ns, until_ns));
			size_t at = row > 0 ? (size_t)MIN(row, (double)(picture->nr_rows - 1)) : 0;
			uint64_t *cell = &picture->counts[column * picture->nr_rows + at];
			*cell += count;
			picture->row_counts[at] += count;
			picture->most = MAX(picture->most, *cell);
			picture->most_in_row = MAX(picture->most_in_row, picture->row_counts[at]);
		}
	}
}

/* Counts differ by powers: so do shades. */
static unsigned shade_of(const struct picture *picture, uint64_t count)
{
	if (picture->most <= 1) return NR_SHADES / 2;
	return (unsigned)(log((double)count) / log((double)picture->most) * (NR_SHADES - 1) + 0.5);
}

/* All cells of a shade are one path; those beside each other in time that have one shade one rectangle. */
static void draw_cells(const struct picture *picture, struct outbuf *out)
{
	double width = plot.width / (double)picture->nr_columns, height = plot.height / (double)picture->nr_rows;
	struct outbuf paths[NR_SHADES];
	for (unsigned i = 0; i < NR_SHADES; i++) out_init(&paths[i], -1);
	for (size_t row = 0; row < picture->nr_rows; row++) {
		for (size_t column = 0; column < picture->nr_columns;) {
			uint64_t count = picture->counts[column * picture->nr_rows + row];
			size_t next = column + 1;
			if (count) {
				unsigned shade = shade_of(picture, count);
				/* as long as cells on the right have the same shade */
				while (next < picture->nr_columns && picture->counts[next * picture->nr_rows + row] &&
				       shade_of(picture, picture->counts[next * picture->nr_rows + row]) == shade)
					next++;
				struct outbuf *path = &paths[shade];
				out_char(path, 'M');
				svg_number(path, plot.x + width * (double)column);
				out_char(path, ' ');
				svg_number(path, y_of(picture, (double)row + 1));
				out_char(path, 'h');
				svg_number(path, width * (double)(next - column));
				out_char(path, 'v');
				svg_number(path, height);
				out_char(path, 'h');
				svg_number(path, -width * (double)(next - column));
				out_char(path, 'z');
			}
			column = next;
		}
	}
	for (unsigned i = 0; i < NR_SHADES; i++) {
		if (paths[i].size) {
			char colour[8];
			svg_colour_format(svg_colour_ramp((double)(i + 1) / NR_SHADES), colour);
			out_printf(out, "<path fill=\"%s\" d=\"", colour);
			out_mem(out, paths[i].data, paths[i].size);
			out_lit(out, "\"/>\n");
		}
		out_done(&paths[i]);
	}
}

/* On the right: how many latencies each row has in all. */
static void draw_bars(const struct picture *picture, struct outbuf *out)
{
	double height = plot.height / (double)picture->nr_rows;
	out_lit(out, "<g clip-path=\"url(#bars-clip)\"><g id=\"bars\">\n");
	for (size_t row = 0; row < picture->nr_rows; row++) {
		if (!picture->row_counts[row]) continue;
		svg_rect(out, plot.x + plot.width + 12, y_of(picture, (double)row + 1),
			 MAX(BARS_WIDTH * (double)picture->row_counts[row] / (double)picture->most_in_row, 0.5),
			 height);
		out_lit(out, " class=\"bar\"/>\n");
	}
	out_lit(out, "</g></g>\n");
}

/* A line across map and bars with its value on the left; nothing outside of the picture. */
static void draw_tick(const struct picture *picture, double value_ns, struct outbuf *out)
{
	double row = row_of(picture, value_ns), y = y_of(picture, row);
	if (row < -1e-6 || row > (double)picture->nr_rows + 1e-6) return;
	out_lit(out, "<line class=\"rule\"");
	svg_attribute(out, "x1", plot.x);
	svg_attribute(out, "x2", plot.x + plot.width + 12 + BARS_WIDTH);
	svg_attribute(out, "y1", y);
	svg_attribute(out, "y2", y);
	out_lit(out, "/><text class=\"level\"");
	svg_attribute(out, "x", plot.x - 6);
	svg_attribute(out, "y", y + 4);
	out_char(out, '>');
	svg_time(out, value_ns);
	out_lit(out, "</text>\n");
}

/* About six of them or more: powers of ten, with 2 and 5 where they are few; linear: round steps. latency_svg.js goes
 * on like this. */
static void draw_levels(const struct picture *picture, struct outbuf *out)
{
	out_lit(out, "<g id=\"levels\">\n");
	if (picture->linear) {
		double step = pow(10, floor(log10(picture->high_ns / 6)));
		if (picture->high_ns / step > 30) step *= 5;
		else if (picture->high_ns / step > 12) step *= 2;
		for (double value = 0; value <= picture->high_ns; value += step) draw_tick(picture, value, out);
	} else {
		bool few = picture->high_ns / picture->low_ns < 1e5;
		for (double power = pow(10, floor(log10(picture->low_ns))); power <= picture->high_ns; power *= 10) {
			draw_tick(picture, power, out);
			if (few) draw_tick(picture, 2 * power, out);
			if (few) draw_tick(picture, 5 * power, out);
		}
	}
	out_lit(out, "</g>\n");
}

/* Lines at percentiles through map and bars, with labels that give way to each other. */
static void draw_lines(const struct picture *picture, struct outbuf *out)
{
	out_lit(out, "<g id=\"percentiles\">\n");
	/* the y of the label before this one; at first far below the picture */
	double last = 1e9;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		double value_ns = (double)latency_histogram_quantile(&picture->result->all, lines[i].share);
		double row = MAX(row_of(picture, value_ns), 0), y = y_of(picture, row);
		/* longer than the highest row, which counts it */
		if (row > (double)picture->nr_rows) continue;
		out_printf(out, "<g class=\"percentile\" data-row=\"%.6g\"><line", row);
		svg_attribute(out, "x1", plot.x);
		svg_attribute(out, "x2", plot.x + plot.width + 12 + BARS_WIDTH);
		svg_attribute(out, "y1", y);
		svg_attribute(out, "y2", y);
		out_lit(out, "/><text");
		svg_attribute(out, "x", plot.x + plot.width + 18 + BARS_WIDTH);
		svg_attribute(out, "y", MIN(y + 4, last - 12)); /* labels do not lie on each other */
		last = MIN(y + 4, last - 12);
		out_printf(out, ">%s ", lines[i].name);
		svg_time(out, value_ns);
		out_lit(out, "</text></g>\n");
	}
	out_lit(out, "</g>\n");
}

/* What the shades mean: from 1 to the largest count of a cell. */
static void draw_legend(const struct picture *picture, struct outbuf *out)
{
	double x = plot.x, y = plot.y + plot.height + 26;
	out_lit(out, "<g id=\"legend\">\n<text class=\"faint\"");
	svg_attribute(out, "x", x);
	svg_attribute(out, "y", y + 9);
	out_lit(out, ">1</text>\n");
	for (unsigned i = 0; i < NR_SHADES && picture->most > 1; i++) {
		char colour[8];
		svg_colour_format(svg_colour_ramp((double)(i + 1) / NR_SHADES), colour);
		svg_rect(out, x + 12 + 10 * i, y, 10, 10);
		out_printf(out, " fill=\"%s\"/>", colour);
	}
	out_lit(out, "\n<text class=\"faint\"");
	svg_attribute(out, "x", x + 18 + 10 * NR_SHADES);
	svg_attribute(out, "y", y + 9);
	out_printf(out, ">%llu latencies in a cell of ", (unsigned long long)picture->most);
	const struct latency_heat *heat = &picture->result->heat;
	svg_time(out, (double)(heat->to_ns - heat->from_ns) / (double)picture->nr_columns);
	out_lit(out, "; the wheel over the scale on the left zooms latencies</text>\n</g>\n");
}

/* For the tooltips: rows and counts of each column, and where rows begin. */
static void add_data(const struct picture *picture, struct outbuf *out)
{
	out_printf(out,
		   "<script><![CDATA[\nconst heat = {linear: %s, low: %.17g, high: %.17g, rows: %zu, columns: %zu, "
		   "cells: [",
		   picture->linear ? "true" : "false", picture->low_ns, picture->high_ns, picture->nr_rows,
		   picture->nr_columns);
	for (size_t column = 0; column < picture->nr_columns; column++) {
		const char *separator = "";
		out_str(out, column ? ",\n[" : "[");
		for (size_t row = 0; row < picture->nr_rows; row++) {
			uint64_t count = picture->counts[column * picture->nr_rows + row];
			if (!count) continue;
			out_str(out, separator);
			out_dec(out, row, 0);
			out_char(out, ',');
			out_dec(out, count, 0);
			separator = ",";
		}
		out_char(out, ']');
	}
	out_lit(out, "]};\n]]></script>\n");
}

/* The whole document. The order of elements is the order in which they lie on each other. */
static void draw(const struct picture *picture, const struct latency_svg_options *options, struct outbuf *out)
{
	const struct latency_result *result = picture->result;
	_free_ char *pair = xasprintf("%s \xe2\x86\x92 %s", result->begin, result->end);
	_free_ char *subtitle = xasprintf("%llu latencies, key %s; time from %llu.%06llu s of the recording's clock",
					  (unsigned long long)result->all.count, *result->key ? result->key : "none",
					  (unsigned long long)(result->heat.from_ns / 1000000000),
					  (unsigned long long)(result->heat.from_ns / 1000 % 1000000));
	struct svg_page page = { .title = options->title ? options->title : pair,
				 .subtitle = subtitle,
				 .width = 1240,
				 .height = 580,
				 .plot = plot,
				 .from = 0,
				 /* 1: never an empty span */
				 .to = (double)(result->heat.to_ns - result->heat.from_ns) + 1,
				 .unit = "ns",
				 .style = latency_svg_css,
				 .script = latency_svg_js };
	svg_page_begin(&page, out);
	out_lit(out, "<defs><clipPath id=\"bars-clip\">");
	svg_rect(out, plot.x + plot.width + 12, plot.y, BARS_WIDTH, plot.height);
	out_lit(out, "/></clipPath></defs>\n");
	svg_rect(out, plot.x, plot.y, plot.width, plot.height);
	out_lit(out, " class=\"field\"/>\n");
	svg_plot_begin(&page, out);
	out_lit(out, "<g id=\"cells\">\n");
	draw_cells(picture, out);
	out_lit(out, "</g>\n");
	svg_plot_end(out);
	draw_bars(picture, out);
	/* the grid lies above the cells, faint: they would hide it */
	svg_axis(&page, out);
	draw_levels(picture, out);
	if (picture->most) {
		draw_lines(picture, out);
		draw_legend(picture, out);
	}
	add_data(picture, out);
	svg_page_end(&page, out);
}

void latency_svg(const struct latency_result *result, const struct latency_svg_options *options, struct outbuf *out)
{
	size_t nr_rows = options->nr_rows ? MIN(options->nr_rows, (size_t)MAX_ROWS) : DEFAULT_ROWS;
	struct picture picture = {
		.result = result, .linear = options->linear, .nr_rows = nr_rows, .nr_columns = result->heat.nr_columns
	};
	picture.counts = xcalloc(picture.nr_columns * nr_rows + 1, sizeof(*picture.counts));
	picture.row_counts = xcalloc(nr_rows, sizeof(*picture.row_counts));
	set_range(&picture, options);
	count_cells(&picture);
	draw(&picture, options, out);
	free(picture.counts);
	free(picture.row_counts);
}
