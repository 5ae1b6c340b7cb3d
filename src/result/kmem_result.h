/* Who allocated memory of the kernel, and how much: what `perf kmem stat` shows. */
#ifndef RESULT_KMEM_RESULT_H
#define RESULT_KMEM_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KMEM_ORDERS = 11, KMEM_MIGRATE_TYPES = 5 };

struct kmem_slab_row {
	uint64_t call_site, ptr; /* of rows by caller ptr is 0; of rows by object the place that asked for it last */
	const char *symbol;
	uint64_t sym_off; /* of the call site; NULL: not known */
	uint64_t requested_bytes, allocated_bytes, hits;
	uint64_t ping_pongs; /* freed on another CPU */
};

struct kmem_slab_result {
	struct kmem_slab_row *callers;
	size_t nr_callers; /* in the order asked for; NULL unless they were */
	struct kmem_slab_row *objects;
	size_t nr_objects;
	uint64_t requested_bytes, allocated_bytes, freed_bytes; /* freed: of objects whose allocation was seen */
	uint64_t nr_allocs, nr_cross_node;                      /* cross: on another node than the one asked for */
	uint64_t nr_frees, nr_unknown_frees;
};

struct kmem_page_row {
	uint64_t pfn, call_site; /* pfn: 0 of rows by caller */
	const char *symbol;      /* of the call site; NULL: not known */
	uint64_t hits, bytes;
	uint64_t gfp;
	const char *gfp_short; /* flags, and their short names */
	uint32_t order;
	int32_t migrate_type;
};

struct kmem_gfp {
	uint64_t flags;
	const char *text, *short_text;
};

struct kmem_page_result {
	struct kmem_page_row *callers;
	size_t nr_callers;
	struct kmem_page_row *pages;
	size_t nr_pages;
	struct kmem_gfp *gfps;
	size_t nr_gfps;  /* ascending; where rows were asked for */
	bool live;       /* rows and orders are of what was not freed */
	bool by_address; /* kernels before 4.1 tell the address of struct page, in pfn */
	uint64_t nr_allocs, alloc_bytes, nr_fails, fail_bytes, nr_frees, free_bytes, nr_unknown_frees,
		unknown_free_bytes;
	uint64_t orders[KMEM_ORDERS][KMEM_MIGRATE_TYPES];
	uint64_t nr_beyond; /* of other orders and types */
};

struct kmem_result {
	const struct kmem_slab_result *slab;
	const struct kmem_page_result *page; /* NULL: not asked for */
	uint64_t nr_damaged;
};

/* Share of the allocated bytes that nobody asked for, in percent. */
static inline double kmem_fragmentation(uint64_t requested_bytes, uint64_t allocated_bytes)
{
	return allocated_bytes ? 100.0 - 100.0 * (double)requested_bytes / (double)allocated_bytes : 0;
}

#endif
