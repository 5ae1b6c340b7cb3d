/* `perf c2c report --stdio`: totals, lines, and who accesses which part of each, in upstream's layout. */
#ifndef RENDER_LISTING_C2C_TEXT_H
#define RENDER_LISTING_C2C_TEXT_H

#include "base/outbuf.h"
#include "render/tree/tree_text.h"
#include "result/c2c_result.h"

/* Zeroed: the usual. */
struct c2c_text_style {
	unsigned node_info; /* -N, how often: 0: numbers of nodes; 1: with CPUs and shares; 2: with lists of CPUs */
	bool full_symbols;  /* names are not cut */
	bool no_source;
	bool stats_only; /* --stats: totals alone */
	/* Rows with graphs have them below; total_period is filled in. */
	struct tree_text_options graph;
};

void c2c_text(const struct c2c_result *result, const struct c2c_text_style *style, struct outbuf *out);
/* --json: docs/json-c2c.md. */
void c2c_json(const struct c2c_result *result, struct outbuf *out);

#endif
