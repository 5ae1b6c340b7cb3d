/* Memory that lives and dies together: allocate, never free singly. Not thread safe: one arena per thread. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include "base/compiler.h"

struct arena_block;
struct arena {
	struct arena_block *blocks; /* newest first */
	struct arena_block *spares; /* that a reset has kept */
	uint8_t *next, *end;
	size_t size_bytes; /* held in all */
	bool is_large;
};

void arena_init(struct arena *arena);
void arena_init_large(struct arena *arena); /* for megabytes: huge pages from the first block on */
void arena_done(struct arena *arena);       /* frees all; the arena is empty and usable again */
void arena_reset(struct arena *arena); /* forgets all but keeps the newest block, and those of its size, for reuse */
void *arena_alloc_slow(struct arena *arena, size_t size_bytes);

/* size_bytes of uninitialised memory, 8-byte aligned. */
static inline void *arena_alloc(struct arena *arena, size_t size_bytes)
{
	size_bytes = (size_bytes + 7) & ~(size_t)7;
	if (likely(size_bytes - 1 < (size_t)(arena->end - arena->next))) { /* 0 bytes: slow, as there may be no block */
		void *p = arena->next;
		arena->next += size_bytes;
		return p;
	}
	return arena_alloc_slow(arena, size_bytes);
}
void *arena_zalloc(struct arena *arena, size_t size_bytes);
void *arena_memdup(struct arena *arena, const void *data, size_t size_bytes);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t size_bytes); /* NUL-terminated copy */
char *arena_printf(struct arena *arena, const char *format, ...) _printf_(2, 3);

#endif
