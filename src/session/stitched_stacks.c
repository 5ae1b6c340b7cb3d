/* One struct lbr_history for each (pid, tid) while samples are added in order of time, and for each sample whose stack
 * goes on the link where it does (frame/lbr_stitch.h). The histories go when all samples are in; the links stay, in one
 * arena. */
#include "session/stitched_stacks.h"

#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "frame/lbr_stitch.h"

uint32_t stitched_stacks_registers(const struct perf_header *header)
{
	enum { MOST_ENTRIES = 1024 };
	const char *value = NULL;
	for (uint32_t i = 0; i < header->nr_cpu_pmu_caps; i++)
		if (strcmp(header->cpu_pmu_caps[i].name, "branches") == 0) value = header->cpu_pmu_caps[i].value;
	for (uint32_t pmu = 0; pmu < header->nr_pmu_caps && !value; pmu++)
		for (uint32_t i = 0; i < header->pmu_caps[pmu].nr_caps; i++)
			if (strcmp(header->pmu_caps[pmu].caps[i].name, "branches") == 0)
				value = header->pmu_caps[pmu].caps[i].value;
	unsigned long number = value ? strtoul(value, NULL, 10) : 0;
	return number <= MOST_ENTRIES ? (uint32_t)number : 0;
}

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

void stitched_stacks_forget(struct stitched_stacks *stacks)
{
	stitched_stacks_end(stacks);
	arena_done(&stacks->links);
	arena_init(&stacks->links);
}

size_t stitched_stacks_bytes(const struct stitched_stacks *stacks)
{
	return stacks->links.size_bytes + stacks->histories.count * (sizeof(struct lbr_history) +
								     stacks->max_entries * sizeof(struct branch_entry));
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

const struct lbr_link *stitched_stacks_step(struct stitched_stacks *stacks, const struct sample *sample)
{
	bool has_user_part = false, is_new;
	if (!sample_has_lbr_chain(sample)) return NULL;
	/* the hardware's stack is put in place of the user part of the chain; a sample without one shows none of it */
	for (uint64_t i = 0; i < sample->nr_callchain && !has_user_part; i++)
		has_user_part = sample->callchain[i] == CONTEXT_USER;
	if (!has_user_part) return NULL;
	uint64_t *history = u64map_put(&stacks->histories, hash_pair(sample->pid, sample->tid), &is_new);
	if (is_new) *history = (uintptr_t)xcalloc(1, sizeof(struct lbr_history));
	return lbr_stitch((struct lbr_history *)(uintptr_t)*history, sample, stacks->max_entries, &stacks->links);
}

void stitched_stacks_add(struct stitched_stacks *stacks, const struct sample *sample)
{
	const struct lbr_link *link = stitched_stacks_step(stacks, sample);
	if (link) *u64map_put(&stacks->by_turn, sample->turn, NULL) = (uintptr_t)link;
}
