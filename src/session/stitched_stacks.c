/* One struct lbr_history for each (pid, tid) while samples are added in order of time, and for each sample whose stack
 * goes on the link where it does (frame/lbr_stitch.h). The histories go when all samples are in; the links stay, in one
 * arena. */
#include "session/stitched_stacks.h"

#include "base/hash.h"
#include "frame/lbr_stitch.h"

void stitched_stacks_end(struct stitched_stacks *stacks)
{
	uint64_t thread, history;
	for (size_t pos = 0; u64map_next(&stacks->histories, &pos, &thread, &history);) {
		lbr_history_done((struct lbr_history *)(uintptr_t)history);
		free((struct lbr_history *)(uintptr_t)history);
	}
	u64map_done(&stacks->histories);
	stacks->histories = (struct u64map)U64MAP_INIT;
}

void stitched_stacks_free(struct stitched_stacks *stacks)
{
	if (!stacks) return;
	stitched_stacks_end(stacks);
	u64map_done(&stacks->by_turn);
	arena_done(&stacks->links);
	free(stacks);
}

const struct lbr_link *stitched_stacks_find(const struct stitched_stacks *stacks, uint64_t turn)
{
	const uint64_t *link = u64map_find(&stacks->by_turn, turn);
	return link ? (const struct lbr_link *)(uintptr_t)*link : NULL;
}

void stitched_stacks_add(struct stitched_stacks *stacks, const struct sample *sample)
{
	bool has_user_part = false, is_new;
	if (!sample_has_lbr_chain(sample)) return;
	/* the hardware's stack is put in place of the user part of the chain; a sample without one shows none of it */
	for (uint64_t i = 0; i < sample->nr_callchain && !has_user_part; i++)
		has_user_part = sample->callchain[i] == CONTEXT_USER;
	if (!has_user_part) return;
	uint64_t *history = u64map_put(&stacks->histories, hash_pair(sample->pid, sample->tid), &is_new);
	if (is_new) *history = (uintptr_t)xcalloc(1, sizeof(struct lbr_history));
	const struct lbr_link *link = lbr_stitch((struct lbr_history *)(uintptr_t)*history, sample, stacks->max_entries,
						 &stacks->links);
	if (link) *u64map_put(&stacks->by_turn, sample->turn, NULL) = (uintptr_t)link;
}
