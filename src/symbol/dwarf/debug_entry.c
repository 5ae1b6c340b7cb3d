/* Entries one by one. Nothing is kept of them: each question reads the entry's values from the first on, which is fast
 * enough for those who ask about a few. An attribute that an entry lacks may be said by the one it is a copy of
 * (DW_AT_abstract_origin) or defines (DW_AT_specification).
 *
 * A walk (debug_walk) has no stack: it counts levels. Children follow their parent, an entry of code 0 ends them, and
 * what is to be skipped is passed by DW_AT_sibling where the compiler wrote that. */
#include "symbol/dwarf/debug_entry.h"

#include <string.h>
#include "symbol/dwarf/debug_lines.h"

#define DEPTH_MAX 4096 /* of entries in entries; below it a walk ends */

/* An offset that is not one of an entry gives whatever stands there, or nothing: callers have offsets from references
 * and walks, and damage is possible in any case. */
bool debug_entry_at(struct debug_unit *unit, uint64_t info_off, struct debug_entry *ret)
{
	if (info_off < unit->first_entry_off || info_off >= unit->end_off) return false;
	debug_unit_need_root(unit); /* for the bases of indexes */
	struct cursor c = debug_unit_cursor(unit, info_off);
	uint64_t code = debug_uleb(&c);
	const struct debug_abbrev *abbrev = cursor_ok(&c) && code ? debug_abbrev_find(debug_unit_abbrevs(unit), code)
								  : NULL;
	if (!abbrev) return false;
	*ret = (struct debug_entry){ .unit = unit, .abbrev = abbrev, .info_off = info_off, .values_off = c.pos };
	return true;
}

bool debug_entry_root(struct debug_unit *unit, struct debug_entry *ret)
{
	return debug_entry_at(unit, unit->first_entry_off, ret);
}

/* The names and forms of the entry's attributes, in .debug_abbrev. */
static struct cursor attributes_of(const struct debug_entry *entry)
{
	struct debug_file *file = entry->unit->file;
	return debug_section_cursor(debug_file_section(file, DEBUG_ABBREV), entry->abbrev->attributes, UINT64_MAX,
				    file->swap);
}

/* Walks names in the abbreviation and values in the entry side by side, up to the one that is wanted. Reads all values
 * in front of it, so asking for k attributes costs k walks over an entry of some twenty values. */
bool debug_entry_value(const struct debug_entry *entry, unsigned attribute, struct debug_value *ret)
{
	struct cursor attributes = attributes_of(entry), c = debug_unit_cursor(entry->unit, entry->values_off);
	unsigned name, form;
	int64_t implicit;
	while (debug_abbrev_next(&attributes, &name, &form, &implicit)) {
		struct debug_value value;
		debug_form_read(&c, form, implicit, &entry->unit->encoding, &value);
		if (!cursor_ok(&c)) return false;
		if (name != attribute) continue;
		*ret = value;
		return true;
	}
	return false;
}

bool debug_entry_reference(const struct debug_entry *entry, unsigned attribute, struct debug_entry *ret)
{
	struct debug_value value;
	struct debug_unit *unit;
	uint64_t info_off;
	return debug_entry_value(entry, attribute, &value) &&
	       debug_unit_reference(entry->unit, &value, &unit, &info_off) && debug_entry_at(unit, info_off, ret);
}

bool debug_entry_origin(const struct debug_entry *entry, struct debug_entry *ret)
{
	return debug_entry_reference(entry, DW_AT_abstract_origin, ret) ||
	       debug_entry_reference(entry, DW_AT_specification, ret);
}

void debug_entry_abstract(const struct debug_entry *entry, struct debug_entry *ret)
{
	struct debug_entry at = *entry, next;
	for (unsigned i = 0; i < DEBUG_REFERENCES_MAX && debug_entry_reference(&at, DW_AT_abstract_origin, &next); i++)
		at = next;
	*ret = at;
}

/* Asks the entry, then its origin, the origin's origin and so on, at most DEBUG_REFERENCES_MAX times. */
bool debug_entry_value_all(const struct debug_entry *entry, unsigned attribute, struct debug_entry *ret_owner,
			   struct debug_value *ret)
{
	struct debug_entry at = *entry, next;
	for (unsigned i = 0; i < DEBUG_REFERENCES_MAX; i++) {
		if (debug_entry_value(&at, attribute, ret)) {
			if (ret_owner) *ret_owner = at;
			return true;
		}
		if (!debug_entry_origin(&at, &next)) return false;
		at = next;
	}
	return false;
}

/* The text is looked up in the unit that has the value: an origin may be in another file. */
static const char *text_of(const struct debug_entry *entry, unsigned attribute)
{
	struct debug_entry owner;
	struct debug_value value;
	if (!debug_entry_value_all(entry, attribute, &owner, &value)) return NULL;
	return debug_unit_text(owner.unit, &value);
}

const char *debug_entry_name(const struct debug_entry *entry) { return text_of(entry, DW_AT_name); }

/* DW_AT_MIPS_linkage_name is what compilers wrote before DWARF 4. */
const char *debug_entry_linkage_name(const struct debug_entry *entry)
{
	const char *name = text_of(entry, DW_AT_linkage_name);
	return name ? name : text_of(entry, DW_AT_MIPS_linkage_name);
}

/* DW_FORM_flag_present, a flag of no bytes, reads as 1. */
bool debug_entry_flag(const struct debug_entry *entry, unsigned attribute)
{
	struct debug_value value;
	return debug_entry_value_all(entry, attribute, NULL, &value) && value.number;
}

/* A number that is itself the value: no address, offset or reference. */
static bool is_constant(unsigned form)
{
	switch (form) {
	case DW_FORM_data1:
	case DW_FORM_data2:
	case DW_FORM_data4:
	case DW_FORM_data8:
	case DW_FORM_udata:
	case DW_FORM_sdata:
	case DW_FORM_implicit_const: return true;
	default: return false;
	}
}

bool debug_entry_number(const struct debug_entry *entry, unsigned attribute, uint64_t *ret)
{
	struct debug_value value;
	if (!debug_entry_value_all(entry, attribute, NULL, &value) || !is_constant(value.form)) return false;
	*ret = value.number;
	return true;
}

/* The number is one of the line table of the unit that says it, which may be the origin's. */
const char *debug_entry_file(const struct debug_entry *entry, unsigned attribute)
{
	struct debug_entry owner;
	struct debug_value value;
	if (!debug_entry_value_all(entry, attribute, &owner, &value) || !is_constant(value.form)) return NULL;
	debug_unit_need_root(owner.unit);
	return debug_lines_path(debug_unit_lines(owner.unit), value.number);
}

/* Only the entry's own attributes: an origin has no code. */
void debug_entry_ranges(const struct debug_entry *entry, debug_range_list *list)
{
	struct debug_value low = { 0 }, high = { 0 }, ranges = { 0 };
	(void)debug_entry_value(entry, DW_AT_low_pc, &low);
	(void)debug_entry_value(entry, DW_AT_high_pc, &high);
	(void)debug_entry_value(entry, DW_AT_ranges, &ranges);
	debug_ranges_add(entry->unit, &low, &high, &ranges, list);
}

bool debug_entry_has_vaddr(const struct debug_entry *entry, uint64_t vaddr)
{
	debug_range_list list = VEC_INIT;
	bool found = false;
	debug_entry_ranges(entry, &list);
	for (size_t i = 0; i < list.count && !found; i++)
		found = vaddr >= list.items[i].start && vaddr < list.items[i].end;
	vec_done(&list);
	return found;
}

/* DW_AT_entry_pc is an address or, in DWARF 5, a distance from low_pc. */
bool debug_entry_entry_pc(const struct debug_entry *entry, uint64_t *ret_vaddr)
{
	struct debug_value value;
	uint64_t low;
	if (debug_entry_value(entry, DW_AT_entry_pc, &value)) {
		if (debug_unit_vaddr(entry->unit, &value, ret_vaddr)) return true;
		/* DWARF 5: how far it is from where the code begins */
		if (is_constant(value.form) && debug_entry_value(entry, DW_AT_low_pc, &(struct debug_value){ 0 })) {
			struct debug_value low_pc;
			if (debug_entry_value(entry, DW_AT_low_pc, &low_pc) &&
			    debug_unit_vaddr(entry->unit, &low_pc, &low)) {
				*ret_vaddr = low + value.number;
				return true;
			}
		}
	}
	if (debug_entry_value(entry, DW_AT_low_pc, &value) && debug_unit_vaddr(entry->unit, &value, ret_vaddr))
		return true;
	debug_range_list list = VEC_INIT;
	debug_entry_ranges(entry, &list);
	bool found = list.count;
	if (found) *ret_vaddr = list.items[0].start;
	vec_done(&list);
	return found;
}

bool debug_entry_type(const struct debug_entry *entry, struct debug_entry *ret)
{
	struct debug_entry owner;
	struct debug_value value;
	if (!debug_entry_value_all(entry, DW_AT_type, &owner, &value)) return false;
	struct debug_unit *unit;
	uint64_t info_off;
	if (!debug_unit_reference(owner.unit, &value, &unit, &info_off) || !debug_entry_at(unit, info_off, ret))
		return false;
	/* Of which *ret only says where it is: in a type unit. */
	struct debug_entry type;
	if (debug_entry_reference(ret, DW_AT_signature, &type)) *ret = type;
	return true;
}

/* Begins in front of the entry's values: debug_walk_next passes them first. depth is 0 until the entry itself was
 * passed, so the walk ends with the entry's children. */
void debug_walk_begin(struct debug_walk *walk, const struct debug_entry *entry)
{
	*walk = (struct debug_walk){ .unit = entry->unit,
				     .abbrevs = debug_unit_abbrevs(entry->unit),
				     .c = debug_unit_cursor(entry->unit, entry->values_off),
				     .pending = entry->abbrev };
}

void debug_walk_skip(struct debug_walk *walk) { walk->skip = true; }

/* Passes over an entry's values; 0, or where its children end. */
static uint64_t pass_values(struct debug_walk *walk, const struct debug_abbrev *abbrev)
{
	struct cursor *c = &walk->c;
	struct debug_value value;
	uint64_t sibling = 0;
	if (abbrev->fixed_bytes != UINT32_MAX) {
		cursor_skip(c, abbrev->fixed_bytes);
		return 0;
	}
	const struct debug_step *step = &walk->abbrevs->steps.items[abbrev->first_step], *end = step + abbrev->nr_steps;
	for (; step < end; step++) {
		switch (step->kind) {
		case DEBUG_STEP_BYTES: cursor_skip(c, step->bytes); break;
		case DEBUG_STEP_ULEB: (void)debug_uleb(c); break;
		case DEBUG_STEP_CONSTANT: break;
		default:
			debug_form_read(c, step->form, 0, &walk->unit->encoding, &value);
			if (step->kind == DEBUG_STEP_READ && step->slot == DEBUG_SLOT_SIBLING)
				sibling = walk->unit->info_off + value.number;
			break;
		}
	}
	return sibling > c->pos && sibling <= c->size ? sibling : 0;
}

/* Goes over all entries below, when the parent did not say where they end. */
static void pass_children(struct debug_walk *walk)
{
	struct cursor *c = &walk->c;
	for (uint64_t depth = 1; depth && cursor_ok(c) && c->pos < c->size;) {
		uint64_t code = debug_uleb(c);
		const struct debug_abbrev *abbrev = code ? debug_abbrev_find(walk->abbrevs, code) : NULL;
		if (!code) {
			depth--;
		} else if (!abbrev) {
			c->error = true;
		} else {
			uint64_t sibling = pass_values(walk, abbrev);
			if (!abbrev->has_children) continue;
			if (sibling) c->pos = sibling;
			else depth++;
		}
	}
}

/* First passes the entry that was given last: its values, and its children when they are to be skipped. A 0 code ends a
 * level. Ends at damage as at the end: whoever asks has the entries up to there. */
bool debug_walk_next(struct debug_walk *walk, struct debug_entry *ret)
{
	struct cursor *c = &walk->c;
	if (walk->pending) {
		const struct debug_abbrev *last = take(walk->pending);
		uint64_t sibling = pass_values(walk, last);
		bool skip = walk->skip || walk->depth >= DEPTH_MAX;
		walk->skip = false;
		if (last->has_children && skip) {
			if (sibling) c->pos = sibling;
			else pass_children(walk);
		} else if (last->has_children) {
			walk->depth++;
		}
	}
	while (walk->depth && cursor_ok(c) && c->pos < c->size) {
		uint64_t info_off = c->pos, code = debug_uleb(c);
		if (!code) {
			walk->depth--;
			continue;
		}
		const struct debug_abbrev *abbrev = debug_abbrev_find(walk->abbrevs, code);
		if (!abbrev || !cursor_ok(c)) break;
		walk->pending = abbrev;
		*ret = (struct debug_entry){ .unit = walk->unit,
					     .abbrev = abbrev,
					     .info_off = info_off,
					     .values_off = c->pos,
					     .depth = walk->depth };
		return true;
	}
	walk->depth = 0;
	return false;
}
