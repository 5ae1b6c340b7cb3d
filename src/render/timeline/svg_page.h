/* SVG documents that need nothing else: style and script inside, nothing is fetched. A picture is complete without its
 * script (viewers, printers, <img>); with it come tooltips, zoom along x, search and keys (svg_page.js).
 *
 *     struct svg_page page = { .title = "Latency", .width = 1000, .height = 400, .from = 0, .to = span_ns,
 *                              .unit = "ns", .plot = { 60, 70, 920, 300 } };
 *     svg_page_begin(&page, out);
 *     svg_axis(&page, out);
 *     svg_plot_begin(&page, out);
 *     ... <rect class="..." data-t="tooltip, lines with &#10; between"/>, by coordinates of the page ...
 *     svg_plot_end(out);
 *     svg_page_end(&page, out);
 *
 * What the script knows, by id and attribute:
 *
 * - plot: the group that svg_plot_begin opens: clipped to the plot, stretched along x when one zooms
 * - axis: the group of svg_axis: redrawn when one zooms
 * - data-t: tooltip of an element (of the nearest one around it); what the search looks into
 * - data-n: what the search looks into instead
 *
 * A script of its own (page->script) may set `page.chart` to draw by itself: svg_page.js says how. */
#ifndef RENDER_TIMELINE_SVG_PAGE_H
#define RENDER_TIMELINE_SVG_PAGE_H

#include "base/outbuf.h"

/* In pixels; y grows downwards. */
struct svg_box {
	double x, y, width, height;
};

/* A document. All of it is borrowed, and has to be the same in all calls for one document. */
struct svg_page {
	const char *title;    /* text, escaped here; also the document's name */
	const char *subtitle; /* smaller, below; may be NULL */
	double width, height; /* in pixels */
	struct svg_box plot;  /* where the picture is; x is what zoom stretches */
	double from, to;      /* what x goes from and to: at plot.x and plot.x + plot.width */
	const char *unit;     /* of x: "ns" is shown as s, ms, us; else put behind the number ("" for none) */
	double least_span;    /* how far one can zoom in; 0: a millionth of the whole */
	const char *style;    /* CSS of this kind of picture; may be NULL */
	const char *script;   /* JavaScript of this kind, run behind the one of all; may be NULL. No "]]>" in it */
};

/* Appends all before the picture: head, style, title. svg_page_end: the scripts and the end. */
void svg_page_begin(const struct svg_page *page, struct outbuf *out);
void svg_page_end(const struct svg_page *page, struct outbuf *out);

/* The scale above the plot with lines down through it: at nice values, about every 100 pixels. */
void svg_axis(const struct svg_page *page, struct outbuf *out);
/* Around what is drawn in the plot, which is clipped to it. */
void svg_plot_begin(const struct svg_page *page, struct outbuf *out);
/* Closes what svg_plot_begin has opened. */
void svg_plot_end(struct outbuf *out);

/* Text for content and for attributes in double quotes: < > & " are escaped; bytes that are not UTF-8, and characters
 * that XML has no place for, become U+FFFD. */
void svg_text(struct outbuf *out, const char *text, size_t size_bytes);
/* A coordinate: rounded to hundredths, no zeros behind, the same on all machines. */
void svg_number(struct outbuf *out, double value);
/* " name=\"value\"" */
void svg_attribute(struct outbuf *out, const char *name, double value);
/* <rect x y width height ... without the end, for attributes to follow: svg_rect(out, ...); out_lit(out, "
 * class=\"run\"/>\n") */
void svg_rect(struct outbuf *out, double x, double y, double width, double height);

/* A time of ns as people read it: "0 s", "12.5 ms", "1.234 s": three significant places. */
void svg_time(struct outbuf *out, double time_ns);

#endif
