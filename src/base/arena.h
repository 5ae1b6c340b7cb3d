/* An arena: memory that is allocated piece by piece and freed all at once (bump allocation).
 *
 *     struct arena arena;
 *     arena_init(&arena);
 *     char *text = arena_printf(&arena, "%s-%u", name, number);
 *     ...
 *     arena_done(&arena);      frees everything; single pieces are never freed
 *
 * Pieces never move: pointers stay valid until arena_done or arena_reset. No function returns NULL (out of memory
 * aborts). Not thread safe: one arena per thread. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include "base/compiler.h"

struct arena_block;
/* A zeroed struct is an empty arena, as after arena_init. The members are private to arena.c and arena_alloc. */
struct arena {
	struct arena_block *blocks; /* newest first */
	/* Blocks that arena_reset kept for reuse. */
	struct arena_block *spares;
	/* The unused rest of the newest block; both NULL before the first allocation. */
	uint8_t *next, *end;
	/* Usable bytes of all blocks, spares included. */
	size_t size_bytes;
	/* Set by arena_init_large: every block but those of single large pieces is a huge page. */
	bool is_large;
};

/* Makes an empty arena. Nothing is allocated until the first piece is. */
void arena_init(struct arena *arena);
/* The same for arenas that will hold megabytes: blocks of 2 MiB from the first one on, on huge pages if the system has
 * them. */
void arena_init_large(struct arena *arena);
/* Frees all memory. The arena is empty afterwards and may be used again, also as a large one if it was one. */
void arena_done(struct arena *arena);
/* Forgets all pieces, but keeps the newest block and the blocks of the same size for what is allocated next: a loop
 * that needs about the same amount each time soon asks malloc for nothing any more. Old pointers are invalid. */
void arena_reset(struct arena *arena);
/* Called by arena_alloc only, when the current block has too little room. */
void *arena_alloc_slow(struct arena *arena, size_t size_bytes);

/* size_bytes of uninitialised memory, aligned to 8 bytes. Size 0 is allowed and gives a pointer that is not NULL. */
static inline void *arena_alloc(struct arena *arena, size_t size_bytes)
{
	size_bytes = (size_bytes + 7) & ~(size_t)7;
	/* A size of 0 wraps around to the largest number and takes the slow path, because there may be no block yet. */
	if (likely(size_bytes - 1 < (size_t)(arena->end - arena->next))) { /* 0 bytes: slow, as there may be no block */
		void *p = arena->next;
		arena->next += size_bytes;
		return p;
	}
	return arena_alloc_slow(arena, size_bytes);
}
/* As arena_alloc, filled with zeros. */
void *arena_zalloc(struct arena *arena, size_t size_bytes);
/* Copies of data and texts. arena_strndup copies at most size_bytes of a text that may lack a NUL, and adds one. */
void *arena_memdup(struct arena *arena, const void *data, size_t size_bytes);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t size_bytes); /* NUL-terminated copy */
char *arena_printf(struct arena *arena, const char *format, ...) _printf_(2, 3);

#endif
