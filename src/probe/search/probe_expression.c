/* Translates one location expression. The kernel's fetch arguments have a register, memory at a register plus a
 * distance, and an address: so one operation is read, or, for DW_OP_fbreg, the frame base's one in place of a register;
 * all that follows must be nothing, or a DW_OP_stack_value that changes nothing. */
#include "probe/search/probe_expression.h"

#include <errno.h>
#include "symbol/dwarf/debug_form.h"

/* A frame base is one more expression, and may be the call frame's address; one that wants a frame base is damage. */
enum { FRAME_BASE_DEPTH = 2 };

/* depth 0: the variable's own expression; 1: the frame base's. DW_OP_call_frame_cfa is of use only there. Which forms
 * there are is in the header. Of the frame base only register and distance are taken. */
static int translate(const struct probe_expression *e, const uint8_t *data, size_t size, unsigned depth,
		     struct probe_where *ret)
{
	struct cursor c = cursor_of(data, size, e->swap);
	struct probe_where where = { 0 };
	uint64_t number = 0;
	int64_t distance;
	bool has_number = false, is_register = false;
	int r;

	if (!size) return -ENOENT; /* optimised out */
	unsigned op = cursor_u8(&c);
	if (op == DW_OP_addr) {
		where.in_memory = true;
		where.vaddr = debug_number(&c, e->address_size);
	} else if (op == DW_OP_addrx || op == DW_OP_GNU_addr_index) {
		where.in_memory = where.is_indexed = true;
		where.address_index = debug_uleb(&c);
	} else if (op == DW_OP_fbreg) {
		distance = cursor_sleb128(&c);
		if (!cursor_ok(&c) || depth >= FRAME_BASE_DEPTH) return -ENOTSUP;
		if ((r = translate(e, e->frame_base, e->frame_base_bytes, depth + 1, &where)) < 0)
			return r == -ENOENT ? -ENOTSUP : r;
		where.in_memory = true;
		where.offset = (int64_t)((uint64_t)where.offset + (uint64_t)distance);
	} else if (op == DW_OP_call_frame_cfa) {
		if (!e->has_cfa || !depth) return -ENOTSUP;
		number = e->cfa_register;
		has_number = true;
		where.offset = e->cfa_offset;
	} else if (op >= DW_OP_breg0 && op <= DW_OP_breg31) {
		number = op - DW_OP_breg0;
		has_number = true;
		where.offset = cursor_sleb128(&c);
		where.in_memory = true;
	} else if (op == DW_OP_bregx) {
		number = debug_uleb(&c);
		has_number = true;
		where.offset = cursor_sleb128(&c);
		where.in_memory = true;
	} else if (op >= DW_OP_reg0 && op <= DW_OP_reg31) {
		number = op - DW_OP_reg0;
		has_number = is_register = true;
	} else if (op == DW_OP_regx) {
		number = debug_uleb(&c);
		has_number = is_register = true;
	} else {
		return -ENOTSUP;
	}
	if (!cursor_ok(&c)) return -EBADMSG;
	if (has_number && !(where.base = probe_register_name(e->machine, number))) return -ERANGE;
	if (c.pos < c.size && !depth) {
		/* the rest may say that a register's value, or a distance from it, is the value itself */
		unsigned next = cursor_u8(&c);
		if (next != DW_OP_stack_value || c.pos < c.size || is_register || where.offset || !where.base)
			return -ENOTSUP;
		where.in_memory = false;
	} else if (c.pos < c.size) {
		return -ENOTSUP;
	}
	*ret = where;
	return 0;
}

int probe_expression_translate(const struct probe_expression *expression, struct probe_where *ret)
{
	return translate(expression, expression->data, expression->size_bytes, 0, ret);
}
