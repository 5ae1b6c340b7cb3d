/* Counts by instruction and data address. Most samples of a program are of its heap, which are not kept. */
#include "analysis/annotate/annotate_data.h"

#include "base/hash.h"
#include "session/session.h"

void annotate_data_done(struct annotate_data *data)
{
	u64map_done(&data->by_hash);
	vec_done(&data->list);
}

void annotate_data_clear(struct annotate_data *data)
{
	u64map_done(&data->by_hash);
	vec_clear(&data->list);
}

static bool is_same(const struct annotate_data_count *a, const struct annotate_data_count *b)
{
	return a->symbol == b->symbol && a->addr == b->addr && a->event == b->event &&
	       a->place.object == b->place.object && a->place.addr == b->place.addr &&
	       a->place.is_frame == b->place.is_frame && a->place.frame_off == b->place.frame_off;
}

/* Keys that are taken by something else are passed over. */
static void add_count(struct annotate_data *data, const struct annotate_data_count *count)
{
	uint64_t key = hash_pair(hash_pair((uintptr_t)count->symbol, count->addr),
				 hash_pair(count->place.addr + (uint64_t)count->place.frame_off,
					   (uintptr_t)count->place.object + count->event));
	for (;; key++) {
		bool is_new;
		uint64_t *index = u64map_put(&data->by_hash, key, &is_new);
		if (is_new) {
			*index = data->list.count;
			vec_push(&data->list, *count);
			return;
		}
		struct annotate_data_count *known = &data->list.items[*index];
		if (!is_same(known, count)) continue;
		known->nr_samples += count->nr_samples;
		known->period += count->period;
		return;
	}
}

void annotate_data_add(struct annotate_data *data, struct resolver *resolver, const struct sample *sample,
		       const struct sample_task *task, uint64_t period)
{
	struct annotate_data_count count = { .event = sample->event->idx, .nr_samples = 1, .period = period };
	if (!sample_data_find(resolver, task, sample, &count.place)) return;
	const struct frame *frame = resolver_sample_ip(resolver, task, sample);
	if (!frame->symbol) return;
	count.symbol = frame->symbol;
	count.addr = frame->object_addr;
	add_count(data, &count);
}

void annotate_data_append(struct annotate_data *data, const struct annotate_data *from)
{
	for (size_t i = 0; i < from->list.count; i++) add_count(data, &from->list.items[i]);
}

static int compare_instructions(const struct annotate_data_count *x, const struct annotate_data_count *y)
{
	if (x->symbol != y->symbol) return x->symbol->id < y->symbol->id ? -1 : 1;
	if (x->addr != y->addr) return x->addr < y->addr ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

static int compare(const void *a, const void *b)
{
	const struct annotate_data_count *x = a, *y = b;
	int order = compare_instructions(x, y);
	if (!order) order = (x->place.dso->id > y->place.dso->id) - (x->place.dso->id < y->place.dso->id);
	if (!order) order = (x->place.addr > y->place.addr) - (x->place.addr < y->place.addr);
	return order ? order : (x->place.frame_off > y->place.frame_off) - (x->place.frame_off < y->place.frame_off);
}

void annotate_data_sort(struct annotate_data *data)
{
	u64map_done(&data->by_hash);
	if (data->list.count) qsort(data->list.items, data->list.count, sizeof(*data->list.items), compare);
}

size_t annotate_data_of(const struct annotate_data *data, const struct symbol *symbol, uint64_t addr, uint32_t event,
			const struct annotate_data_count **ret)
{
	const struct annotate_data_count wanted = { .symbol = symbol, .addr = addr, .event = event };
	size_t low = 0, high = data->list.count, nr = 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (compare_instructions(&data->list.items[middle], &wanted) < 0) low = middle + 1;
		else high = middle;
	}
	while (low + nr < data->list.count && !compare_instructions(&data->list.items[low + nr], &wanted)) nr++;
	*ret = nr ? &data->list.items[low] : NULL;
	return nr;
}
