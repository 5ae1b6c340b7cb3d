#include "kernel/btf.h"

#include <errno.h>
#include <linux/btf.h>
#include <string.h>

#define BTF_MAX ((size_t)256 << 20)

int btf_parse(const char *bytes, size_t size_bytes, struct btf *ret)
{
	struct btf_header header;
	if (size_bytes < sizeof(header)) return -EBADMSG;
	memcpy(&header, bytes, sizeof(header));
	if (header.magic != BTF_MAGIC || header.hdr_len > size_bytes) return -EBADMSG;
	size_t left = size_bytes - header.hdr_len;
	if (header.type_off > left || header.type_len > left - header.type_off || header.str_off > left || header.str_len > left - header.str_off) return -EBADMSG;
	const char *body = bytes + header.hdr_len;
	if (!header.str_len || body[header.str_off + header.str_len - 1] != '\0') return -EBADMSG;
	*ret = (struct btf){ .types = (const uint8_t *)body + header.type_off, .types_bytes = header.type_len, .strings = body + header.str_off,
			     .strings_bytes = header.str_len };
	return 0;
}

int btf_open(const struct kernelfs *fs, struct btf *ret)
{
	size_t size;
	char *bytes = kernelfs_read_raw(fs, "sys/kernel/btf/vmlinux", BTF_MAX, &size);
	if (!bytes) return -ENOENT;
	int r = btf_parse(bytes, size, ret);
	if (r < 0) {
		free(bytes);
		return r;
	}
	ret->bytes = bytes;
	return 0;
}

void btf_close(struct btf *btf)
{
	free(btf->bytes);
	*btf = (struct btf){ 0 };
}

/* What follows a type's head; SIZE_MAX: of a kind that is not known. */
static size_t tail_bytes(uint32_t kind, uint32_t nr)
{
	switch (kind) {
	case BTF_KIND_INT: case BTF_KIND_VAR: case BTF_KIND_DECL_TAG: return 4;
	case BTF_KIND_ARRAY: return sizeof(struct btf_array);
	case BTF_KIND_STRUCT: case BTF_KIND_UNION: return nr * sizeof(struct btf_member);
	case BTF_KIND_ENUM: return nr * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64: return nr * (size_t)12;
	case BTF_KIND_FUNC_PROTO: return nr * sizeof(struct btf_param);
	case BTF_KIND_DATASEC: return nr * sizeof(struct btf_var_secinfo);
	case BTF_KIND_PTR: case BTF_KIND_FWD: case BTF_KIND_TYPEDEF: case BTF_KIND_VOLATILE: case BTF_KIND_CONST: case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC: case BTF_KIND_FLOAT: case BTF_KIND_TYPE_TAG: return 0;
	default: return SIZE_MAX;
	}
}

static bool is_named(const struct btf *btf, uint32_t name_off, const char *name)
{
	return name_off < btf->strings_bytes && strcmp(btf->strings + name_off, name) == 0;
}

static int find_member(const struct btf *btf, const uint8_t *members, uint32_t nr, bool has_bitfields, const char *name)
{
	for (uint32_t i = 0; i < nr; i++) {
		struct btf_member member;
		memcpy(&member, members + i * sizeof(member), sizeof(member));
		if (!is_named(btf, member.name_off, name)) continue;
		uint32_t bits = has_bitfields ? member.offset & 0xffffff : member.offset;
		return bits % 8 || (has_bitfields && member.offset >> 24) ? -ENOENT : (int)(bits / 8);
	}
	return -ENOENT;
}

int btf_member_offset(const struct btf *btf, const char *structure, const char *member)
{
	struct btf_type type;
	for (size_t pos = 0; pos + sizeof(type) <= btf->types_bytes;) {
		memcpy(&type, btf->types + pos, sizeof(type));
		uint32_t kind = BTF_INFO_KIND(type.info), nr = BTF_INFO_VLEN(type.info);
		size_t tail = tail_bytes(kind, nr);
		pos += sizeof(type);
		if (tail > btf->types_bytes - pos) return -ENOENT;
		if (kind == BTF_KIND_STRUCT && is_named(btf, type.name_off, structure))
			return find_member(btf, btf->types + pos, nr, BTF_INFO_KFLAG(type.info), member);
		pos += tail;
	}
	return -ENOENT;
}
