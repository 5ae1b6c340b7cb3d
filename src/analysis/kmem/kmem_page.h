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

/* What was counted for a page or a call site with the same order, flags and migration type. */
struct kmem_page_row {
	uint64_t pfn, call_site; /* pfn: 0 of rows by caller */
	const char *symbol;      /* of the call site; NULL: not known */
	uint64_t hits, bytes;
	uint64_t gfp;
	uint32_t order;
	int32_t migrate_type;
};

/* Rows found by the hash of what tells them apart (is_same). */
struct kmem_page_table {
	VEC(struct kmem_page_row) rows;
	/* By row: the next one of the same hash; UINT32_MAX: none. */
	VEC(uint32_t) next;
	struct u64map by_hash;
	bool by_caller; /* rows of different callers are different */
};

/* A page that was not freed yet. One that is allocated again (its free was lost) keeps its first order and flags,
 * and gets the last caller. */
struct kmem_live_page {
	struct kmem_page_row row;
	uint64_t first_call_site;
	bool used;
};

/* The analysis of pages. One thread. */
struct kmem_page {
	/* live: what was freed does not count (--live). rows: rows are wanted, not only totals. */
	bool live, rows;
	struct kmem_page_table callers, pages;
	/* Pages that are held. Places of freed ones are in unused. */
	VEC(struct kmem_live_page) slots;
	VEC(uint32_t) unused; /* of slots */
	struct u64map by_pfn; /* of slots */
	/* Flags and their names, sorted by kmem_page_finish. */
	VEC(struct kmem_gfp) gfps;
	struct intern texts;
	/* Page numbers are addresses of struct page; set by the caller. */
	bool by_address;
	struct table callers_table, pages_table;
	struct kmem_page_result result;
};

/* Nothing was counted yet; kmem_page_done frees all, the tables of the result, too. */
void kmem_page_init(struct kmem_page *page, bool live, bool rows);
void kmem_page_done(struct kmem_page *page);
/* Takes KMEM_PAGE_ALLOC and KMEM_PAGE_FREE, in order of time. */
void kmem_page_event(struct kmem_page *page, const struct kmem_event *event);
/* After the last event, before rows are shown: flags get their short names in the result. */
void kmem_page_finish(struct kmem_page *page);
/* Makes result.callers or result.pages: rows in order, the first `limit` of them (-1: all). Once each; the tables
 * are page's. */
void kmem_page_show_callers(struct kmem_page *page, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols);
void kmem_page_show_pages(struct kmem_page *page, const struct kmem_sort *sort, int64_t limit,
			  struct kmem_symbols *symbols);

/* Appends short names of flags: "GFP_KERNEL|__GFP_ZERO" is "K|Z" (kmem_gfp.def). Names that upstream does not know
 * are kept without GFP_ in front. */
void kmem_gfp_shorten(const char *text, struct outbuf *out);

#endif
