/* Arithmetic of held values, modulo 2^64 as the machine's own. A stride is what all differences are multiples of, so
 * sums and joins have the greatest common divisor of those of their parts. */
#include "symbol/types/held_value.h"

struct held_value held_unknown(void) { return (struct held_value){ .kind = HELD_NUMBER, .stride = 1 }; }
struct held_value held_constant(int64_t number) { return (struct held_value){ .kind = HELD_NUMBER, .offset = number }; }
struct held_value held_pointer(const struct data_type *type)
{
	if (!type || type->kind == DATA_TYPE_OTHER) return held_unknown();
	return (struct held_value){ .kind = HELD_POINTER, .type = type };
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static int64_t sum(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static uint64_t distance(int64_t a, int64_t b) { return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b; }

/* Of two addresses neither is kept: nobody adds them. */
struct held_value held_add(const struct held_value *a, const struct held_value *b)
{
	if (a->kind != HELD_NUMBER && b->kind != HELD_NUMBER) return held_unknown();
	struct held_value v = a->kind == HELD_NUMBER ? *b : *a;
	v.own_type = NULL;
	v.offset = sum(a->offset, b->offset);
	v.stride = gcd(a->stride, b->stride);
	v.is_followed = true;
	return v;
}

struct held_value held_subtract(const struct held_value *a, const struct held_value *b)
{
	if (b->kind == HELD_NUMBER) {
		struct held_value negative = { .offset = (int64_t)(0 - (uint64_t)b->offset), .stride = b->stride };
		return held_add(a, &negative);
	}
	/* the distance of two pointers is a number of bytes */
	return held_unknown();
}

struct held_value held_multiply(const struct held_value *a, int64_t factor)
{
	if (a->kind != HELD_NUMBER) return held_unknown();
	uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
	if (a->stride && size > UINT32_MAX) return held_unknown();
	struct held_value v = { .offset = (int64_t)((uint64_t)a->offset * (uint64_t)factor),
				.stride = a->stride * size,
				.is_followed = true };
	/* a product that leaves 64 bits says nothing */
	return a->stride && a->stride > UINT32_MAX ? held_unknown() : v;
}

/* A mask that clears low bits rounds down: what is left is a multiple of the lowest bit that stays. */
struct held_value held_and(const struct held_value *a, int64_t mask)
{
	if (held_is_constant(a)) return held_constant(a->offset & mask);
	if (a->kind != HELD_NUMBER) return held_unknown();
	uint64_t lowest = (uint64_t)mask & (0 - (uint64_t)mask);
	if (!lowest) return held_constant(0);
	return (struct held_value){ .kind = HELD_NUMBER, .stride = lowest, .is_followed = true };
}

bool held_is_same(const struct held_value *a, const struct held_value *b)
{
	return a->kind == b->kind && a->offset == b->offset && a->stride == b->stride && !a->own_type == !b->own_type &&
	       (!a->own_type || data_type_is_same(a->own_type, b->own_type)) &&
	       (a->kind != HELD_POINTER || data_type_is_same(a->type, b->type));
}

bool held_is_around(const struct held_value *outer, const struct held_value *inner)
{
	uint64_t rest;
	if (outer->kind != HELD_POINTER || inner->kind != HELD_POINTER || outer->stride || inner->stride) return false;
	if (outer->type == inner->type) return false;
	int64_t offset = (int64_t)((uint64_t)outer->offset - (uint64_t)inner->offset);
	return offset >= 0 && data_type_has_at(outer->type, (uint64_t)offset, inner->type, &rest) && !rest;
}

static bool is_null(const struct held_value *v) { return held_is_constant(v) && !v->offset; }

/* Into a struct is also into the member that is there: of that type, if there is one. */
static bool narrow(struct held_value *v, const struct data_type *to)
{
	uint64_t rest;
	if (v->kind != HELD_POINTER || v->stride || v->offset < 0) return false;
	if (!data_type_has_at(v->type, (uint64_t)v->offset, to, &rest)) return false;
	v->type = to;
	v->offset = (int64_t)rest;
	return true;
}

static struct held_value join(const struct held_value *a, const struct held_value *b)
{
	if (a->kind != b->kind) return held_unknown();
	struct held_value v = *a, other = *b;
	if (a->kind == HELD_POINTER && !data_type_is_same(a->type, b->type) && !narrow(&v, b->type) &&
	    !narrow(&other, a->type))
		return held_unknown();
	a = &v;
	b = &other;
	v.stride = gcd(gcd(a->stride, b->stride), distance(a->offset, b->offset));
	v.is_followed = a->is_followed || b->is_followed;
	return v;
}

/* A null pointer leads nowhere: the other way decides what is there. */
struct held_value held_join(const struct held_value *a, const struct held_value *b)
{
	if (a->kind == HELD_POINTER && is_null(b)) return *a;
	if (b->kind == HELD_POINTER && is_null(a)) return *b;
	struct held_value v = join(a, b);
	bool has_type = a->own_type && b->own_type && data_type_is_same(a->own_type, b->own_type);
	v.own_type = has_type ? a->own_type : NULL;
	return v;
}

static uint64_t modulo(int64_t a, uint64_t size)
{
	if (a >= 0) return (uint64_t)a % size;
	uint64_t rest = (0 - (uint64_t)a) % size;
	return rest ? size - rest : 0;
}

/* Whether an index that begins at offset stays in the struct's array that is there. Behind its first element, with a
 * neighbour of the same kind, an index that is off by one ("b[i - 1]") would look the same. */
static bool is_in_array(const struct data_type *type, uint64_t offset)
{
	uint64_t rest, after_rest;
	const struct data_member *member = data_type_member_at(type, offset, &rest);
	if (!member || member->type->kind != DATA_TYPE_ARRAY) return false;
	if (!rest || !member->size_bytes) return true;
	const struct data_member *after = data_type_member_at(type, offset - rest + member->size_bytes, &after_rest);
	return !after || after->type->kind != DATA_TYPE_ARRAY;
}

/* Ends in an array that has no size, to which the struct's allocation adds. */
static bool is_open_ended(const struct data_type *type)
{
	const struct data_member *members;
	size_t nr = data_type_members(type, &members);
	if (!nr) return false;
	const struct data_member *last = &members[nr - 1];
	return !last->size_bytes && last->type->kind == DATA_TYPE_ARRAY;
}

static struct held_place locate_in_struct(const struct data_type *type, int64_t offset, uint64_t stride)
{
	struct held_place place = { .state = HELD_PLACE_FOUND, .type = type, .offset = (uint64_t)offset };
	uint64_t size = type->size_bytes;
	if (!size) {
		place.state = HELD_PLACE_TYPE_ONLY; /* declared, but defined elsewhere */
	} else if (!stride) {
		if (offset < 0 || ((uint64_t)offset >= size && !is_open_ended(type))) place.state = HELD_PLACE_OUTSIDE;
	} else if (stride % size == 0) {
		place.offset = modulo(offset, size); /* whole structs */
	} else if (offset < 0 || !is_in_array(type, (uint64_t)offset)) {
		place.state = HELD_PLACE_TYPE_ONLY;
	}
	return place;
}

/* Arrays are walked into: what counts is the element. Of a number any element is like another. */
struct held_place held_locate(const struct data_type *type, int64_t offset, uint64_t stride)
{
	struct held_place place = { .state = HELD_PLACE_UNKNOWN };
	for (unsigned depth = 0; type && type->kind == DATA_TYPE_ARRAY && depth < 8; depth++) {
		const struct data_type *element = data_type_target(type);
		bool is_inside = offset >= 0 && (!type->size_bytes || (uint64_t)offset < type->size_bytes);
		if (!is_inside && !stride) return (struct held_place){ .state = HELD_PLACE_OUTSIDE, .type = type };
		if (element && element->size_bytes && !(stride % element->size_bytes)) {
			offset = (int64_t)modulo(offset, element->size_bytes);
			stride = 0;
		}
		type = element;
	}
	if (!type || type->kind == DATA_TYPE_OTHER || type->kind == DATA_TYPE_FUNCTION ||
	    type->kind == DATA_TYPE_CHOICE)
		return place;
	if (type->kind == DATA_TYPE_STRUCT) return locate_in_struct(type, offset, stride);
	place = (struct held_place){ .state = HELD_PLACE_FOUND, .type = type };
	if (type->size_bytes) place.offset = modulo(offset, type->size_bytes);
	return place;
}
