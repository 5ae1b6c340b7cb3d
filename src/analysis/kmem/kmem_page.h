/* Pages: by number, and by who asked for them. */
#ifndef ANALYSIS_KMEM_KMEM_PAGE_H
#define ANALYSIS_KMEM_KMEM_PAGE_H

#include "analysis/kmem/kmem_events.h"
#include "analysis/kmem/kmem_sort.h"
#include "analysis/kmem/kmem_symbols.h"
#include "base/intern.h"
#include "base/u64map.h"
#include "base/outbuf.h"
#include "result/kmem_result.h"

struct kmem_page_row {
	uint64_t pfn, call_site; /* pfn: 0 of rows by caller */
	const char *symbol;      /* of the call site; NULL: not known */
	uint64_t hits, bytes;
	uint64_t gfp;
	uint32_t order;
	int32_t migrate_type;
};

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
	bool by_address; /* pfn is the address of struct page */
	struct table callers_table, pages_table;
	struct kmem_page_result result;
};

void kmem_page_init(struct kmem_page *page, bool live, bool rows);
void kmem_page_done(struct kmem_page *page);
/* PAGE_ALLOC and PAGE_FREE */
void kmem_page_event(struct kmem_page *page, const struct kmem_event *event);
/* To be called before rows are shown: flags get their short names. */
void kmem_page_finish(struct kmem_page *page);
/* Rows in order, the first `limit` of them (-1: all), as a table. */
void kmem_page_show_callers(struct kmem_page *page, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols);
void kmem_page_show_pages(struct kmem_page *page, const struct kmem_sort *sort, int64_t limit,
			  struct kmem_symbols *symbols);

/* "GFP_KERNEL|__GFP_ZERO" -> "K|Z". Names that upstream does not know are kept without GFP_ in front. */
void kmem_gfp_shorten(const char *text, struct outbuf *out);

#endif
