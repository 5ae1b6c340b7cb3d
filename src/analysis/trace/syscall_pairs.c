/* Slots stay where they are; the last one that was asked for is remembered, since a call's begin and end often
 * follow each other. */
#include "analysis/trace/syscall_pairs.h"

void syscall_pairs_done(struct syscall_pairs *pairs)
{
	for (size_t i = 0; i < pairs->slots.count; i++) free(pairs->slots.items[i]);
	vec_done(&pairs->slots);
	u64map_done(&pairs->by_tid);
}

struct syscall_slot *syscall_pairs_slot(struct syscall_pairs *pairs, uint32_t tid)
{
	if (likely(pairs->last && pairs->last->tid == tid)) return pairs->last;
	bool is_new;
	uint64_t *value = u64map_put(&pairs->by_tid, tid, &is_new);
	if (is_new) {
		struct syscall_slot *slot = xcalloc(1, sizeof(*slot));
		slot->tid = tid;
		slot->index = (uint32_t)pairs->slots.count;
		vec_push(&pairs->slots, slot);
		*value = (uintptr_t)slot;
	}
	pairs->last = (struct syscall_slot *)(uintptr_t)*value;
	return pairs->last;
}

struct syscall_slot *syscall_pairs_find(const struct syscall_pairs *pairs, uint32_t tid)
{
	const uint64_t *value = u64map_find(&pairs->by_tid, tid);
	return value ? (struct syscall_slot *)(uintptr_t)*value : NULL;
}

void syscall_pairs_remove(struct syscall_pairs *pairs, struct syscall_slot *slot)
{
	struct syscall_slot *last = *vec_last(&pairs->slots);
	last->index = slot->index;
	pairs->slots.items[slot->index] = last;
	pairs->slots.count--;
	if (pairs->last == slot) pairs->last = NULL;
	u64map_remove(&pairs->by_tid, slot->tid);
	free(slot);
}

bool syscall_pairs_enter(struct syscall_pairs *pairs, struct syscall_slot *slot, int64_t number, uint64_t time_ns)
{
	bool unfinished = slot->is_inside;
	pairs->nr_without_end += unfinished;
	slot->is_inside = true;
	slot->number = number;
	slot->enter_ns = time_ns;
	return unfinished;
}

void syscall_pairs_gone(struct syscall_slot *slot) { slot->is_inside = false; }

bool syscall_pairs_exit(struct syscall_pairs *pairs, struct syscall_slot *slot, int64_t number, uint64_t *ret_enter_ns)
{
	/* An end of another call: the one that began has lost its end, and this one its begin. */
	bool matches = slot->is_inside && slot->number == number;
	pairs->nr_without_begin += !matches;
	pairs->nr_without_end += slot->is_inside && !matches;
	slot->is_inside = false;
	if (matches) *ret_enter_ns = slot->enter_ns;
	return matches;
}
