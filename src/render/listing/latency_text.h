/* Latencies as text: a row of percentiles for each group, a histogram, the longest of them. */
#ifndef RENDER_LISTING_LATENCY_TEXT_H
#define RENDER_LISTING_LATENCY_TEXT_H

#include "render/listing/latency_unit.h"
#include "result/latency_result.h"

/* How latencies are shown. unit is borrowed; of CSV only unit and separator count. */
struct latency_text_options {
	const struct latency_unit *unit;
	bool linear; /* rows of the histogram are of one width; else each is twice as wide as the one before */
	bool no_histogram;
	uint64_t max_ns; /* what is longer is in the last row; 0: as long as the longest */
	char separator;  /* of CSV */
};

/* Appends everything: what was not counted, the percentiles of each group and of all, a histogram, the longest
 * latencies. */
void latency_text(const struct latency_result *result, const struct latency_text_options *options, struct outbuf *out);
/* A line with names, and one for each group; the last, "all", is of all. */
void latency_csv(const struct latency_result *result, const struct latency_text_options *options, struct outbuf *out);
/* docs/json-latency.md */
void latency_json(const struct latency_result *result, struct outbuf *out);
/* One latency a line: when it ended and how long it took, in the unit, and its group: what trace2heatmap.pl reads. Of
 * a call, before the group: when it began, how long it was in the function itself, and the thread. */
void latency_text_row(const struct latency_row *row, const struct latency_unit *unit, struct outbuf *out);

#endif
