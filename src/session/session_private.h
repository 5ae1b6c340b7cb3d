#ifndef SESSION_SESSION_PRIVATE_H
#define SESSION_SESSION_PRIVATE_H

#include "session/session.h"
#include "session/symbolizer.h"
#include "stream/block.h"
#include "stream/order.h"

/* What read groups counted since the sample before: see session_reads.c. */
struct read_deltas;
/* What branch stacks go on with: see session_stitching.c. */
struct stitching;

struct session {
	struct perfdata *perfdata;
	struct symbolizer symbolizer;
	char *kallsyms; /* of the recording, for symbols; NULL: none */
	struct blocks blocks;
	bool turns_tell_time; /* some samples take effect at another time than they say: late ones, those without times
			       */
	struct rounds rounds; /* as they were after the last record */
	struct session_totals totals;
	struct read_deltas *read_deltas; /* NULL: no event samples read values */
	struct stitching *stitching;     /* NULL: nobody asked, or there are no such stacks */
	struct session_worker *workers;  /* [nr_threads] */
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

/* Fills session->stitching when there are call stacks of branch records; one pass over the samples in time order. */
int session_stitching_collect(struct session *session, struct err *err);
void stitching_free(struct stitching *stitching);
const struct lbr_link *stitching_find(const struct stitching *stitching, uint64_t turn);

/* Fills session->read_deltas when there are events that sample their values; one pass over the samples in time order.
 */
int session_reads_collect(struct session *session, struct err *err);
void read_deltas_free(struct read_deltas *deltas);
/* Whether the sample stands for several: then each counter of its group that moved is given to the visitor as a sample
 * of its own. */
static inline bool session_reads_apply(const struct session *session, const struct sample *sample)
{
	return unlikely(session->read_deltas) && sample->present & SAMPLE_READ &&
	       sample->event->attr.read_format & READ_ID;
}
void session_reads_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
			 struct sample *sample, const struct record *r);

#endif
