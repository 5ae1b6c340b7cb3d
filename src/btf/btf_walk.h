/* The kernel's types with an index by type id, for callers that go through whole structures: btf_walk_structure
 * finds one by its name, btf_walk_member gives its members one by one, btf_walk_view says what the type of a member
 * is. Type ids count from 1; 0 is none ("void" of BTF). After btf_walk_init everything is read only; threads may
 * share it. */
#ifndef BTF_BTF_WALK_H
#define BTF_BTF_WALK_H

#include "btf/btf.h"

/* offsets[i]: where the head of type number first + i + 1 lies in btf->types, for count types. Types of a module
 * ("split" BTF) are numbered behind those of its kernel, the base, and so are the places of strings. */
struct btf_walk {
	const struct btf *btf;
	const struct btf_walk *base; /* NULL: types stand for themselves */
	uint32_t *offsets, first, count;
};
/* Builds the index; btf_walk_done frees it. btf is borrowed and must outlive it. Damaged types end it: those before
 * stay readable. -EBADMSG: not one can be read. */
int btf_walk_init(const struct btf *btf, struct btf_walk *ret);
/* The same of types that go on behind those of base, which has no base of its own, is borrowed, and must outlive it. */
int btf_walk_init_split(const struct btf *btf, const struct btf_walk *base, struct btf_walk *ret);
void btf_walk_done(struct btf_walk *walk);

/* What callers distinguish. OTHER: functions, forward declarations, floating point, void, numbers of more than 8
 * bytes, damaged. */
enum btf_shape {
	BTF_SHAPE_OTHER,
	BTF_SHAPE_NUMBER,
	BTF_SHAPE_POINTER,
	BTF_SHAPE_ARRAY,
	BTF_SHAPE_STRUCTURE /* or union */,
	BTF_SHAPE_ENUM,
	BTF_SHAPE_FUNCTION, /* what a pointer to a function points at */
};
/* A type without its typedefs and qualifiers. */
struct btf_view {
	enum btf_shape shape;
	bool is_signed;           /* NUMBER, ENUM */
	bool is_char;             /* NUMBER of 8 bits that is one by its name */
	bool is_union;            /* STRUCTURE */
	uint32_t size_bytes;      /* 0: of arrays, those that end structures, ... */
	uint32_t element, nr;     /* ARRAY; POINTER: element is what it points at, 0: void */
	uint32_t type;            /* behind typedefs, const, ... */
	const char *name;         /* "" */
	const char *typedef_name; /* the last one in front of it, "" */
};
/* What a type is. Of one that cannot be read: BTF_SHAPE_OTHER. */
struct btf_view btf_walk_view(const struct btf_walk *walk, uint32_t type);
/* As a declaration of C has it: "struct page*", "long unsigned int", "void". */
struct strbuf;
void btf_walk_format(const struct btf_walk *walk, uint32_t type, struct strbuf *out);
/* Parameters and result of a function type (FUNCTION): their types, at most max. Returns the number of parameters that
 * were given; *ret_returned: 0: nothing. */
unsigned btf_walk_prototype(const struct btf_walk *walk, uint32_t type, uint32_t *parameters, unsigned max,
			    uint32_t *ret_returned);
/* Calls visit for each function and each variable, of the base not: its name, and the id of its type. */
void btf_walk_named(const struct btf_walk *walk,
		    void (*visit)(void *ctx, bool is_function, const char *name, uint32_t type), void *ctx);
/* Id of the first structure (not union) of that name; 0: there is none. Goes through all types but the base's. */
uint32_t btf_walk_structure(const struct btf_walk *walk, const char *name);

/* One member of a structure or union. bit_off counts from the start of the structure that was asked for. */
struct btf_walk_member {
	const char *name;
	uint32_t type, bit_off, nr_bits /* 0: as many as its type has */;
};
/* Member number index (from 0). False: there is no such member, or the type is no structure or union. */
bool btf_walk_member(const struct btf_walk *walk, uint32_t structure, uint32_t index, struct btf_walk_member *ret);

#endif
