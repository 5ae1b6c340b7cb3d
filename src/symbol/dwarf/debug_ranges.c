/* Range lists, in the two forms there are: .debug_rnglists of DWARF 5 and .debug_ranges before. Ranges where the file
 * has no code are dropped: the linker left them behind when it removed a function. */
#include "symbol/dwarf/debug_ranges.h"

/* A split unit's code is in the main file, so that is asked whether there is code. */
static void range_add(struct debug_unit *unit, uint64_t start, uint64_t end, debug_range_list *list)
{
	if (unit->skeleton) unit = unit->skeleton;
	if (end <= start || !debug_file_is_code(unit->file, start)) return;
	vec_push(list, ((struct debug_range){ start, end }));
}

/* A DWARF 5 list that begins at the cursor. */
static void read_rnglist(struct debug_unit *unit, struct cursor *c, uint64_t base, debug_range_list *list)
{
	unsigned address_size = unit->encoding.address_size;
	for (;;) {
		uint64_t start = 0, end = 0;
		bool known = true;
		switch (cursor_u8(c)) {
		case DW_RLE_base_addressx: known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &base); break;
		case DW_RLE_base_address: base = debug_number(c, address_size); break;
		case DW_RLE_startx_endx:
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &start);
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &end) && known;
			break;
		case DW_RLE_startx_length:
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &start);
			end = start + debug_uleb(c);
			break;
		case DW_RLE_offset_pair:
			start = base + debug_uleb(c);
			end = base + debug_uleb(c);
			break;
		case DW_RLE_start_end:
			start = debug_number(c, address_size);
			end = debug_number(c, address_size);
			break;
		case DW_RLE_start_length:
			start = debug_number(c, address_size);
			end = start + debug_uleb(c);
			break;
		default: return; /* DW_RLE_end_of_list, or damage */
		}
		if (!cursor_ok(c)) return;
		if (known) range_add(unit, start, end, list);
	}
}

/* DWARF 2 to 4: pairs of offsets from a base; a pair that begins with the highest address sets the base; 0, 0 ends
 * the list. */
static void read_range_list(struct debug_unit *unit, struct cursor *c, uint64_t base, debug_range_list *list)
{
	unsigned address_size = unit->encoding.address_size;
	uint64_t highest = address_size == 4 ? UINT32_MAX : UINT64_MAX;
	for (;;) {
		uint64_t start = debug_number(c, address_size), end = debug_number(c, address_size);
		if (!cursor_ok(c) || (!start && !end)) return;
		if (start == highest) base = end;
		else range_add(unit, base + start, base + end, list);
	}
}

/* The value is an offset, or an index into the offsets that begin the unit's table (rnglistx). What was read is paid
 * from the file's budget. */
static void read_list(struct debug_unit *unit, const struct debug_value *ranges, debug_range_list *list)
{
	struct debug_unit *owner = unit->skeleton ? unit->skeleton : unit;
	bool new_form = unit->encoding.version >= 5;
	/* GNU's split units have their lists in the main file, DWARF 5's with them */
	struct debug_file *file = new_form ? unit->file : owner->file;
	struct debug_section *section = debug_file_section(file, new_form ? DEBUG_RNGLISTS : DEBUG_RANGES);
	uint64_t at = ranges->number;

	if (ranges->form == DW_FORM_rnglistx) {
		uint64_t table = unit->rnglists_start + unit->rnglists_base,
			 entry = table + at * unit->encoding.offset_size;
		if (at > section->size_bytes) return;
		debug_section_need(section, entry, 8);
		struct cursor c = debug_section_cursor(section, entry, UINT64_MAX, file->swap);
		at = table + debug_offset(&c, &unit->encoding);
		if (!cursor_ok(&c)) return;
	} else if (new_form) {
		at += unit->rnglists_start;
	} else if (unit->skeleton) {
		at += owner->ranges_base;
	}
	debug_section_need(section, 0, section->size_bytes);
	if (atomic_load_explicit(&file->range_budget, memory_order_relaxed) <= 0) return;
	struct cursor c = debug_section_cursor(section, at, UINT64_MAX, file->swap);
	uint64_t base = owner->has_low_pc ? owner->low_pc : 0;
	if (new_form) read_rnglist(unit, &c, base, list);
	else read_range_list(unit, &c, base, list);
	atomic_fetch_sub_explicit(&file->range_budget, (int64_t)(c.pos - MIN(at, c.pos)), memory_order_relaxed);
}

/* DW_AT_ranges is looked at first: units with ranges also have a low_pc, as their base. */
void debug_ranges_add(struct debug_unit *unit, const struct debug_value *low, const struct debug_value *high,
		      const struct debug_value *ranges, debug_range_list *list)
{
	uint64_t start, end;
	if (ranges->form) {
		read_list(unit, ranges, list);
	} else if (low->form && high->form && debug_unit_vaddr(unit, low, &start)) {
		/* an address, or how far it is from the start */
		if (!debug_unit_vaddr(unit, high, &end)) end = start + high->number;
		range_add(unit, start, end, list);
	}
}
