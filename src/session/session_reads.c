/* Samples that carry the values of their event's group: one sample of the leader stands for one of each member, whose
 * period is what the member counted since the group was read before. "Before" is in time, so the differences are worked
 * out once, in time order, and looked up when blocks are handled in any order. */
#include "session/session_private.h"

/* The visitor's callback. The pass is sequential: one thread calls it, in order of time. */
static void session_reads_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	group_reads_add(ctx, sample);
}

int session_split_group_reads(struct session *session, struct err *err)
{
	if (!group_reads_are_there(session_events(session)) || !session->totals.nr_by_type[RECORD_SAMPLE]) return 0;
	struct group_reads *reads = xcalloc(1, sizeof(*reads));
	struct sample_visitor visitor = {
		.ctx = reads, .sample = session_reads_sample, .skip_resolver = true, .sequential = true
	};
	int rc = session_samples_ordered(session, &visitor, err);
	group_reads_end(reads);
	if (rc < 0) {
		group_reads_free(reads);
		return rc;
	}
	group_reads_free(session->group_reads);
	session->group_reads = reads;
	return 0;
}
