/* Reads what open counters have counted into struct counts: the events of a group in one read, and those that a
 * sampler leads from its ring, without any. */
#ifndef COUNT_COUNT_READER_H
#define COUNT_COUNT_READER_H

#include "count/sampler.h"
#include "event/attr/counts.h"
#include "record/evset/evset.h"

/* Reads the counters of one evset. Of one thread: all reads share the buffer. */
struct count_reader {
	const struct evset *evset; /* borrowed; its events were opened with counting */
	struct sampler *sampler;   /* borrowed; whose events lead the gathered ones; NULL: none */
	uint64_t *buffer;          /* for the largest group */
	size_t buffer_words;
};

/* Makes a buffer for the largest group. Both pointers are borrowed until count_reader_done. */
void count_reader_init(struct count_reader *reader, const struct evset *evset, struct sampler *sampler);
void count_reader_done(struct count_reader *reader);
/* Sets in counts which events are counted on which CPU, and which this machine does not have (COUNTS_NOT_SUPPORTED:
 * open nowhere). counts has the evset's numbers of events, CPUs and threads. Tool events count as open on every CPU
 * that is theirs, duration_time on the first alone. */
void count_reader_describe(const struct count_reader *reader, struct counts *counts);
/* Whether the sampler leads all events that are open. */
bool count_reader_is_sampled(const struct count_reader *reader);
/* Reads all counts since the events were enabled, children that have ended included, into counts. A counter that
 * cannot be read (a pinned event that found no place) stays zero; cells of tool events are left alone. newest: the
 * values that the sampler wrote last will do, which are as of the last beat of its period. Returns true when all
 * counts are such; where the sampler has nothing new, counters are read. */
bool count_reader_read(struct count_reader *reader, struct counts *counts, bool newest);

#endif
