/* Where a value is while a program runs, as one location expression says (DWARF 5, sections 2.5 and 2.6).
 *
 *     DW_OP_reg5                 DEBUG_PLACE_REGISTER  5           the value is in the register
 *     DW_OP_breg7 16             DEBUG_PLACE_MEMORY    7, 16       in memory, 16 bytes from where the register points
 *     DW_OP_fbreg -20            DEBUG_PLACE_MEMORY    CFA, -20    the same from the frame base, an expression of its
 * own DW_OP_addr 0x4010          DEBUG_PLACE_ADDRESS   0x4010      in memory, at an address DW_OP_breg3 8, stack_value
 * DEBUG_PLACE_VALUE     3, 8        the value is what the register has, plus 8 DW_OP_lit5, stack_value
 * DEBUG_PLACE_CONSTANT  5           the compiler knows the value
 *
 * What is computed of several things has no such place. */
#ifndef SYMBOL_DWARF_DEBUG_PLACE_H
#define SYMBOL_DWARF_DEBUG_PLACE_H

#include "symbol/dwarf/debug_location.h"

/* In place of a register's number: the address of the call frame (DW_OP_call_frame_cfa). */
#define DEBUG_REGISTER_CFA UINT64_MAX

enum debug_place_kind {
	DEBUG_PLACE_REGISTER,
	DEBUG_PLACE_MEMORY,
	DEBUG_PLACE_ADDRESS,
	DEBUG_PLACE_VALUE,
	DEBUG_PLACE_CONSTANT,
	DEBUG_PLACE_THREAD, /* of each thread, vaddr bytes into the object's block of such variables */
};

struct debug_place {
	enum debug_place_kind kind;
	uint64_t reg;    /* DWARF's number, or DEBUG_REGISTER_CFA */
	int64_t offset;  /* from the register, in bytes */
	uint64_t vaddr;  /* of ADDRESS; of CONSTANT the value; of THREAD the offset */
	bool is_indexed; /* ADDRESS: vaddr is an index into the unit's addresses (debug_unit_indexed_vaddr) */
	/* Of a variable in several parts (DW_OP_piece): which bytes of it; 0 and 0: all. */
	uint64_t piece_off, piece_bytes;
};

struct debug_expression {
	bool swap; /* numbers are of the other byte order */
	uint8_t address_size, offset_size;
	const uint8_t *data;
	size_t size_bytes;         /* 0: optimised out */
	const uint8_t *frame_base; /* of the function, an expression too; what DW_OP_fbreg is relative to */
	size_t frame_base_bytes;   /* 0: not known */
};

/* The one place of all of the value. -ENOENT: optimised out. -ENOTSUP: computed otherwise, in parts, or THREAD.
 * -EBADMSG: cut off. ret is only written when it is 0. */
int debug_place_read(const struct debug_expression *expression, struct debug_place *ret) _warn_unused_;
/* The parts that have a place, at most max; one for a whole value. Returns how many. */
unsigned debug_places_read(const struct debug_expression *expression, struct debug_place *ret, unsigned max);

#endif
