/* How a file of BTF is laid out (kernel documentation, bpf/btf):
 *
 *   header | types: btf_type, tail, btf_type, tail, ... | strings
 *
 * A type's tail has as many bytes as its kind says (btf_tail_bytes); the next type begins right behind it. */
#include "btf/btf.h"

#include <errno.h>
#include <linux/btf.h>
#include <string.h>

/* Checks the header and that strings end with NUL; types are checked where they are walked. */
int btf_parse(const char *bytes, size_t size_bytes, struct btf *ret)
{
	struct btf_header header;
	if (size_bytes < sizeof(header)) return -EBADMSG;
	memcpy(&header, bytes, sizeof(header));
	if (header.magic != BTF_MAGIC || header.hdr_len > size_bytes) return -EBADMSG;
	size_t left = size_bytes - header.hdr_len;
	if (header.type_off > left || header.type_len > left - header.type_off || header.str_off > left ||
	    header.str_len > left - header.str_off)
		return -EBADMSG;
	const char *body = bytes + header.hdr_len;
	if (!header.str_len || body[header.str_off + header.str_len - 1] != '\0') return -EBADMSG;
	*ret = (struct btf){ .types = (const uint8_t *)body + header.type_off,
			     .types_bytes = header.type_len,
			     .strings = body + header.str_off,
			     .strings_bytes = header.str_len };
	return 0;
}

/* To add a kind: how long its tail is (kernel documentation, bpf/btf, "type section"). */
size_t btf_tail_bytes(uint32_t kind, uint32_t nr)
{
	switch (kind) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG: return 4;
	case BTF_KIND_ARRAY: return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION: return nr * sizeof(struct btf_member);
	case BTF_KIND_ENUM: return nr * sizeof(struct btf_enum);
	/* name and two halves of the value: struct btf_enum64, which older UAPI headers lack */
	case BTF_KIND_ENUM64: return nr * (size_t)12;
	case BTF_KIND_FUNC_PROTO: return nr * sizeof(struct btf_param);
	case BTF_KIND_DATASEC: return nr * sizeof(struct btf_var_secinfo);
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG: return 0;
	default: return SIZE_MAX;
	}
}

static bool is_named(const struct btf *btf, uint32_t name_off, const char *name)
{
	return name_off < btf->strings_bytes && strcmp(btf->strings + name_off, name) == 0;
}

/* The type with this number, or (0) of this kind and name, and where what follows its head begins. Returns its number,
 * which counts from 1; 0: there is none. */
static uint32_t find_type(const struct btf *btf, uint32_t number, uint32_t of_kind, const char *name,
			  struct btf_type *ret, size_t *ret_tail)
{
	uint32_t at = 1;
	for (size_t pos = 0; pos + sizeof(*ret) <= btf->types_bytes; at++) {
		memcpy(ret, btf->types + pos, sizeof(*ret));
		uint32_t kind = BTF_INFO_KIND(ret->info);
		size_t tail = btf_tail_bytes(kind, BTF_INFO_VLEN(ret->info));
		pos += sizeof(*ret);
		if (tail > btf->types_bytes - pos) return 0;
		*ret_tail = pos;
		if (number ? at == number : kind == of_kind && is_named(btf, ret->name_off, name)) return at;
		pos += tail;
	}
	return 0;
}

/* Levels of unnamed structures that are followed: damaged types could contain themselves. */
enum { MOST_NESTED = 8 };

/* tail: offset of the members in the section of types. Returns the member's offset in bytes, or -ENOENT. */
static int find_member(const struct btf *btf, const struct btf_type *type, size_t tail, const char *name,
		       unsigned depth)
{
	bool has_bitfields = BTF_INFO_KFLAG(type->info);
	for (uint32_t i = 0; i < BTF_INFO_VLEN(type->info); i++) {
		struct btf_member member;
		struct btf_type inner;
		size_t inner_tail;
		memcpy(&member, btf->types + tail + i * sizeof(member), sizeof(member));
		/* With kind_flag the upper 8 bits of offset are the width of a bit-field, 0 for ordinary members. */
		uint32_t bits = has_bitfields ? member.offset & 0xffffff : member.offset;
		bool is_whole = bits % 8 == 0 && !(has_bitfields && member.offset >> 24);
		if (*name && is_named(btf, member.name_off, name)) return is_whole ? (int)(bits / 8) : -ENOENT;
		/* a structure without a name gives its members to the one around it */
		if (!is_named(btf, member.name_off, "") || !is_whole || depth == MOST_NESTED || !member.type ||
		    !find_type(btf, member.type, 0, NULL, &inner, &inner_tail))
			continue;
		uint32_t kind = BTF_INFO_KIND(inner.info);
		int offset = kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION
				     ? find_member(btf, &inner, inner_tail, name, depth + 1)
				     : -ENOENT;
		if (offset >= 0) return (int)(bits / 8) + offset;
	}
	return -ENOENT;
}

/* values: what follows type, which is an enumeration. */
static void give_values(const struct btf *btf, const struct btf_type *type, const uint8_t *values,
			void (*give)(void *ctx, const char *name, int64_t number), void *ctx)
{
	bool wide = BTF_INFO_KIND(type->info) == BTF_KIND_ENUM64, is_signed = BTF_INFO_KFLAG(type->info);
	for (uint32_t i = 0; i < BTF_INFO_VLEN(type->info); i++) {
		uint32_t words[3] = { 0 }; /* name, lower half, upper half */
		size_t size = wide ? 12 : 8;
		memcpy(words, values + i * size, size);
		int64_t number = is_signed ? (int32_t)words[1] : (int64_t)words[1];
		if (wide) number = (int64_t)((uint64_t)words[2] << 32 | words[1]);
		if (words[0] < btf->strings_bytes) give(ctx, btf->strings + words[0], number);
	}
}

int btf_enum_values(const struct btf *btf, const char *enumeration,
		    void (*value)(void *ctx, const char *name, int64_t number), void *ctx)
{
	struct btf_type type;
	for (size_t pos = 0; pos + sizeof(type) <= btf->types_bytes;) {
		memcpy(&type, btf->types + pos, sizeof(type));
		uint32_t kind = BTF_INFO_KIND(type.info), nr = BTF_INFO_VLEN(type.info);
		size_t tail = btf_tail_bytes(kind, nr);
		pos += sizeof(type);
		if (tail > btf->types_bytes - pos) return -ENOENT;
		/* Forward declarations of an enumeration have its name too, but no values. */
		if ((kind == BTF_KIND_ENUM || kind == BTF_KIND_ENUM64) && nr &&
		    is_named(btf, type.name_off, enumeration)) {
			give_values(btf, &type, btf->types + pos, value, ctx);
			return 0;
		}
		pos += tail;
	}
	return -ENOENT;
}

/* Linear in the number of types, and again for each unnamed structure that is looked into. */
int btf_member_offset(const struct btf *btf, const char *structure, const char *member)
{
	struct btf_type type;
	size_t tail;
	return find_type(btf, 0, BTF_KIND_STRUCT, structure, &type, &tail) ? find_member(btf, &type, tail, member, 0)
									   : -ENOENT;
}

int btf_variable(const struct btf *btf, const char *name)
{
	struct btf_type type;
	size_t tail;
	uint32_t number = find_type(btf, 0, BTF_KIND_VAR, name, &type, &tail);
	return number ? (int)number : -ENOENT;
}
