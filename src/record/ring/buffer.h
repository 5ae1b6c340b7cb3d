/* What the events of one CPU (or thread) write to: a ring, and while it grows a larger one beside it.
 *
 * A ring that fills faster than it is drained is replaced by a larger one while recording goes on. Every step of that
 * may block in the kernel for tens of milliseconds, so that a thread of its own takes them:
 *
 *   draining thread                            growing thread
 *   sees a ring nearly full: buffer_judge ---> maps a larger ring
 *   drains both <-----------  BUFFER_BOTH ---- publishes it, then directs event after event to it
 *   drains the old one a last time <- _QUIET - has waited until nobody can be writing to the old one
 *   goes on with the new one ----------------> unmaps the old one
 *   joins it <---------------- _GROWN -------- ends
 *
 * No record is lost: the kernel changes an event's ring in one step. None is read too late: each round (drain_round)
 * takes what is in both rings, so that a record is at most one round late, as it may be between CPUs, and
 * FINISHED_ROUND holds. What is read of an event without a time cannot be put in order again: buffers of such events do
 * not grow. */
#ifndef RECORD_RING_BUFFER_H
#define RECORD_RING_BUFFER_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include "base/vec.h"
#include "event/attr/attr.h"
#include "kernel/ring.h"
#include "record/ring/ring_tally.h"

/* The steps of growing, in this order; back to ONE when the thread was joined. */
enum buffer_state { BUFFER_ONE, BUFFER_OPENING, BUFFER_BOTH, BUFFER_QUIET, BUFFER_CLOSING, BUFFER_GROWN };

/* A ring with all that writes to it. tally, strain and lost_records_seen are the draining thread's alone; state hands
 * the rings from one thread to the other, as the picture shows. */
struct buffer {
	struct ring ring;  /* being drained; the older one while there are two */
	struct ring newer; /* from BUFFER_BOTH on */
	struct ring old;   /* after BUFFER_QUIET: the growing thread's to unmap */
	struct ring_tally tally;
	int32_t cpu;    /* -1: of a thread */
	bool backward;  /* overwritten by the kernel, newest first: read only when it is paused */
	VEC(int) fds;   /* the events that write here; borrowed */
	bool has_trace; /* the first of them traces: an area lies behind the ring, which then stays as it is */
	/* a dummy event that the ring is mapped through, so that the others can leave it; -1: fds[0] is it */
	int holder_fd;
	size_t max_bytes; /* what it may grow to */
	int32_t clockid;
	bool use_clockid; /* of the events: a ring has one clock */

	unsigned strain; /* how often it was found nearly full, and how full */
	uint64_t lost_records_seen;
	unsigned growth; /* by which factor it grows just now */
	_Atomic(enum buffer_state) state;
	pthread_t thread; /* from BUFFER_OPENING to BUFFER_GROWN */
	sem_t drained;    /* the old ring is */
	atomic_bool stop;
};

/* Maps a ring of nr_pages for the events in buffer->fds (at least one) and directs them all to it. max_bytes: 0: it
 * never grows. 0 or -errno as ring_open; -EINVAL of event_set_output is passed on. */
int buffer_open(struct buffer *buffer, size_t nr_pages, size_t max_bytes);
/* Waits for the growing thread, if there is one, and unmaps everything. */
void buffer_close(struct buffer *buffer);

/* After a round in which taken_bytes were there at once: grows it when it is near loss. For the draining thread alone.
 */
void buffer_judge(struct buffer *buffer, size_t taken_bytes);
/* The state as this round has to see it: take it before the rings are looked at. */
static inline enum buffer_state buffer_state(const struct buffer *buffer)
{
	return atomic_load_explicit(&buffer->state, memory_order_acquire);
}
/* After a round that began in BUFFER_QUIET and took all of the old ring. */
void buffer_leave_old(struct buffer *buffer);
/* By which factor a buffer should grow from which that much was taken; 0: not at all. For buffer_judge and its test. */
unsigned buffer_strain(struct buffer *buffer, size_t taken_bytes);

#endif
