/* Any entry of .debug_info, attribute by attribute: for those who ask about a few of them. (debug_tree walks all
 * functions of a unit faster, and knows no more than that.)
 *
 * Entries are small values without memory of their own; they hold as long as the file. All of this is thread safe,
 * except that a debug_walk belongs to one thread. */
#ifndef SYMBOL_DWARF_DEBUG_ENTRY_H
#define SYMBOL_DWARF_DEBUG_ENTRY_H

#include "symbol/dwarf/debug_ranges.h"

/* Bound on following references from one entry to the next: damaged ones may run in circles. */
#define DEBUG_REFERENCES_MAX 16

/* Where an entry is, and what kind it is. */
struct debug_entry {
	struct debug_unit *unit; /* NULL: none */
	const struct debug_abbrev *abbrev;
	/* Offsets in .debug_info: of the entry, and of its first value. */
	uint64_t info_off, values_off;
	uint32_t depth; /* of a walk: below where it began */
};

static inline unsigned debug_entry_tag(const struct debug_entry *entry) { return entry->abbrev->tag; }
static inline bool debug_entry_is_same(const struct debug_entry *a, const struct debug_entry *b)
{
	return a->unit == b->unit && a->info_off == b->info_off;
}

/* False: there is no entry at that place. */
bool debug_entry_at(struct debug_unit *unit, uint64_t info_off, struct debug_entry *ret);
/* The unit's first entry. */
bool debug_entry_root(struct debug_unit *unit, struct debug_entry *ret);
/* The entry's own attribute. False: it has none of that kind. */
bool debug_entry_value(const struct debug_entry *entry, unsigned attribute, struct debug_value *ret);
/* Also of the entries that it is a copy or the definition of (DW_AT_abstract_origin, DW_AT_specification); ret_owner
 * (may be NULL): of which. */
bool debug_entry_value_all(const struct debug_entry *entry, unsigned attribute, struct debug_entry *ret_owner,
			   struct debug_value *ret);
/* The entry that a reference attribute means, perhaps in another unit or file. False: no such attribute, or it leads
 * nowhere. */
bool debug_entry_reference(const struct debug_entry *entry, unsigned attribute, struct debug_entry *ret);
/* DW_AT_abstract_origin, else DW_AT_specification. */
bool debug_entry_origin(const struct debug_entry *entry, struct debug_entry *ret);
/* The last of the entries that this one is a copy of: the abstract function. Itself, when it is none. */
void debug_entry_abstract(const struct debug_entry *entry, struct debug_entry *ret);
/* Texts live as long as the file; NULL: none. All of them look at the origin too. */
const char *debug_entry_name(const struct debug_entry *entry);
const char *debug_entry_linkage_name(const struct debug_entry *entry);
bool debug_entry_flag(const struct debug_entry *entry, unsigned attribute);
/* False: not said, or not a constant. */
bool debug_entry_number(const struct debug_entry *entry, unsigned attribute, uint64_t *ret);
/* The file it is declared in, as a path; of a call: where that is. NULL: not said. */
const char *debug_entry_file(const struct debug_entry *entry, unsigned attribute);
/* Its own code, in the order of the list. */
void debug_entry_ranges(const struct debug_entry *entry, debug_range_list *list);
bool debug_entry_has_vaddr(const struct debug_entry *entry, uint64_t vaddr);
/* Where its code begins to run: DW_AT_entry_pc, else low_pc, else the first range. */
bool debug_entry_entry_pc(const struct debug_entry *entry, uint64_t *ret_vaddr);
/* What type it is of, without DW_AT_type: the type's entry. */
bool debug_entry_type(const struct debug_entry *entry, struct debug_entry *ret);

/* All entries below one, in their order, down to the leaves.
 *
 *     struct debug_walk walk;
 *     debug_walk_begin(&walk, &function);
 *     while (debug_walk_next(&walk, &entry))
 *             if (debug_entry_tag(&entry) == DW_TAG_inlined_subroutine) debug_walk_skip(&walk);
 *
 * debug_walk_skip passes over what is below the entry that was given last. */
struct debug_walk {
	struct debug_unit *unit;
	const struct debug_abbrevs *abbrevs;
	struct cursor c;
	uint32_t depth;
	const struct debug_abbrev *pending; /* the last entry, whose values are not passed yet */
	bool skip;
};
void debug_walk_begin(struct debug_walk *walk, const struct debug_entry *entry);
bool debug_walk_next(struct debug_walk *walk, struct debug_entry *ret);
void debug_walk_skip(struct debug_walk *walk);

#endif
