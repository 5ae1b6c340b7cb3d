/* What registers hold: sums, joins, and which member an address is. Types are made by hand. */
#include "tests/unit/test.h"

#include "base/compiler.h"
#include "symbol/types/held_value.h"

static const struct data_type number = { .kind = DATA_TYPE_NUMBER, .name = "int", .size_bytes = 4, .is_read = true };
static const struct data_type numbers = {
	.kind = DATA_TYPE_ARRAY, .name = "int[]", .size_bytes = 16, .is_read = true, .target = &number
};
static const struct data_type open_numbers = {
	.kind = DATA_TYPE_ARRAY, .name = "int[]", .is_read = true, .target = &number
};
/* struct inner { int a; int b[4]; int c[4]; int d; } */
static struct data_member inner_members[] = {
	{ "a", "int", &number, 0, 4, false },
	{ "b", "int[]", &numbers, 4, 16, false },
	{ "c", "int[]", &numbers, 20, 16, false },
	{ "d", "int", &number, 36, 4, false },
};
static const struct data_type inner = { .kind = DATA_TYPE_STRUCT,
					.name = "struct inner",
					.size_bytes = 40,
					.is_read = true,
					.members = inner_members,
					.nr_members = 4 };
/* struct outer { int x; struct inner in; struct { int l; }; int rest[]; } */
static struct data_member nameless_members[] = { { "l", "int", &number, 0, 4, false } };
static const struct data_type nameless = { .kind = DATA_TYPE_STRUCT,
					   .name = "struct ",
					   .size_bytes = 4,
					   .is_read = true,
					   .members = nameless_members,
					   .nr_members = 1 };
static struct data_member outer_members[] = {
	{ "x", "int", &number, 0, 4, false },
	{ "in", "struct inner", &inner, 4, 40, false },
	{ "", "struct ", &nameless, 44, 4, false },
	{ "rest", "int[]", &open_numbers, 48, 0, false },
};
static const struct data_type outer = { .kind = DATA_TYPE_STRUCT,
					.name = "struct outer",
					.size_bytes = 48,
					.is_read = true,
					.members = outer_members,
					.nr_members = 4 };
/* In circles, as damaged debug information has it. */
static struct data_member circle_member;
static const struct data_type circle = { .kind = DATA_TYPE_STRUCT,
					 .name = "struct circle",
					 .size_bytes = 8,
					 .is_read = true,
					 .members = &circle_member,
					 .nr_members = 1 };
static struct data_member circle_member = { "again", "struct circle", &circle, 0, 8, false };

static struct held_value pointer(const struct data_type *type, int64_t offset, uint64_t stride)
{
	return (struct held_value){ .kind = HELD_POINTER, .type = type, .offset = offset, .stride = stride };
}

static void check_path(const struct data_type *type, uint64_t offset, const char *want)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	CHECK(data_type_format_path(type, offset, &text) == (want != NULL));
	if (want) CHECK_STR(strbuf_text(&text), want);
}

TEST(paths)
{
	check_path(&outer, 0, "x");
	check_path(&outer, 4, "in.a");
	check_path(&outer, 27, "in.c");
	check_path(&outer, 44, "l");
	check_path(&outer, 4000, "rest");
	check_path(&inner, 40, NULL);
	check_path(&number, 0, NULL);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	CHECK(data_type_format_path(&circle, 0, &text)); /* ends */
}

TEST(sums_keep_their_stride)
{
	struct held_value index = held_unknown(), p = pointer(&outer, 4, 0), v, eight = held_constant(8);
	v = held_multiply(&index, 48);
	v = held_add(&p, &v);
	CHECK(v.kind == HELD_POINTER && v.type == &outer);
	CHECK_INT(v.offset, 4);
	CHECK_INT(v.stride, 48);
	v = held_subtract(&v, &eight);
	CHECK_INT(v.offset, -4);
	v = held_add(&p, &p);
	CHECK(held_is_unknown(&v));
	v = held_multiply(&p, 2);
	CHECK(held_is_unknown(&v));
	v = held_and(&index, -16);
	CHECK_INT(v.stride, 16);
	v = held_and(&index, 3);
	CHECK(held_is_unknown(&v));
	/* products that leave 64 bits say nothing */
	struct held_value huge = { .kind = HELD_NUMBER, .stride = (uint64_t)1 << 40 };
	v = held_multiply(&huge, 1 << 30);
	CHECK(held_is_unknown(&v));
}

TEST(joins)
{
	struct held_value null = held_constant(0), a = pointer(&outer, 0, 0), b = pointer(&outer, 96, 0), v;
	v = held_join(&a, &b);
	CHECK_INT(v.stride, 96);
	CHECK_INT(v.offset, 0);
	v = held_join(&null, &a);
	CHECK(held_is_same(&v, &a));
	/* a member of that type is the same object */
	struct held_value member = pointer(&outer, 4, 0), own = pointer(&inner, 0, 0), other = pointer(&inner, 8, 0);
	v = held_join(&member, &own);
	CHECK(held_is_same(&v, &own));
	v = held_join(&own, &member);
	CHECK(held_is_same(&v, &own));
	v = held_join(&member, &other);
	CHECK(v.type == &inner && v.stride == 8);
	/* an int is also the first member of outer: that is no doubt */
	struct held_value first = pointer(&number, 0, 0), wrong = pointer(&circle, 0, 0);
	v = held_join(&a, &first);
	CHECK(held_is_same(&v, &first));
	v = held_join(&a, &wrong);
	CHECK(held_is_unknown(&v));
}

TEST(own_types)
{
	struct held_value a = held_unknown(), b = a, v;
	a.own_type = b.own_type = &number;
	CHECK(held_is_unknown(&a) && !held_says_nothing(&a));
	v = held_join(&a, &b);
	CHECK(v.own_type == &number);
	b.own_type = &inner;
	CHECK(!held_is_same(&a, &b));
	v = held_join(&a, &b);
	CHECK(held_says_nothing(&v));
	/* what is added to a pointer makes another one */
	struct held_value p = pointer(&outer, 0, 0), four = held_constant(4);
	p.own_type = &number;
	v = held_add(&p, &four);
	CHECK(!v.own_type && v.offset == 4);
}

TEST(objects_around_members)
{
	struct held_value object = pointer(&outer, 4, 0), member = pointer(&inner, 0, 0),
			  number_of = pointer(&number, 0, 0);
	CHECK(held_is_around(&object, &member));
	CHECK(!held_is_around(&member, &object));
	CHECK(held_is_around(&member, &number_of));
	member.offset = 8; /* in the middle of the member */
	CHECK(!held_is_around(&object, &member));
	object.offset = 12;
	CHECK(held_is_around(&object, &member));
	/* any member of a union */
	struct data_member either[] = { { "n", "int", &number, 0, 4, false },
					{ "in", "struct inner", &inner, 0, 40, false } };
	const struct data_type both = { .kind = DATA_TYPE_STRUCT,
					.name = "union both",
					.size_bytes = 40,
					.is_read = true,
					.members = either,
					.nr_members = 2 };
	object = pointer(&both, 0, 0);
	member = pointer(&inner, 0, 0);
	CHECK(held_is_around(&object, &member) && held_is_around(&object, &number_of));
}

/* A CPU's distance and the address of a per-CPU variable, in either order. */
TEST(per_cpu)
{
	struct held_value distance = { .kind = HELD_PER_CPU }, address = held_constant(0x31980), v;
	v = held_add(&distance, &address);
	CHECK(v.kind == HELD_PER_CPU && v.offset == 0x31980 && !v.stride);
	v = held_add(&address, &distance);
	CHECK(v.kind == HELD_PER_CPU && v.offset == 0x31980);
	v = held_add(&distance, &distance);
	CHECK(held_is_unknown(&v));
}

static void check_place(const struct data_type *type, int64_t offset, uint64_t stride, enum held_place_state state,
			const struct data_type *want, uint64_t want_offset)
{
	struct held_place place = held_locate(type, offset, stride);
	CHECK_INT(place.state, state);
	if (state == HELD_PLACE_FOUND || state == HELD_PLACE_TYPE_ONLY) CHECK_STR(place.type->name, want->name);
	if (state == HELD_PLACE_FOUND) CHECK_INT(place.offset, want_offset);
}

TEST(places)
{
	check_place(&outer, 44, 0, HELD_PLACE_FOUND, &outer, 44);
	check_place(&outer, -4, 0, HELD_PLACE_OUTSIDE, NULL, 0);
	check_place(&inner, 40, 0, HELD_PLACE_OUTSIDE, NULL, 0);
	check_place(&outer, 4000, 0, HELD_PLACE_FOUND, &outer, 4000); /* its last member has no end */
	/* whole structs: also in front of where the loop began */
	check_place(&inner, -4, 40, HELD_PLACE_FOUND, &inner, 36);
	check_place(&inner, 44, 80, HELD_PLACE_FOUND, &inner, 4);
	/* an index of an array that begins there; one that may be off by one, towards a neighbour that is an array too
	 */
	check_place(&inner, 4, 4, HELD_PLACE_FOUND, &inner, 4);
	check_place(&inner, 16, 4, HELD_PLACE_TYPE_ONLY, &inner, 0);
	check_place(&inner, 24, 4, HELD_PLACE_FOUND, &inner, 24);
	check_place(&inner, 0, 4, HELD_PLACE_TYPE_ONLY, &inner, 0);
	check_place(&inner, 36, 1, HELD_PLACE_TYPE_ONLY, &inner, 0);
	/* of numbers each is like the other */
	check_place(&number, 400, 0, HELD_PLACE_FOUND, &number, 0);
	check_place(&numbers, 6, 0, HELD_PLACE_FOUND, &number, 2);
	check_place(&numbers, 16, 0, HELD_PLACE_OUTSIDE, NULL, 0);
	check_place(&open_numbers, 4000, 0, HELD_PLACE_FOUND, &number, 0);
	check_place(NULL, 0, 0, HELD_PLACE_UNKNOWN, NULL, 0);
	check_place(&circle, 0, 3, HELD_PLACE_TYPE_ONLY, &circle, 0);
}

/* union { long number; struct inner *in; struct outer *out; }: what is read may be a pointer to either. */
TEST(reads_of_unions)
{
	static const struct data_type word = {
		.kind = DATA_TYPE_NUMBER, .name = "long", .size_bytes = 8, .is_read = true
	};
	static const struct data_type to_inner = {
		.kind = DATA_TYPE_POINTER, .name = "struct inner*", .size_bytes = 8, .is_read = true, .target = &inner
	};
	static const struct data_type to_outer = {
		.kind = DATA_TYPE_POINTER, .name = "struct outer*", .size_bytes = 8, .is_read = true, .target = &outer
	};
	struct data_member members[] = {
		{ "number", "long", &word, 0, 8, false },
		{ "in", "struct inner*", &to_inner, 0, 8, false },
		{ "small", "int", &number, 0, 4, false },
		{ "out", "struct outer*", &to_outer, 0, 8, false },
	};
	struct data_type of = { .kind = DATA_TYPE_STRUCT,
				.name = "union any",
				.size_bytes = 8,
				.is_read = true,
				.members = members,
				.nr_members = 4 };
	bool is_only;
	CHECK(!data_type_read_at(&of, 0, 8, &is_only));
	CHECK(data_type_read_at(&of, 0, 4, &is_only) == &number && is_only);
	CHECK(!data_type_read_at(&of, 4, 4, &is_only));
	of.nr_members = 3;
	CHECK(data_type_read_at(&of, 0, 8, &is_only) == &to_inner && !is_only);
	of.nr_members = 1;
	CHECK(data_type_read_at(&of, 0, 8, &is_only) == &word && is_only);
	CHECK(!data_type_read_at(&circle, 0, 8, &is_only));
}

TEST_MAIN
