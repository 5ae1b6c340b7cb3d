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
	struct group_reads *group_reads;  /* NULL: samples that read their group stay one */
	struct stitched_stacks *stitched; /* NULL: stacks end where they were recorded to end */
	struct session_worker *workers;   /* [nr_threads] */
	unsigned nr_threads;
	struct warnings *warnings;
	void (*on_progress)(void *ctx, uint64_t done, uint64_t total); /* never NULL */
	void *on_progress_ctx;
};

/* Makes what a worker needs before its first record of a pass. */
void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor);
void session_workers_reset(struct session *session);
/* Hands one record to the visitor. now_ns: when it takes effect, in the model's time; only looked at when
 * turns_tell_time. */
void session_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
		   const struct record *r, uint64_t ordinal, uint64_t now_ns);
/* The same for a sample of this event. */
void session_visit_sample(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
			  const struct perf_event *event, const struct record *r, uint64_t ordinal);
/* The turn of the record at `ordinal` (stream/rounds.h). rounds: as they are before it; goes on to what they are behind
 * it. */
static inline uint64_t session_turn(const struct session *session, struct rounds *rounds, const struct record *r,
				    uint64_t ordinal)
{
	if (session->totals.in_file_order) return turn_key(ordinal + 1, TURN_IN_TIME);
	if (r->type < RECORD_USER_TYPE_START)
		return rounds_turn(rounds, events_record_time(perfdata_events(session->perfdata), r));
	if (r->type == RECORD_FINISHED_ROUND) rounds_mark(rounds);
	return turn_key(rounds->horizon_ns, TURN_UNTIMED);
}

/* Before a mapping is applied to the model: one of a jitdump file brings the code that is described there. */
void session_jitdump_note(struct session *session, const struct record *r, uint64_t time_ns);

#endif
