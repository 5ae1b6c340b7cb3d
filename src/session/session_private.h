#ifndef SESSION_SESSION_PRIVATE_H
#define SESSION_SESSION_PRIVATE_H

#include "session/session.h"
#include "stream/block.h"
#include "stream/order.h"

struct session {
	struct perfdata *perfdata;
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct blocks blocks;
	struct rounds rounds;            /* as they were after the last record */
	struct session_totals totals;
	struct session_worker *workers;  /* [nr_threads] */
	unsigned nr_threads;
	struct warnings *warnings;
};

/* Makes what a worker needs before its first record of a pass. */
void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor);
void session_workers_reset(struct session *session);
/* Hands one record to the visitor. time_ns: the record's; turn_ns: when it takes effect. */
void session_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor, const struct record *r, uint64_t ordinal);

#endif
