/* A natural merge sort: the runs that are in order already are found in one pass, then neighbours are merged until one
 * is left. n entries in r runs take O(n log r); what rings recorded has few runs. Stable, since of equal keys the left
 * run's goes first. */
#include <stdlib.h>
#include <string.h>
#include "stream/order.h"
#include "stream/rounds.h"

void order_list_done(struct order_list *list) { vec_done(list); }

/* a[0..na) and b[0..nb) into out; of equals, a's come first. */
static void merge(const struct order_entry *a, size_t na, const struct order_entry *b, size_t nb,
		  struct order_entry *out)
{
	const struct order_entry *a_end = a + na, *b_end = b + nb;
	while (a < a_end && b < b_end) *out++ = b->key < a->key ? *b++ : *a++;
	memcpy(out, a, (size_t)(a_end - a) * sizeof(*a));
	out += a_end - a;
	memcpy(out, b, (size_t)(b_end - b) * sizeof(*b));
}

/* Merges neighbouring runs, whose ends are in ends[], until one is left; items and other swap roles. Returns where it
 * is. */
static struct order_entry *merge_runs(struct order_entry *items, struct order_entry *other, size_t *ends,
				      size_t nr_runs)
{
	while (nr_runs > 1) {
		size_t start = 0, out = 0;
		for (size_t i = 0; i < nr_runs; i += 2) {
			size_t middle = ends[i], end = i + 1 < nr_runs ? ends[i + 1] : middle;
			merge(items + start, middle - start, items + middle, end - middle, other + start);
			ends[out++] = end;
			start = end;
		}
		nr_runs = out;
		struct order_entry *swap = items;
		items = other;
		other = swap;
	}
	return items;
}

/* The result may be in either of the two arrays: if it is in spare's, the lists swap their memory. */
static void keep_result(struct order_list *list, struct order_list *spare, const struct order_entry *result)
{
	if (result == list->items) return;
	size_t count = list->count;
	struct order_list swap = *list;
	*list = *spare;
	*spare = swap;
	list->count = count;
}

void order_list_sort(struct order_list *list, struct order_list *spare)
{
	VEC(size_t) ends = VEC_INIT;
	for (size_t i = 1; i < list->count; i++)
		if (list->items[i].key < list->items[i - 1].key) vec_push(&ends, i);
	if (ends.count) {
		vec_push(&ends, list->count);
		vec_reserve(spare, list->count);
		keep_result(list, spare, merge_runs(list->items, spare->items, ends.items, ends.count));
	}
	vec_done(&ends);
}

/* Groups are found by their key and sorted apart; they are small, as few records are late. */
void order_list_sort_late(struct order_list *list, uint64_t (*time_ns)(const void *ctx, uint64_t place),
			  const void *ctx)
{
	struct order_list late = { 0 }, spare = { 0 };
	for (size_t i = 0, end; i < list->count; i = end) {
		end = i + 1;
		if (!turn_is_late(list->items[i].key)) continue;
		while (end < list->count && list->items[end].key == list->items[i].key) end++;
		late.count = 0;
		for (size_t k = i; k < end; k++)
			order_list_push(&late, time_ns(ctx, list->items[k].place), list->items[k].place);
		order_list_sort(&late, &spare);
		for (size_t k = i; k < end; k++) list->items[k].place = late.items[k - i].place;
	}
	order_list_done(&late);
	order_list_done(&spare);
}

static int compare_places(const void *a, const void *b)
{
	const struct order_entry *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

void order_list_sort_places(struct order_list *list)
{
	for (size_t i = 0, end; i < list->count; i = end) {
		bool sorted = true;
		for (end = i + 1; end < list->count && list->items[end].key == list->items[i].key; end++)
			sorted = sorted && list->items[end - 1].place < list->items[end].place;
		if (!sorted) qsort(list->items + i, end - i, sizeof(*list->items), compare_places);
	}
}

void order_merge(const struct order_list *lists, size_t nr_lists, struct order_list *ret, struct order_list *spare)
{
	size_t count = 0, nr_runs = 0;
	for (size_t i = 0; i < nr_lists; i++) count += lists[i].count;
	vec_reserve(ret, count);
	ret->count = 0;
	size_t *ends = xmalloc((nr_lists + 1) * sizeof(*ends));
	for (size_t i = 0; i < nr_lists; i++) {
		if (!lists[i].count) continue;
		/* lists that follow each other in time are one run */
		bool follows = ret->count && lists[i].items[0].key >= ret->items[ret->count - 1].key;
		memcpy(ret->items + ret->count, lists[i].items, lists[i].count * sizeof(*ret->items));
		ret->count += lists[i].count;
		if (follows) ends[nr_runs - 1] = ret->count;
		else ends[nr_runs++] = ret->count;
	}
	if (nr_runs > 1) {
		vec_reserve(spare, count);
		keep_result(ret, spare, merge_runs(ret->items, spare->items, ends, nr_runs));
	}
	free(ends);
}
