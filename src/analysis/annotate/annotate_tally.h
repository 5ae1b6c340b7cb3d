/* Samples by address, before anybody asked what is at these addresses: a part of annotate.h. Each worker has a tally.
 * A place is an address in one version of an address space, for one event; it is resolved once, when all samples are
 * counted, not with each sample.
 *
 *     annotate_tally_add(&worker->tally, &mode, sample->ip, event, period);      each sample
 *     annotate_tally_flush(&worker->tally);                                      before it is read
 *     annotate_tally_append(&worker->tally, &places);
 *     ... annotate_tally_space(&worker->tally, annotate_place_key(&place)) ... */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_TALLY_H
#define ANALYSIS_ANNOTATE_ANNOTATE_TALLY_H

#include "base/u64map.h"
#include "base/vec.h"
#include "frame/resolver_mode.h"

/* Words, so that sort_words can order them. */
struct annotate_place {
	uint64_t mode_event; /* 1 + (key of the resolver's mode << 24 | event); 0: the slot is free */
	uint64_t ip;
	uint64_t nr_samples, period;
};
_Static_assert(sizeof(struct annotate_place) == 4 * sizeof(uint64_t), "sorted as words");
struct annotate_places {
	VEC(struct annotate_place) list;
};

enum {
	ANNOTATE_EVENT_BITS = 24,
	ANNOTATE_QUEUE = 32, /* samples whose slots are being fetched */
	ANNOTATE_KNOWN = 64
};

/* Starts zeroed. */
struct annotate_tally {
	struct annotate_place *slots;
	unsigned bits;
	size_t count;
	struct {
		uint64_t mode_event, ip, period;
	} queue[ANNOTATE_QUEUE];
	unsigned nr_queued;
	struct u64map spaces;           /* key -> struct space_version */
	uint64_t known[ANNOTATE_KNOWN]; /* 1 + key: some of those in spaces */
};
void annotate_tally_done(struct annotate_tally *tally);

/* Adds a sample. event: below 2^ANNOTATE_EVENT_BITS. The space must live as long as the tally is read. */
void annotate_tally_add(struct annotate_tally *tally, const struct resolver_mode *mode, uint64_t ip, uint32_t event,
			uint64_t period);
/* Puts what waits into the table: what follows sees all samples. */
void annotate_tally_flush(struct annotate_tally *tally);
/* Appends the places that have samples, in no order. */
void annotate_tally_append(const struct annotate_tally *tally, struct annotate_places *ret);
/* Multiplies all weights by factor (0 to 1), rounding down. */
void annotate_tally_decay(struct annotate_tally *tally, double factor);

/* The parts of a place. The space of a key is found in the tally that counted it, or in one that was merged with it. */
static inline uint64_t annotate_place_key(const struct annotate_place *place)
{
	return (place->mode_event - 1) >> ANNOTATE_EVENT_BITS;
}
static inline uint32_t annotate_place_event(const struct annotate_place *place)
{
	return (uint32_t)((place->mode_event - 1) & ((1u << ANNOTATE_EVENT_BITS) - 1));
}
/* Puts the spaces that another tally knows to one's own. */
void annotate_tally_merge_spaces(struct annotate_tally *tally, const struct annotate_tally *from);
/* Where addresses of the key are looked up. */
struct resolver_mode annotate_tally_mode(const struct annotate_tally *tally, uint64_t key);

#endif
