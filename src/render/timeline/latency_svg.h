/* Latencies over time as a heat map: an SVG document of its own (svg_page.h). Time goes right, latency up; the darker a
 * cell, the more latencies ended in it. On the right the same rows summed up, with lines at percentiles through both.
 */
#ifndef RENDER_TIMELINE_LATENCY_SVG_H
#define RENDER_TIMELINE_LATENCY_SVG_H

#include "base/outbuf.h"
#include "result/latency_result.h"

/* Options of the picture; zeroed is the usual one. */
struct latency_svg_options {
	const char *title; /* NULL: the pair */
	bool linear;       /* else rows grow with the latency */
	size_t nr_rows;    /* 0: 60 */
	uint64_t max_ns;   /* what is longer is in the highest row; 0: as high as the longest */
};

/* Of result->heat. Appends the whole document; without latencies it is an empty field. */
void latency_svg(const struct latency_result *result, const struct latency_svg_options *options, struct outbuf *out);

#endif
