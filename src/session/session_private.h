/* The session itself, and the steps that it is opened in. Included by the files of session/ alone.
 *
 * Written by pass 1 and by session_add_source and the passes before the pass, each on one thread; read only while a
 * pass over the samples runs, but for workers[i], which belongs to thread i. */
#ifndef SESSION_SESSION_PRIVATE_H
#define SESSION_SESSION_PRIVATE_H

#include <stdatomic.h>
#include "base/arena.h"
#include "session/group_reads.h"
#include "session/parallelism.h"
#include "session/wall_clock.h"
#include "session/sample_additions.h"
#include "session/session.h"
#include "session/stitched_stacks.h"
#include "session/symbolizer.h"
#include "stream/block.h"
#include "stream/order.h"

/* How the samples of a session come that reads a pipe while it is being written (session/live/live_session.h). */
struct session_stream {
	int (*samples_ordered)(struct session_stream *stream, const struct sample_visitor *visitor,
			       struct err *err) _warn_unused_;
	void (*free)(struct session_stream *stream);
};

/* What session_open returns. Owns all that it points to, but for sources and warnings. */
struct session {
	struct perfdata *perfdata;
	struct symbolizer symbolizer;
	struct bundle *bundle; /* what the recording carries; NULL: nothing */
	char *kallsyms;        /* of the recording, for symbols; NULL: none */
	struct blocks blocks;
	struct arena side_band; /* records of the side band whose pages are given back while they wait */
	/* Some samples take effect at another time than they say: late ones, those without times, and all of a
	 * recording in file order. Then resolvers are told the time of each (resolver_set_now). */
	bool turns_tell_time;
	struct rounds rounds; /* as they were after the last record */
	struct session_totals totals;
	struct itrace_options itrace; /* as the option */
	bool traces_decoded;          /* its hardware trace is among the sources */
	bool traces_refused;          /* it cannot be, and why was warned of */
	struct {                      /* see session_trace_work */
		size_t nr_pieces, nr_walked;
		atomic_size_t nr_decoded;
	} trace_work;
	struct group_reads *group_reads;           /* NULL: samples that read their group stay one */
	struct stitched_stacks *stitched;          /* NULL: stacks end where they were recorded to end */
	struct sample_additions *additions;        /* NULL: samples have what was recorded */
	bool merges_deferred;                      /* chains whose user part was recorded later get it */
	struct deferred_chains *deferred;          /* NULL: no such part was recorded */
	atomic_bool told_incomplete;               /* some chains did not get it */
	struct parallelism *parallelism;           /* NULL: nobody asked how many threads ran */
	struct wall_clock *wall;                   /* NULL: samples are what they were recorded as */
	VEC(const struct sample_source *) sources; /* beside the records; borrowed */
	/* turns that are given to samples are below: records first, then each source's */
	uint64_t nr_turns;
	struct session_stream *stream;  /* NULL: all records are known; else no other pass but in order, once */
	struct session_worker *workers; /* [nr_threads] */
	unsigned nr_threads;
	struct warnings *warnings;
	void (*on_progress)(void *ctx, uint64_t done, uint64_t total); /* never NULL */
	void *on_progress_ctx;
};

/* Makes what a worker needs before its first record of a pass. */
void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor);
/* Before each pass: visitors' states are forgotten, worker_begin is called again. Resolvers and scratch memory stay. */
void session_workers_reset(struct session *session);
/* Whether an event has the kernel write the user part of call chains later. */
bool session_has_deferred(const struct session *session);
/* ---- the steps of session_open, for those who open in another way */

struct perfdata_options session_perfdata_options(const struct session_options *options);
/* With the recording, which is its own from now on; the model is empty. */
struct session *session_new(struct perfdata *perfdata, const struct session_options *options);
/* The rest of session_open: reads all records. On failure the session is closed. */
int session_read_all(struct session *session, const struct session_options *options, struct err *err) _warn_unused_;
/* Where symbols come from, once the header is whole (that of a pipe comes with its records). */
void session_open_symbols(struct session *session, const struct session_options *options);
/* Tells the model what the header knows of build-ids, from the one with number `first` on. */
void session_add_build_ids(struct session *session, uint32_t first);
/* What header and side band say of the kernel that was recorded: only that one's symbols name it. */
void session_set_kernel(struct session *session);
/* From now on samples may be asked about. */
void session_begin_frames(struct session *session, const struct session_options *options);

/* Before a mapping is applied to the model: one of a jitdump file brings the code that is described there. */
void session_jitdump_note(struct session *session, const struct record *r, uint64_t time_ns);

#endif
