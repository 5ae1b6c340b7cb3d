/* The kernel's types, walked: structures with their members, down to numbers. Types have numbers, 0 is none. */
#ifndef KERNEL_BTF_WALK_H
#define KERNEL_BTF_WALK_H

#include "kernel/btf.h"

/* Where each type is. */
struct btf_walk {
	const struct btf *btf;
	uint32_t *offsets, count;
};
int btf_walk_init(const struct btf *btf, struct btf_walk *ret); /* 0, -EBADMSG: no type can be read; btf is borrowed */
void btf_walk_done(struct btf_walk *walk);

enum btf_shape {
	BTF_SHAPE_OTHER,
	BTF_SHAPE_NUMBER,
	BTF_SHAPE_POINTER,
	BTF_SHAPE_ARRAY,
	BTF_SHAPE_STRUCTURE /* or union */,
	BTF_SHAPE_ENUM
};
struct btf_view {
	enum btf_shape shape;
	bool is_signed;       /* NUMBER, ENUM */
	bool is_char;         /* NUMBER of 8 bits that is one by its name */
	uint32_t size_bytes;  /* 0: of arrays, those that end structures, ... */
	uint32_t element, nr; /* ARRAY */
	uint32_t type;        /* behind typedefs, const, ... */
	const char *name;     /* "" */
};
/* What a type is. Of one that cannot be read: BTF_SHAPE_OTHER. */
struct btf_view btf_walk_view(const struct btf_walk *walk, uint32_t type);
/* 0: there is none of that name. */
uint32_t btf_walk_structure(const struct btf_walk *walk, const char *name);

struct btf_walk_member {
	const char *name;
	uint32_t type, bit_off, nr_bits /* 0: as many as its type has */;
};
/* False: there is no such member. */
bool btf_walk_member(const struct btf_walk *walk, uint32_t structure, uint32_t index, struct btf_walk_member *ret);

#endif
