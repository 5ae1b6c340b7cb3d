/* Types of a kernel in BTF (kernel documentation, bpf/btf): the offsets of structure members, the
 * values of enumerations and the ids of variables that BPF programs need to know. BTF is a header, a section of
 * types one after the other (a struct btf_type, then as many bytes as its kind says) and a section of strings. Types
 * have no index: each look-up here goes through them from the first, some 100,000 in an ordinary kernel. For many
 * look-ups see btf_walk.h. */
#ifndef BTF_BTF_H
#define BTF_BTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

/* One BTF file. types and strings point into bytes, or into the caller's memory where btf_parse made it. */
struct btf {
	/* NULL: not owned (btf_parse); else of who made it (kernel/btf_file.h) */
	char *bytes;
	size_t size_bytes;
	const uint8_t *types;
	size_t types_bytes;
	/* the last byte is NUL, so that each offset below strings_bytes is a terminated string */
	const char *strings;
	size_t strings_bytes;
};

/* Of memory of the caller's, which must outlive *ret. -EBADMSG: damaged. Afterwards all functions only read *ret:
 * threads may share it. */
int btf_parse(const char *bytes, size_t size_bytes, struct btf *ret);

/* Offset of a member in bytes. Members of unnamed structures and unions within it count as its own, up to eight
 * levels deep. -ENOENT: no such structure or member, or a bit-field, or one that does not begin at a whole byte. */
int btf_member_offset(const struct btf *btf, const char *structure, const char *member);
/* Calls value for each enumerator of the first enumeration with this name that has any. The names point into the
 * bytes of btf. -ENOENT: there is none of that name. */
int btf_enum_values(const struct btf *btf, const char *enumeration,
		    void (*value)(void *ctx, const char *name, int64_t number), void *ctx);

/* Number of bytes that follow a struct btf_type. kind and nr are BTF_INFO_KIND and BTF_INFO_VLEN of its info.
 * SIZE_MAX: an unknown kind, after which the rest of the section cannot be read. */
size_t btf_tail_bytes(uint32_t kind, uint32_t nr);
/* Type id of a variable (BTF_KIND_VAR), as BPF_PSEUDO_BTF_ID instructions ask for its address; -ENOENT. */
int btf_variable(const struct btf *btf, const char *name);

#endif
