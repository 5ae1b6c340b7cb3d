/* Memory and order of layouts. */
#include "result/type_layout.h"

#include <string.h>

void type_layouts_init(struct type_layouts *layouts, size_t nr_events)
{
	*layouts = (struct type_layouts){ .nr_events = nr_events };
	arena_init(&layouts->arena);
	layouts->totals = type_layouts_weights(layouts);
}

void type_layouts_done(struct type_layouts *layouts)
{
	for (size_t i = 0; i < layouts->types.count; i++) vec_done(&layouts->types.items[i].rows);
	vec_done(&layouts->types);
	vec_done(&layouts->reasons);
	vec_done(&layouts->insns);
	arena_done(&layouts->arena);
}

struct type_weight *type_layouts_weights(struct type_layouts *layouts)
{
	return arena_zalloc(&layouts->arena, layouts->nr_events * sizeof(struct type_weight));
}

struct order {
	const struct type_layouts *layouts;
	size_t first, count;
};

static int compare_types(const void *a, const void *b, void *ctx)
{
	const struct order *order = ctx;
	const struct type_layout *x = &order->layouts->types.items[*(const uint32_t *)a],
				 *y = &order->layouts->types.items[*(const uint32_t *)b];
	for (size_t i = order->first; i < order->first + order->count; i++)
		if (x->weights[i].period != y->weights[i].period)
			return x->weights[i].period > y->weights[i].period ? -1 : 1;
	int by_name = strcmp(y->name, x->name);
	if (by_name) return by_name;
	return (x > y) - (x < y);
}

size_t type_layouts_order(const struct type_layouts *layouts, size_t first, size_t count, uint32_t **ret)
{
	struct order order = { layouts, first, count };
	uint32_t *items = xcalloc(layouts->types.count + 1, sizeof(*items));
	size_t nr = 0;
	for (uint32_t i = 0; i < layouts->types.count; i++) {
		uint64_t nr_samples = 0;
		for (size_t j = first; j < first + count; j++)
			nr_samples += layouts->types.items[i].weights[j].nr_samples;
		if (nr_samples) items[nr++] = i;
	}
	qsort_r(items, nr, sizeof(*items), compare_types, &order);
	*ret = items;
	return nr;
}
