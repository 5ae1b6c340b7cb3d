/* Unwinding while recording: samples with registers and a copied stack, as they come out of the rings, become samples
 * with an ordinary call chain: what the kernel recorded of it, and behind PERF_CONTEXT_USER what the stack unwinds to -
 * the very addresses that frame/callchain.h gives for the same samples read from a file.
 *
 * It is given rounds of records in the order in which they are written, as a consumer of rounds has them
 * (record/drain/round_consumer.h). What it knows of the machine, and until when, is session/live/live.h. */
#ifndef SESSION_LIVE_LIVE_UNWINDING_H
#define SESSION_LIVE_LIVE_UNWINDING_H

#include "base/outbuf.h"
#include "frame/unwind/unwind.h"
#include "perfdata/record/events.h"

struct live_unwinding_options {
	unsigned threads;          /* at most; 0: all cores. Small rounds take one */
	bool always_renew;         /* with each round: for tests */
	size_t most_model_bytes;   /* as in live_options */
	struct cache *cache;       /* of what earlier runs derived from objects, kept by pointer; NULL: none */
	struct warnings *warnings; /* may be NULL */
};
struct live_unwinding_counts {
	struct unwind_counts unwinding;
	/* nr_chains: samples that were rewritten; nr_without_user: of these, those of kernel threads, without user
	 * registers; nr_damaged: those that were left out */
	uint64_t nr_chains, nr_without_user, nr_damaged;
	/* how often the model was replaced */
	uint64_t nr_renewed;
};

struct live_unwinding;
struct live_unwinding *live_unwinding_new(const struct live_unwinding_options *options);
void live_unwinding_free(struct live_unwinding *unwinding); /* NULL is fine */

/* Events as they come and as they are to be written (the same ones, in the same order, with the same ids): samples of
 * those that lose SAMPLE_STACK_USER in between are rewritten. Borrowed. */
void live_unwinding_begin(struct live_unwinding *unwinding, const struct perf_events *raw,
			  const struct perf_events *written);
/* Records about what was there before the first round; applied at once. */
void live_unwinding_known(struct live_unwinding *unwinding, const void *records, size_t size_bytes);
/* The next round (whole records, aligned to 8 bytes). They have to stay where they are until they were due. */
void live_unwinding_round(struct live_unwinding *unwinding, const void *records, size_t size_bytes);
/* Appends to out the records of the oldest round that was not due yet, rewritten. Another round must have been given in
 * between (an empty one at the end). records: where the round still is. */
void live_unwinding_due(struct live_unwinding *unwinding, const void *records, size_t size_bytes, struct outbuf *out);
/* Stores in the cache what was derived: at the end, when nobody waits. */
void live_unwinding_keep(struct live_unwinding *unwinding);
struct live_unwinding_counts live_unwinding_counts(const struct live_unwinding *unwinding);

#endif
