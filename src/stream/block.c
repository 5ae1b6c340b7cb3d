/* Closing one block and opening the next; what runs once a record is inline in block.h. */
#include "stream/block.h"

void blocks_init(struct blocks *blocks, size_t target_size_bytes)
{
	*blocks = (struct blocks){ .target_size_bytes = target_size_bytes };
}

void blocks_done(struct blocks *blocks)
{
	vec_done(&blocks->all);
	blocks->open = false;
}

/* Opens a block with the record as its first; blocks_add counts it. The pointer is valid until the next block is added.
 */
struct block *blocks_begin(struct blocks *blocks, const struct record *r, uint64_t ordinal, const struct rounds *rounds)
{
	struct block *block = vec_add(&blocks->all);
	*block = (struct block){ .run = { .data = r->data, .file_off = r->file_off },
				 .first_ordinal = ordinal,
				 .min_ns = UINT64_MAX,
				 .min_other_ns = UINT64_MAX,
				 .rounds = *rounds };
	blocks->open = true;
	return block;
}
