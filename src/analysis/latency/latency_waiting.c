/* Begins in slots, linked twice: with those of the same key, innermost first, for begins within begins; and with
 * all others in the order they came, so that the oldest is known when there are too many. */
#include "analysis/latency/latency_waiting.h"

enum { NONE = UINT32_MAX };

/* Memory grows with what waits at a time, up to max slots, and is not given back before the end. */
void latency_waiting_init(struct latency_waiting *waiting, size_t max)
{
	*waiting = (struct latency_waiting){
		.by_key = U64MAP_INIT, .oldest = NONE, .newest = NONE, .unused = NONE, .max = max
	};
}

void latency_waiting_done(struct latency_waiting *waiting)
{
	vec_done(&waiting->slots);
	u64map_done(&waiting->by_key);
}

/* Takes a slot out of the list by age and makes it unused. The links of its key are the caller's. */
static void unlink_slot(struct latency_waiting *waiting, uint32_t index)
{
	struct latency_begin *slot = &waiting->slots.items[index];
	if (slot->older != NONE) waiting->slots.items[slot->older].newer = slot->newer;
	else waiting->oldest = slot->newer;
	if (slot->newer != NONE) waiting->slots.items[slot->newer].older = slot->older;
	else waiting->newest = slot->older;
	slot->outer = waiting->unused;
	waiting->unused = index;
	waiting->count--;
}

/* The oldest of all is the outermost of its key, since later ones of the same key are within it. */
static void give_up_oldest(struct latency_waiting *waiting)
{
	uint32_t index = waiting->oldest;
	const struct latency_begin *slot = &waiting->slots.items[index];
	if (slot->inner == NONE) u64map_remove(&waiting->by_key, slot->key);
	else waiting->slots.items[slot->inner].outer = NONE;
	waiting->nr_given_up += !slot->hidden;
	unlink_slot(waiting, index);
}

/* In this order: what was begun under the key before is given up, then room is made, then the slot is linked into both
 * lists. u64map_put comes after these: what it returns is good until the map changes. */
void latency_waiting_add(struct latency_waiting *waiting, const struct latency_begin *begin, bool nested)
{
	struct latency_begin before;
	if (!nested && latency_waiting_take(waiting, begin->key, &before)) waiting->nr_begun_again += !before.hidden;
	if (waiting->count == waiting->max) give_up_oldest(waiting);
	uint32_t index = waiting->unused;
	if (index != NONE) {
		waiting->unused = waiting->slots.items[index].outer;
	} else {
		index = (uint32_t)waiting->slots.count;
		(void)vec_add(&waiting->slots);
	}
	bool is_new;
	uint64_t *place = u64map_put(&waiting->by_key, begin->key, &is_new);
	struct latency_begin *slot = &waiting->slots.items[index];
	*slot = *begin;
	slot->outer = is_new ? NONE : (uint32_t)*place;
	slot->inner = NONE;
	if (slot->outer != NONE) waiting->slots.items[slot->outer].inner = index;
	slot->older = waiting->newest;
	slot->newer = NONE;
	*place = index;
	if (waiting->newest != NONE) waiting->slots.items[waiting->newest].newer = index;
	else waiting->oldest = index;
	waiting->newest = index;
	waiting->count++;
}

bool latency_waiting_take(struct latency_waiting *waiting, uint64_t key, struct latency_begin *ret)
{
	uint64_t *place = u64map_find(&waiting->by_key, key);
	if (!place) return false;
	uint32_t index = (uint32_t)*place;
	*ret = waiting->slots.items[index];
	/* The one around it becomes the innermost. */
	if (ret->outer != NONE) {
		*place = ret->outer;
		waiting->slots.items[ret->outer].inner = NONE;
	} else {
		u64map_remove(&waiting->by_key, key);
	}
	unlink_slot(waiting, index);
	return true;
}

/* For the end of a recording: these have begun, and nobody saw them end. */
uint64_t latency_waiting_count(const struct latency_waiting *waiting)
{
	uint64_t count = 0;
	for (uint32_t i = waiting->oldest; i != NONE; i = waiting->slots.items[i].newer)
		count += !waiting->slots.items[i].hidden;
	return count;
}
