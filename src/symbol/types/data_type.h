/* Types of a program's data, whoever describes them: DWARF (data_type_debug.c) or BTF (data_type_btf.c). A type is
 * what it really is, without qualifiers and typedefs; a struct without a name has that of the typedef it was met by.
 *
 *     struct outer { long x; struct inner in; struct inner *p; };
 *
 *     STRUCT "struct outer", 24 bytes      members: x at 0, in at 8, p at 16
 *       POINTER "struct inner*", 8 bytes   target: STRUCT "struct inner"
 *
 * What a type leads to (target, members) is read when it is first asked for. Types live as long as their data_types;
 * all functions may be called by several threads at once. */
#ifndef SYMBOL_TYPES_DATA_TYPE_H
#define SYMBOL_TYPES_DATA_TYPE_H

#include <stdatomic.h>
#include <stdbool.h>
#include "base/strbuf.h"

enum data_type_kind {
	DATA_TYPE_NUMBER,  /* also characters, booleans, enumerations */
	DATA_TYPE_POINTER, /* references too */
	DATA_TYPE_STRUCT,  /* unions and classes too */
	DATA_TYPE_ARRAY,   /* of all dimensions at once: target is what is in it */
	DATA_TYPE_FUNCTION,
	DATA_TYPE_CHOICE, /* one of several structs: what a pointer in a union leads to */
	DATA_TYPE_OTHER,  /* without a size: void, damaged */
};

struct data_types;
struct data_type;

struct data_member {
	const char *name;             /* "" without one; of a bit field "flags:3"; of a base class its name */
	const char *type_name;        /* as it is declared, typedefs included */
	const struct data_type *type; /* never NULL */
	uint64_t offset, size_bytes;  /* of a bit field: the bytes that it lies in */
	bool is_bit_field;
};

struct data_type {
	enum data_type_kind kind;
	bool is_float;       /* NUMBER: of floating point, which other registers hold */
	const char *name;    /* "struct outer", "long int", "char*"; never NULL */
	uint64_t size_bytes; /* 0: not known, or nothing */
	/* Private: where it is described, and what was read of that. */
	const struct data_type_source *source;
	uint64_t origin[2];
	struct data_types *types;
	_Atomic bool is_read;
	const struct data_type *target;
	struct data_member *members;
	size_t nr_members;
};

/* Empty; types come with the functions of the sources. Never NULL; data_types_free takes NULL. */
struct data_types *data_types_new(void);
void data_types_free(struct data_types *types);

/* What a pointer points at, what an array holds, what a function returns; NULL: nothing (void), or not known. */
const struct data_type *data_type_target(const struct data_type *type);
/* Of a struct, in the order of its declaration; 0 of others. Valid as long as the type. */
size_t data_type_members(const struct data_type *type, const struct data_member **ret);
/* Equal in kind, name and size: the same type as several compilation units describe it. */
bool data_type_is_same(const struct data_type *a, const struct data_type *b);

/* The innermost member that has the byte at offset, through structs but not into arrays; NULL: none, or the type is no
 * struct. ret_offset (may be NULL): of the byte in the member. Of the members of a union the first that has it. */
const struct data_member *data_type_member_at(const struct data_type *type, uint64_t offset, uint64_t *ret_offset);
/* What the size_bytes at the offset are when they are read as one: the pointer or number of that size which is there,
 * through structs, arrays and unions. Of several (a union, an enum of Rust) the pointer, if all pointers among them are
 * the same; *ret_only is false then, and it may as well be a number. NULL: there is none, or they differ. */
const struct data_type *data_type_read_at(const struct data_type *type, uint64_t offset, uint64_t size_bytes,
					  bool *ret_only);
/* What the pointer leads to that data_type_read_at does not tell, because the pointers there differ: a CHOICE of their
 * structs. NULL: there are no such pointers, or one of them may lead to anything. */
const struct data_type *data_type_choice_at(const struct data_type *type, uint64_t offset, uint64_t size_bytes);
/* The only one of a CHOICE that has members at these bytes; NULL: none, or several. */
const struct data_type *data_type_choose(const struct data_type *choice, uint64_t offset, uint64_t size_bytes);
/* Is the byte in a vector of Rust's library? All of them share one type, whose pointer says u8 whatever is there. */
bool data_type_is_erased(const struct data_type *type, uint64_t offset);
/* Whether an object of type `wanted` is in the type at the byte at offset: a member, or one of its members; ret_offset:
 * of the byte in it. */
bool data_type_has_at(const struct data_type *type, uint64_t offset, const struct data_type *wanted,
		      uint64_t *ret_offset);
/* Appends the members that lead to the byte: "in.a"; those without a name are passed over. False, and nothing: there
 * is no member. */
bool data_type_format_path(const struct data_type *type, uint64_t offset, struct strbuf *out);

#endif
