/* Objects of the slab allocator. An allocation is counted for the object (by its address) and for who asked (by
 * call site); when the object is freed, what it had at its last allocation goes back, and a free on another CPU
 * than that of the allocation is a ping-pong of both:
 *
 *     kmalloc ptr, call site          kfree ptr
 *          |                              |
 *     objects[ptr]: hits, bytes      alloc_cpu differs: ping_pongs of object and caller
 *     callers[site]: hits, bytes     alloc_cpu = -1
 *
 * An object is never forgotten, because rows are of all addresses that a recording had. A free of an object that
 * nobody was seen allocating is counted, and changes nothing else. */
#include "analysis/kmem/kmem_slab.h"

#include <stdlib.h>

void kmem_slab_done(struct kmem_slab *slab)
{
	vec_done(&slab->objects);
	vec_done(&slab->callers);
	u64map_done(&slab->by_ptr);
	u64map_done(&slab->by_call_site);
	table_done(&slab->callers_table);
	table_done(&slab->objects_table);
	*slab = (struct kmem_slab){ 0 };
}

/* The same for both kinds of rows. */
static void count(struct kmem_slab_row *row, const struct kmem_event *event)
{
	row->hits++;
	row->requested_bytes += event->requested_bytes;
	row->allocated_bytes += event->allocated_bytes;
}

/* The node of a CPU; 0 when the header does not say. */
static int32_t node_of(const struct kmem_slab *slab, uint32_t cpu)
{
	for (size_t i = 0; i < slab->nr_nodes; i++)
		if (number_list_has(&slab->node_cpus[i], (int32_t)cpu)) return (int32_t)i;
	return 0;
}

/* An address that is allocated again is the same object, whose hits and bytes go on. */
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
	/* An allocation for another node than the one that asks. */
	if (event->node >= 0 && node_of(slab, event->cpu) != event->node) slab->result.nr_cross_node++;
}

/* The bytes of an object are those of its last allocation: kfree does not say any. */
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

/* The smaller first; compare turns it round. */
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

/* Keys: larger first. Rows that are equal by all of them: smaller address first. */
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

/* ---- as tables */

/* All columns are always there, so that cells have one index in both tables; what does not belong to one is hidden. */
static void make_columns(bool by_caller, struct table *table)
{
	const struct table_column columns[NR_KMEM_SLAB_COLUMNS] = {
		[KMEM_SLAB_PTR] = { .name = "ptr", .kind = COLUMN_ADDRESS, .is_hidden = by_caller },
		[KMEM_SLAB_CALL_SITE] = { .name = "callsite", .kind = COLUMN_PLACE, .is_address_too = true },
		[KMEM_SLAB_ALLOCATED] = { .name = "allocated_bytes", .kind = COLUMN_BYTES },
		[KMEM_SLAB_REQUESTED] = { .name = "requested_bytes", .kind = COLUMN_BYTES },
		[KMEM_SLAB_HITS] = { .name = "hits", .kind = COLUMN_COUNT },
		[KMEM_SLAB_PING_PONGS] = { .name = "ping_pongs", .kind = COLUMN_COUNT },
		[KMEM_SLAB_FRAGMENTATION] = { .name = "fragmentation_percent",
					      .kind = COLUMN_PERCENT,
					      .data_decimals = 3 },
	};
	table_init(table);
	table_add_columns(table, columns, ARRAY_SIZE(columns));
}

static void show_row(const struct kmem_slab_row *row, struct kmem_symbols *symbols, struct table *table)
{
	struct table_row *shown = table_add_row(table);
	const struct table_place place = kmem_symbols_place(symbols, row->call_site);
	shown->id = row->ptr ? row->ptr : row->call_site;
	shown->cells[KMEM_SLAB_PTR].number = row->ptr;
	shown->cells[KMEM_SLAB_CALL_SITE].place = table_add_place(table, place.address, place.symbol, place.offset);
	shown->cells[KMEM_SLAB_ALLOCATED].number = row->allocated_bytes;
	shown->cells[KMEM_SLAB_REQUESTED].number = row->requested_bytes;
	shown->cells[KMEM_SLAB_HITS].number = row->hits;
	shown->cells[KMEM_SLAB_PING_PONGS].number = row->ping_pongs;
	shown->cells[KMEM_SLAB_FRAGMENTATION].value = kmem_fragmentation(row->requested_bytes, row->allocated_bytes);
}

/* Sorts all, names the first ones. */
static void show_rows(struct kmem_slab_row *rows, size_t count, const struct kmem_sort *sort, int64_t limit,
		      struct kmem_symbols *symbols, struct table *table)
{
	size_t nr_shown = limit >= 0 ? MIN((uint64_t)limit, count) : count;
	qsort_r(rows, count, sizeof(*rows), compare, (void *)sort);
	for (size_t i = 0; i < nr_shown; i++) show_row(&rows[i], symbols, table);
	table->nr_left_out = count - nr_shown;
}

void kmem_slab_show_callers(struct kmem_slab *slab, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols)
{
	_free_ struct kmem_slab_row *rows = xcalloc(slab->callers.count + 1, sizeof(*rows));
	for (size_t i = 0; i < slab->callers.count; i++) rows[i] = slab->callers.items[i];
	make_columns(true, &slab->callers_table);
	show_rows(rows, slab->callers.count, sort, limit, symbols, &slab->callers_table);
	slab->result.callers = &slab->callers_table;
}

void kmem_slab_show_objects(struct kmem_slab *slab, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols)
{
	_free_ struct kmem_slab_row *rows = xcalloc(slab->objects.count + 1, sizeof(*rows));
	for (size_t i = 0; i < slab->objects.count; i++) rows[i] = slab->objects.items[i].row;
	make_columns(false, &slab->objects_table);
	show_rows(rows, slab->objects.count, sort, limit, symbols, &slab->objects_table);
	slab->result.objects = &slab->objects_table;
}
