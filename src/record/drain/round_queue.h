/* Rounds of records on their way through a round_consumer: copied out of the rings by the draining thread, given to the
 * consumer by a thread of the queue's own, and, where the consumer rewrites them, written to the file by the draining
 * thread again.
 *
 *   draining thread                       consuming thread
 *   rings -> round: round_queue_add
 *   round_queue_end_round --------------> round(n), due(n - 1)
 *   round_queue_next: to the file <------ out
 *
 * A round is due when the next one was seen: what is in it is not older than what is still in some ring.
 *
 * When the consumer falls behind, rounds pile up. What they hold is bounded: beyond hold_bytes stacks are cut to
 * SHORT_STACK_BYTES as they are copied, so that samples keep their innermost frames; beyond a quarter more the rings
 * are left alone, and the kernel drops samples and says how many. Both are counted. */
#ifndef RECORD_DRAIN_ROUND_QUEUE_H
#define RECORD_DRAIN_ROUND_QUEUE_H

#include <sys/uio.h>
#include "record/drain/round_consumer.h"

/* What is left of a stack when rounds pile up. */
enum { SHORT_STACK_BYTES = 512 };

/* What falling behind has cost. */
struct round_queue_counts {
	uint64_t nr_shortened; /* samples whose stack was cut */
	uint64_t nr_waited;    /* rounds in which the rings were left alone */
};

struct round_queue;
/* Starts the thread. raw: as of round_source, which is called by whoever calls this. hold_bytes: 0: 256 MiB or
 * a 16th of the memory. NULL when there is no thread to be had. */
struct round_queue *round_queue_new(const struct round_consumer *consumer, const struct perf_events *raw,
				    size_t hold_bytes);
/* Ends the thread; what was not taken is lost. NULL is fine. */
void round_queue_free(struct round_queue *queue);

/* Whether the rings should be left alone for now. wait: returns only when there is room. */
bool round_queue_is_full(struct round_queue *queue, bool wait);
/* Adds what is in parts (whole records; one of them may run from one part into the next) to the round that is being
 * collected. */
void round_queue_add(struct round_queue *queue, const struct iovec *parts, int nr_parts);
/* Hands it over; an empty one makes the one before due, and is nothing when there is none. */
void round_queue_end_round(struct round_queue *queue);
/* What the next finished round became, if there is one; *ret lives until the next call. None without rewrites. */
bool round_queue_next(struct round_queue *queue, struct iovec *ret);
/* Waits until all that was handed over is finished. */
void round_queue_flush(struct round_queue *queue);
struct round_queue_counts round_queue_counts(const struct round_queue *queue);

/* The sample r with at most most_bytes of its stack, at `to` (which has room for r->size): its size, or 0 when there is
 * nothing to cut. */
size_t round_queue_shorten(const struct perf_events *raw, const struct record *r, size_t most_bytes, uint8_t *to);

#endif
