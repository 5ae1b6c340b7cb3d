/* What came through one ring and what was lost at it. */
#ifndef RECORD_RING_RING_TALLY_H
#define RECORD_RING_RING_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>
#include "base/compiler.h"

/* Of one ring; counted by the thread that drains it. */
struct ring_tally {
	int32_t cpu, tid;    /* whose ring it is; -1: of all CPUs, of all threads */
	uint64_t size_bytes; /* of the ring, at the end */
	unsigned nr_grown;   /* times it was replaced by a larger one */
	bool overwritten;    /* losses are of the moments when it was read */
	uint64_t nr_samples;
	uint64_t nr_lost, nr_lost_records; /* what LOST records tell, and how many of them there were */
	uint64_t nr_lost_samples;          /* as the events themselves counted (READ_LOST, since Linux 6.0) */
};

struct roots;

/* Counts the records in parts, as ring_peek gave them: whole, in host byte order, from the kernel. roots (may be NULL)
 * is told which processes map code. */
void ring_tally_add(struct ring_tally *tally, const struct iovec *parts, int nr_parts, struct roots *roots);
/* All that was lost: by the events' count, or by the records where that is more (older kernels have no other). */
uint64_t ring_tally_lost(const struct ring_tally *tally);

#endif
