/* Arena blocks.
 *
 *     newest block -> older -> older ...         arena->next/end point into the newest block
 *     [ pieces | unused ]
 *
 * Block sizes double with what the arena holds: from 16 KiB to 1 MiB, and from 2 MiB held on each block is a huge page.
 * A piece larger than a quarter of a block gets a block of its own, which is put behind the newest one, so that the
 * rest of the newest block stays in use; one of many megabytes has huge pages. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"

enum { BLOCK_FIRST = 16 << 10, BLOCK_MAX = 1 << 20, BLOCK_HUGE = 2 << 20, OWN_HUGE = 16 << 20 };

struct arena_block {
	struct arena_block *older;
	size_t size_bytes; /* of data */
	uint8_t data[] __attribute__((aligned(16)));
};

void arena_init(struct arena *arena) { *arena = (struct arena){ 0 }; }

void arena_init_large(struct arena *arena) { *arena = (struct arena){ .is_large = true }; }

static void free_blocks(struct arena_block *block)
{
	while (block) {
		struct arena_block *older = block->older;
		free(block);
		block = older;
	}
}

void arena_done(struct arena *arena)
{
	free_blocks(arena->blocks);
	free_blocks(arena->spares);
	*arena = (struct arena){ .is_large = arena->is_large };
}

void arena_reset(struct arena *arena)
{
	struct arena_block *newest = arena->blocks;
	if (!newest) return;
	struct arena_block *older = newest->older;
	newest->older = NULL;
	while (older) { /* rounds that need about the same ask the system for nothing any more */
		struct arena_block *block = older;
		older = block->older;
		if (block->size_bytes == newest->size_bytes) {
			block->older = arena->spares;
			arena->spares = block;
		} else {
			arena->size_bytes -= block->size_bytes;
			free(block);
		}
	}
	arena->next = newest->data;
	arena->end = newest->data + newest->size_bytes;
}

/* Makes a block the current one. */
static void *begin_block(struct arena *arena, struct arena_block *block, size_t size_bytes)
{
	block->older = arena->blocks;
	arena->blocks = block;
	arena->next = block->data + size_bytes;
	arena->end = block->data + block->size_bytes;
	return block->data;
}

void *arena_alloc_slow(struct arena *arena, size_t size_bytes)
{
	if (size_bytes == 0 && arena->next) return arena->next;
	size_t block_size = arena->size_bytes < BLOCK_FIRST ? BLOCK_FIRST : MIN(arena->size_bytes, (size_t)BLOCK_MAX);
	bool own = size_bytes > block_size / 4;
	if (own) block_size = size_bytes;
	/* The size would wrap around with the block's head added: ask for too much instead, so that xmalloc reports it
	 * and aborts. */
	if (unlikely(block_size > SIZE_MAX - sizeof(struct arena_block)))
		block_size = SIZE_MAX - sizeof(struct arena_block); /* xmalloc says so and aborts */
	struct arena_block *spare = own ? NULL : arena->spares;
	if (spare && spare->size_bytes >= size_bytes) {
		arena->spares = spare->older;
		return begin_block(arena, spare, size_bytes);
	}
	bool huge = !own && (arena->is_large || arena->size_bytes >= BLOCK_HUGE);
	if (huge) block_size = BLOCK_HUGE - sizeof(struct arena_block);
	huge |= own && block_size >= OWN_HUGE && block_size < SIZE_MAX - sizeof(struct arena_block);
	struct arena_block *block = huge ? xmalloc_huge(sizeof(*block) + block_size)
					 : xmalloc(sizeof(*block) + block_size);
	block->size_bytes = block_size;
	arena->size_bytes += block_size;
	if (own && arena->blocks) { /* behind the current block, whose rest stays in use */
		block->older = arena->blocks->older;
		arena->blocks->older = block;
		return block->data;
	}
	return begin_block(arena, block, size_bytes);
}

void *arena_zalloc(struct arena *arena, size_t size_bytes)
{
	return memset(arena_alloc(arena, size_bytes), 0, size_bytes); /* never NULL, not for 0 bytes either */
}

void *arena_memdup(struct arena *arena, const void *data, size_t size_bytes)
{
	void *copy = arena_alloc(arena, size_bytes);
	if (size_bytes) memcpy(copy, data, size_bytes);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text) { return arena_memdup(arena, text, strlen(text) + 1); }

char *arena_strndup(struct arena *arena, const char *text, size_t size_bytes)
{
	size_t size = strnlen(text, size_bytes);
	char *copy = arena_alloc(arena, size + 1);
	memcpy(copy, text, size);
	copy[size] = '\0';
	return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	va_list again;
	va_copy(again, args);
	int size = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(arena, size < 0 ? 1 : (size_t)size + 1);
	text[0] = '\0';
	if (size > 0) vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	return text;
}
