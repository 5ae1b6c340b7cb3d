/* Types out of DWARF: an entry of .debug_info becomes a type. A type's origin is its entry's unit and offset. */
#include "symbol/types/data_type_debug.h"

#include <string.h>
#include "base/hash.h"
#include "symbol/dwarf/debug_type.h"
#include "symbol/types/data_type_source.h"

enum { CHAIN_MAX = 32 /* of typedefs and qualifiers */ };

static const struct data_type_source debug_source;

static enum data_type_kind kind_of(unsigned tag)
{
	switch (tag) {
	case DW_TAG_base_type:
	case DW_TAG_enumeration_type: return DATA_TYPE_NUMBER;
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
	case DW_TAG_ptr_to_member_type: return DATA_TYPE_POINTER;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type: return DATA_TYPE_STRUCT;
	case DW_TAG_array_type: return DATA_TYPE_ARRAY;
	case DW_TAG_subroutine_type:
	case DW_TAG_subprogram: return DATA_TYPE_FUNCTION;
	default: return DATA_TYPE_OTHER;
	}
}

/* The type itself, behind typedefs and qualifiers; ret_named: the last typedef on the way, else the type. */
static bool real_type(const struct debug_entry *entry, struct debug_entry *ret, struct debug_entry *ret_named)
{
	struct debug_entry at = *entry;
	bool has_name = false;
	for (unsigned i = 0; i < CHAIN_MAX; i++) {
		if (!debug_entry_type(&at, &at)) return false;
		switch (debug_entry_tag(&at)) {
		case DW_TAG_typedef:
			*ret_named = at;
			has_name = true;
			continue;
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_restrict_type:
		case DW_TAG_atomic_type:
		case DW_TAG_unspecified_type: continue;
		default: break;
		}
		*ret = at;
		if (!has_name) *ret_named = at;
		return true;
	}
	return false;
}

/* entry: the type itself; named: what has its name where it has none of its own. */
static struct data_type *put(struct data_types *types, const struct debug_entry *entry, const struct debug_entry *named)
{
	enum data_type_kind kind = kind_of(debug_entry_tag(entry));
	bool is_nameless = kind == DATA_TYPE_STRUCT && !debug_entry_name(entry);
	const struct debug_entry *of = is_nameless ? named : entry;
	bool is_new;
	struct data_type *type = data_types_put(types, hash_pair((uintptr_t)of->unit->file, of->info_off), &is_new);
	if (!is_new) return type;
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	const char *typedef_name = is_nameless ? debug_entry_name(named) : NULL;
	if (typedef_name) strbuf_str(&name, typedef_name);
	else if (debug_entry_tag(entry) == DW_TAG_subprogram) strbuf_str(&name, "(function_type)");
	else debug_type_format_entry(entry, &name);
	uint64_t encoding;
	type->kind = kind;
	type->is_float = debug_entry_number(entry, DW_AT_encoding, &encoding) && encoding == DW_ATE_float;
	type->source = &debug_source;
	type->name = data_types_name(types, strbuf_text(&name));
	type->origin[0] = (uintptr_t)entry->unit;
	type->origin[1] = entry->info_off;
	if (!debug_type_full_size(entry, &type->size_bytes)) type->size_bytes = 0;
	return type;
}

/* With the lock taken. */
static const struct data_type *type_of(struct data_types *types, const struct debug_entry *entry)
{
	struct debug_entry real, named;
	return real_type(entry, &real, &named) ? put(types, &real, &named) : NULL;
}

/* What has no type, such as a member of a damaged struct. */
static const struct data_type *no_type(struct data_types *types)
{
	bool is_new;
	struct data_type *type = data_types_put(types, 0, &is_new);
	if (is_new) {
		type->source = &debug_source;
		type->name = "(unknown type)";
	}
	return type;
}

/* Where a bit field begins, and how many bytes have bits of it. Offsets of DWARF 3 count from the other end. */
static void place_bits(const struct debug_entry *entry, uint64_t bits, struct data_member *member)
{
	uint64_t at;
	if (!debug_entry_number(entry, DW_AT_data_bit_offset, &at)) {
		uint64_t from_top, storage = member->type->size_bytes;
		(void)debug_entry_number(entry, DW_AT_byte_size, &storage);
		storage = MIN(storage, 64) * 8;
		if (!debug_entry_number(entry, DW_AT_bit_offset, &from_top)) return;
		if (from_top > storage || bits > storage - from_top) return;
		at = member->offset * 8 + (storage - bits - from_top);
	}
	member->offset = at / 8;
	member->size_bytes = (at + bits + 7) / 8 - at / 8;
}

static void add_member(struct data_types *types, const struct debug_entry *entry, data_member_list *members)
{
	struct data_member member = { .name = "", .type = type_of(types, entry) };
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	const char *name = debug_entry_name(entry);
	uint64_t bits = 0;
	if (!debug_type_member_offset(entry, &member.offset)) return;
	if (!member.type) member.type = no_type(types);
	member.size_bytes = member.type->size_bytes;
	debug_type_format(entry, &text);
	member.type_name = data_types_name(types, strbuf_text(&text));
	struct debug_entry base;
	if (debug_entry_tag(entry) == DW_TAG_inheritance && debug_type_of(entry, false, &base))
		name = debug_entry_name(&base);
	if (debug_entry_number(entry, DW_AT_bit_size, &bits) && bits) {
		member.is_bit_field = true;
		place_bits(entry, bits, &member);
		strbuf_clear(&text);
		strbuf_printf(&text, "%s:%llu", name ? name : "", (unsigned long long)bits);
		name = strbuf_text(&text);
	}
	if (name) member.name = data_types_name(types, name);
	vec_push(members, member);
}

/* Members of variants (DW_TAG_variant_part of Rust's enums) stand side by side, as those of a union. Static members of
 * C++ are no part of the struct. */
static void read_members(struct data_types *types, const struct debug_entry *type, data_member_list *members)
{
	struct debug_walk walk;
	struct debug_entry child;
	debug_walk_begin(&walk, type);
	while (debug_walk_next(&walk, &child)) {
		unsigned tag = debug_entry_tag(&child);
		if (tag == DW_TAG_variant_part || tag == DW_TAG_variant) continue;
		debug_walk_skip(&walk);
		if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
		if (debug_entry_flag(&child, DW_AT_external) || debug_entry_flag(&child, DW_AT_declaration)) continue;
		add_member(types, &child, members);
	}
}

static void read_debug(struct data_types *types, struct data_type *type, data_member_list *members)
{
	struct debug_entry entry;
	struct debug_unit *unit = (struct debug_unit *)(uintptr_t)type->origin[0];
	if (!unit || !debug_entry_at(unit, type->origin[1], &entry)) return;
	if (type->kind == DATA_TYPE_STRUCT) read_members(types, &entry, members);
	else type->target = type_of(types, &entry);
}

static const struct data_type_source debug_source = { .read = read_debug };

const struct data_type *data_type_of_debug(struct data_types *types, const struct debug_entry *entry)
{
	pthread_mutex_lock(&types->lock);
	const struct data_type *type = type_of(types, entry);
	pthread_mutex_unlock(&types->lock);
	return type;
}

const struct data_type *data_type_of_debug_function(struct data_types *types, const struct debug_entry *function)
{
	pthread_mutex_lock(&types->lock);
	const struct data_type *type = put(types, function, function);
	pthread_mutex_unlock(&types->lock);
	return type;
}
