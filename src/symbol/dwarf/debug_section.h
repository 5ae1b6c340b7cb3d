/* One section of debug information. Those that are stored as they are get read in pieces, only where somebody looks: of
 * a gigabyte of debug information a profile asks for a few percent. Compressed and relocated ones are there as a whole.
 */
#ifndef SYMBOL_DWARF_DEBUG_SECTION_H
#define SYMBOL_DWARF_DEBUG_SECTION_H

#include <stdatomic.h>
#include "base/cursor.h"
#include "symbol/file/image.h"

/* One of three: empty; whole (bytes); in pieces (have, mapping, blob). */
struct debug_section {
	/* size_bytes bytes and a NUL. What debug_section_need has not been asked for reads as zeroes. */
	const uint8_t *data;
	size_t size_bytes;
	_Atomic uint8_t *have; /* per piece; NULL: all is there */
	_Atomic bool complete; /* likewise */
	uint8_t piece_bits;    /* a piece is 1 << piece_bits bytes */
	/* Where pieces are read from, at file_off and further. */
	const struct blob *blob;
	uint64_t file_off;
	void *mapping;      /* of the pieces; NULL: the data is in bytes */
	struct bytes bytes; /* owned, of a section that is here as a whole */
};

/* Opens the section at `place`; empty when it has no content. The blob must live as long as the section. */
void debug_section_open(struct debug_section *section, const struct image *image, const struct image_section *place);
/* Takes the bytes over. */
void debug_section_of_bytes(struct debug_section *section, struct bytes *bytes);
/* Leaves it empty. */
void debug_section_done(struct debug_section *section);

/* The slow part of debug_section_need: reads pieces that are absent. Thread safe. */
void debug_section_fetch(struct debug_section *section, uint64_t offset, uint64_t size_bytes);
/* Makes sure that these bytes can be read; what lies behind the section's end is left out. */
static inline void debug_section_need(struct debug_section *section, uint64_t offset, uint64_t size_bytes)
{
	if (section->have && !atomic_load_explicit(&section->complete, memory_order_acquire))
		debug_section_fetch(section, offset, size_bytes);
}

/* Of all of it, at offset; limited to [offset, end). In error when that is not within the section. */
static inline struct cursor debug_section_cursor(const struct debug_section *section, uint64_t offset, uint64_t end,
						 bool swap)
{
	struct cursor c = cursor_of(section->data, MIN(end, (uint64_t)section->size_bytes), swap);
	if (offset > c.size) c.error = true;
	else c.pos = offset;
	return c;
}

/* Copies bytes of a section that is read in pieces, without keeping them: for who passes over all of it once. False:
 * they cannot be read. */
bool debug_section_peek(const struct debug_section *section, uint64_t offset, void *to, size_t size_bytes);

/* A NUL-terminated text, NULL when the offset lies behind the end. */
const char *debug_section_text(struct debug_section *section, uint64_t offset);

#endif
