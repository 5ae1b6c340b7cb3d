/* Values of attributes: how they are stored (DWARF 5, section 7.5.5 and 7.5.6). */
#ifndef SYMBOL_DWARF_DEBUG_FORM_H
#define SYMBOL_DWARF_DEBUG_FORM_H

#include "base/cursor.h"
#include "symbol/dwarf/debug_constants.h"

/* What sizes of values depend on: address_size is 4 or 8; offset_size is 4 (32-bit DWARF) or 8 (64-bit DWARF), of
 * this unit. */
struct debug_encoding {
	uint8_t version, address_size, offset_size; /* offset_size: 4 or 8, of this unit */
};

/* A value as it is stored, not yet what it means: that depends on form and unit (debug_unit_text, debug_unit_vaddr,
 * debug_unit_reference). */
struct debug_value {
	uint16_t form; /* 0: absent; never indirect */
	/* Of a text: its offset or index; of blocks their size. */
	uint64_t number;
	const char *text; /* DW_FORM_string; of blocks their first byte */
};

/* An unsigned LEB128 number (DWARF 5, section 7.6); one byte is by far the most frequent length. */
static inline uint64_t debug_uleb(struct cursor *c)
{
	if (likely(c->pos < c->size && c->data[c->pos] < 0x80 && !c->error)) return c->data[c->pos++];
	return cursor_uleb128(c);
}
/* An unsigned number of 1, 2, 3, 4 or 8 bytes. */
uint64_t debug_number(struct cursor *c, unsigned size_bytes);
/* An offset into a section, of the unit's size. */
static inline uint64_t debug_offset(struct cursor *c, const struct debug_encoding *e)
{
	return e->offset_size == 8 ? cursor_u64(c) : cursor_u32(c);
}
/* The length at the start of a unit or table, which also says the size of offsets (DWARF 5, section 7.2.2). The
 * cursor is in error for the reserved values. */
uint64_t debug_initial_length(struct cursor *c, uint8_t *ret_offset_size);

/* Size of a form in bytes, or -1 when it varies or the form is unknown. */
int debug_form_size(unsigned form, const struct debug_encoding *e);
/* Reads a value; the cursor is in error when it is damaged or the form unknown. */
void debug_form_read(struct cursor *c, unsigned form, int64_t implicit, const struct debug_encoding *e,
		     struct debug_value *ret);

#endif
