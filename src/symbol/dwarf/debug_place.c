/* Reads location expressions. One operation names a place, or DW_OP_fbreg does with the frame base's one in place of a
 * register. DW_OP_stack_value behind it says that this is the value itself, DW_OP_piece that it is a part. Anything
 * else is refused: the reader wants one register or address, not a program. */
#include "symbol/dwarf/debug_place.h"

#include <errno.h>

/* A frame base is one more expression, and may be the call frame's address; one that wants a frame base is damage. */
enum { FRAME_BASE_DEPTH = 2 };

static int read_operation(const struct debug_expression *e, struct cursor *c, unsigned depth, struct debug_place *ret);

/* DW_OP_fbreg: only register and distance of the frame base count, whether it is a location or a value. */
static int read_frame_offset(const struct debug_expression *e, struct cursor *c, unsigned depth,
			     struct debug_place *place)
{
	int64_t distance = cursor_sleb128(c);
	if (!cursor_ok(c)) return -EBADMSG;
	if (depth + 1 >= FRAME_BASE_DEPTH || !e->frame_base_bytes) return -ENOTSUP;
	struct cursor base = cursor_of(e->frame_base, e->frame_base_bytes, e->swap);
	int r = read_operation(e, &base, depth + 1, place);
	if (r < 0) return r;
	if (base.pos < base.size || place->kind == DEBUG_PLACE_ADDRESS || place->kind == DEBUG_PLACE_CONSTANT)
		return -ENOTSUP;
	place->kind = DEBUG_PLACE_MEMORY;
	place->offset = (int64_t)((uint64_t)place->offset + (uint64_t)distance);
	return 0;
}

/* Operations that push a number that stands in the program; false: it is none of them. */
static bool read_constant(struct cursor *c, unsigned op, struct debug_place *place)
{
	if (op >= DW_OP_lit0 && op <= DW_OP_lit31) place->vaddr = op - DW_OP_lit0;
	else if (op == DW_OP_const1u) place->vaddr = cursor_u8(c);
	else if (op == DW_OP_const2u) place->vaddr = cursor_u16(c);
	else if (op == DW_OP_const4u) place->vaddr = cursor_u32(c);
	else if (op == DW_OP_const8u || op == DW_OP_const8s) place->vaddr = cursor_u64(c);
	else if (op == DW_OP_const1s) place->vaddr = (uint64_t)(int8_t)cursor_u8(c);
	else if (op == DW_OP_const2s) place->vaddr = (uint64_t)(int16_t)cursor_u16(c);
	else if (op == DW_OP_const4s) place->vaddr = (uint64_t)(int32_t)cursor_u32(c);
	else if (op == DW_OP_constu) place->vaddr = debug_uleb(c);
	else if (op == DW_OP_consts) place->vaddr = (uint64_t)cursor_sleb128(c);
	else return false;
	place->kind = DEBUG_PLACE_CONSTANT;
	return true;
}

/* A register's number. No machine has the largest ones, of which the last means the call frame's address here. */
static uint64_t read_register(struct cursor *c)
{
	uint64_t number = debug_uleb(c);
	return number < DEBUG_REGISTER_CFA ? number : DEBUG_REGISTER_CFA - 1;
}

/* depth 0: the variable's own expression; 1: the frame base's. */
static int read_operation(const struct debug_expression *e, struct cursor *c, unsigned depth, struct debug_place *ret)
{
	struct debug_place place = { .kind = DEBUG_PLACE_MEMORY };
	unsigned op = cursor_u8(c);
	if (op == DW_OP_addr) {
		place.kind = DEBUG_PLACE_ADDRESS;
		place.vaddr = debug_number(c, e->address_size);
	} else if (op == DW_OP_addrx || op == DW_OP_GNU_addr_index) {
		place.kind = DEBUG_PLACE_ADDRESS;
		place.is_indexed = true;
		place.vaddr = debug_uleb(c);
	} else if (op == DW_OP_fbreg) {
		int r = read_frame_offset(e, c, depth, &place);
		if (r < 0) return r;
	} else if (op == DW_OP_call_frame_cfa) {
		place.reg = DEBUG_REGISTER_CFA;
	} else if (op >= DW_OP_breg0 && op <= DW_OP_breg31) {
		place.reg = op - DW_OP_breg0;
		place.offset = cursor_sleb128(c);
	} else if (op == DW_OP_bregx) {
		place.reg = read_register(c);
		place.offset = cursor_sleb128(c);
	} else if (op >= DW_OP_reg0 && op <= DW_OP_reg31) {
		place.kind = DEBUG_PLACE_REGISTER;
		place.reg = op - DW_OP_reg0;
	} else if (op == DW_OP_regx) {
		place.kind = DEBUG_PLACE_REGISTER;
		place.reg = read_register(c);
	} else if (!read_constant(c, op, &place)) {
		return -ENOTSUP;
	}
	if (!cursor_ok(c)) return -EBADMSG;
	*ret = place;
	return 0;
}

/* DW_OP_stack_value: what would have been the address is the value. A constant is a value, or an offset in the thread's
 * variables. */
static int read_stack_value(struct cursor *c, struct debug_place *place)
{
	bool has_more = c->pos < c->size;
	unsigned next = has_more ? c->data[c->pos] : 0;
	if (place->kind == DEBUG_PLACE_CONSTANT &&
	    (next == DW_OP_form_tls_address || next == DW_OP_GNU_push_tls_address)) {
		(void)cursor_u8(c);
		place->kind = DEBUG_PLACE_THREAD;
		return 0;
	}
	if (!has_more || c->data[c->pos] != DW_OP_stack_value)
		return place->kind == DEBUG_PLACE_CONSTANT ? -ENOTSUP : 0;
	(void)cursor_u8(c);
	switch (place->kind) {
	case DEBUG_PLACE_MEMORY: place->kind = DEBUG_PLACE_VALUE; return 0;
	case DEBUG_PLACE_CONSTANT: return 0;
	default: return -ENOTSUP;
	}
}

int debug_place_read(const struct debug_expression *expression, struct debug_place *ret)
{
	struct debug_place place;
	struct cursor c = cursor_of(expression->data, expression->size_bytes, expression->swap);
	if (!expression->size_bytes) return -ENOENT;
	int r = read_operation(expression, &c, 0, &place);
	if (r == 0) r = read_stack_value(&c, &place);
	if (r == 0 && (c.pos < c.size || place.kind == DEBUG_PLACE_THREAD)) r = -ENOTSUP;
	if (r == 0) *ret = place;
	return r;
}

/* A part without a place is a DW_OP_piece with nothing before it. What cannot be read ends the list. */
unsigned debug_places_read(const struct debug_expression *expression, struct debug_place *ret, unsigned max)
{
	struct cursor c = cursor_of(expression->data, expression->size_bytes, expression->swap);
	uint64_t off = 0;
	unsigned nr = 0;
	while (nr < max && c.pos < c.size) {
		struct debug_place place;
		bool has_place = c.data[c.pos] != DW_OP_piece;
		if (has_place && (read_operation(expression, &c, 0, &place) < 0 || read_stack_value(&c, &place) < 0))
			break;
		if (c.pos >= c.size) {
			if (!nr && !off) ret[nr++] = place; /* the only one */
			break;
		}
		if (cursor_u8(&c) != DW_OP_piece) break;
		uint64_t bytes = debug_uleb(&c);
		if (!cursor_ok(&c) || bytes > UINT32_MAX) break;
		if (has_place) {
			place.piece_off = off;
			place.piece_bytes = bytes;
			ret[nr++] = place;
		}
		off += bytes;
	}
	return nr;
}
