/* Records whose turn has not come yet: they wait until nothing older can follow them (stream/rounds.h), and are then
 * taken in order.
 *
 *     for each record:   reorder_buffer_add(&buffer, &record, rounds_turn(&buffer.rounds, time_ns), 0);
 *     at a mark:         rounds_mark(&buffer.rounds);
 *                        for (i < reorder_buffer_sort(&buffer, ...)) ... reorder_buffer_at(&buffer, i) ...
 *                        reorder_buffer_drop(&buffer); */
#ifndef STREAM_REORDER_BUFFER_H
#define STREAM_REORDER_BUFFER_H

#include "base/vec.h"
#include "perfdata/record/record.h"
#include "stream/order.h"
#include "stream/rounds.h"

/* A record that waits. The record is copied; the bytes that it points to are the caller's, and must stay until it was
 * dropped. */
struct reorder_entry {
	struct record record; /* its bytes stay where they are */
	uint64_t key;         /* its turn */
	unsigned part;        /* of what is given out in parts, each with a turn of its own: which; the caller's */
};

struct reorder_buffer {
	struct rounds rounds; /* as they are behind the last record that was added */
	VEC(struct reorder_entry) entries;
	struct order_list order, spare; /* place: the index of an entry */
};
/* Zero bytes are an empty one. */
void reorder_buffer_done(struct reorder_buffer *buffer);

static inline void reorder_buffer_add(struct reorder_buffer *buffer, const struct record *r, uint64_t key,
				      unsigned part)
{
	vec_push(&buffer->entries, ((struct reorder_entry){ *r, key, part }));
}
/* Nothing follows any more: all entries are due. */
void reorder_buffer_end(struct reorder_buffer *buffer);
/* Puts what is due at the horizon in order: of equal turn as they were added, late ones by the time that time_ns says
 * (NULL: as they were added, too). Returns how many. */
size_t reorder_buffer_sort(struct reorder_buffer *buffer, uint64_t (*time_ns)(const void *ctx, const struct record *r),
			   const void *ctx);
/* The i-th that is due, until the next record is added. */
static inline struct reorder_entry *reorder_buffer_at(const struct reorder_buffer *buffer, size_t i)
{
	return &buffer->entries.items[buffer->order.items[i].place];
}
/* Forgets what was due. */
void reorder_buffer_drop(struct reorder_buffer *buffer);

#endif
