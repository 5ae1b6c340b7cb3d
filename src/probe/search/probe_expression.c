/* Translates one location expression. The kernel's fetch arguments have a register, memory at a register plus a
 * distance, and an address; of a value that is none of them (a register plus a distance, a constant) it has no word. */
#include "probe/search/probe_expression.h"

#include <errno.h>
#include "symbol/dwarf/debug_place.h"

/* The call frame's address is only of use as a frame base: the kernel's fetches have a word for where the registers of
 * its rule point. */
static int set_base(const struct probe_expression *e, const struct debug_place *place, struct probe_where *where)
{
	uint64_t number = place->reg;
	if (number == DEBUG_REGISTER_CFA) {
		if (!e->has_cfa || e->data[0] == DW_OP_call_frame_cfa) return -ENOTSUP;
		number = e->cfa_register;
		where->offset = (int64_t)((uint64_t)where->offset + (uint64_t)e->cfa_offset);
	}
	where->base = probe_register_name(e->machine, number);
	return where->base ? 0 : -ERANGE;
}

int probe_expression_translate(const struct probe_expression *expression, struct probe_where *ret)
{
	const struct probe_expression *e = expression;
	const struct debug_expression read = {
		.swap = e->swap,
		.address_size = e->address_size,
		.offset_size = e->offset_size,
		.data = e->data,
		.size_bytes = e->size_bytes,
		.frame_base = e->frame_base,
		.frame_base_bytes = e->frame_base_bytes,
	};
	struct debug_place place;
	int r = debug_place_read(&read, &place);
	if (r < 0) return r;
	struct probe_where where = { .offset = place.offset };
	/* what is computed has no place; a register's value as it is, is one in the register */
	if (place.kind == DEBUG_PLACE_VALUE && (place.offset || place.reg == DEBUG_REGISTER_CFA)) return -ENOTSUP;
	where.in_memory = place.kind == DEBUG_PLACE_MEMORY || place.kind == DEBUG_PLACE_ADDRESS;
	switch (place.kind) {
	case DEBUG_PLACE_CONSTANT:
	case DEBUG_PLACE_THREAD: return -ENOTSUP;
	case DEBUG_PLACE_ADDRESS:
		where.is_indexed = place.is_indexed;
		if (place.is_indexed) where.address_index = place.vaddr;
		else where.vaddr = place.vaddr;
		break;
	case DEBUG_PLACE_MEMORY:
	case DEBUG_PLACE_VALUE:
	case DEBUG_PLACE_REGISTER: r = set_base(e, &place, &where); break;
	}
	if (r == 0) *ret = where;
	return r;
}
