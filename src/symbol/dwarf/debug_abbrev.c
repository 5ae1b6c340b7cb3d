/* Abbreviations become short programs. An entry of .debug_info is a code and the values of its attributes; the
 * abbreviation of that code says which attributes these are and how each is stored. Walking a tree of millions of
 * entries for a few attributes, most of the time goes into passing over the others. So each abbreviation is compiled
 * once to steps:
 *
 *     DW_AT_name strp, DW_AT_decl_line data1, DW_AT_low_pc addr, DW_AT_type ref4
 *     ->  BYTES 5, READ low_pc, BYTES 4
 *
 * Which attributes are wanted depends on the kind of entry (its role). */
#include "symbol/dwarf/debug_abbrev.h"

#include <string.h>

/* By kind: functions, what may hold functions, and what cannot. */
static enum debug_role role_of(uint64_t tag)
{
	switch (tag) {
	case DW_TAG_subprogram: return DEBUG_ROLE_FUNCTION;
	case DW_TAG_inlined_subroutine: return DEBUG_ROLE_INLINED;
	case DW_TAG_compile_unit:
	case DW_TAG_partial_unit:
	case DW_TAG_skeleton_unit:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_lexical_block:
	case DW_TAG_with_stmt:
	case DW_TAG_catch_block:
	case DW_TAG_try_block: return DEBUG_ROLE_ENTER;
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_interface_type:
	case DW_TAG_variant_part: return DEBUG_ROLE_TYPE;
	default: return DEBUG_ROLE_SKIP;
	}
}

/* NR_DEBUG_SLOTS: not wanted. */
static enum debug_slot slot_of(enum debug_role role, bool has_children, unsigned attribute)
{
	bool function = role == DEBUG_ROLE_FUNCTION || role == DEBUG_ROLE_INLINED;
	switch (attribute) {
	case DW_AT_sibling: return has_children ? DEBUG_SLOT_SIBLING : NR_DEBUG_SLOTS;
	case DW_AT_low_pc: return function ? DEBUG_SLOT_LOW_PC : NR_DEBUG_SLOTS;
	case DW_AT_high_pc: return function ? DEBUG_SLOT_HIGH_PC : NR_DEBUG_SLOTS;
	case DW_AT_ranges: return function ? DEBUG_SLOT_RANGES : NR_DEBUG_SLOTS;
	case DW_AT_call_file: return role == DEBUG_ROLE_INLINED ? DEBUG_SLOT_CALL_FILE : NR_DEBUG_SLOTS;
	case DW_AT_call_line: return role == DEBUG_ROLE_INLINED ? DEBUG_SLOT_CALL_LINE : NR_DEBUG_SLOTS;
	default: return NR_DEBUG_SLOTS;
	}
}

/* Ends at 0, 0. Numbers above 16 bits, which nobody has given out, become 65535. */
bool debug_abbrev_next(struct cursor *c, unsigned *ret_attribute, unsigned *ret_form, int64_t *ret_implicit)
{
	uint64_t attribute = debug_uleb(c), form = debug_uleb(c);
	*ret_implicit = form == DW_FORM_implicit_const ? cursor_sleb128(c) : 0;
	if (!cursor_ok(c) || (!attribute && !form)) return false;
	*ret_attribute = (unsigned)MIN(attribute, UINT16_MAX);
	*ret_form = (unsigned)MIN(form, UINT16_MAX);
	return true;
}

/* Bytes that are passed over next to each other are one step. */
static void step_add(struct debug_abbrevs *abbrevs, size_t first, const struct debug_step *step)
{
	struct debug_step *last = abbrevs->steps.count > first ? vec_last(&abbrevs->steps) : NULL;
	if (step->kind == DEBUG_STEP_BYTES && !step->bytes) return;
	if (step->kind == DEBUG_STEP_BYTES && last && last->kind == DEBUG_STEP_BYTES && last->bytes < UINT32_MAX - 16)
		last->bytes += step->bytes;
	else vec_push(&abbrevs->steps, *step);
}

/* Returns false when it is damaged. One abbreviation, behind its code: tag, children flag, attributes (DWARF 5, section
 * 7.5.3). Values that are passed over need no steps of their own when their sizes are fixed: of most entries one step
 * is left, and fixed_bytes says it at once. */
static bool compile(struct debug_abbrevs *abbrevs, struct cursor *c, const struct debug_encoding *encoding)
{
	uint64_t tag = debug_uleb(c);
	struct debug_abbrev *abbrev = vec_add(&abbrevs->items);
	enum debug_role role = role_of(tag);
	bool has_children = cursor_u8(c);
	size_t first = abbrevs->steps.count;
	unsigned attribute, form;
	int64_t implicit;

	*abbrev = (struct debug_abbrev){ .tag = (uint16_t)MIN(tag, UINT16_MAX),
					 .role = (uint8_t)role,
					 .has_children = has_children,
					 .first_step = (uint32_t)first,
					 .attributes = c->pos };
	while (debug_abbrev_next(c, &attribute, &form, &implicit)) {
		enum debug_slot slot = slot_of(role, has_children, attribute);
		int size = debug_form_size(form, encoding);
		struct debug_step step = { .form = (uint16_t)form, .slot = (uint8_t)slot };
		if (slot != NR_DEBUG_SLOTS && form == DW_FORM_implicit_const) {
			step.kind = DEBUG_STEP_CONSTANT;
			step.bytes = (uint32_t)implicit;
		} else if (slot != NR_DEBUG_SLOTS) {
			step.kind = DEBUG_STEP_READ;
		} else if (size >= 0) {
			step.kind = DEBUG_STEP_BYTES;
			step.bytes = (uint32_t)size;
		} else {
			step.kind = form == DW_FORM_udata || form == DW_FORM_sdata || form == DW_FORM_strx ||
						    form == DW_FORM_addrx || form == DW_FORM_loclistx ||
						    form == DW_FORM_ref_udata
					    ? DEBUG_STEP_ULEB
					    : DEBUG_STEP_OTHER;
		}
		step_add(abbrevs, first, &step);
	}
	abbrev->nr_steps = (uint32_t)(abbrevs->steps.count - first);
	abbrev->fixed_bytes = UINT32_MAX;
	if (!abbrev->nr_steps) abbrev->fixed_bytes = 0;
	else if (abbrev->nr_steps == 1 && abbrevs->steps.items[first].kind == DEBUG_STEP_BYTES)
		abbrev->fixed_bytes = abbrevs->steps.items[first].bytes;
	return cursor_ok(c) && abbrevs->steps.count < UINT32_MAX / 2;
}

/* Compilers count codes up from 1, so that they index the array; only others get a map. */
struct debug_abbrevs *debug_abbrevs_new(struct cursor c, const struct debug_encoding *encoding)
{
	struct debug_abbrevs *abbrevs = xcalloc(1, sizeof(*abbrevs));
	VEC(uint64_t) codes = VEC_INIT;
	bool counting = true;

	for (;;) {
		uint64_t code = debug_uleb(&c);
		if (!code || !cursor_ok(&c)) break;
		if (!compile(abbrevs, &c, encoding)) {
			abbrevs->items.count--;
			break;
		}
		if (!codes.count) abbrevs->first_code = code;
		counting = counting && code == abbrevs->first_code + codes.count;
		vec_push(&codes, code);
	}
	/* of a code given twice, the first holds */
	for (size_t i = codes.count; !counting && i-- > 0;) *u64map_put(&abbrevs->by_code, codes.items[i], NULL) = i;
	vec_done(&codes);
	return abbrevs;
}

void debug_abbrevs_free(struct debug_abbrevs *abbrevs)
{
	if (!abbrevs) return;
	vec_done(&abbrevs->items);
	vec_done(&abbrevs->steps);
	u64map_done(&abbrevs->by_code);
	free(abbrevs);
}
