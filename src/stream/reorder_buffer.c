/* Entries are kept in the order in which they were added; at a mark those that are due are found by going through all
 * of them, and their indexes are sorted. A round's entries are thus looked at twice: in their own round and in the next
 * one, where they mostly are due. */
#include "stream/reorder_buffer.h"

/* What late_order_time_ns needs to ask the caller for a record's time. */
struct late_order {
	const struct reorder_buffer *buffer;
	uint64_t (*time_ns)(const void *ctx, const struct record *r);
	const void *ctx;
};

void reorder_buffer_done(struct reorder_buffer *buffer)
{
	vec_done(&buffer->entries);
	order_list_done(&buffer->order);
	order_list_done(&buffer->spare);
}

/* The last key that is due: of the horizon's own time all classes are. */
static uint64_t horizon_key(const struct reorder_buffer *buffer)
{
	return turn_key(buffer->rounds.horizon_ns, TURN_LATE);
}

static uint64_t late_order_time_ns(const void *ctx, uint64_t place)
{
	const struct late_order *late = ctx;
	return late->time_ns(late->ctx, &late->buffer->entries.items[place].record);
}

void reorder_buffer_end(struct reorder_buffer *buffer) { buffer->rounds.horizon_ns = TURN_TIME_MAX; }

size_t reorder_buffer_sort(struct reorder_buffer *buffer, uint64_t (*time_ns)(const void *ctx, const struct record *r),
			   const void *ctx)
{
	const struct late_order late = { buffer, time_ns, ctx };
	uint64_t last_key = horizon_key(buffer);
	bool some_are_late = false;
	buffer->order.count = 0;
	for (size_t i = 0; i < buffer->entries.count; i++) {
		uint64_t key = buffer->entries.items[i].key;
		if (key > last_key) continue;
		order_list_push(&buffer->order, key, i);
		some_are_late |= turn_is_late(key);
	}
	order_list_sort(&buffer->order, &buffer->spare);
	if (some_are_late && time_ns) order_list_sort_late(&buffer->order, late_order_time_ns, &late);
	return buffer->order.count;
}

void reorder_buffer_drop(struct reorder_buffer *buffer)
{
	uint64_t last_key = horizon_key(buffer);
	size_t nr_left = 0;
	buffer->order.count = 0;
	for (size_t i = 0; i < buffer->entries.count; i++)
		if (buffer->entries.items[i].key > last_key)
			buffer->entries.items[nr_left++] = buffer->entries.items[i];
	buffer->entries.count = nr_left;
}
