/* Call stacks of branch records that are continued by the samples before (--stitch-lbr). "Before" is in time and of the
 * same thread: the links are worked out once, in time order, and looked up when blocks are handled in any order. */
#include <stdlib.h>
#include <string.h>
#include "session/session_private.h"

/* The visitor's callback. The pass is sequential: one thread calls it, in order of time. */
static void session_stitching_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	stitched_stacks_add(ctx, sample);
}

/* How many LBR registers the recorded machine has, from "branches=N" among the PMU capabilities of the header
 * (HEADER_CPU_PMU_CAPS, HEADER_PMU_CAPS). 0: not known, or more than any CPU has. */
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

int session_stitch_stacks(struct session *session, struct err *err)
{
	uint32_t max_entries = max_entries_of(session_header(session));
	if (!max_entries || !has_call_stacks(session_events(session))) return 0;
	struct stitched_stacks *stacks = xcalloc(1, sizeof(*stacks));
	struct sample_visitor visitor = {
		.ctx = stacks, .sample = session_stitching_sample, .skip_resolver = true, .sequential = true
	};
	stacks->max_entries = max_entries;
	arena_init(&stacks->links);
	int rc = session_samples_ordered(session, &visitor, err);
	stitched_stacks_end(stacks);
	if (rc < 0) {
		stitched_stacks_free(stacks);
		return rc;
	}
	stitched_stacks_free(session->stitched);
	session->stitched = stacks;
	return 0;
}
