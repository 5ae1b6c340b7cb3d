/* Events that workers make of samples, a batch at a time, on their way to an analysis that goes through time.
 *
 * Where an event is a few words and nothing else, session_gather is cheaper. These are for events with texts or frames
 * of call chains: what they need of both is kept with their batch, which is used again for others once it was given
 * out. */
#ifndef ANALYSIS_PASS_EVENT_BATCH_H
#define ANALYSIS_PASS_EVENT_BATCH_H

#include "base/outbuf.h"
#include "base/pool.h"
#include "base/vec.h"
#include "session/session.h"

struct frame;

/* What a worker made of one batch of samples. Texts and frames move while it is filled: events have offsets until it is
 * finished. */
struct event_batch {
	void *events; /* count of event_size_bytes each */
	size_t count, capacity, event_size_bytes;
	struct outbuf texts;              /* with a NUL behind each */
	VEC(const struct frame *) frames; /* the resolvers' */
};

/* Begins what a pass has as its ctx, so that the worker's functions need nothing else to find their batch. */
struct event_batches {
	size_t event_size_bytes;
	/* Gives out a batch, in order of time, on one thread at a time; it lives until this returns. Nonzero stops the
	 * pass, and is what it returns */
	int (*give)(struct event_batches *batches, struct event_batch *batch);
	struct pool unused;           /* private */
	struct event_batch **current; /* private: by worker index */
};
#define EVENT_BATCHES_INIT(event, give_batch)                                                \
	{                                                                                    \
		.event_size_bytes = sizeof(event), .give = (give_batch), .unused = POOL_INIT \
	}

/* session_samples_ordered, with batches: samples->ctx begins with them, the functions of samples that are about batches
 * get set here. Frees everything of the batches; they serve one pass. */
int event_batches_visit(struct event_batches *batches, struct session *session, struct sample_visitor *samples,
			struct err *err) _warn_unused_;

/* The batch that this worker fills. */
static inline struct event_batch *event_batches_current(const struct event_batches *batches,
							const struct session_worker *worker)
{
	return batches->current[worker->index];
}

/* Appends one uninitialised event; it lives until the next is added. */
static inline void *event_batch_add(struct event_batch *batch)
{
	if (batch->count == batch->capacity)
		vec_grow(&batch->events, &batch->capacity, batch->count + 1, batch->event_size_bytes);
	return (uint8_t *)batch->events + batch->count++ * batch->event_size_bytes;
}

#endif
