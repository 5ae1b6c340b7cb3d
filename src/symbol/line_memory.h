/* Answers about lines and inlined calls of one object: those of earlier runs, out of the cache, and the new ones of
 * this run, which symbol_store_keep stores. Addresses are those of the debug information (vaddr). */
#ifndef SYMBOL_LINE_MEMORY_H
#define SYMBOL_LINE_MEMORY_H

#include <pthread.h>
#include "symbol/dwarf/debug_file.h"
#include "symbol/kept/kept_lines.h"
#include "symbol/object_lines.h"

struct line_memory {
	/* Key of the debug information's file; 0: nothing is kept. */
	uint64_t key;
	struct kept_lines frames, lines; /* lines: of code whose functions nobody asked for */
	pthread_mutex_t lock;            /* of what is new */
	/* New answers: item i of frames_at is where item i of new_frames is true; likewise lines. */
	VEC(struct debug_range) frames_at, lines_at;
	VEC(const struct code_frames *) new_frames; /* NULL: nothing is known */
	VEC(struct source_line) new_lines;
	struct u64map seen_lines; /* where pieces in lines_at begin */
};

/* file: the object's debug information; NULL: there is none, and nothing is kept. Under the object's lock. */
void line_memory_init(struct line_memory *memory, const struct object *object, const struct debug_file *file);
void line_memory_done(struct line_memory *memory);
/* The answer if it is kept, as kept_lines_find. */
static inline bool line_memory_find(const struct line_memory *memory, uint64_t vaddr, kept_frame_list *frames)
{
	return memory->frames.nr_pieces && kept_lines_find(&memory->frames, vaddr, frames);
}
/* Only the line. */
static inline bool line_memory_find_line(const struct line_memory *memory, uint64_t vaddr, struct kept_frame *ret)
{
	if (memory->lines.nr_pieces && kept_lines_find_innermost(&memory->lines, vaddr, ret)) return true;
	return memory->frames.nr_pieces && kept_lines_find_innermost(&memory->frames, vaddr, ret);
}
/* An answer, and where it is true; frames live as long as the object. Thread safe. */
void line_memory_add(struct line_memory *memory, const struct debug_range *where, const struct code_frames *frames);
void line_memory_add_line(struct line_memory *memory, const struct debug_range *where, const struct source_line *line);

/* All answers as bytes for the cache, those of earlier runs included; caller frees. NULL: there is nothing new that is
 * worth it. */
void *line_memory_make(struct line_memory *memory, struct debug_file *file, bool lines_only, size_t *ret_size_bytes);

#endif
