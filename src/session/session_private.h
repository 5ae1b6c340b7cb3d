#ifndef SESSION_SESSION_PRIVATE_H
#define SESSION_SESSION_PRIVATE_H

#include "session/session.h"
#include "stream/block.h"
#include "stream/order.h"

/* What read groups counted since the sample before: see session_reads.c. */
struct read_deltas;

struct session {
	struct perfdata *perfdata;
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct blocks blocks;
	struct rounds rounds;            /* as they were after the last record */
	struct session_totals totals;
	struct read_deltas *read_deltas; /* NULL: no event samples read values */
	struct session_worker *workers;  /* [nr_threads] */
	unsigned nr_threads;
	struct warnings *warnings;
	void (*on_progress)(void *ctx, uint64_t done, uint64_t total); /* never NULL */
	void *on_progress_ctx;
};

/* Makes what a worker needs before its first record of a pass. */
void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor);
void session_workers_reset(struct session *session);
/* Hands one record to the visitor. time_ns: the record's; turn_ns: when it takes effect. */
void session_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor, const struct record *r, uint64_t ordinal);

/* Fills session->read_deltas when there are events that sample their values; one pass over the samples in time order. */
int session_reads_collect(struct session *session, struct err *err);
void read_deltas_free(struct read_deltas *deltas);
/* Whether the sample stands for several: then each counter of its group that moved is given to the visitor as a sample of its own. */
static inline bool session_reads_apply(const struct session *session, const struct sample *sample)
{
	return unlikely(session->read_deltas) && sample->present & SAMPLE_READ && sample->event->attr.read_format & READ_ID;
}
void session_reads_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor, struct sample *sample,
			 const struct record *r, uint64_t ordinal);

#endif
