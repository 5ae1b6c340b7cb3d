/* Who allocated memory of the kernel, and how much: what `perf kmem stat` shows. Made by analysis/kmem; texts and
 * tables are the analysis's. docs/json-kmem.md describes it as a document. */
#ifndef RESULT_KMEM_RESULT_H
#define RESULT_KMEM_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "result/table.h"

/* Orders of page allocations (2^order pages) and types of mobility that are counted one by one. */
enum { KMEM_ORDERS = 11, KMEM_MIGRATE_TYPES = 5 };

/* Columns of the tables of slab allocations: by call site (callers) or by object. */
enum kmem_slab_column {
	KMEM_SLAB_PTR,       /* of rows by object */
	KMEM_SLAB_CALL_SITE, /* of rows by object the place that asked for it last */
	KMEM_SLAB_ALLOCATED,
	KMEM_SLAB_REQUESTED,
	KMEM_SLAB_HITS,
	KMEM_SLAB_PING_PONGS, /* freed on another CPU */
	KMEM_SLAB_FRAGMENTATION,
	NR_KMEM_SLAB_COLUMNS
};

/* Allocations of the slab allocator (tracepoints kmem:kmalloc, kmem:kfree and their like). Bytes are summed over the
 * recording. */
struct kmem_slab_result {
	const struct table *callers, *objects; /* NULL unless they were asked for */
	/* requested: asked for; allocated: what the allocator gave, in its sizes. freed: of objects whose allocation
	 * was seen. */
	uint64_t requested_bytes, allocated_bytes, freed_bytes;
	/* cross: on another NUMA node than the one asked for. */
	uint64_t nr_allocs, nr_cross_node;
	/* unknown: frees of objects whose allocation was not seen. */
	uint64_t nr_frees, nr_unknown_frees;
};

/* Columns of the tables of page allocations: by page, or by caller. */
enum kmem_page_column {
	KMEM_PAGE_PFN, /* of rows by page; kernels before 4.1 tell the address of struct page */
	KMEM_PAGE_BYTES,
	KMEM_PAGE_HITS,
	KMEM_PAGE_ORDER,
	KMEM_PAGE_MIGRATE_TYPE,
	KMEM_PAGE_MIGRATE_TYPE_NAME,
	KMEM_PAGE_GFP,
	KMEM_PAGE_GFP_SHORT,
	KMEM_PAGE_CALL_SITE,
	KMEM_PAGE_SYMBOL, /* of the call site */
	NR_KMEM_PAGE_COLUMNS
};

/* A value of gfp_flags that occurs, as "GFP_KERNEL|__GFP_ZERO" and as the abbreviation of it that rows have. */
struct kmem_gfp {
	uint64_t flags;
	const char *text, *short_text;
};

/* Allocations of whole pages (tracepoints kmem:mm_page_alloc, kmem:mm_page_free). */
struct kmem_page_result {
	const struct table *callers, *pages; /* NULL unless they were asked for */
	struct kmem_gfp *gfps;
	/* Of gfps, ascending by flags; 0 where no rows were asked for. */
	size_t nr_gfps;
	bool live; /* rows and orders are of what was not freed */
	/* fails: allocations that got no page. unknown: frees of pages whose allocation was not seen. */
	uint64_t nr_allocs, alloc_bytes, nr_fails, fail_bytes, nr_frees, free_bytes, nr_unknown_frees,
		unknown_free_bytes;
	/* How many allocations, by order and type of mobility. */
	uint64_t orders[KMEM_ORDERS][KMEM_MIGRATE_TYPES];
	/* Allocations of orders and types that have no place in orders. */
	uint64_t nr_beyond;
};

/* Both together. nr_damaged: events whose payload is too short. */
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

/* "unmovable" for a type of mobility (enum migratetype as kernels since 4.4 number it); static; NULL: not known. */
const char *kmem_migrate_type_name(int32_t migrate_type);

#endif
