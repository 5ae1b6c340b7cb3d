/* How many threads ran at a time (upstream's "parallelism"): a step function made of the moments at which threads
 * began and ceased to run, filled once in order of time and only read afterwards, by any number of threads.
 *
 *     threads   A ======----======       begins, ends, begins ...
 *               B    =========
 *     steps     1  2   1  2  1           parallelism_find
 *
 * A thread whose first moment is an end ran since the recording began: what ran then is not recorded. One that has
 * samples and no moments never left its CPU. */
#ifndef SESSION_PARALLELISM_H
#define SESSION_PARALLELISM_H

#include "base/u64map.h"
#include "base/vec.h"

/* From this time on (ns of the samples' clock) so many threads ran. */
struct parallelism_step {
	uint64_t from_ns;
	int64_t nr_running;
};

/* Zeroed: no moments. Freed by parallelism_free, which takes memory of xcalloc. */
struct parallelism {
	VEC(struct parallelism_step) steps; /* behind parallelism_end: the first is from 0 */
	struct u64map threads;              /* tid (or CPU) -> whether it runs; empty behind parallelism_end */
	int64_t nr_running;                 /* without those that ran at the beginning */
	int64_t nr_at_first;
};

/* Moments, in order of time: the thread (or CPU, where these are what is told apart) begins to run, ceases to run or
 * ends, or is new and does not run yet. What a thread does already changes nothing, so that lost records do no lasting
 * harm. */
void parallelism_begins(struct parallelism *p, uint64_t time_ns, uint32_t tid);
void parallelism_ends(struct parallelism *p, uint64_t time_ns, uint32_t tid);
void parallelism_is_new(struct parallelism *p, uint32_t tid);
/* The thread has samples: where nothing else is known of it, it ran all the time. Behind the last moment. */
void parallelism_has_samples(struct parallelism *p, uint32_t tid);
/* All moments are in. */
void parallelism_end(struct parallelism *p);
void parallelism_free(struct parallelism *p); /* NULL is fine */

/* The index of the last step that is not behind time_ns; near: an index to begin at, any one. */
uint32_t parallelism_step_at(const struct parallelism *p, uint64_t time_ns, uint32_t near);
/* How many threads ran at time_ns, at least 1: whoever asks did. *near: where the answer before was found, 0 at first;
 * each thread has its own. */
static inline uint32_t parallelism_find(const struct parallelism *p, uint64_t time_ns, uint32_t *near)
{
	*near = parallelism_step_at(p, time_ns, *near);
	int64_t nr_running = p->steps.items[*near].nr_running;
	if (nr_running < 1) return 1;
	return nr_running < UINT32_MAX ? (uint32_t)nr_running : UINT32_MAX;
}

#endif
