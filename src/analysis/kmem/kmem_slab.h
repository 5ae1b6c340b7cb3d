/* Objects of the slab allocator: by address, and by who asked for them. */
#ifndef ANALYSIS_KMEM_KMEM_SLAB_H
#define ANALYSIS_KMEM_KMEM_SLAB_H

#include "analysis/kmem/kmem_events.h"
#include "analysis/kmem/kmem_sort.h"
#include "analysis/kmem/kmem_symbols.h"
#include "base/u64map.h"
#include "result/kmem_result.h"

struct kmem_slab_row {
	uint64_t call_site, ptr; /* of rows by caller ptr is 0; of rows by object the place that asked for it last */
	uint64_t requested_bytes, allocated_bytes, hits;
	uint64_t ping_pongs; /* freed on another CPU */
};

struct kmem_object {
	struct kmem_slab_row row;
	uint64_t last_bytes; /* of its last allocation */
	int32_t alloc_cpu;   /* -1: freed */
};

struct kmem_slab {
	VEC(struct kmem_object) objects;
	VEC(struct kmem_slab_row) callers;
	struct u64map by_ptr, by_call_site;
	const struct number_list *node_cpus;
	size_t nr_nodes; /* CPUs of each node; none: all are of node 0 */
	struct table callers_table, objects_table;
	struct kmem_slab_result result;
};

void kmem_slab_done(struct kmem_slab *slab);
/* ALLOC and FREE */
void kmem_slab_event(struct kmem_slab *slab, const struct kmem_event *event);
/* Rows in order, the first `limit` of them (-1: all), as a table. */
void kmem_slab_show_callers(struct kmem_slab *slab, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols);
void kmem_slab_show_objects(struct kmem_slab *slab, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols);

#endif
