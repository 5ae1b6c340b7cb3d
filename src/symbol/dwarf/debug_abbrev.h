/* Abbreviations (DWARF 5, section 7.5.3), compiled for walking the tree fast: runs of attributes nobody wants are
 * skipped at once. */
#ifndef SYMBOL_DWARF_DEBUG_ABBREV_H
#define SYMBOL_DWARF_DEBUG_ABBREV_H

#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/dwarf/debug_form.h"

/* What the walk makes of an entry. */
enum debug_role {
	DEBUG_ROLE_SKIP,     /* nothing below it is wanted */
	DEBUG_ROLE_ENTER,    /* functions may be below it */
	DEBUG_ROLE_TYPE,     /* likewise, in some languages or within functions */
	DEBUG_ROLE_FUNCTION, /* DW_TAG_subprogram */
	DEBUG_ROLE_INLINED,  /* DW_TAG_inlined_subroutine */
};

/* Attributes that the walk (debug_tree.c) reads; values of an entry are kept in an array by slot. */
enum debug_slot {
	DEBUG_SLOT_SIBLING,
	DEBUG_SLOT_LOW_PC,
	DEBUG_SLOT_HIGH_PC,
	DEBUG_SLOT_RANGES,
	DEBUG_SLOT_CALL_FILE,
	DEBUG_SLOT_CALL_LINE,
	NR_DEBUG_SLOTS
};

/* A step over attributes: of bytes bytes; of one value whose size varies; or of one that is read into a slot. */
enum debug_step_kind { DEBUG_STEP_BYTES, DEBUG_STEP_ULEB, DEBUG_STEP_OTHER, DEBUG_STEP_READ, DEBUG_STEP_CONSTANT };
/* See the head of debug_abbrev.c for an example. */
struct debug_step {
	uint8_t kind;   /* enum debug_step_kind */
	uint8_t slot;   /* enum debug_slot, of READ and CONSTANT */
	uint16_t form;  /* of READ and OTHER */
	uint32_t bytes; /* DEBUG_STEP_CONSTANT: the value */
};

struct debug_abbrev {
	uint16_t tag; /* DW_TAG_* */
	uint8_t role; /* enum debug_role */
	/* Entries of this kind are followed by their children, up to a 0. */
	bool has_children;
	uint32_t first_step, nr_steps; /* in the steps of all */
	/* Size of the attributes, UINT32_MAX: varies, or something is read. */
	uint32_t fixed_bytes;
	uint64_t attributes; /* where the names and forms are, in .debug_abbrev */
};

/* The abbreviations of a unit. */
struct debug_abbrevs {
	VEC(struct debug_abbrev) items;
	VEC(struct debug_step) steps;
	uint64_t first_code;   /* codes count from here, or: */
	struct u64map by_code; /* code -> index; empty when the codes count up */
};

/* Compiles the abbreviations from the cursor to their end mark. What is damaged ends them. Never NULL; free with
 * debug_abbrevs_free. */
struct debug_abbrevs *debug_abbrevs_new(struct cursor c, const struct debug_encoding *encoding);
void debug_abbrevs_free(struct debug_abbrevs *abbrevs);

/* NULL: there is none. */
static inline const struct debug_abbrev *debug_abbrev_find(const struct debug_abbrevs *abbrevs, uint64_t code)
{
	if (likely(!abbrevs->by_code.slots))
		return code - abbrevs->first_code < abbrevs->items.count
			       ? &abbrevs->items.items[code - abbrevs->first_code]
			       : NULL;
	const uint64_t *i = u64map_find(&abbrevs->by_code, code);
	return i ? &abbrevs->items.items[*i] : NULL;
}

/* The next attribute of an abbreviation; false at the end. *ret_implicit: the value of DW_FORM_implicit_const, which
 * stands in the abbreviation; else 0. */
bool debug_abbrev_next(struct cursor *c, unsigned *ret_attribute, unsigned *ret_form, int64_t *ret_implicit);

#endif
