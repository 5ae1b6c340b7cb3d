/* Assembles a recording for analysis: perfdata + model + symbols + frames, in two passes.
 *
 * Pass 1 walks all records once, applies the side band to the model in time order and cuts the data into blocks of
 * about 1 MiB of adjacent records. Pass 2 gives blocks, or samples in time order, to worker threads. A session over a
 * pipe works the same way (the pipe is spooled); live windows come with top and trace.
 *
 *     session_open(&options, &session, &err);
 *     session_split_group_reads(session, &err);      passes before the pass: those that the command needs
 *     session_samples(session, &visitor);            each sample, any order, on all cores
 *     session_samples_ordered(session, &visitor);    batches in time order, finished in order
 *     session_close(session);
 *
 * Passes over the samples may be repeated; workers and their resolvers (and so all frames) live until session_close.
 *
 * Order is upstream's: by time, records of equal time in file order, late ones as in stream/rounds.h. Recordings whose
 * records do not all carry times are taken in file order. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "event/spec/itrace_options.h"
#include "frame/callchain.h"
#include "perfdata/perfdata.h"
#include "session/deferred_chains.h"
#include "stream/sample_source.h"

struct session;

struct session_options {
	const char *input;      /* path, "-" for stdin; NULL: "perf.data" */
	bool keep_exited_tasks; /* what comes after a thread's exit is still the thread's, as reports show it */
	/* force: read files of other owners too; header_only: no pass 1, the model stays empty */
	bool force, header_only;
	/* One session_gather follows: pages that pass 1 has mapped are kept for it, where memory is plenty. */
	bool gathers;
	/* Samples are read in one pass: memory of the recording is let go of behind it (perfdata_options). */
	bool reads_once;
	/* Call chains whose user part was recorded later are left as they are (script --no-merge-callchains). */
	bool keep_deferred_chains;
	/* What is to be made of hardware traces (--itrace). */
	struct itrace_options itrace;
	struct symbol_options symbols;
	bool guest_code;            /* code of guests is in the process that runs them (--guest-code) */
	enum frame_inlines inlines; /* which links of call chains are expanded to inlined calls */
	unsigned threads;           /* 0: all cores */
	/* Pass 1 gives pieces of about this size to its threads; 0: the usual 4 MiB (tests ask for small ones). */
	size_t piece_bytes;
	/* called for every record of pass 1 in stream order, e.g. counting for --stats; may be NULL. time_ns: of the
	 * record, (uint64_t)-1 when it has none */
	void (*on_record)(void *ctx, const struct record *r, uint64_t time_ns);
	void *on_record_ctx;
	/* called now and then, by one thread at a time: how much of a pass over the recording is done; NULL: nobody
	 * wants to know. The last call of a pass has done == total */
	void (*on_progress)(void *ctx, uint64_t done, uint64_t total);
	void *on_progress_ctx;
	struct warnings *warnings;
};

/* Opens the recording and runs pass 1. Returns 0 with *ret, which is closed by session_close; or -errno with err set
 * and *ret untouched. What options point to (strings, warnings, contexts of callbacks) must live until session_close.
 */
int session_open(const struct session_options *options, struct session **ret, struct err *err) _warn_unused_;
void session_close(struct session *session); /* NULL is fine */

/* What the session has; all of it lives as long as the session, and a model or frames of a live session until they are
 * renewed. */
struct perfdata *session_perfdata(const struct session *session);
const struct perf_header *session_header(const struct session *session);
const struct perf_events *session_events(const struct session *session);
struct model *session_model(const struct session *session);
struct frame_space *session_frames(const struct session *session);
struct symbol_store *session_symbols(const struct session *session);
unsigned session_threads(const struct session *session);
uint64_t session_nr_turns(const struct session *session); /* each sample's turn is less */
/* Totals of pass 1. */
struct session_totals {
	uint64_t nr_records, nr_by_type[256], nr_unknown; /* unknown: types of 256 and more */
	uint64_t lost_events, lost_chunks, lost_samples;  /* LOST, LOST_SAMPLES */
	uint64_t nr_late;                                 /* records not newer than the round before theirs */
	uint64_t nr_out_of_order; /* records older than that: they cannot be given out in order */
	uint64_t trace_bytes;     /* of hardware traces (AUXTRACE), which nobody decodes */
	uint32_t trace_type;      /* enum auxtrace_type; 0: none is announced */
	/* Once it is decoded (session/trace/trace.h): what could not be, and how many of the AUX records say that some
	 * of the trace was lost, or that a virtual machine ran untraced. */
	uint64_t nr_trace_errors, nr_trace_losses, nr_trace_gaps;
	uint64_t first_sample_ns, last_sample_ns; /* 0 when no sample has a time */
	bool samples_have_time;
	bool in_file_order; /* times do not order the records: ordinals do */
};
const struct session_totals *session_totals(const struct session *session);
/* Those of its options: what analyses find odd goes there, too. */
struct warnings *session_warnings(const struct session *session);
/* Whether its hardware trace is among the samples (session/trace/trace.h). */
bool session_traces_are_decoded(const struct session *session);
/* Whether it is of a kind that is decoded, but this one cannot be: a warning says why. */
bool session_traces_are_refused(const struct session *session);
/* How much of an Intel PT trace was decoded for the samples so far: pieces (runs of bytes from one PSB to another) that
 * it has, that were walked over beforehand, 0 when an index of an earlier run told what they hold, and that were
 * decoded, each counted once. All 0: there is no such trace. Between passes. */
struct session_trace_work {
	size_t nr_pieces, nr_walked, nr_decoded;
};
struct session_trace_work session_trace_work(const struct session *session);
/* --no-itrace: nobody wants it. */
bool session_traces_are_unwanted(const struct session *session);
/* Whether it reads a pipe as it is written (session/live/live_session.h). */
bool session_is_live(const struct session *session);

/* Whether it carries the objects that it needs (session/portable.h). */
bool session_is_portable(const struct session *session);

/* One worker's view while it handles samples. */
struct session_worker {
	unsigned index;            /* < session_threads() */
	struct resolver *resolver; /* this worker's */
	struct sample_scratch scratch;
	struct sample sample;            /* private: the one at hand */
	uint64_t key;                    /* private: of the turn at hand, where the pass needs it (stream/rounds.h) */
	struct deferred_buffer deferred; /* private: its chain, where it was put together (session/deferred_chains.h) */
	bool begun;                      /* private: this pass has reached it */
	unsigned part;                   /* of a sample that comes out in parts (session/live/live.h): which; else 0 */
	uint32_t parallelism_near;       /* private: where the last sample's was found (session/parallelism.h) */
	void *state;                     /* the visitor's own, made by worker_begin; NULL at the start of each pass */
} _apart_;

struct sample_visitor {
	void *ctx;
	void (*worker_begin)(void *ctx,
			     struct session_worker *worker); /* may be NULL; before a worker's first record */
	/* A sample, with its turn. What does not decode is warned of and left out, as is what belongs to no known
	 * event */
	void (*sample)(void *ctx, struct session_worker *worker, const struct sample *sample);
	/* whether the sample with this turn is wanted, asked before anything of it is decoded; NULL: all are. Not
	 * ordered */
	bool (*wants)(void *ctx, uint64_t turn);
	/* by event index: whose samples are not even decoded (a true one is skipped); NULL: none */
	const bool *skip_events;
	/* also give non-SAMPLE records (in their place); NULL: samples only. id->present is 0 for records without a
	 * trailer; time_ns: (uint64_t)-1 when it has none */
	void (*other)(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		      uint64_t time_ns);
	/* ordered only: batch_begin in the worker before a batch's first record, batch_done in the worker after its
	 * last, then batch_finish in batch order on one thread at a time with what batch_begin returned; nonzero stops
	 * (e.g. EPIPE) and is what session_samples_ordered returns. Once stopped, states of batches that were begun but
	 * not finished are given to batch_drop (may be NULL) */
	void *(*batch_begin)(void *ctx, struct session_worker *worker, size_t batch);
	void (*batch_done)(void *ctx, struct session_worker *worker, void *batch_state);
	int (*batch_finish)(void *ctx, void *batch_state);
	void (*batch_drop)(void *ctx, void *batch_state);
	/* drop samples before decoding anything but their time: both inclusive; 0/0 = all */
	uint64_t from_ns, to_ns;
	/* whether anything of a block of a source is wanted, asked before it is decoded; NULL: of all. By any worker */
	bool (*wants_block)(void *ctx, const struct source_block *block);
	/* ordered only: one worker, so that each record sees what the one before it left in the worker's state */
	bool sequential;
	bool skip_resolver; /* the visitor will not resolve: no caches are made, worker->resolver may be NULL */
};

/* The passes over all samples. A pass calls the visitor from up to session_threads() threads, each with its own worker;
 * `const` queries of model, frames and header are safe meanwhile. They return 0, -errno with err set when a source
 * failed to decode, or what batch_finish returned (ordered only). Samples are valid until the callback returns. One
 * pass at a time. */
int session_samples(struct session *session, const struct sample_visitor *visitor, struct err *err) _warn_unused_;
int session_samples_ordered(struct session *session, const struct sample_visitor *visitor,
			    struct err *err) _warn_unused_;

/* Passes before the pass: what a sample needs of those before it, worked out once in order of time and looked up when
 * samples are taken in any order. A command names those that it needs behind session_open. Each returns at once where
 * the recording has no such samples; 0, or -errno with err set. */
/* Samples that read the values of their group (PERF_SAMPLE_READ, as with the modifier :S): each is given to visitors
 * once for every counter of the group that moved since the sample before, as a sample of that event with the difference
 * as its period, as upstream does. Without this pass each is one sample of the group's leader. */
int session_split_group_reads(struct session *session, struct err *err) _warn_unused_;
/* Call stacks of branch records go on with what the samples before knew (frame/lbr_stitch.h), where the header says how
 * many registers the machine has. */
int session_stitch_stacks(struct session *session, struct err *err) _warn_unused_;

/* From now on samples say how many threads ran (sample.parallelism); that is worked out in analysis/pass/
 * parallelism_pass.h. Takes parallelism over; NULL: not any more. */
struct parallelism;
void session_set_parallelism(struct session *session, struct parallelism *parallelism);

/* From now on samples are of the time of threads (session/wall_clock.h). Takes wall over; NULL: not any more. */
struct wall_clock;
void session_set_wall(struct session *session, struct wall_clock *wall);

/* Samples that come from somewhere else than the recording's records become part of all passes from now on, in order of
 * time; of equal time they come behind the records, and in the order of their sources. In a recording without times
 * they come behind all records. 0, or -EINVAL with err set when a block ends before it begins. */
int session_add_source(struct session *session, const struct sample_source *source, struct err *err) _warn_unused_;

/* For analyses that keep state and go through time: what they want of a sample is taken out where the sample stands, in
 * any order and on all cores, as an item of a few words; the items are then put in order and given out, while other
 * cores go on. Much cheaper than batches of samples in order, when items are small against samples. */
struct sample_gatherer {
	void *ctx;
	const bool *wants_event; /* by event index; NULL: all. Samples of others may be offered nevertheless */
	/* items begin with a uint64_t for the sample's time; that of the first is filled in before `sample` is
	 * called */
	size_t item_size_bytes;
	unsigned items_per_sample; /* at most; 0: one. More than one: item_size_bytes is a multiple of 8 */
	/* Takes out what is wanted into items, whose other bytes are undefined, and says how many it filled. Items of
	 * one sample stay in their order */
	unsigned (*sample)(void *ctx, struct session_worker *worker, const struct sample *sample, void *items);
	/* The same for another record of the kernel, or an error of a hardware trace, where it wants one item or none:
	 * the time of one without a time is UINT64_MAX, and id->present 0 when it has no trailer; NULL: none are wanted
	 */
	bool (*other)(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		      void *item);
	/* For what items point to: made by a worker before the first of a block of samples, given back, on one thread
	 * at a time, when all items of the block were given out or never will be. NULL: they point to nothing */
	void *(*block_begin)(void *ctx, struct session_worker *worker);
	void (*block_end)(void *ctx, void *state);
	/* The next items in order, on one thread at a time; they live until it returns. Nonzero stops, and is what
	 * session_gather returns */
	int (*items)(void *ctx, const void *const *items, size_t count);
	bool skip_resolver; /* as for visitors */
};
int session_gather(struct session *session, const struct sample_gatherer *gatherer, struct err *err) _warn_unused_;

#endif
