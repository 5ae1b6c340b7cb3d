/* What a register holds, as far as that can be told without running the program:
 *
 *     NUMBER             offset + stride * n    a constant (stride 0), or what only its stride is known of
 *     POINTER to a type  its address + the same
 *     FRAME              the call frame's address (CFA) + the same
 *     THREAD             where the thread register points + the same
 *     PER_CPU            what a kernel adds to the address of a per-CPU variable to get a CPU's own + the same
 *
 * n is any number, so { NUMBER, offset 0, stride 1 } is nothing known. A pointer that a loop moves over an array of
 * structs is { POINTER, offset 0, stride sizeof(struct) }. */
#ifndef SYMBOL_TYPES_HELD_VALUE_H
#define SYMBOL_TYPES_HELD_VALUE_H

#include "symbol/types/data_type.h"

enum held_kind { HELD_NUMBER, HELD_POINTER, HELD_FRAME, HELD_PER_CPU, HELD_THREAD };

struct held_value {
	enum held_kind kind;
	const struct data_type *type; /* POINTER: what is there, never NULL */
	int64_t offset;               /* bytes; may be negative */
	uint64_t stride;              /* 0: exactly offset */
	/* What the value is as a variable: "struct inner*", "int"; a pointer or number. NULL: not known. */
	const struct data_type *own_type;
	/* Known by following instructions, not by a variable's place alone. */
	bool is_followed;
};

struct held_value held_unknown(void);
struct held_value held_constant(int64_t number);
/* To the start of an object of the type; of no type (NULL, void): nothing is known. */
struct held_value held_pointer(const struct data_type *type);
static inline bool held_is_unknown(const struct held_value *v) { return v->kind == HELD_NUMBER && v->stride == 1; }
/* Not even what type it has. */
static inline bool held_says_nothing(const struct held_value *v) { return held_is_unknown(v) && !v->own_type; }
static inline bool held_is_constant(const struct held_value *v) { return v->kind == HELD_NUMBER && !v->stride; }

struct held_value held_add(const struct held_value *a, const struct held_value *b);
struct held_value held_subtract(const struct held_value *a, const struct held_value *b);
/* a times factor: of numbers. */
struct held_value held_multiply(const struct held_value *a, int64_t factor);
struct held_value held_and(const struct held_value *a, int64_t mask);
/* What holds for both: where two ways through the code meet. The offset stays a's. */
struct held_value held_join(const struct held_value *a, const struct held_value *b);
/* Both are one address, that of an object and that of a member in it: `outer` says more. */
bool held_is_around(const struct held_value *outer, const struct held_value *inner);
bool held_is_same(const struct held_value *a, const struct held_value *b);

/* Which byte of which object an address is. */
enum held_place_state {
	HELD_PLACE_FOUND,
	HELD_PLACE_TYPE_ONLY, /* the type, but not the member: an index decides */
	HELD_PLACE_UNKNOWN,   /* no type */
	HELD_PLACE_OUTSIDE,   /* in front of or behind the object */
};
struct held_place {
	enum held_place_state state;
	const struct data_type *type; /* never an array: what is in it */
	uint64_t offset;              /* of FOUND, in the type */
};
/* Where type + offset + stride * n is; stride 0: one place. */
struct held_place held_locate(const struct data_type *type, int64_t offset, uint64_t stride);

#endif
