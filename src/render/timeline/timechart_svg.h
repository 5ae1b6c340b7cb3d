/* A timechart as a picture, and as JSON (docs/json-timechart.md). The picture: rows of CPUs, of tasks, of input and
 * output over time (render/timeline/svg_page.h).
 *
 * What the picture shows at first is drawn here, so that it is complete without a script: what is shorter than a pixel
 * is summed up to the pixel, as shares of its height. Below it are the spans themselves, packed, from which the script
 * draws any part of them the same way. */
#ifndef RENDER_TIMELINE_TIMECHART_SVG_H
#define RENDER_TIMELINE_TIMECHART_SVG_H

#include "base/outbuf.h"
#include "result/timechart.h"

/* Options of the picture. */
struct timechart_svg_options {
	double width;      /* of the page, in pixels */
	const char *input; /* file name for the title; may be NULL */
	unsigned threads;  /* 0: one. The picture is the same for any number */
};

/* Writes to the buffer, which is flushed on the way. 0 or -errno. */
int timechart_svg(const struct timechart *chart, const struct timechart_svg_options *options, struct outbuf *out);
/* Likewise. */
int timechart_json(const struct timechart *chart, struct outbuf *out);

#endif
