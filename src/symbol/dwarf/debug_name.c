/* Names of functions. An entry that is a copy of another one, or the definition of what another one declares, has no
 * name of its own: it refers to the other (DWARF 5, sections 3.3.8.2 and 2.13.2). */
#include "symbol/dwarf/debug_file.h"

/* Compilers need 3: inlined, out of line, declared in a class. Damage may run in circles. */
#define REFERENCES_MAX 16

/* What one entry says of its name, and which entry it refers to. */
struct entry_names {
	const char *linkage, *name;
	bool refers;
	struct debug_unit *unit; /* refers: to what */
	uint64_t info_off;
};

/* One pass over the entry for all attributes that matter. False: there is no such entry. DW_AT_abstract_origin is
 * preferred to DW_AT_specification, whichever comes first. */
static bool read_names(struct debug_unit *unit, uint64_t info_off, struct entry_names *ret)
{
	struct debug_file *file = unit->file;
	const struct debug_abbrevs *abbrevs = debug_unit_abbrevs(unit);
	if (info_off < unit->first_entry_off || info_off >= unit->end_off) return false;
	debug_unit_need_root(unit); /* for the bases of indexes */
	struct cursor c = debug_unit_cursor(unit, info_off);
	const struct debug_abbrev *abbrev = debug_abbrev_find(abbrevs, debug_uleb(&c));
	if (!abbrev) return false;
	struct cursor attributes = debug_section_cursor(debug_file_section(file, DEBUG_ABBREV), abbrev->attributes,
							UINT64_MAX, file->swap);
	struct debug_value linkage = { 0 }, name = { 0 }, reference = { 0 };
	unsigned attribute, form;
	int64_t implicit;
	while (debug_abbrev_next(&attributes, &attribute, &form, &implicit)) {
		struct debug_value value;
		debug_form_read(&c, form, implicit, &unit->encoding, &value);
		if (!cursor_ok(&c)) break;
		if (attribute == DW_AT_linkage_name || attribute == DW_AT_MIPS_linkage_name) linkage = value;
		else if (attribute == DW_AT_name) name = value;
		else if (attribute == DW_AT_abstract_origin || (attribute == DW_AT_specification && !reference.form))
			reference = value;
	}
	*ret = (struct entry_names){ .linkage = debug_unit_text(unit, &linkage), .name = debug_unit_text(unit, &name) };
	ret->refers = debug_unit_reference(unit, &reference, &ret->unit, &ret->info_off);
	return true;
}

/* A linkage name, wherever in the chain it stands, is better than a plain one: it can be made readable in full. */
const char *debug_unit_function_name(struct debug_unit *unit, uint64_t info_off)
{
	const char *name = NULL;
	for (unsigned i = 0; i < REFERENCES_MAX; i++) {
		struct entry_names names;
		if (!read_names(unit, info_off, &names)) break;
		if (names.linkage && *names.linkage) return names.linkage;
		if (!name && names.name && *names.name) name = names.name;
		if (!names.refers) break;
		unit = names.unit;
		info_off = names.info_off;
	}
	return name;
}

/* One step is enough: inlined copies refer to the abstract function directly. */
void debug_unit_function_origin(struct debug_unit *unit, uint64_t info_off, struct debug_unit **ret_unit,
				uint64_t *ret_info_off)
{
	struct entry_names names;
	bool refers = read_names(unit, info_off, &names) && names.refers;
	*ret_unit = refers ? names.unit : unit;
	*ret_info_off = refers ? names.info_off : info_off;
}
