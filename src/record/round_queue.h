/* Rounds of records on their way through a sample_rewriter: copied out of the rings by the draining thread, rewritten
 * by a thread of its own, and written to the file by the draining thread again.
 *
 *   draining thread                       rewriting thread
 *   rings -> round: rewriting_add
 *   rewriting_end_round ----------------> see(n), rewrite(n - 1)
 *   rewriting_next: to the file <-------- out
 *
 * A round is rewritten when the next one was seen: what is in it is not older than what is still in some ring.
 *
 * When the rewriting thread falls behind, rounds pile up. What they hold is bounded: beyond hold_bytes stacks are cut
 * to SHORT_STACK_BYTES as they are copied, so that samples keep their innermost frames; beyond a quarter more the rings
 * are left alone, and the kernel drops samples and says how many. Both are counted. */
#ifndef RECORD_ROUND_QUEUE_H
#define RECORD_ROUND_QUEUE_H

#include <sys/uio.h>
#include "record/round_consumer.h"

enum { SHORT_STACK_BYTES = 512 };

struct rewriting_counts {
	uint64_t nr_shortened, nr_waited;
}; /* samples whose stack was cut; rounds in which the rings were left alone */

struct rewriting;
/* Starts the thread. raw: as of sample_rewriter.begin, which is called by whoever calls this. hold_bytes: 0: 256 MiB or
 * a 16th of the memory. NULL when there is no thread to be had. */
struct rewriting *rewriting_new(const struct sample_rewriter *rewriter, const struct perf_events *raw,
				size_t hold_bytes);
/* Ends the thread; what was not taken is lost. NULL is fine. */
void rewriting_free(struct rewriting *rewriting);

/* Whether the rings should be left alone for now. wait: returns only when there is room. */
bool rewriting_is_full(struct rewriting *rewriting, bool wait);
/* Adds what is in parts (whole records; one of them may run from one part into the next) to the round that is being
 * collected. */
void rewriting_add(struct rewriting *rewriting, const struct iovec *parts, int nr_parts);
/* Hands it over; an empty one lets the one before be rewritten, and is nothing when there is none. */
void rewriting_end_round(struct rewriting *rewriting);
/* The next finished round's records, if there is one; *ret lives until the next call. */
bool rewriting_next(struct rewriting *rewriting, struct iovec *ret);
/* Waits until all that was handed over is finished. */
void rewriting_flush(struct rewriting *rewriting);
struct rewriting_counts rewriting_counts(const struct rewriting *rewriting);

/* The sample r with at most most_bytes of its stack, at `to` (which has room for r->size): its size, or 0 when there is
 * nothing to cut. */
size_t rewriting_shorten(const struct perf_events *raw, const struct record *r, size_t most_bytes, uint8_t *to);

#endif
