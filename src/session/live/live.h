/* Records that are still coming: what a session is for a recording, this is for the rounds of a recorder
 * (record/drain/round_consumer.h). Bytes of a round go in; its side band is applied to a model up to the horizon
 * (stream/rounds.h); samples come out whose past is complete. There are two ways to take them:
 *
 *     live_round(live, round)          live_samples_ordered(live, &visitor)     in order of time, by one worker
 *     live_round(live, round)          live_pieces(live, round before, ...)     the round before as it came, on all
 * cores
 *
 * When a sample comes out, everything that happened up to its time is in the model, and questions are asked at its
 * time. The model grows in turns with the asking (symbolizer_grown). When it has grown large, it is replaced by one of
 * what is still there (symbolizer_renew): memory depends on what runs, not on how long. */
#ifndef SESSION_LIVE_LIVE_H
#define SESSION_LIVE_LIVE_H

#include "frame/unwind/unwind.h"
#include "session/session.h"

/* A sample may stand for several things that happened at different times (a whole call: its beginning and its end). */
enum { LIVE_PARTS_MAX = 2 };
struct live_part {
	uint64_t time_ns; /* its turn, not behind the sample's own; UINT64_MAX: the sample's own */
	unsigned part;    /* session_worker.part when it comes out */
};

struct symbolizer;

struct live_options {
	struct symbol_options symbols; /* warnings: also for damaged records */
	unsigned threads;              /* at most; 0: all cores */
	bool ordered;                  /* samples come out by live_samples_ordered; else by live_pieces */
	bool skip_maps;                /* of address spaces: there are no addresses to ask for */
	bool keep_exited;  /* as in model_options, until the model is renewed: a thread's last samples have its name */
	bool follows_code; /* code that processes generate, as they describe it (live_code.h) */
	const char *kernel_name; /* as in model_options */
	bool always_renew;       /* with each round: for tests */
	/* The model is renewed when it is larger than that, in bytes, and four times as large as after the last time;
	 * 0: 64 MiB. */
	size_t most_model_bytes;
	size_t most_exits;          /* or when so many threads have ended; 0: does not matter */
	enum frame_inlines inlines; /* which links of call chains are expanded to inlined calls */
	bool all_records; /* ordered: other records come out too that the model does not want, marks among them */
	/* Whose model, symbols and frames are used; others begin and end it, and say how the model is (keep_exited).
	 * NULL: its own */
	struct symbolizer *symbolizer;
	/* A record is about to be applied to the model, at that time. May be NULL */
	void (*applies)(void *ctx, const struct record *r, uint64_t time_ns);
	/* The model is another one. The one before is still there until this returns: what points into it is to be
	 * let go or found again in the new one (model_dso_like). Resolvers and their frames are gone. May be NULL */
	void (*renewed)(void *ctx);
	void *ctx;
};

struct live;
struct live *live_new(const struct live_options *options); /* copied, but for what it points to */
void live_free(struct live *live);                         /* NULL is fine */
/* The events of the records; borrowed. Before the first round. */
void live_begin(struct live *live, const struct perf_events *events);
/* Which parts a sample has, in ret: their number; 0: it comes out whole. NULL: all do, at first. With ordered. */
void live_set_parts(struct live *live,
		    unsigned (*parts)(void *ctx, const struct sample *sample, struct live_part ret[LIVE_PARTS_MAX]),
		    void *ctx);
/* Records about what was there before the first round; applied at once. */
void live_known(struct live *live, const void *records, size_t size_bytes);
/* The next round: whole records, aligned to 8 bytes; what is cut off at the end is left out. They stay where they are
 * until they came out. An empty one at the end lets the last one come out. */
void live_round(struct live *live, const void *records, size_t size_bytes);
/* The same for records that come one by one, with the marks between them: live_round_begin, live_add for each, and
 * live_round_end where what is due is to come out; that may be behind several marks. */
void live_round_begin(struct live *live);
void live_add(struct live *live, const struct record *r);
void live_round_end(struct live *live);
void live_end(struct live *live); /* in place of live_round_end: nothing follows, all is due */
/* The model is renewed with the next round that allows it: for users who have grown with what is gone. */
void live_want_renewal(struct live *live);
const struct rounds *live_rounds(const struct live *live); /* as they are behind the last record */

/* What is due: samples, and with visitor->other the side band, each in its place, in order of time; as one batch, or,
 * where it is much and not visitor->sequential, as several on all cores. Samples that do not decode are warned of and
 * left out, as are those of unknown events. sample->turn counts what came out. worker_begin is called before the first
 * sample, and again when the model was renewed. Returns what visitor->batch_finish returned. */
int live_samples_ordered(struct live *live, const struct sample_visitor *visitor);

/* A round as it came, cut into pieces of adjacent records: what workers do at the same time. */
struct live_piece_visitor {
	void *ctx;
	void (*begin)(void *ctx, size_t nr_pieces); /* before the first */
	void (*piece)(void *ctx, struct session_worker *worker, size_t index, const struct record_run *records);
};
/* Gives out the oldest round that did not come out yet; records: where it still is. */
void live_pieces(struct live *live, const void *records, size_t size_bytes, const struct live_piece_visitor *visitor);
/* When a sample of that round takes effect in the model: for resolver_set_now. */
uint64_t live_turn_ns(const struct live *live, uint64_t time_ns);

/* To be asked between rounds. Model, frames and resolvers are others after the model was renewed. */
struct model *live_model(const struct live *live);
struct frame_space *live_frames(const struct live *live);
struct symbol_store *live_symbols(const struct live *live);
struct resolver *live_resolver(struct live *live); /* of worker 0 */
unsigned live_threads(const struct live *live);
struct live_counts {
	struct unwind_counts unwinding; /* of all workers */
	/* how often the model was replaced */
	uint64_t nr_renewed;
};
struct live_counts live_counts(const struct live *live);

#endif
