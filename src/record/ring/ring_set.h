/* The buffers that open events write their records to: one per CPU, or per thread when there is no CPU; the overwritten
 * ones apart. */
#ifndef RECORD_RING_RING_SET_H
#define RECORD_RING_RING_SET_H

#include "record/ring/buffer.h"
#include "record/evset/evset.h"

/* All rings of an evset. buffers are at fixed addresses, as threads hold on to them. */
struct ring_set {
	const struct evset *evset; /* borrowed */
	struct buffer **buffers;
	size_t count;
	size_t *buffer_of; /* as evset->fds: which buffer an event writes to */
	size_t pages;      /* of each at the beginning */
	bool shrunk;       /* to what may be locked in memory */
};

/* How large the rings are to be (-m). */
struct ring_set_options {
	/* a power of two; 0: chosen by what is recorded and what is permitted, and larger once that turns out too small
	 */
	size_t pages;
	size_t first_pages; /* a power of two: what to begin with instead, for tests of growing; 0: chosen */
};

/* Maps the rings and directs all events of evset to them. Returns 0, or a negative errno with err set in the words
 * users know; ring_set_done is to be called either way. */
int ring_set_open(struct ring_set *set, const struct evset *evset, const struct ring_set_options *options,
		  struct err *err);
void ring_set_done(struct ring_set *set);
/* Samples the kernel counted as lost (READ_LOST), by event; those of each buffer are added to its tally. */
uint64_t ring_set_lost(struct ring_set *set, size_t event);

#endif
