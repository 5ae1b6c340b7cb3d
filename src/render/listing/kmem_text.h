/* The texts of perf kmem stat, in upstream's layout, and as JSON (docs/json-kmem.md). */
#ifndef RENDER_LISTING_KMEM_TEXT_H
#define RENDER_LISTING_KMEM_TEXT_H

#include "base/outbuf.h"
#include "result/kmem_result.h"

/* Options of `perf kmem stat` that change the text only. */
struct kmem_text_options {
	/* All rows were asked for (no -l): a table without rows then still has a row of dots, as upstream's has. Dots
	 * also stand for rows that -l left out. */
	bool all_callers, all_objects;
	bool raw_ip; /* places as addresses, not as symbols */
};

/* The tables that the result has (NULL: not asked for) and the totals, of slab allocations and of pages. */
void kmem_text_slab(const struct kmem_slab_result *result, const struct kmem_text_options *options, struct outbuf *out);
void kmem_text_page(const struct kmem_page_result *result, const struct kmem_text_options *options, struct outbuf *out);
/* One whole document with slab, page or both, as the result has them. */
void kmem_json(const struct kmem_result *result, struct outbuf *out);

#endif
