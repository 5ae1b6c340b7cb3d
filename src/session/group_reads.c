/* Differences of group counters: for each sample with PERF_SAMPLE_READ and a read_format that has ids, value now minus
 * value when the same counter was read before.
 *
 *     sample (turn)   id 7, id 8      deltas
 *     0               100, 10         100, 10      the first read counts from zero
 *     1               150, 10          50,  0
 *     2               170, 25          20, 15
 *
 * `first` maps a turn to the index of its first delta, so a look-up is one hash access whatever the order of asking. */
#include "session/group_reads.h"

#include "base/hash.h"
#include "perfdata/record/events.h"

void group_reads_free(struct group_reads *reads)
{
	if (!reads) return;
	u64map_done(&reads->first);
	u64map_done(&reads->before);
	vec_done(&reads->deltas);
	free(reads);
}

bool group_reads_are_there(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (attr->sample_type & SAMPLE_READ && attr->read_format & READ_ID) return true;
	}
	return false;
}

void group_reads_end(struct group_reads *reads)
{
	u64map_done(&reads->before);
	reads->before = (struct u64map)U64MAP_INIT;
}

/* Appends what each value of the sample counted. */
static void add_deltas(struct group_reads *reads, const struct sample *sample)
{
	const struct event_attr *attr = &sample->event->attr;
	/* an inherited counter counts for each thread by itself */
	uint64_t thread = attr->flags & ATTR_INHERIT && sample->present & SAMPLE_TID ? (uint64_t)sample->tid + 1 : 0;
	for (uint32_t i = 0; i < sample->nr_read; i++) {
		uint64_t id = sample->read[i].id;
		/* a counter that was not read yet starts at 0 (new values of the map are 0) */
		uint64_t *before = u64map_put(&reads->before, thread ? hash_pair(id, thread) : id, NULL);
		vec_push(&reads->deltas, sample->read[i].value - *before);
		*before = sample->read[i].value;
	}
}

void group_reads_add(struct group_reads *reads, const struct sample *sample)
{
	if (!sample_reads_group(sample, sample->event->attr.read_format)) return;
	*u64map_put(&reads->first, sample->turn, NULL) = reads->deltas.count;
	add_deltas(reads, sample);
}

bool group_reads_step(struct group_reads *reads, const struct sample *sample, const uint64_t **ret)
{
	if (!sample_reads_group(sample, sample->event->attr.read_format)) return false;
	vec_clear(&reads->deltas);
	add_deltas(reads, sample);
	*ret = reads->deltas.items;
	return true;
}

const uint64_t *group_reads_find(const struct group_reads *reads, uint64_t turn)
{
	const uint64_t *first = u64map_find(&reads->first, turn);
	return first ? reads->deltas.items + *first : NULL;
}
