/* Counts that arrive without being asked for: on each CPU a clock event leads the gathered counters
 * (record/evset/gather.h) and writes all their values to a ring at every interval. Reading the counters of another CPU
 * would interrupt it and wait for its answer, which at short intervals is most of the time that counting takes. */
#ifndef COUNT_SAMPLER_H
#define COUNT_SAMPLER_H

#include "kernel/ring.h"
#include "kernel/target.h"

/* All zero: there is none. Indices are those of target->cpus. */
struct sampler {
	size_t nr_cpus;
	int *fds;           /* [cpu] */
	struct ring *rings; /* [cpu] */
};

/* One event and ring on each CPU of target, disabled. 0 or -errno; then nothing is open, and counters can be read as
 * ever. */
int sampler_open(struct sampler *sampler, const struct target *target, uint64_t period_ns);
void sampler_close(struct sampler *sampler); /* also of one that is all zero */
void sampler_enable(const struct sampler *sampler, bool on);
/* The events go on leading theirs, but write nothing any more. */
void sampler_silence(const struct sampler *sampler);
/* The newest values of a CPU, in the layout of a group's read(2) (perf_event_open(2), "Reading results", without ids),
 * the clock's own first; into buffer; NULL when there are none since the last call. */
const uint64_t *sampler_newest(struct sampler *sampler, size_t cpu, uint64_t *buffer, size_t buffer_words,
			       size_t *ret_words);

#endif
