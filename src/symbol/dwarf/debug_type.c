/* Types of variables: qualifiers (const, volatile) and typedefs stand between a variable and what it is.
 *
 *     variable -> const -> typedef u64 -> unsigned long        DW_AT_type, entry by entry
 *
 * Every walk along these references is bounded by CHAIN_MAX, as damaged debug information may run in circles. */
#include "symbol/dwarf/debug_type.h"

#include <string.h>

/* Steps along types that name types. */
enum { CHAIN_MAX = 32 };

static bool is_qualifier(unsigned tag)
{
	return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
	       tag == DW_TAG_atomic_type;
}

/* entry and ret may be the same. */
bool debug_type_of(const struct debug_entry *entry, bool with_typedefs, struct debug_entry *ret)
{
	struct debug_entry at = *entry;
	for (unsigned i = 0; i < CHAIN_MAX; i++) {
		if (!debug_entry_type(&at, &at)) return false;
		unsigned tag = debug_entry_tag(&at);
		if (is_qualifier(tag) || (tag == DW_TAG_typedef && !with_typedefs)) continue;
		*ret = at;
		return true;
	}
	return false;
}

bool debug_type_size(const struct debug_entry *type, uint64_t *ret_bytes)
{
	return debug_entry_number(type, DW_AT_byte_size, ret_bytes);
}

bool debug_type_is_pointer(const struct debug_entry *type)
{
	unsigned tag = debug_entry_tag(type);
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

/* DWARF 5, 5.13: a DW_TAG_subrange_type for each dimension, with a count or an upper bound */
unsigned debug_type_dimensions(const struct debug_entry *array, uint64_t *counts, unsigned max)
{
	struct debug_walk walk;
	struct debug_entry child;
	unsigned nr = 0;
	debug_walk_begin(&walk, array);
	while (nr < max && debug_walk_next(&walk, &child)) {
		debug_walk_skip(&walk);
		if (debug_entry_tag(&child) != DW_TAG_subrange_type) continue;
		uint64_t number;
		if (debug_entry_number(&child, DW_AT_count, &number)) counts[nr++] = number;
		else counts[nr++] = debug_entry_number(&child, DW_AT_upper_bound, &number) ? number + 1 : 0;
	}
	return nr;
}

/* Through typedefs and dimensions to what has a size, or is a pointer. An array without a count has size 0. */
bool debug_type_full_size(const struct debug_entry *type, uint64_t *ret_bytes)
{
	struct debug_entry at = *type;
	uint64_t factor = 1, size, counts[8];
	for (unsigned depth = 0; depth < CHAIN_MAX; depth++) {
		unsigned tag = debug_entry_tag(&at);
		if (debug_type_size(&at, &size)) {
			*ret_bytes = size * factor;
			return true;
		}
		if (debug_type_is_pointer(&at)) {
			*ret_bytes = at.unit->encoding.address_size * factor;
			return true;
		}
		if (tag == DW_TAG_array_type) {
			unsigned nr = debug_type_dimensions(&at, counts, ARRAY_SIZE(counts));
			for (unsigned i = 0; i < nr; i++) factor *= counts[i];
		}
		if ((tag != DW_TAG_array_type && tag != DW_TAG_typedef && tag != DW_TAG_enumeration_type) ||
		    !debug_type_of(&at, false, &at))
			return false;
	}
	return false;
}

bool debug_type_is_signed(const struct debug_entry *type)
{
	uint64_t encoding;
	return debug_entry_number(type, DW_AT_encoding, &encoding) &&
	       (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char);
}

bool debug_type_is_character(const struct debug_entry *type)
{
	const char *name = debug_entry_name(type);
	uint64_t encoding, size;
	if (!name || debug_entry_tag(type) != DW_TAG_base_type) return false;
	if (!debug_entry_number(type, DW_AT_encoding, &encoding) || !debug_type_size(type, &size)) return false;
	return size == 1 &&
	       (encoding == DW_ATE_signed_char || encoding == DW_ATE_unsigned_char || encoding == DW_ATE_UTF);
}

/* What stands behind the type that is pointed at or held. */
static const char *sign_behind(unsigned tag)
{
	switch (tag) {
	case DW_TAG_array_type: return "[]";
	case DW_TAG_pointer_type: return "*";
	case DW_TAG_reference_type: return "&";
	default: return "&&";
	}
}

/* "struct outer*": from the inside out, as upstream writes types (arrays as "[]" without sizes). C's order of
 * declarators is not tried: "int*[]" is an array of pointers, and a pointer to an array is "int[]*". */
static void format_type(const struct debug_entry *type, unsigned depth, struct strbuf *out)
{
	struct debug_entry inner;
	bool known;
	if (depth > CHAIN_MAX) return;
	unsigned tag = debug_entry_tag(type);
	const char *name = debug_entry_name(type);
	switch (tag) {
	case DW_TAG_pointer_type:
	case DW_TAG_array_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		known = debug_type_of(type, true, &inner);
		if (known) format_type(&inner, depth + 1, out);
		else strbuf_str(out, "void");
		strbuf_str(out, sign_behind(tag));
		break;
	case DW_TAG_subroutine_type: strbuf_str(out, "(function_type)"); break;
	case DW_TAG_structure_type: strbuf_printf(out, "struct %s", name ? name : ""); break;
	case DW_TAG_union_type: strbuf_printf(out, "union %s", name ? name : ""); break;
	case DW_TAG_enumeration_type: strbuf_printf(out, "enum %s", name ? name : ""); break;
	default: strbuf_str(out, name ? name : "(unknown_type)"); break; /* of a lambda */
	}
}

void debug_type_format_entry(const struct debug_entry *type, struct strbuf *out) { format_type(type, 0, out); }

void debug_type_format(const struct debug_entry *variable, struct strbuf *out)
{
	struct debug_entry type;
	if (debug_type_of(variable, true, &type)) format_type(&type, 0, out);
	else strbuf_str(out, "void");
}

/* What has members: in C++ classes, too. */
bool debug_type_is_struct(unsigned tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
}

/* Where a member is in its struct: a number, or an expression that adds one (DWARF 2). */
bool debug_type_member_offset(const struct debug_entry *member, uint64_t *ret)
{
	struct debug_value value;
	uint64_t bit, bytes;
	struct debug_entry type;
	if (debug_entry_number(member, DW_AT_data_member_location, ret)) return true;
	if (debug_entry_value(member, DW_AT_data_member_location, &value) && value.text && value.number > 1) {
		struct cursor c = cursor_of(value.text, value.number, member->unit->file->swap);
		if (cursor_u8(&c) != DW_OP_plus_uconst) return false;
		*ret = debug_uleb(&c);
		return cursor_ok(&c);
	}
	if (debug_entry_number(member, DW_AT_data_bit_offset, &bit) && debug_type_of(member, false, &type) &&
	    debug_type_full_size(&type, &bytes) && bytes) {
		*ret = bit / (bytes * 8) * bytes;
		return true;
	}
	*ret = 0;
	return true; /* of unions */
}

/* The member of that name, also of structs without a name within, and of bases; its distance from the struct's start.
 * Two passes: the type's own members first, then those of its nameless members and bases. */
static bool find_member(const struct debug_entry *type, const char *name, unsigned depth, struct debug_entry *ret,
			uint64_t *ret_offset)
{
	struct debug_walk walk;
	struct debug_entry child, inner;
	if (depth > 8) return false;
	for (int pass = 0; pass < 2; pass++) {
		debug_walk_begin(&walk, type);
		while (debug_walk_next(&walk, &child)) {
			unsigned tag = debug_entry_tag(&child);
			debug_walk_skip(&walk);
			if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
			const char *own = debug_entry_name(&child);
			uint64_t offset = 0;
			if (!pass && own && tag == DW_TAG_member && strcmp(own, name) == 0) {
				*ret = child;
				*ret_offset = 0;
				return true;
			}
			if (!pass || (own && tag == DW_TAG_member) || !debug_type_of(&child, false, &inner)) continue;
			if (!find_member(&inner, name, depth + 1, ret, &offset)) continue;
			uint64_t own_offset = 0;
			(void)debug_entry_number(&child, DW_AT_data_member_location, &own_offset);
			*ret_offset = offset + own_offset;
			return true;
		}
	}
	return false;
}

bool debug_type_find_member(const struct debug_entry *type, const char *name, struct debug_entry *ret,
			    uint64_t *ret_offset)
{
	return find_member(type, name, 0, ret, ret_offset);
}
