#include "analysis/kmem/kmem_slab.h"

#include <stdlib.h>

void kmem_slab_done(struct kmem_slab *slab)
{
	vec_done(&slab->objects);
	vec_done(&slab->callers);
	u64map_done(&slab->by_ptr);
	u64map_done(&slab->by_call_site);
	free(slab->result.callers);
	free(slab->result.objects);
	*slab = (struct kmem_slab){ 0 };
}

static void count(struct kmem_slab_row *row, const struct kmem_event *event)
{
	row->hits++;
	row->requested_bytes += event->requested_bytes;
	row->allocated_bytes += event->allocated_bytes;
}

static int32_t node_of(const struct kmem_slab *slab, uint32_t cpu)
{
	for (size_t i = 0; i < slab->nr_nodes; i++)
		if (number_list_has(&slab->node_cpus[i], (int32_t)cpu)) return (int32_t)i;
	return 0;
}

static void on_alloc(struct kmem_slab *slab, const struct kmem_event *event)
{
	bool is_new;
	uint64_t *place = u64map_put(&slab->by_ptr, event->ptr, &is_new);
	if (is_new) {
		*place = slab->objects.count;
		vec_push(&slab->objects, ((struct kmem_object){ .row.ptr = event->ptr }));
	}
	struct kmem_object *object = &slab->objects.items[*place];
	count(&object->row, event);
	object->row.call_site = event->call_site;
	object->last_bytes = event->allocated_bytes;
	object->alloc_cpu = (int32_t)event->cpu;

	place = u64map_put(&slab->by_call_site, event->call_site, &is_new);
	if (is_new) {
		*place = slab->callers.count;
		vec_push(&slab->callers, ((struct kmem_slab_row){ .call_site = event->call_site }));
	}
	count(&slab->callers.items[*place], event);

	slab->result.nr_allocs++;
	slab->result.requested_bytes += event->requested_bytes;
	slab->result.allocated_bytes += event->allocated_bytes;
	if (event->node >= 0 && node_of(slab, event->cpu) != event->node) slab->result.nr_cross_node++;
}

static void on_free(struct kmem_slab *slab, const struct kmem_event *event)
{
	const uint64_t *place = u64map_find(&slab->by_ptr, event->ptr);
	slab->result.nr_frees++;
	if (!place) {
		slab->result.nr_unknown_frees++;
		return;
	}
	struct kmem_object *object = &slab->objects.items[*place];
	slab->result.freed_bytes += object->last_bytes;
	if (object->alloc_cpu != (int32_t)event->cpu) {
		object->row.ping_pongs++;
		slab->callers.items[*u64map_find(&slab->by_call_site, object->row.call_site)].ping_pongs++;
	}
	object->alloc_cpu = -1;
}

void kmem_slab_event(struct kmem_slab *slab, const struct kmem_event *event)
{
	if (event->kind == KMEM_ALLOC) on_alloc(slab, event);
	else on_free(slab, event);
}

static int compare_by(enum kmem_key key, const struct kmem_slab_row *a, const struct kmem_slab_row *b)
{
	switch (key) {
	case KMEM_BY_PTR: return kmem_sort_compare(a->ptr, b->ptr);
	case KMEM_BY_CALLSITE: return kmem_sort_compare(a->call_site, b->call_site);
	case KMEM_BY_HIT: return kmem_sort_compare(a->hits, b->hits);
	case KMEM_BY_BYTES: return kmem_sort_compare(a->allocated_bytes, b->allocated_bytes);
	case KMEM_BY_PINGPONG: return kmem_sort_compare(a->ping_pongs, b->ping_pongs);
	default: break;
	}
	double x = kmem_fragmentation(a->requested_bytes, a->allocated_bytes),
	       y = kmem_fragmentation(b->requested_bytes, b->allocated_bytes);
	return x < y ? -1 : x > y;
}

static int compare(const void *a, const void *b, void *ctx)
{
	const struct kmem_sort *sort = ctx;
	const struct kmem_slab_row *x = a, *y = b;
	for (size_t i = 0; i < sort->nr_keys; i++) {
		int r = compare_by(sort->keys[i], x, y);
		if (r) return -r;
	}
	int r = kmem_sort_compare(x->ptr, y->ptr);
	return r ? r : kmem_sort_compare(x->call_site, y->call_site);
}

struct kmem_slab_result *kmem_slab_finish(struct kmem_slab *slab, const struct kmem_sort *callers,
					  const struct kmem_sort *objects)
{
	struct kmem_slab_result *result = &slab->result;
	if (callers) {
		result->nr_callers = slab->callers.count;
		result->callers = xcalloc(slab->callers.count + 1, sizeof(*result->callers));
		for (size_t i = 0; i < slab->callers.count; i++) result->callers[i] = slab->callers.items[i];
		qsort_r(result->callers, result->nr_callers, sizeof(*result->callers), compare, (void *)callers);
	}
	if (objects) {
		result->nr_objects = slab->objects.count;
		result->objects = xcalloc(slab->objects.count + 1, sizeof(*result->objects));
		for (size_t i = 0; i < slab->objects.count; i++) result->objects[i] = slab->objects.items[i].row;
		qsort_r(result->objects, result->nr_objects, sizeof(*result->objects), compare, (void *)objects);
	}
	return result;
}
