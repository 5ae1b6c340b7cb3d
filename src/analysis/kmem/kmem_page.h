/* Pages: by number, and by who asked for them. */
#ifndef ANALYSIS_KMEM_KMEM_PAGE_H
#define ANALYSIS_KMEM_KMEM_PAGE_H

#include "analysis/kmem/kmem_events.h"
#include "analysis/kmem/kmem_sort.h"
#include "base/intern.h"
#include "base/u64map.h"
#include "base/outbuf.h"
#include "result/kmem_result.h"

struct kmem_page_table {
	VEC(struct kmem_page_row) rows;
	VEC(uint32_t) next; /* by row: another one of the same hash, UINT32_MAX: none */
	struct u64map by_hash;
	bool by_caller; /* rows of different callers are different */
};

/* A page that was not freed. One that is allocated again, as when its being freed was lost, is what it was first, of
 * who asked for it last. */
struct kmem_live_page {
	struct kmem_page_row row;
	uint64_t first_call_site;
	bool used;
};

struct kmem_page {
	bool live, rows; /* set by the caller: what was freed does not count; rows are wanted */
	struct kmem_page_table callers, pages;
	VEC(struct kmem_live_page) slots;
	VEC(uint32_t) unused; /* of slots */
	struct u64map by_pfn; /* of slots */
	VEC(struct kmem_gfp) gfps;
	struct intern texts;
	struct kmem_page_result result;
};

void kmem_page_init(struct kmem_page *page, bool live, bool rows);
void kmem_page_done(struct kmem_page *page);
/* PAGE_ALLOC and PAGE_FREE */
void kmem_page_event(struct kmem_page *page, const struct kmem_event *event);
/* The rows asked for, in order, without symbols. The result is the page's. */
struct kmem_page_result *kmem_page_finish(struct kmem_page *page, const struct kmem_sort *callers,
					  const struct kmem_sort *pages);

/* "GFP_KERNEL|__GFP_ZERO" -> "K|Z". Names that upstream does not know are kept without GFP_ in front. */
void kmem_gfp_shorten(const char *text, struct outbuf *out);

#endif
