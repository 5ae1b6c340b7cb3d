/* Begins that wait for their end, by key; so many at most, then the oldest is given up for a new one. Used by one
 * thread.
 *
 *     by_key[k] -> innermost -outer-> ... -outer-> outermost      begins of one key
 *     oldest -newer-> ... -newer-> newest                         all begins, as they came */
#ifndef ANALYSIS_LATENCY_LATENCY_WAITING_H
#define ANALYSIS_LATENCY_LATENCY_WAITING_H

#include "base/intern.h"
#include "base/u64map.h"
#include "base/vec.h"

/* A begin. The caller fills it up to `hidden`. */
struct latency_begin {
	uint64_t key, time_ns;
	uint32_t pid, tid, cpu;
	/* Ids of texts; the caller's. */
	uint32_t comm, label;
	/* It waits, but is not counted. */
	bool hidden;
	/* Private. Of the same key, begun before and after; UINT32_MAX: none. */
	uint32_t outer, inner;
	/* Private. Of all that wait; UINT32_MAX: the end. */
	uint32_t older, newer;
};

/* All begins that wait. Counts are of those that are not hidden, but for `count`. */
struct latency_waiting {
	VEC(struct latency_begin) slots;
	struct u64map by_key;            /* index of the innermost */
	uint32_t oldest, newest, unused; /* unused: linked by `outer` */
	size_t count, max;
	uint64_t nr_begun_again, nr_given_up;
};

/* max: so many wait at most; at least 1. */
void latency_waiting_init(struct latency_waiting *waiting, size_t max);
void latency_waiting_done(struct latency_waiting *waiting);
/* Copies begin, which waits from now on. nested: what waits under its key goes on waiting, too; else that is given
 * up (nr_begun_again). O(1). */
void latency_waiting_add(struct latency_waiting *waiting, const struct latency_begin *begin, bool nested);
/* Takes out the innermost begin of this key. False: none waits, *ret is as it was. O(1). */
bool latency_waiting_take(struct latency_waiting *waiting, uint64_t key, struct latency_begin *ret);
/* How many wait that are not hidden. Walks over all. */
uint64_t latency_waiting_count(const struct latency_waiting *waiting);

#endif
