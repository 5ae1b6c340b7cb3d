/* What the counters of groups counted between two samples that read them (PERF_SAMPLE_READ). Filled by one pass over
 * the samples in order of time (session_split_group_reads), only read afterwards: any number of threads may ask. */
#ifndef SESSION_GROUP_READS_H
#define SESSION_GROUP_READS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"

struct group_reads {
	struct u64map first; /* turn of a sample -> index of its first difference; one for each value it read */
	VEC(uint64_t) deltas;
	struct u64map before; /* (counter, thread) -> value last read; empty once all samples are in */
};

/* Whether the sample has values of its group with the ids of their counters: only then they can be told apart. */
static inline bool sample_reads_group(const struct sample *sample, uint64_t read_format)
{
	return sample->present & SAMPLE_READ && read_format & READ_ID;
}
/* Whether some event's samples do. */
bool group_reads_are_there(const struct perf_events *events);
/* The next sample in order of time; one that reads no group is left out. */
void group_reads_add(struct group_reads *reads, const struct sample *sample);
/* For samples that come once, in order of time for each counter: what each value counted since it was read before, in
 * *ret, which lives until the next call. False: it reads no group. */
bool group_reads_step(struct group_reads *reads, const struct sample *sample, const uint64_t **ret);
/* All samples are in. */
void group_reads_end(struct group_reads *reads);
/* What each of the sample's values counted, in their order; NULL: the sample was not added. */
const uint64_t *group_reads_find(const struct group_reads *reads, uint64_t turn);
/* Frees the object itself too, which must come from xcalloc. */
void group_reads_free(struct group_reads *reads); /* NULL is fine */

#endif
