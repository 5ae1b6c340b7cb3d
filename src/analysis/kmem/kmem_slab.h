/* Objects of the slab allocator: by address, and by who asked for them. */
#ifndef ANALYSIS_KMEM_KMEM_SLAB_H
#define ANALYSIS_KMEM_KMEM_SLAB_H

#include "analysis/kmem/kmem_events.h"
#include "analysis/kmem/kmem_sort.h"
#include "analysis/kmem/kmem_symbols.h"
#include "base/u64map.h"
#include "result/kmem_result.h"

/* What was counted for an object or for a call site. */
struct kmem_slab_row {
	/* Rows by caller: ptr is 0. Rows by object: call_site is the place that asked for it last. */
	uint64_t call_site, ptr;
	uint64_t requested_bytes, allocated_bytes, hits;
	/* Frees on another CPU than the one of the allocation. */
	uint64_t ping_pongs;
};

/* An address that objects had, one after the other. */
struct kmem_object {
	struct kmem_slab_row row;
	/* Allocated bytes of its last allocation. */
	uint64_t last_bytes;
	int32_t alloc_cpu; /* -1: freed */
};

/* Zero-initialised, then node_cpus and nr_nodes set: nothing was counted yet. One thread. */
struct kmem_slab {
	VEC(struct kmem_object) objects;
	VEC(struct kmem_slab_row) callers;
	struct u64map by_ptr, by_call_site;
	const struct number_list *node_cpus;
	/* node_cpus[node] has the CPUs of a node, borrowed; nr_nodes 0: all CPUs are of node 0. */
	size_t nr_nodes;
	struct table callers_table, objects_table;
	struct kmem_slab_result result;
};

/* Frees all, the tables of the result, too. */
void kmem_slab_done(struct kmem_slab *slab);
/* Takes KMEM_ALLOC and KMEM_FREE, in order of time. */
void kmem_slab_event(struct kmem_slab *slab, const struct kmem_event *event);
/* Makes result.callers or result.objects: rows in order, the first `limit` of them (-1: all). Once each; the tables
 * are slab's. symbols: names of call sites. */
void kmem_slab_show_callers(struct kmem_slab *slab, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols);
void kmem_slab_show_objects(struct kmem_slab *slab, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols);

#endif
