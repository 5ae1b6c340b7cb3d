#ifndef SESSION_SESSION_PRIVATE_H
#define SESSION_SESSION_PRIVATE_H

#include "session/group_reads.h"
#include "session/session.h"
#include "session/stitched_stacks.h"
#include "session/symbolizer.h"
#include "stream/block.h"
#include "stream/order.h"

struct session {
	struct perfdata *perfdata;
	struct symbolizer symbolizer;
	char *kallsyms; /* of the recording, for symbols; NULL: none */
	struct blocks blocks;
	bool turns_tell_time; /* some samples take effect at another time than they say: late ones, those without times
			       */
	struct rounds rounds; /* as they were after the last record */
	struct session_totals totals;
	struct group_reads *group_reads;           /* NULL: samples that read their group stay one */
	struct stitched_stacks *stitched;          /* NULL: stacks end where they were recorded to end */
	VEC(const struct sample_source *) sources; /* beside the records; borrowed */
	uint64_t nr_turns;
	struct session_worker *workers; /* [nr_threads] */
	unsigned nr_threads;
	struct warnings *warnings;
	void (*on_progress)(void *ctx, uint64_t done, uint64_t total); /* never NULL */
	void *on_progress_ctx;
};

/* Makes what a worker needs before its first record of a pass. */
void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor);
void session_workers_reset(struct session *session);
/* Before a mapping is applied to the model: one of a jitdump file brings the code that is described there. */
void session_jitdump_note(struct session *session, const struct record *r, uint64_t time_ns);

#endif
