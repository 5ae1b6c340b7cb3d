/* Lists of locations, in the three forms there are: .debug_loclists of DWARF 5, .debug_loc up to DWARF 4, and GNU's own
 * form of the latter in .dwo files. Entries whose address cannot be known (an index behind the table) are left out. */
#include "symbol/dwarf/debug_location.h"

#define LIST_MAX (1u << 16)

/* A location from start up to before end; all addresses stand for "everywhere". */
static void add(debug_location_list *list, uint64_t start, uint64_t end, const uint8_t *data, uint64_t size)
{
	if (data && start <= end && list->count < LIST_MAX)
		vec_push(list, ((struct debug_location){ !start && end == UINT64_MAX, start, end, data, size }));
}

/* DWARF 5: kinds of entries; addresses stand in the list or are indexes into .debug_addr. */
static void read_loclist(struct debug_unit *unit, struct cursor *c, uint64_t base, debug_location_list *list)
{
	unsigned address_size = unit->encoding.address_size;
	while (list->count < LIST_MAX) {
		uint64_t start = 0, end = 0;
		bool known = true;
		switch (cursor_u8(c)) {
		case DW_LLE_base_addressx: known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &base); continue;
		case DW_LLE_base_address: base = debug_number(c, address_size); continue;
		case DW_LLE_startx_endx:
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &start);
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &end) && known;
			break;
		case DW_LLE_startx_length:
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &start);
			/* before DWARF 5 the length had 4 bytes; lists of that kind are not in .debug_loclists */
			end = start + debug_uleb(c);
			break;
		case DW_LLE_offset_pair:
			start = base + debug_uleb(c);
			end = base + debug_uleb(c);
			break;
		case DW_LLE_default_location: end = UINT64_MAX; break;
		case DW_LLE_start_end:
			start = debug_number(c, address_size);
			end = debug_number(c, address_size);
			break;
		case DW_LLE_start_length:
			start = debug_number(c, address_size);
			end = start + debug_uleb(c);
			break;
		case DW_LLE_view_pair:
			(void)debug_uleb(c);
			(void)debug_uleb(c);
			continue;
		default: return; /* the end, or damage */
		}
		uint64_t size = debug_uleb(c);
		const uint8_t *data = cursor_bytes(c, size);
		if (!cursor_ok(c)) return;
		if (known) add(list, start, end, data, size);
	}
}

/* DWARF 2 to 4: pairs of offsets and an expression with a 2-byte length. */
static void read_location_list(struct debug_unit *unit, struct cursor *c, uint64_t base, debug_location_list *list)
{
	unsigned address_size = unit->encoding.address_size;
	uint64_t highest = address_size == 4 ? UINT32_MAX : UINT64_MAX;
	while (list->count < LIST_MAX) {
		uint64_t start = debug_number(c, address_size), end = debug_number(c, address_size);
		if (!cursor_ok(c) || (!start && !end)) return;
		if (start == highest) {
			base = end;
			continue;
		}
		uint16_t size = cursor_u16(c);
		const uint8_t *data = cursor_bytes(c, size);
		if (!cursor_ok(c)) return;
		add(list, base + start, base + end, data, size);
	}
}

/* GNU's split units before DWARF 5: kinds of entries as in DWARF 5, other numbers. */
static void read_split_list(struct debug_unit *unit, struct cursor *c, debug_location_list *list)
{
	uint64_t start, end;
	while (list->count < LIST_MAX) {
		bool known;
		switch (cursor_u8(c)) {
		case 1: (void)debug_uleb(c); continue; /* a base, which the entries below do not need */
		case 2:
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &start);
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &end) && known;
			break;
		case 3:
			known = debug_unit_indexed_vaddr(unit, debug_uleb(c), &start);
			end = cursor_u32(c);
			if (known) end += start;
			break;
		default: return;
		}
		uint16_t size = cursor_u16(c);
		const uint8_t *data = cursor_bytes(c, size);
		if (!cursor_ok(c)) return;
		if (known) add(list, start, end, data, size);
	}
}

/* Finds where the list begins: an offset, or an index into the offsets at the beginning of the unit's table. A split
 * unit's low_pc, the base of its lists, is said by its skeleton. Nothing is added where the section does not have the
 * list. */
static void read_list(struct debug_unit *unit, const struct debug_value *value, debug_location_list *list)
{
	struct debug_unit *owner = unit->skeleton ? unit->skeleton : unit;
	bool new_form = unit->encoding.version >= 5;
	struct debug_file *file = unit->file;
	struct debug_section *section = debug_file_section(file, new_form ? DEBUG_LOCLISTS : DEBUG_LOC);
	uint64_t at = value->number;

	if (value->form == DW_FORM_loclistx) {
		uint64_t table = unit->loclists_start + unit->loclists_base,
			 entry = table + at * unit->encoding.offset_size;
		if (at > section->size_bytes) return;
		debug_section_need(section, entry, 8);
		struct cursor c = debug_section_cursor(section, entry, UINT64_MAX, file->swap);
		at = table + debug_offset(&c, &unit->encoding);
		if (!cursor_ok(&c)) return;
	} else {
		at += unit->loclists_start;
	}
	debug_section_need(section, 0, section->size_bytes);
	struct cursor c = debug_section_cursor(section, at, UINT64_MAX, file->swap);
	uint64_t base = owner->has_low_pc ? owner->low_pc : 0;
	if (new_form) read_loclist(unit, &c, base, list);
	else if (unit->skeleton) read_split_list(unit, &c, list);
	else read_location_list(unit, &c, base, list);
}

/* Constants of data4 and data8 are offsets of lists in DWARF 2 and 3, which had no form for them. A list that is
 * damaged counts as far as it could be read. */
bool debug_locations_add(const struct debug_entry *entry, unsigned attribute, debug_location_list *list)
{
	struct debug_entry owner;
	struct debug_value value;
	if (!debug_entry_value_all(entry, attribute, &owner, &value)) return false;
	debug_unit_need_root(owner.unit);
	if (owner.unit->skeleton) debug_unit_need_root(owner.unit->skeleton);
	switch (value.form) {
	case DW_FORM_exprloc:
	case DW_FORM_block:
	case DW_FORM_block1:
	case DW_FORM_block2:
	case DW_FORM_block4: add(list, 0, UINT64_MAX, (const uint8_t *)value.text, value.number); return true;
	case DW_FORM_sec_offset:
	case DW_FORM_loclistx:
	case DW_FORM_data4:
	case DW_FORM_data8: read_list(owner.unit, &value, list); return true;
	default: return true;
	}
}

/* The first that has the address: lists of what a compiler writes do not overlap. */
const struct debug_location *debug_location_find(const debug_location_list *list, uint64_t vaddr)
{
	for (size_t i = 0; i < list->count; i++)
		if (vaddr >= list->items[i].start && vaddr < list->items[i].end) return &list->items[i];
	return NULL;
}
