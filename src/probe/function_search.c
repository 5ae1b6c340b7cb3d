#include "probe/function_search.h"

#include <string.h>
#include "base/threads.h"
#include "probe/glob_filter.h"

/* What is read of a function's entry, where in it: those that are at a fixed distance are read at once. */
enum part { PART_NAME, PART_LINKAGE, PART_ORIGIN, PART_SPECIFICATION, PART_DECLARATION, NR_PARTS };
struct shape { bool known, fixed; struct { uint16_t form; uint16_t at; } parts[NR_PARTS]; };

struct matches { debug_entry_list entries; };

struct search {
	struct probe_source *source;
	const char *pattern;
	bool wild, deep;           /* deep: functions within functions too */
	size_t size;               /* of the pattern */
	VEC(uint64_t) offsets;     /* in .debug_str, where the name stands; sorted */
	struct matches *matches;   /* of each unit */
};

static enum part part_of(unsigned attribute)
{
	switch (attribute) {
	case DW_AT_name: return PART_NAME;
	case DW_AT_linkage_name: case DW_AT_MIPS_linkage_name: return PART_LINKAGE;
	case DW_AT_abstract_origin: return PART_ORIGIN;
	case DW_AT_specification: return PART_SPECIFICATION;
	case DW_AT_declaration: return PART_DECLARATION;
	default: return NR_PARTS;
	}
}

static void make_shape(struct debug_unit *unit, const struct debug_abbrev *abbrev, struct shape *ret)
{
	struct debug_file *file = unit->file;
	struct cursor c = debug_section_cursor(debug_file_section(file, DEBUG_ABBREV), abbrev->attributes, UINT64_MAX, file->swap);
	unsigned attribute, form;
	int64_t implicit;
	int at = 0;
	*ret = (struct shape){ .known = true, .fixed = true };
	while (debug_abbrev_next(&c, &attribute, &form, &implicit)) {
		enum part part = part_of(attribute);
		int size = debug_form_size(form, &unit->encoding);
		if (part != NR_PARTS && (at < 0 || at > UINT16_MAX || form == DW_FORM_implicit_const)) ret->fixed = false;
		else if (part != NR_PARTS && !ret->parts[part].form) {
			ret->parts[part].form = (uint16_t)form;
			ret->parts[part].at = (uint16_t)at;
		}
		at = size < 0 || at < 0 ? -1 : at + size;
	}
}

static int compare_numbers(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Every place where the name ends a string: names share their ends. */
static void find_offsets(struct search *search)
{
	struct debug_section *strings = debug_file_section(search->source->file, DEBUG_STR);
	debug_section_need(strings, 0, strings->size_bytes);
	const uint8_t *at = strings->data, *end = at + strings->size_bytes;
	while (at < end) {
		const uint8_t *found = memmem(at, (size_t)(end - at), search->pattern, search->size + 1);
		if (!found) break;
		vec_push(&search->offsets, (uint64_t)(found - strings->data));
		at = found + search->size;
	}
	qsort(search->offsets.items, search->offsets.count, sizeof(uint64_t), compare_numbers);
}

static bool name_matches(const struct search *search, struct debug_unit *unit, const struct debug_value *value)
{
	if (!search->wild && value->form == DW_FORM_strp && unit->file == search->source->file) {
		if (search->offsets.count == 1) return search->offsets.items[0] == value->number;
		return search->offsets.count && bsearch(&value->number, search->offsets.items, search->offsets.count, sizeof(uint64_t), compare_numbers);
	}
	const char *text = debug_unit_text(unit, value);
	if (!text) return false;
	return search->wild ? glob_matches(search->pattern, text, false) : strcmp(text, search->pattern) == 0;
}

static bool entry_matches(const struct search *search, const struct debug_entry *entry, unsigned depth);

static bool origin_matches(const struct search *search, const struct debug_entry *entry, const struct debug_value *reference, unsigned depth)
{
	struct debug_unit *unit;
	uint64_t info_off;
	struct debug_entry origin;
	return depth < DEBUG_REFERENCES_MAX && debug_unit_reference(entry->unit, reference, &unit, &info_off) && debug_entry_at(unit, info_off, &origin) &&
	       entry_matches(search, &origin, depth + 1);
}

static bool values_match(const struct search *search, const struct debug_entry *entry, const struct debug_value values[NR_PARTS], unsigned depth)
{
	if (values[PART_NAME].form && name_matches(search, entry->unit, &values[PART_NAME])) return true;
	if (values[PART_LINKAGE].form && name_matches(search, entry->unit, &values[PART_LINKAGE])) return true;
	if (values[PART_NAME].form) return false;
	if (values[PART_ORIGIN].form) return origin_matches(search, entry, &values[PART_ORIGIN], depth);
	return values[PART_SPECIFICATION].form && origin_matches(search, entry, &values[PART_SPECIFICATION], depth);
}

static bool entry_matches(const struct search *search, const struct debug_entry *entry, unsigned depth)
{
	static const unsigned attributes[NR_PARTS] = { DW_AT_name, DW_AT_linkage_name, DW_AT_abstract_origin, DW_AT_specification, DW_AT_declaration };
	struct debug_value values[NR_PARTS] = { 0 };
	for (unsigned i = 0; i < NR_PARTS; i++) (void)debug_entry_value(entry, attributes[i], &values[i]);
	if (!depth && values[PART_DECLARATION].number) return false;
	return values_match(search, entry, values, depth);
}

static bool shaped_matches(const struct search *search, const struct debug_entry *entry, const struct shape *shape, const struct cursor *at)
{
	struct debug_value values[NR_PARTS];
	if (!shape->fixed) return entry_matches(search, entry, 0);
	if (shape->parts[PART_DECLARATION].form) return false;
	for (unsigned i = 0; i < PART_DECLARATION; i++) {
		values[i] = (struct debug_value){ 0 };
		if (!shape->parts[i].form) continue;
		struct cursor c = *at;
		cursor_skip(&c, shape->parts[i].at);
		debug_form_read(&c, shape->parts[i].form, 0, &entry->unit->encoding, &values[i]);
		if (!cursor_ok(&c)) return false;
	}
	return values_match(search, entry, values, 0);
}

static bool is_entered(const struct search *search, const struct debug_abbrev *abbrev)
{
	switch (abbrev->tag) {
	case DW_TAG_compile_unit: case DW_TAG_namespace: case DW_TAG_module: case DW_TAG_class_type: case DW_TAG_structure_type: case DW_TAG_union_type:
	case DW_TAG_enumeration_type: case DW_TAG_variant_part: case DW_TAG_interface_type:
		return true;
	default: return search->deep && (abbrev->role == DEBUG_ROLE_ENTER || abbrev->role >= DEBUG_ROLE_FUNCTION);
	}
}

static void search_unit(void *ctx, unsigned worker, size_t i)
{
	struct search *search = ctx;
	struct debug_unit *unit = probe_source_unit(search->source, i);
	struct debug_entry root, entry;
	struct debug_walk walk;
	if (!unit || !debug_entry_root(unit, &root)) return;
	const struct debug_abbrevs *abbrevs = debug_unit_abbrevs(unit);
	_free_ struct shape *shapes = xcalloc(abbrevs->items.count, sizeof(*shapes));
	debug_walk_begin(&walk, &root);
	while (debug_walk_next(&walk, &entry)) {
		const struct debug_abbrev *abbrev = entry.abbrev;
		if (abbrev->has_children && !is_entered(search, abbrev)) debug_walk_skip(&walk);
		if (abbrev->tag != DW_TAG_subprogram) continue;
		struct shape *shape = &shapes[abbrev - abbrevs->items.items];
		if (!shape->known) make_shape(unit, abbrev, shape);
		if (shaped_matches(search, &entry, shape, &walk.c)) vec_push(&search->matches[i].entries, entry);
	}
}

static bool is_declared_in(const struct debug_entry *entry, const char *file)
{
	const char *path = debug_entry_file(entry, DW_AT_decl_file);
	return path && probe_path_ends(path, file);
}

bool function_is_abstract(const struct debug_entry *function)
{
	struct debug_value value;
	return debug_entry_value(function, DW_AT_inline, &value) && (value.number == 1 || value.number == 3);
}

void function_search(struct probe_source *source, const char *pattern, const char *file, bool one, debug_entry_list *list)
{
	struct search search = { .source = source, .pattern = pattern, .size = strlen(pattern), .wild = strpbrk(pattern, "*?[") };
	size_t nr_units = source->file->units.count, before = list->count;
	if (!search.wild) find_offsets(&search);
	search.matches = xcalloc(nr_units, sizeof(*search.matches));
	for (int pass = 0; pass < 2 && list->count == before; pass++) {
		search.deep = pass;
		threads_for(threads_default(), nr_units, search_unit, &search);
		for (size_t i = 0; i < nr_units; i++) {
			debug_entry_list *found = &search.matches[i].entries;
			for (size_t j = 0; j < found->count && !(one && list->count > before); j++) {
				uint64_t entry_pc;
				if (file && !is_declared_in(&found->items[j], file)) continue;
				if (!function_is_abstract(&found->items[j]) && !debug_entry_entry_pc(&found->items[j], &entry_pc)) continue;
				vec_push(list, found->items[j]);
				if (!search.wild) break;
			}
			vec_done(found);
		}
	}
	free(search.matches);
	vec_done(&search.offsets);
}

void function_instances(const struct debug_entry *abstract, debug_entry_list *list)
{
	struct debug_entry root, entry;
	struct debug_walk walk;
	if (!debug_entry_root(abstract->unit, &root)) return;
	debug_walk_begin(&walk, &root);
	while (debug_walk_next(&walk, &entry)) {
		struct debug_value value;
		struct debug_unit *unit;
		uint64_t info_off;
		if (entry.abbrev->role < DEBUG_ROLE_FUNCTION) {
			if (!is_entered(&(struct search){ .deep = true }, entry.abbrev)) debug_walk_skip(&walk);
			continue;
		}
		if (!debug_entry_value(&entry, DW_AT_abstract_origin, &value) || !debug_unit_reference(entry.unit, &value, &unit, &info_off)) continue;
		if (unit == abstract->unit && info_off == abstract->info_off) vec_push(list, entry);
	}
}
