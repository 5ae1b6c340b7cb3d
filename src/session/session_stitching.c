/* Call stacks of branch records that are continued by the samples before (--stitch-lbr). "Before" is in time and of the
 * same thread: the links are worked out once, in time order, and looked up when blocks are handled in any order. */
#include "session/session_private.h"

/* The visitor's callback. The pass is sequential: one thread calls it, in order of time. */
static void session_stitching_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	stitched_stacks_add(ctx, sample);
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
	uint32_t max_entries = stitched_stacks_registers(session_header(session));
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
