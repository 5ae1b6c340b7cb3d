/* Functions by name or pattern, in all units on all cores.
 *
 * A name by itself is searched for in bulk. Names are mostly references into .debug_str (DW_FORM_strp): that table is
 * searched once for all places where a string ends with the name, and entries are then compared by number. Units whose
 * bytes have neither such a number nor the text itself are not walked at all (unit_filter). Patterns look at every
 * entry.
 *
 * In a unit, functions without a name of their own (copies out of line, definitions of a declared method) are resolved
 * behind the walk, by the entries that they refer to. What matched is kept by unit, so that the order is the file's,
 * whatever thread was first.
 *
 * The first pass skips what is inside of functions; only when nothing was found a second one looks there. */
#include "probe/search/function_search.h"

#include <string.h>
#include "base/threads.h"
#include "probe/search/glob_filter.h"
#include "probe/search/unit_filter.h"

/* What is read of a function's entry, where in it: those that are at a fixed distance are read at once. */
enum part { PART_NAME, PART_LINKAGE, PART_ORIGIN, PART_SPECIFICATION, PART_DECLARATION, NR_PARTS };
/* Made once for each abbreviation of a unit (make_shape): where in the entry the parts are, if that is the same for
 * all. */
struct shape {
	bool known, fixed;
	struct {
		uint16_t form;
		uint16_t at;
	} parts[NR_PARTS];
};

/* A function without a name of its own, and where the entry is that it is a copy or the definition of. */
struct nameless {
	struct debug_entry entry;
	uint64_t target;
	bool is_resolved;
};

/* Of a unit. */
struct matches {
	debug_entry_list entries;
};

/* One for each function_search, shared by all workers; only matches is written to, each worker at its units. */
struct search {
	struct probe_source *source;
	const char *pattern;
	bool wild, deep;       /* deep: functions within functions too */
	size_t size;           /* of the pattern */
	VEC(uint64_t) offsets; /* in .debug_str, where the name stands; sorted */
	struct unit_filter filter;
	struct matches *matches; /* of each unit */
};

/* NR_PARTS: of no interest here. */
static enum part part_of(unsigned attribute)
{
	switch (attribute) {
	case DW_AT_name: return PART_NAME;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name: return PART_LINKAGE;
	case DW_AT_abstract_origin: return PART_ORIGIN;
	case DW_AT_specification: return PART_SPECIFICATION;
	case DW_AT_declaration: return PART_DECLARATION;
	default: return NR_PARTS;
	}
}

/* Works out at which distances from an entry's beginning its parts are, which holds for all entries of one abbreviation
 * as long as the forms before them have fixed sizes. */
static void make_shape(struct debug_unit *unit, const struct debug_abbrev *abbrev, struct shape *ret)
{
	struct debug_file *file = unit->file;
	struct cursor c = debug_section_cursor(debug_file_section(file, DEBUG_ABBREV), abbrev->attributes, UINT64_MAX,
					       file->swap);
	unsigned attribute, form;
	int64_t implicit;
	int at = 0;
	*ret = (struct shape){ .known = true, .fixed = true };
	while (debug_abbrev_next(&c, &attribute, &form, &implicit)) {
		enum part part = part_of(attribute);
		int size = debug_form_size(form, &unit->encoding);
		if (part != NR_PARTS && (at < 0 || at > UINT16_MAX || form == DW_FORM_implicit_const))
			ret->fixed = false;
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

/* Appends where in the bytes a string ends with the name; offset: of data in the section. The NUL behind the name is
 * compared, too. offset + found is where the name stands, perhaps within a longer string. */
static void note_offsets(struct search *search, const uint8_t *data, size_t size, uint64_t offset)
{
	const uint8_t *at = data, *end = data + size;
	while (at < end) {
		const uint8_t *found = memmem(at, (size_t)(end - at), search->pattern, search->size + 1);
		if (!found) break;
		vec_push(&search->offsets, offset + (uint64_t)(found - data));
		at = found + search->size;
	}
}

/* Every place where the name ends a string: names share their ends. The table is read in pieces that stay in the
 * processor's cache; of a large one nothing else is ever looked at. */
static void find_offsets(struct search *search)
{
	enum { PIECE_BYTES = 1 << 18 };
	struct debug_section *strings = debug_file_section(search->source->file, DEBUG_STR);
	size_t overlap = search->size + 1;
	if (!strings->have || overlap > PIECE_BYTES / 2) {
		debug_section_need(strings, 0, strings->size_bytes);
		note_offsets(search, strings->data, strings->size_bytes, 0);
	} else {
		_free_ uint8_t *piece = xmalloc(PIECE_BYTES);
		for (uint64_t at = 0; at < strings->size_bytes; at += PIECE_BYTES - overlap) {
			size_t size = MIN((uint64_t)PIECE_BYTES, strings->size_bytes - at);
			if (!debug_section_peek(strings, at, piece, size)) break;
			note_offsets(search, piece, size, at);
		}
	}
	if (search->offsets.count)
		qsort(search->offsets.items, search->offsets.count, sizeof(uint64_t), compare_numbers);
	size_t kept = 0;
	for (size_t i = 0; i < search->offsets.count; i++)
		if (!kept || search->offsets.items[kept - 1] != search->offsets.items[i])
			search->offsets.items[kept++] = search->offsets.items[i];
	search->offsets.count = kept;
}

/* Whether one attribute's text is the name, or matches the pattern. */
static bool name_matches(const struct search *search, struct debug_unit *unit, const struct debug_value *value)
{
	if (!search->wild && value->form == DW_FORM_strp && unit->file == search->source->file) {
		if (search->offsets.count == 1) return search->offsets.items[0] == value->number;
		return search->offsets.count && bsearch(&value->number, search->offsets.items, search->offsets.count,
							sizeof(uint64_t), compare_numbers);
	}
	const char *text = debug_unit_text(unit, value);
	if (!text) return false;
	return search->wild ? glob_matches(search->pattern, text, false) : strcmp(text, search->pattern) == 0;
}

/* A function's entry in another unit, which the scan of this one does not see. Rare, so it is not made fast. */
static bool foreign_matches(const struct search *search, const struct debug_entry *entry)
{
	const char *name = debug_entry_name(entry), *linkage = debug_entry_linkage_name(entry);
	if (search->wild)
		return (name && glob_matches(search->pattern, name, false)) ||
		       (linkage && glob_matches(search->pattern, linkage, false));
	return (name && strcmp(name, search->pattern) == 0) || (linkage && strcmp(linkage, search->pattern) == 0);
}

/* What a scan of a unit remembers: named functions that match, also declarations; and those without a name. By place.
 */
struct scan {
	struct search *search;
	struct debug_unit *unit;
	VEC(struct debug_entry) named;
	VEC(uint64_t) matching;
	VEC(struct nameless) nameless;
};

/* The values of all parts of an entry; form 0: it has none. */
static void read_parts(const struct debug_entry *entry, const struct shape *shape, const struct cursor *at,
		       struct debug_value values[NR_PARTS])
{
	static const unsigned attributes[NR_PARTS] = { DW_AT_name, DW_AT_linkage_name, DW_AT_abstract_origin,
						       DW_AT_specification, DW_AT_declaration };
	for (unsigned i = 0; i < NR_PARTS; i++) {
		values[i] = (struct debug_value){ 0 };
		if (!shape->fixed) {
			(void)debug_entry_value(entry, attributes[i], &values[i]);
		} else if (shape->parts[i].form) {
			struct cursor c = *at;
			cursor_skip(&c, shape->parts[i].at);
			debug_form_read(&c, shape->parts[i].form, 0, &entry->unit->encoding, &values[i]);
			if (!cursor_ok(&c)) values[i] = (struct debug_value){ 0 };
		}
	}
}

/* Sorts one function's entry into: matches, refers to another entry, neither. */
static void scan_function(struct scan *scan, const struct debug_entry *entry, const struct shape *shape,
			  const struct cursor *at)
{
	struct debug_value values[NR_PARTS];
	const struct debug_value *reference;
	struct debug_unit *unit;
	uint64_t target;
	read_parts(entry, shape, at, values);
	bool named = (values[PART_NAME].form && name_matches(scan->search, entry->unit, &values[PART_NAME])) ||
		     (values[PART_LINKAGE].form && name_matches(scan->search, entry->unit, &values[PART_LINKAGE]));
	if (named) {
		vec_push(&scan->matching, entry->info_off);
		if (!values[PART_DECLARATION].number) vec_push(&scan->named, *entry);
		return;
	}
	reference = values[PART_ORIGIN].form ? &values[PART_ORIGIN] : &values[PART_SPECIFICATION];
	if (values[PART_NAME].form || !reference->form || !debug_unit_reference(entry->unit, reference, &unit, &target))
		return;
	if (unit != entry->unit) {
		struct debug_entry origin;
		if (debug_entry_at(unit, target, &origin) && foreign_matches(scan->search, &origin)) {
			vec_push(&scan->matching, entry->info_off);
			vec_push(&scan->named, *entry);
		}
		return;
	}
	vec_push(&scan->nameless, ((struct nameless){ .entry = *entry, .target = target }));
}

static int compare_entries(const void *a, const void *b)
{
	const struct debug_entry *x = a, *y = b;
	return x->info_off < y->info_off ? -1 : x->info_off > y->info_off;
}

/* Functions have the names of what they refer to, in a few steps. Each step finds those that refer to what the step
 * before found, until nothing is new. */
static void resolve_nameless(struct scan *scan)
{
	for (unsigned step = 0; step < DEBUG_REFERENCES_MAX && scan->matching.count; step++) {
		size_t before = scan->matching.count, known = before;
		qsort(scan->matching.items, known, sizeof(uint64_t), compare_numbers);
		for (size_t i = 0; i < scan->nameless.count; i++) {
			struct nameless *n = &scan->nameless.items[i];
			if (n->is_resolved ||
			    !bsearch(&n->target, scan->matching.items, known, sizeof(uint64_t), compare_numbers))
				continue;
			n->is_resolved = true;
			vec_push(&scan->matching, n->entry.info_off);
			vec_push(&scan->named, n->entry);
		}
		if (scan->matching.count == before) break;
	}
	if (scan->named.count) qsort(scan->named.items, scan->named.count, sizeof(struct debug_entry), compare_entries);
}

/* Whether the walk goes into entries of this kind, as functions may be below. The first pass (not deep) enters types
 * and namespaces alone. */
static bool is_entered(const struct search *search, const struct debug_abbrev *abbrev)
{
	switch (abbrev->tag) {
	case DW_TAG_compile_unit:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_variant_part:
	case DW_TAG_interface_type: return true;
	default: return search->deep && (abbrev->role == DEBUG_ROLE_ENTER || abbrev->role >= DEBUG_ROLE_FUNCTION);
	}
}

/* One unit, on a worker: walks it and leaves what matched in search->matches[i]. Scan and shapes are the worker's own;
 * units and the debug file may be asked by any thread. */
static void search_unit(void *ctx, unsigned worker, size_t i)
{
	struct search *search = ctx;
	struct debug_unit *unit = probe_source_unit(search->source, i);
	struct debug_entry root, entry;
	struct debug_walk walk;
	if (!unit || (!search->wild && !unit_filter_passes(&search->filter, unit)) || !debug_entry_root(unit, &root))
		return;
	const struct debug_abbrevs *abbrevs = debug_unit_abbrevs(unit);
	/* one for each abbreviation of the unit, made when it is first met */
	_free_ struct shape *shapes = xcalloc(abbrevs->items.count, sizeof(*shapes));
	struct scan scan = { .search = search, .unit = unit };
	debug_walk_begin(&walk, &root);
	while (debug_walk_next(&walk, &entry)) {
		const struct debug_abbrev *abbrev = entry.abbrev;
		if (abbrev->has_children && !is_entered(search, abbrev)) debug_walk_skip(&walk);
		if (abbrev->tag != DW_TAG_subprogram) continue;
		struct shape *shape = &shapes[abbrev - abbrevs->items.items];
		if (!shape->known) make_shape(unit, abbrev, shape);
		scan_function(&scan, &entry, shape, &walk.c);
	}
	resolve_nameless(&scan);
	for (size_t k = 0; k < scan.named.count; k++) vec_push(&search->matches[i].entries, scan.named.items[k]);
	vec_done(&scan.named);
	vec_done(&scan.matching);
	vec_done(&scan.nameless);
}

static bool is_declared_in(const struct debug_entry *entry, const char *file)
{
	const char *path = debug_entry_file(entry, DW_AT_decl_file);
	return path && probe_path_ends(path, file);
}

/* 1 is DW_INL_inlined, 3 DW_INL_declared_inlined (DWARF 5, section 3.3.8.1). */
bool function_is_abstract(const struct debug_entry *function)
{
	struct debug_value value;
	return debug_entry_value(function, DW_AT_inline, &value) && (value.number == 1 || value.number == 3);
}

/* Entries without code and without copies (declarations that look like definitions) are no answer. The lists of units
 * are joined in the order of the file, so the result does not depend on threads. */
void function_search(struct probe_source *source, const char *pattern, const char *file, bool one,
		     debug_entry_list *list, debug_entry_list *others)
{
	struct search search = {
		.source = source, .pattern = pattern, .size = strlen(pattern), .wild = strpbrk(pattern, "*?[")
	};
	size_t nr_units = source->file->units.count, before = list->count;
	if (!search.wild) find_offsets(&search);
	search.filter = (struct unit_filter){ .file = source->file,
					      .name = pattern,
					      .offsets = search.offsets.items,
					      .nr_offsets = search.offsets.count };
	search.matches = xcalloc(nr_units, sizeof(*search.matches));
	for (int pass = 0; pass < 2 && list->count == before; pass++) {
		search.deep = pass;
		threads_for(threads_default(), nr_units, search_unit, &search);
		for (size_t i = 0; i < nr_units; i++) {
			debug_entry_list *found = &search.matches[i].entries;
			bool has_one = false; /* of the unit */
			for (size_t j = 0; j < found->count && !(one && list->count > before); j++) {
				uint64_t entry_pc;
				if (file && !is_declared_in(&found->items[j], file)) continue;
				if (has_one && !others) break;
				if (!function_is_abstract(&found->items[j]) &&
				    !debug_entry_entry_pc(&found->items[j], &entry_pc))
					continue;
				bool is_first = !has_one;
				has_one = !search.wild;
				if (is_first) vec_push(list, found->items[j]);
				else if (others) vec_push(others, found->items[j]);
			}
			vec_done(found);
		}
	}
	free(search.matches);
	vec_done(&search.offsets);
}

/* Copies may be inside of any function of the unit: all of it is walked. */
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
		if (!debug_entry_value(&entry, DW_AT_abstract_origin, &value) ||
		    !debug_unit_reference(entry.unit, &value, &unit, &info_off))
			continue;
		if (unit == abstract->unit && info_off == abstract->info_off) vec_push(list, entry);
	}
}
