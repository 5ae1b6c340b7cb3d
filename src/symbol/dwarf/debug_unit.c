/* Units: the header (DWARF 5, section 7.5.1) and the attributes of the first entry, on which the meaning of all others
 * depends: where the unit's addresses, strings and lists begin in the sections that units share. */
#include "symbol/dwarf/debug_file.h"

#include <errno.h>

/* Initial length 12, version 2, type 1, address size 1, two offsets of 8 and an id of 8. */
#define HEADER_BYTES 64 /* more than any header has */

/* The order of the fields differs: address_size is behind the abbreviations' offset up to DWARF 4, in front of it
 * since. The caller goes from header to header with end_off, which is why it is set first, and before anything that is
 * not understood. type_off counts from the unit's start. */
int debug_unit_read(struct debug_file *file, uint64_t info_off, struct debug_unit *ret)
{
	struct debug_section *info = debug_file_section(file, DEBUG_INFO);
	debug_section_need(info, info_off, HEADER_BYTES);
	struct cursor c = debug_section_cursor(info, info_off, info_off + HEADER_BYTES, file->swap);
	struct debug_unit unit = { .file = file, .info_off = info_off, .lock = PTHREAD_MUTEX_INITIALIZER };
	struct debug_encoding *e = &unit.encoding;
	uint64_t length = debug_initial_length(&c, &e->offset_size);

	if (!cursor_ok(&c) || length > info->size_bytes - c.pos) return -EBADMSG;
	unit.end_off = c.pos + length;
	uint16_t version = cursor_u16(&c);
	e->version = (uint8_t)MIN(version, 255);
	if (e->version >= 5) {
		unit.type = cursor_u8(&c);
		e->address_size = cursor_u8(&c);
		unit.abbrev_off = debug_offset(&c, e);
	} else {
		unit.type = DW_UT_compile;
		unit.abbrev_off = debug_offset(&c, e);
		e->address_size = cursor_u8(&c);
	}
	if (unit.type == DW_UT_skeleton || unit.type == DW_UT_split_compile) {
		unit.dwo_id = cursor_u64(&c);
		unit.has_dwo_id = true;
	}
	bool is_type = unit.type == DW_UT_type || unit.type == DW_UT_split_type;
	if (is_type) {
		unit.signature = cursor_u64(&c);
		unit.type_off = debug_offset(&c, e);
	}
	unit.first_entry_off = c.pos;
	*ret = unit;
	bool known = unit.type == DW_UT_compile || unit.type == DW_UT_partial || unit.type == DW_UT_skeleton ||
		     unit.type == DW_UT_split_compile;
	bool fits = cursor_ok(&c) && c.pos < unit.end_off;
	bool readable = fits && e->version >= 2 && e->version <= 5 && (e->address_size == 4 || e->address_size == 8);
	if (readable && known) return 0;
	return readable && is_type ? 1 : -EOPNOTSUPP;
}

/* Where the abbreviation's attributes begin. False: there is none of that code. Searches the table as it stands in the
 * file: compiling all of it (debug_abbrevs) for the first entry alone would cost more, as an address is asked of a few
 * of many units. The budget bounds tables that all units share. */
static bool find_abbrev(struct debug_unit *unit, uint64_t code, struct cursor *ret)
{
	struct debug_section *section = debug_file_section(unit->file, DEBUG_ABBREV);
	debug_section_need(section, 0, section->size_bytes);
	uint64_t start = unit->abbrev_start + unit->abbrev_off;
	struct cursor c = debug_section_cursor(section, start, UINT64_MAX, unit->file->swap);
	unsigned attribute, form;
	int64_t implicit;
	int64_t budget = atomic_load_explicit(&unit->file->search_budget, memory_order_relaxed);
	bool found = false;
	while (!found && (int64_t)(c.pos - start) <= budget) {
		uint64_t candidate = debug_uleb(&c);
		if (!candidate || !cursor_ok(&c)) break;
		(void)debug_uleb(&c); /* tag */
		(void)cursor_u8(&c);  /* has children */
		found = candidate == code;
		while (!found && debug_abbrev_next(&c, &attribute, &form, &implicit))
			;
	}
	atomic_fetch_sub_explicit(&unit->file->search_budget, (int64_t)(c.pos - MIN(start, c.pos)),
				  memory_order_relaxed);
	*ret = c;
	return found;
}

/* Values of the first entry that can only be read when the bases, which may stand behind them, are known. */
struct root_values {
	struct debug_value comp_dir, dwo_name, producer;
};

/* Keeps what is wanted of an attribute of the first entry; texts and addresses as values, see root_values. */
static void root_attribute(struct debug_unit *unit, unsigned attribute, const struct debug_value *v,
			   struct root_values *values)
{
	switch (attribute) {
	case DW_AT_comp_dir: values->comp_dir = *v; break;
	case DW_AT_dwo_name:
	case DW_AT_GNU_dwo_name: values->dwo_name = *v; break;
	case DW_AT_producer: values->producer = *v; break;
	case DW_AT_language: unit->language = (uint16_t)v->number; break;
	case DW_AT_stmt_list:
		unit->line_off = v->number;
		unit->has_lines = true;
		break;
	case DW_AT_low_pc: unit->low = *v; break;
	case DW_AT_high_pc: unit->high = *v; break;
	case DW_AT_ranges: unit->ranges = *v; break;
	case DW_AT_str_offsets_base: unit->str_offsets_base = v->number; break;
	case DW_AT_addr_base:
	case DW_AT_GNU_addr_base: unit->addr_base = v->number; break;
	case DW_AT_rnglists_base: unit->rnglists_base = v->number; break;
	case DW_AT_loclists_base: unit->loclists_base = v->number; break;
	case DW_AT_GNU_ranges_base: unit->ranges_base = v->number; break;
	case DW_AT_GNU_dwo_id:
		unit->dwo_id = v->number;
		unit->has_dwo_id = true;
		break;
	default: break;
	}
}

/* Reads what of the first entry lies before `end`; false when it goes on behind that. Called with the whole unit again,
 * it sets the same members to the same values. */
static bool read_root(struct debug_unit *unit, uint64_t end, struct root_values *values)
{
	struct debug_section *info = debug_file_section(unit->file, DEBUG_INFO);
	struct cursor c = debug_section_cursor(info, unit->first_entry_off, end, unit->file->swap), abbrev;
	unsigned attribute, form;
	int64_t implicit;
	if (!find_abbrev(unit, debug_uleb(&c), &abbrev)) return true;
	while (debug_abbrev_next(&abbrev, &attribute, &form, &implicit)) {
		struct debug_value value;
		debug_form_read(&c, form, implicit, &unit->encoding, &value);
		if (!cursor_ok(&c)) return false;
		root_attribute(unit, attribute, &value, values);
	}
	return true;
}

/* First with the first 512 bytes of the entry, which are nearly always enough; else with the whole unit. comp_dir,
 * dwo_name and low_pc may be indexes, which need bases that stand behind them in the entry: they are looked up at the
 * end. */
void debug_unit_need_root(struct debug_unit *unit)
{
	enum { FIRST_TRY = 512 };
	if (likely(atomic_load_explicit(&unit->root_ready, memory_order_acquire))) return;
	pthread_mutex_lock(&unit->lock);
	if (!atomic_load_explicit(&unit->root_ready, memory_order_relaxed)) {
		struct debug_section *info = debug_file_section(unit->file, DEBUG_INFO);
		struct root_values values = { 0 };
		bool wide = unit->encoding.offset_size == 8;
		if (unit->encoding.version >= 5) {
			/* what holds when the first entry does not say it: behind the header of the unit's part of the
			 * section */
			unit->str_offsets_base = wide ? 16 : 8;
			unit->rnglists_base = unit->loclists_base = wide ? 20 : 12;
			unit->addr_base = wide ? 16 : 8;
		}
		uint64_t first_end = MIN(unit->end_off, unit->first_entry_off + FIRST_TRY);
		debug_section_need(info, unit->first_entry_off, first_end - unit->first_entry_off);
		if (!read_root(unit, first_end, &values)) {
			debug_section_need(info, unit->first_entry_off, unit->end_off - unit->first_entry_off);
			(void)read_root(unit, unit->end_off, &values);
		}
		unit->comp_dir = debug_unit_text(unit, &values.comp_dir);
		unit->dwo_name = debug_unit_text(unit, &values.dwo_name);
		unit->producer = debug_unit_text(unit, &values.producer);
		unit->has_low_pc = debug_unit_vaddr(unit, &unit->low, &unit->low_pc);
		unit->has_ranges = unit->ranges.form;
		atomic_store_explicit(&unit->root_ready, true, memory_order_release);
	}
	pthread_mutex_unlock(&unit->lock);
}

/* The first call reads all of the unit from the file; a profile asks for few units, but then for most of their entries.
 */
struct cursor debug_unit_cursor(struct debug_unit *unit, uint64_t info_off)
{
	struct debug_section *info = debug_file_section(unit->file, DEBUG_INFO);
	if (!atomic_load_explicit(&unit->entries_ready, memory_order_acquire)) {
		debug_section_need(info, unit->info_off, unit->end_off - unit->info_off);
		atomic_store_explicit(&unit->entries_ready, true, memory_order_release);
	}
	return debug_section_cursor(info, info_off, unit->end_off, unit->file->swap);
}

/* No lock: of two threads both get the same table from debug_file_abbrevs. */
const struct debug_abbrevs *debug_unit_abbrevs(struct debug_unit *unit)
{
	const struct debug_abbrevs *abbrevs = atomic_load_explicit(&unit->abbrevs, memory_order_acquire);
	if (abbrevs) return abbrevs;
	abbrevs = debug_file_abbrevs(unit->file, unit->abbrev_start + unit->abbrev_off, &unit->encoding);
	atomic_store_explicit(&unit->abbrevs, abbrevs, memory_order_release);
	return abbrevs;
}

/* .debug_str_offsets[index] is an offset in .debug_str. The comparison with the section's size keeps the multiplication
 * from overflowing. */
static const char *indexed_text(struct debug_unit *unit, uint64_t index)
{
	struct debug_section *offsets = debug_file_section(unit->file, DEBUG_STR_OFFSETS);
	unsigned size = unit->encoding.offset_size;
	uint64_t at = unit->str_offsets_start + unit->str_offsets_base + index * size;
	if (index > offsets->size_bytes) return NULL;
	debug_section_need(offsets, at, size);
	struct cursor c = debug_section_cursor(offsets, at, UINT64_MAX, unit->file->swap);
	uint64_t offset = debug_offset(&c, &unit->encoding);
	return cursor_ok(&c) ? debug_section_text(debug_file_section(unit->file, DEBUG_STR), offset) : NULL;
}

/* Texts of alt and sup forms are in the file that dwz made. */
const char *debug_unit_text(struct debug_unit *unit, const struct debug_value *value)
{
	struct debug_file *file = unit->file, *alt;
	switch (value->form) {
	case DW_FORM_string: return value->text;
	case DW_FORM_strp: return debug_section_text(debug_file_section(file, DEBUG_STR), value->number);
	case DW_FORM_line_strp: return debug_section_text(debug_file_section(file, DEBUG_LINE_STR), value->number);
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
	case DW_FORM_GNU_str_index: return indexed_text(unit, value->number);
	case DW_FORM_GNU_strp_alt:
	case DW_FORM_strp_sup:
		alt = debug_file_alt(file);
		return alt ? debug_section_text(debug_file_section(alt, DEBUG_STR), value->number) : NULL;
	default: return NULL;
	}
}

/* .debug_addr is in the main file; a split unit's indexes count from the base that its skeleton says. */
bool debug_unit_indexed_vaddr(struct debug_unit *unit, uint64_t index, uint64_t *ret)
{
	struct debug_unit *owner = unit->skeleton ? unit->skeleton : unit;
	struct debug_section *addresses = debug_file_section(owner->file, DEBUG_ADDR);
	unsigned size = unit->encoding.address_size;
	if (index > addresses->size_bytes) return false;
	uint64_t at = owner->addr_base + index * size;
	debug_section_need(addresses, at, size);
	struct cursor c = debug_section_cursor(addresses, at, UINT64_MAX, owner->file->swap);
	uint64_t vaddr = debug_number(&c, size);
	if (!cursor_ok(&c)) return false;
	*ret = vaddr;
	return true;
}

/* False for forms that are no addresses: high_pc then is a length. */
bool debug_unit_vaddr(struct debug_unit *unit, const struct debug_value *value, uint64_t *ret)
{
	switch (value->form) {
	case DW_FORM_addr: *ret = value->number; return true;
	case DW_FORM_addrx:
	case DW_FORM_addrx1:
	case DW_FORM_addrx2:
	case DW_FORM_addrx3:
	case DW_FORM_addrx4:
	case DW_FORM_GNU_addr_index: return debug_unit_indexed_vaddr(unit, value->number, ret);
	default: return false;
	}
}
