/* One pass builds an array of the types' places, 4 bytes for each; look-ups by id are then an index, those by name a
 * walk. */
#include "btf/btf_walk.h"

#include <errno.h>
#include <linux/btf.h>
#include <string.h>
#include "base/strbuf.h"

/* Bounds for damaged input: types in the index, and typedefs and qualifiers in front of a type (they could form a
 * circle). */
enum { MOST_TYPES = 8 << 20, MOST_BEHIND = 32 /* typedefs of typedefs */ };

/* The bytes of a type; NULL: it is not there. */
static const uint8_t *type_at(const struct btf_walk *walk, uint32_t type)
{
	if (type <= walk->first) return walk->base ? type_at(walk->base, type) : NULL;
	type -= walk->first + 1;
	return type < walk->count ? walk->btf->types + walk->offsets[type] : NULL;
}

/* The head of a type; false: it is not there. */
static bool head_of(const struct btf_walk *walk, uint32_t type, struct btf_type *ret)
{
	const uint8_t *at = type_at(walk, type);
	if (at) memcpy(ret, at, sizeof(*ret));
	return at;
}

/* What follows the head of a type that is there. */
static const uint8_t *tail_of(const struct btf_walk *walk, uint32_t type)
{
	return type_at(walk, type) + sizeof(struct btf_type);
}

/* "" where the offset lies outside of the strings. */
static const char *name_at(const struct btf_walk *walk, uint32_t name_off)
{
	if (walk->base) {
		size_t of_base = walk->base->btf->strings_bytes;
		if (name_off < of_base) return name_at(walk->base, name_off);
		name_off -= (uint32_t)of_base;
	}
	return name_off < walk->btf->strings_bytes ? walk->btf->strings + name_off : "";
}

/* An unknown kind ends the index, as its length is not known. */
int btf_walk_init_split(const struct btf *btf, const struct btf_walk *base, struct btf_walk *ret)
{
	uint32_t count = 0, capacity = 0, *offsets = NULL;
	for (size_t pos = 0; pos + sizeof(struct btf_type) <= btf->types_bytes && count < MOST_TYPES; count++) {
		struct btf_type head;
		memcpy(&head, btf->types + pos, sizeof(head));
		size_t tail = btf_tail_bytes(BTF_INFO_KIND(head.info), BTF_INFO_VLEN(head.info));
		if (tail > btf->types_bytes - pos - sizeof(head)) break;
		if (count == capacity) {
			capacity = capacity ? capacity * 2 : 1 << 14;
			offsets = xreallocarray(offsets, capacity, sizeof(*offsets));
		}
		offsets[count] = (uint32_t)pos;
		pos += sizeof(head) + tail;
	}
	if (!count) return -EBADMSG;
	*ret = (struct btf_walk){
		.btf = btf, .base = base, .offsets = offsets, .first = base ? base->count : 0, .count = count
	};
	return 0;
}

int btf_walk_init(const struct btf *btf, struct btf_walk *ret) { return btf_walk_init_split(btf, NULL, ret); }

void btf_walk_done(struct btf_walk *walk)
{
	free(walk->offsets);
	*walk = (struct btf_walk){ 0 };
}

static bool is_qualifier(uint32_t kind)
{
	return kind == BTF_KIND_TYPEDEF || kind == BTF_KIND_CONST || kind == BTF_KIND_VOLATILE ||
	       kind == BTF_KIND_RESTRICT || kind == BTF_KIND_TYPE_TAG;
}

/* BTF_KIND_INT: 32 bits of encoding follow the head. char is told by its encoding or, as compilers differ, its name. */
static struct btf_view view_number(const struct btf_walk *walk, uint32_t type, const struct btf_type *head)
{
	uint32_t encoding;
	memcpy(&encoding, tail_of(walk, type), sizeof(encoding));
	const char *name = name_at(walk, head->name_off);
	bool is_char = head->size == 1 && (BTF_INT_ENCODING(encoding) & BTF_INT_CHAR || strcmp(name, "char") == 0);
	return (struct btf_view){ .shape = head->size <= 8 ? BTF_SHAPE_NUMBER : BTF_SHAPE_OTHER,
				  .is_signed = BTF_INT_ENCODING(encoding) & BTF_INT_SIGNED,
				  .is_char = is_char,
				  .size_bytes = head->size,
				  .type = type,
				  .name = name };
}

static struct btf_view view_array(const struct btf_walk *walk, uint32_t type)
{
	struct btf_array array;
	memcpy(&array, tail_of(walk, type), sizeof(array));
	struct btf_type head;
	/* of what an array is made must be there before it is asked how large it is: one level only, so that nothing
	 * goes round */
	uint32_t element = array.type, size = 0;
	for (unsigned i = 0; i < MOST_BEHIND && head_of(walk, element, &head); i++) {
		uint32_t kind = BTF_INFO_KIND(head.info);
		if (!is_qualifier(kind)) {
			size = kind == BTF_KIND_ARRAY ? 0 : head.size;
			/* pointers have no size in BTF: a 64-bit kernel is assumed */
			if (kind == BTF_KIND_PTR) size = 8;
			break;
		}
		element = head.type;
	}
	bool fits = (uint64_t)size * array.nelems <= UINT32_MAX;
	return (struct btf_view){ .shape = BTF_SHAPE_ARRAY,
				  .size_bytes = fits ? size * array.nelems : 0,
				  .element = array.type,
				  .nr = array.nelems,
				  .type = type,
				  .name = "" };
}

/* Goes through typedefs and qualifiers to what the type is. */
struct btf_view btf_walk_view(const struct btf_walk *walk, uint32_t type)
{
	const char *typedef_name = "";
	struct btf_view view = { .shape = BTF_SHAPE_OTHER, .name = "", .typedef_name = "" };
	struct btf_type head;
	for (unsigned i = 0; i < MOST_BEHIND && head_of(walk, type, &head); i++) {
		uint32_t kind = BTF_INFO_KIND(head.info);
		if (is_qualifier(kind)) {
			if (kind == BTF_KIND_TYPEDEF) typedef_name = name_at(walk, head.name_off);
			type = head.type;
			continue;
		}
		view.type = type;
		view.typedef_name = typedef_name;
		view.name = name_at(walk, head.name_off);
		switch (kind) {
		case BTF_KIND_INT: return view_number(walk, type, &head);
		case BTF_KIND_ARRAY: return view_array(walk, type);
		case BTF_KIND_PTR:
			view.shape = BTF_SHAPE_POINTER;
			view.element = head.type;
			view.size_bytes = 8;
			return view;
		case BTF_KIND_STRUCT:
		case BTF_KIND_UNION:
			view.shape = BTF_SHAPE_STRUCTURE;
			view.is_union = kind == BTF_KIND_UNION;
			view.size_bytes = head.size;
			return view;
		case BTF_KIND_ENUM:
		case BTF_KIND_ENUM64:
			view.shape = head.size <= 8 ? BTF_SHAPE_ENUM : BTF_SHAPE_OTHER;
			view.size_bytes = head.size;
			/* kind_flag of an enumeration: its values are signed */
			view.is_signed = BTF_INFO_KFLAG(head.info);
			return view;
		case BTF_KIND_FUNC_PROTO: view.shape = BTF_SHAPE_FUNCTION; return view;
		default: return view;
		}
	}
	return view;
}

static void format_type(const struct btf_walk *walk, uint32_t type, unsigned depth, struct strbuf *out)
{
	struct btf_type head;
	if (depth > MOST_BEHIND) return;
	if (!head_of(walk, type, &head)) {
		strbuf_str(out, "void");
		return;
	}
	uint32_t kind = BTF_INFO_KIND(head.info);
	const char *name = name_at(walk, head.name_off);
	struct btf_array array;
	switch (kind) {
	case BTF_KIND_CONST:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG: format_type(walk, head.type, depth + 1, out); break;
	case BTF_KIND_PTR:
		format_type(walk, head.type, depth + 1, out);
		strbuf_char(out, '*');
		break;
	case BTF_KIND_ARRAY:
		memcpy(&array, tail_of(walk, type), sizeof(array));
		format_type(walk, array.type, depth + 1, out);
		strbuf_str(out, "[]");
		break;
	case BTF_KIND_STRUCT: strbuf_printf(out, "struct %s", name); break;
	case BTF_KIND_UNION: strbuf_printf(out, "union %s", name); break;
	case BTF_KIND_FWD: strbuf_printf(out, BTF_INFO_KFLAG(head.info) ? "union %s" : "struct %s", name); break;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64: strbuf_printf(out, "enum %s", name); break;
	case BTF_KIND_FUNC_PROTO: strbuf_str(out, "(function_type)"); break;
	default: strbuf_str(out, name); break;
	}
}

void btf_walk_format(const struct btf_walk *walk, uint32_t type, struct strbuf *out)
{
	format_type(walk, type, 0, out);
}

unsigned btf_walk_prototype(const struct btf_walk *walk, uint32_t type, uint32_t *parameters, unsigned max,
			    uint32_t *ret_returned)
{
	struct btf_type head;
	struct btf_param parameter;
	*ret_returned = 0;
	if (!head_of(walk, type, &head) || BTF_INFO_KIND(head.info) != BTF_KIND_FUNC_PROTO) return 0;
	unsigned nr = BTF_INFO_VLEN(head.info) < max ? BTF_INFO_VLEN(head.info) : max;
	*ret_returned = head.type;
	for (unsigned i = 0; i < nr; i++) {
		memcpy(&parameter, tail_of(walk, type) + i * sizeof(parameter), sizeof(parameter));
		parameters[i] = parameter.type;
	}
	return nr;
}

void btf_walk_named(const struct btf_walk *walk,
		    void (*visit)(void *ctx, bool is_function, const char *name, uint32_t type), void *ctx)
{
	for (uint32_t type = walk->first + 1; type <= walk->first + walk->count; type++) {
		struct btf_type head;
		(void)head_of(walk, type, &head);
		uint32_t kind = BTF_INFO_KIND(head.info);
		if (kind == BTF_KIND_FUNC || kind == BTF_KIND_VAR)
			visit(ctx, kind == BTF_KIND_FUNC, name_at(walk, head.name_off), head.type);
	}
}

uint32_t btf_walk_structure(const struct btf_walk *walk, const char *name)
{
	for (uint32_t type = walk->first + 1; type <= walk->first + walk->count; type++) {
		struct btf_type head;
		if (head_of(walk, type, &head) && BTF_INFO_KIND(head.info) == BTF_KIND_STRUCT &&
		    strcmp(name_at(walk, head.name_off), name) == 0)
			return type;
	}
	return 0;
}

/* The members of a type whose tail was checked by btf_walk_init are all there. */
bool btf_walk_member(const struct btf_walk *walk, uint32_t structure, uint32_t index, struct btf_walk_member *ret)
{
	struct btf_type head;
	struct btf_member member;
	if (!head_of(walk, structure, &head) ||
	    (BTF_INFO_KIND(head.info) != BTF_KIND_STRUCT && BTF_INFO_KIND(head.info) != BTF_KIND_UNION))
		return false;
	if (index >= BTF_INFO_VLEN(head.info)) return false;
	memcpy(&member, tail_of(walk, structure) + (size_t)index * sizeof(member), sizeof(member));
	bool has_bitfields = BTF_INFO_KFLAG(head.info);
	*ret = (struct btf_walk_member){ .name = name_at(walk, member.name_off),
					 .type = member.type,
					 .bit_off = has_bitfields ? BTF_MEMBER_BIT_OFFSET(member.offset)
								  : member.offset,
					 .nr_bits = has_bitfields ? BTF_MEMBER_BITFIELD_SIZE(member.offset) : 0 };
	return true;
}
