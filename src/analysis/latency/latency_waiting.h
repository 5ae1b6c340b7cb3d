/* Begins that wait for their end, by key: so many at most, the oldest is given up for one more. */
#ifndef ANALYSIS_LATENCY_LATENCY_WAITING_H
#define ANALYSIS_LATENCY_LATENCY_WAITING_H

#include "base/intern.h"
#include "base/u64map.h"
#include "base/vec.h"

struct latency_begin {
	uint64_t key, time_ns;
	uint32_t pid, tid, cpu;
	uint32_t comm, label; /* ids of texts */
	bool hidden;
	/* private */
	uint32_t outer, inner; /* of the same key, begun before and after; UINT32_MAX: none */
	uint32_t older, newer; /* of all that wait; UINT32_MAX: the end */
};

struct latency_waiting {
	VEC(struct latency_begin) slots;
	struct u64map by_key;            /* index of the innermost */
	uint32_t oldest, newest, unused; /* unused: linked by `outer` */
	size_t count, max;
	uint64_t nr_begun_again, nr_given_up;
};

void latency_waiting_init(struct latency_waiting *waiting, size_t max);
void latency_waiting_done(struct latency_waiting *waiting);
/* begin is copied. nested: what waits under the key goes on waiting; else it is given up. */
void latency_waiting_add(struct latency_waiting *waiting, const struct latency_begin *begin, bool nested);
/* The innermost of this key, which waits no longer; false: there is none. */
bool latency_waiting_take(struct latency_waiting *waiting, uint64_t key, struct latency_begin *ret);
/* How many wait that are not hidden. */
uint64_t latency_waiting_count(const struct latency_waiting *waiting);

#endif
