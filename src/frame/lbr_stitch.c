/* Registers form a ring: hw_index (0 .. max_entries - 1) is the register of the newest call, entry i is i registers
 * before it. The newer stack's outermost entry ("base") is thus in a known register, and it is known which entry of the
 * older sample was in that register. If that is the same branch, the older entries beyond it, and what was stitched
 * behind those, are what the newer stack goes on with. */
#include "frame/lbr_stitch.h"

#include <stdlib.h>
#include <string.h>

void lbr_history_done(struct lbr_history *history)
{
	free(history->entries);
	*history = (struct lbr_history){ 0 };
}

static bool same_branch(const struct branch_entry *a, const struct branch_entry *b)
{
	return a->from == b->from && a->to == b->to;
}

/* Which of the older entries is in the register of the newer stack's outermost one; history->count: none. */
static uint32_t place_of_base(const struct lbr_history *history, const struct sample *sample, uint32_t max_entries)
{
	uint64_t older = history->hw_index, beyond = sample->nr_branches - 1;
	bool wraps = sample->branch_hw_idx < beyond;
	uint64_t base = sample->branch_hw_idx - beyond + (wraps ? max_entries : 0), place;
	if (older > base || (older == base && !wraps)) place = older - base;
	else if (wraps) place = max_entries - base + older;
	else return history->count;
	return (uint32_t)MIN(place, (uint64_t)history->count);
}

/* The chain of links, made from the outermost inwards so that each can point to its caller. */
static const struct lbr_link *find_link(const struct lbr_history *history, const struct sample *sample,
					uint32_t max_entries, struct arena *arena)
{
	if (!history->count) return NULL;
	uint32_t place = place_of_base(history, sample, max_entries);
	if (place >= history->count ||
	    !same_branch(&history->entries[place], &sample->branches[sample->nr_branches - 1]))
		return NULL;
	const struct lbr_link *link = history->stitched;
	for (uint32_t i = history->count; i-- > place + 1;) {
		struct lbr_link *outer = arena_alloc(arena, sizeof(*outer));
		*outer = (struct lbr_link){ .from = history->entries[i].from,
					    .outer = link,
					    .count = link ? link->count + 1 : 1 };
		link = outer;
	}
	return link;
}

const struct lbr_link *lbr_stitch(struct lbr_history *history, const struct sample *sample, uint32_t max_entries,
				  struct arena *arena)
{
	/* without the register's number, or with more entries than there are registers, nothing can be told */
	if (sample->branch_hw_idx >= max_entries || sample->nr_branches > max_entries) {
		history->count = 0;
		history->stitched = NULL;
		return NULL;
	}
	const struct lbr_link *link = find_link(history, sample, max_entries, arena);
	if (sample->nr_branches > history->capacity) {
		history->capacity = max_entries;
		history->entries = xreallocarray(history->entries, max_entries, sizeof(*history->entries));
	}
	/* the sample's memory is the reader's; the history outlives it */
	memcpy(history->entries, sample->branches, sample->nr_branches * sizeof(*sample->branches));
	history->count = (uint32_t)sample->nr_branches;
	history->hw_index = sample->branch_hw_idx;
	history->stitched = link;
	return link;
}
