#include "analysis/cells.h"
#include <assert.h>
#include <string.h>
#include "base/hash.h"

enum { CHUNK_TUPLES = 4096, MAX_CHUNKS = 1 << 18 };

void cells_init(struct cells *cells, unsigned width)
{
	*cells = (struct cells){ .width = width, .mask = 255 };
	cells->slots = xcalloc(cells->mask + 1, sizeof(*cells->slots));
	cells->chunks = xcalloc(MAX_CHUNKS, sizeof(*cells->chunks)); /* never moves, so that readers need no lock */
}

void cells_done(struct cells *cells)
{
	if (!cells->chunks) return;
	for (size_t i = 0; i < MAX_CHUNKS && cells->chunks[i]; i++) free(cells->chunks[i]);
	free(cells->chunks);
	free(cells->slots);
	cells->chunks = NULL;
	cells->slots = NULL;
}

const uint64_t *cells_get(const struct cells *cells, uint32_t id)
{
	return cells->chunks[id / CHUNK_TUPLES] + (size_t)(id % CHUNK_TUPLES) * cells->width;
}

static void grow(struct cells *cells)
{
	size_t mask = cells->mask * 2 + 1;
	uint32_t *slots = xcalloc(mask + 1, sizeof(*slots));
	for (uint32_t id = 0; id < cells->count; id++) {
		size_t at = hash_words(cells_get(cells, id), cells->width) & mask;
		while (slots[at]) at = (at + 1) & mask;
		slots[at] = id + 1;
	}
	free(cells->slots);
	cells->slots = slots;
	cells->mask = mask;
}

uint32_t cells_id(struct cells *cells, const uint64_t *tuple)
{
	size_t size_bytes = cells->width * sizeof(*tuple);
	uint64_t hash = hash_words(tuple, cells->width);
	spinlock_lock(&cells->lock);
	size_t at = hash & cells->mask;
	uint32_t id;
	for (; cells->slots[at]; at = (at + 1) & cells->mask) {
		id = cells->slots[at] - 1;
		if (memcmp(cells_get(cells, id), tuple, size_bytes) == 0) goto out;
	}
	id = cells->count;
	assert(id / CHUNK_TUPLES < MAX_CHUNKS);
	if (!cells->chunks[id / CHUNK_TUPLES]) cells->chunks[id / CHUNK_TUPLES] = xmalloc(CHUNK_TUPLES * size_bytes + 1);
	memcpy(cells->chunks[id / CHUNK_TUPLES] + (size_t)(id % CHUNK_TUPLES) * cells->width, tuple, size_bytes);
	cells->count = id + 1;
	cells->slots[at] = id + 1;
	if ((size_t)cells->count * 2 > cells->mask) grow(cells);
out:
	spinlock_unlock(&cells->lock);
	return id;
}
