/* Reads what open counters have counted into struct counts: the events of a group in one read, and those that a
 * sampler leads from its ring, without any. */
#ifndef COUNT_COUNT_READER_H
#define COUNT_COUNT_READER_H

#include "count/sampler.h"
#include "event/attr/counts.h"
#include "record/evset/evset.h"

struct count_reader {
	const struct evset *evset; /* borrowed; its events were opened with counting */
	struct sampler *sampler;   /* borrowed; whose events lead the gathered ones; NULL: none */
	uint64_t *buffer;          /* for the largest group */
	size_t buffer_words;
};

/* Makes a buffer for the largest group. Both pointers are borrowed until count_reader_done. */
void count_reader_init(struct count_reader *reader, const struct evset *evset, struct sampler *sampler);
void count_reader_done(struct count_reader *reader);
/* Says in counts which events are counted where, and which this machine does not have. counts has the evset's numbers
 * of events, CPUs and threads; counters that could not be opened on any of them are COUNTS_NOT_SUPPORTED. Tool events
 * are open on the first CPU. */
void count_reader_describe(const struct count_reader *reader, struct counts *counts);
/* Whether the sampler leads all events that are open. */
bool count_reader_is_sampled(const struct count_reader *reader);
/* All counts since the events were enabled, children that have ended included. A counter that cannot be read (a pinned
 * event that found no place) stays zero. Cells of tool events are left alone. newest: what the sampler wrote last is
 * wanted, as of the last beat of its period. True when all counts are such; without anything new they are read as ever.
 */
bool count_reader_read(struct count_reader *reader, struct counts *counts, bool newest);

#endif
