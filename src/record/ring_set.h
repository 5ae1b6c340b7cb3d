/* The rings that open events write their records to: one per CPU, or per thread when there is no CPU. */
#ifndef RECORD_RING_SET_H
#define RECORD_RING_SET_H

#include "kernel/ring.h"
#include "record/evset.h"
#include "record/ring_tally.h"

struct ring_set {
	const struct evset *evset;  /* borrowed */
	struct ring *rings; size_t count;
	struct ring_tally *tallies; /* one per ring */
	size_t *ring_of;            /* [cpu], or [thread]: which ring it has */
	size_t pages;
	bool shrunk;                /* to what may be locked in memory */
};

/* Maps the rings and directs all events of evset to them. pages: a power of two; 0: chosen by what is recorded and what is permitted.
   Returns 0, or a negative errno with err set in the words users know; ring_set_done is to be called either way. */
int ring_set_open(struct ring_set *set, const struct evset *evset, size_t pages, struct err *err);
void ring_set_done(struct ring_set *set);
/* Samples the kernel counted as lost (READ_LOST), by event; those of each ring are added to its tally. */
uint64_t ring_set_lost(struct ring_set *set, size_t event);

#endif
