/* In which unit latencies are shown. */
#ifndef RENDER_LISTING_LATENCY_UNIT_H
#define RENDER_LISTING_LATENCY_UNIT_H

#include <stdbool.h>
#include "base/outbuf.h"

/* A constant; pointers to it stay valid. */
struct latency_unit {
	const char *name;  /* "us" */
	uint64_t ns;       /* one of it */
	unsigned decimals; /* of times in it */
};

/* "ns", "us", "ms", "s"; NULL: none of them. */
const struct latency_unit *latency_unit_find(const char *name);
/* Without a unit, padded with blanks to width. width 0: no blanks. */
void latency_unit_format(const struct latency_unit *unit, double latency_ns, unsigned width, struct outbuf *out);

/* The least of 1, 2, 5, 10, 20, ... that is not less: steps of axes and histograms. */
double latency_round_step(double least);

#endif
