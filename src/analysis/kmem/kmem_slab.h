/* Objects of the slab allocator: by address, and by who asked for them. */
#ifndef ANALYSIS_KMEM_KMEM_SLAB_H
#define ANALYSIS_KMEM_KMEM_SLAB_H

#include "analysis/kmem/kmem_events.h"
#include "analysis/kmem/kmem_sort.h"
#include "base/u64map.h"
#include "result/kmem_result.h"

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
	struct kmem_slab_result result;
};

void kmem_slab_done(struct kmem_slab *slab);
/* ALLOC and FREE */
void kmem_slab_event(struct kmem_slab *slab, const struct kmem_event *event);
/* The rows asked for, in order, without symbols. The result is the slab's. */
struct kmem_slab_result *kmem_slab_finish(struct kmem_slab *slab, const struct kmem_sort *callers,
					  const struct kmem_sort *objects);

#endif
