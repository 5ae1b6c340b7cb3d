/* A recording cut into blocks of adjacent records, the unit of work of a thread.
 *
 * A block can be walked without knowing the others: it has its bytes, the number of its first record, and the rounds as
 * they were before that (so that each record's turn can be worked out). A block ends when it has reached its size, or
 * when the next record does not follow in memory: in another mapping, or out of another compressed record.
 *
 * Blocks are filled by one thread in stream order, and only read afterwards. */
#ifndef STREAM_BLOCK_H
#define STREAM_BLOCK_H

#include "base/vec.h"
#include "perfdata/perfdata.h"
#include "stream/rounds.h"

struct block {
	struct record_run run;
	uint64_t first_ordinal; /* of its first record: records of the stream count from 0 */
	uint32_t nr_records, nr_samples;
	uint64_t min_ns, max_ns; /* of its samples with a time; min > max when there are none */
	/* of its other records of the kernel, 0 when one has no time; UINT64_MAX: there are none */
	uint64_t min_other_ns;
	struct rounds rounds; /* as they were before its first record */
};

struct blocks {
	VEC(struct block) all;
	size_t target_size_bytes; /* a block is closed when it has become this big */
	bool open;                /* the last block may still grow */
};

void blocks_init(struct blocks *blocks, size_t target_size_bytes);
void blocks_done(struct blocks *blocks);
/* Adds a record, in stream order. time_ns: (uint64_t)-1 when it has none. */
static inline void blocks_add(struct blocks *blocks, const struct record *r, uint64_t ordinal, uint64_t time_ns,
			      const struct rounds *rounds);

/* ---- inline: this runs once a record */
struct block *blocks_begin(struct blocks *blocks, const struct record *r, uint64_t ordinal,
			   const struct rounds *rounds);
/* The record follows the block's last one in memory and in the file. */
static inline bool block_continues(struct block *block, const struct record *r)
{
	struct record_run *run = &block->run;
	if (r->data != run->data + run->size_bytes) return false;
	if (likely(!run->decompressed && r->file_off == run->file_off + run->size_bytes)) return true;
	if (r->file_off != run->file_off || (!run->decompressed && block->nr_records > 1)) return false;
	run->decompressed = true; /* records out of one compressed record all have its place */
	return true;
}
static inline void blocks_add(struct blocks *blocks, const struct record *r, uint64_t ordinal, uint64_t time_ns,
			      const struct rounds *rounds)
{
	struct block *block = blocks->open ? vec_last(&blocks->all) : NULL;
	if (unlikely(!block || block->run.size_bytes >= blocks->target_size_bytes || !block_continues(block, r)))
		block = blocks_begin(blocks, r, ordinal, rounds);
	block->run.size_bytes += r->size;
	block->nr_records++;
	if (r->type == RECORD_SAMPLE) {
		block->nr_samples++;
		if (time_ns != UINT64_MAX) {
			if (time_ns < block->min_ns) block->min_ns = time_ns;
			if (time_ns > block->max_ns) block->max_ns = time_ns;
		}
	} else if (r->type < RECORD_USER_TYPE_START) {
		block->min_other_ns = time_ns == UINT64_MAX ? 0 : MIN(time_ns, block->min_other_ns);
	}
}

#endif
