/* Call stacks of branch records that are continued by the samples before (--stitch-lbr). "Before" is in time and of the
 * same thread: the links are worked out once, in time order, and looked up when blocks are handled in any order. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"
#include "frame/lbr_stitch.h"
#include "session/session_private.h"

struct stitching {
	struct arena links;
	struct u64map by_turn;   /* sample -> its struct lbr_link */
	struct u64map histories; /* thread -> struct lbr_history; only while collecting */
	uint32_t max_entries;
};

void stitching_free(struct stitching *stitching)
{
	if (!stitching) return;
	u64map_done(&stitching->by_turn);
	u64map_done(&stitching->histories);
	arena_done(&stitching->links);
	free(stitching);
}

const struct lbr_link *stitching_find(const struct stitching *stitching, uint64_t turn)
{
	const uint64_t *link = u64map_find(&stitching->by_turn, turn);
	return link ? (const struct lbr_link *)(uintptr_t)*link : NULL;
}

static void collect(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct stitching *stitching = ctx;
	bool has_user_part = false, is_new;
	(void)worker;
	if (!sample_has_lbr_chain(sample)) return;
	for (uint64_t i = 0; i < sample->nr_callchain && !has_user_part; i++)
		has_user_part = sample->callchain[i] == CONTEXT_USER;
	if (!has_user_part) return;
	uint64_t *history = u64map_put(&stitching->histories, hash_pair(sample->pid, sample->tid), &is_new);
	if (is_new) *history = (uintptr_t)xcalloc(1, sizeof(struct lbr_history));
	const struct lbr_link *link = lbr_stitch((struct lbr_history *)(uintptr_t)*history, sample,
						 stitching->max_entries, &stitching->links);
	if (link) *u64map_put(&stitching->by_turn, sample->turn, NULL) = (uintptr_t)link;
}

/* How many registers the recorded machine has; 0: not known. */
static uint32_t max_entries_of(const struct perf_header *header)
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

static bool has_call_stacks(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_BRANCH_STACK &&
		    events->items[i]->attr.branch_sample_type & BRANCH_CALL_STACK)
			return true;
	return false;
}

int session_stitching_collect(struct session *session, struct err *err)
{
	uint32_t max_entries = max_entries_of(session_header(session));
	if (!max_entries || !has_call_stacks(session_events(session))) return 0;
	struct stitching *stitching = xcalloc(1, sizeof(*stitching));
	struct sample_visitor visitor = {
		.ctx = stitching, .sample = collect, .skip_resolver = true, .sequential = true
	};
	stitching->max_entries = max_entries;
	arena_init(&stitching->links);
	int rc = session_samples_ordered(session, &visitor, err);
	uint64_t thread, history;
	for (size_t pos = 0; u64map_next(&stitching->histories, &pos, &thread, &history);) {
		lbr_history_done((struct lbr_history *)(uintptr_t)history);
		free((struct lbr_history *)(uintptr_t)history);
	}
	u64map_done(&stitching->histories);
	stitching->histories = (struct u64map)U64MAP_INIT;
	if (rc < 0) {
		stitching_free(stitching);
		return rc;
	}
	session->stitching = stitching;
	return 0;
}
