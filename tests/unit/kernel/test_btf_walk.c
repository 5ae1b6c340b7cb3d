/* Types with their members: made ones, and the kernel's own where it tells them. */
#include "btf/btf_walk.h"
#include "kernel/btf_file.h"

#include <linux/btf.h>
#include "tests/unit/test.h"

/* struct s { unsigned a : 3; int b : 5; char text[4]; struct inner { long *p; } in; const myint e; enum e x; struct s
 * *next; } */
struct sample {
	struct btf_header header;
	struct {
		struct btf_type type;
		uint32_t encoding;
	} number, signed_number, character;
	struct {
		struct btf_type type;
		struct btf_array array;
	} text;
	struct btf_type pointer, name, constant;
	struct {
		struct btf_type type;
		struct btf_member members[1];
	} inner;
	struct {
		struct btf_type type;
		struct btf_enum values[1];
	} enumeration;
	struct {
		struct btf_type type;
		struct btf_member members[6];
	} structure;
	char strings[64];
};
enum { NUMBER = 1, SIGNED, CHARACTER, TEXT, POINTER, NAME, CONSTANT, INNER, ENUMERATION, STRUCTURE };

static struct sample made(void)
{
	struct sample s = {
		.header = { .magic = BTF_MAGIC,
			    .version = 1,
			    .hdr_len = sizeof(struct btf_header),
			    .type_len = offsetof(struct sample, strings) - sizeof(struct btf_header),
			    .str_off = offsetof(struct sample, strings) - sizeof(struct btf_header),
			    .str_len = sizeof(s.strings) },
		.number = { { .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 }, 32 },
		.signed_number = { { .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 },
				   BTF_INT_SIGNED << 24 | 32 },
		.character = { { .name_off = 5, .info = BTF_KIND_INT << 24, .size = 1 }, 8 },
		.text = { { .info = BTF_KIND_ARRAY << 24 }, { .type = CHARACTER, .index_type = NUMBER, .nelems = 4 } },
		.pointer = { .info = BTF_KIND_PTR << 24, .type = STRUCTURE },
		.name = { .name_off = 10, .info = BTF_KIND_TYPEDEF << 24, .type = SIGNED },
		.constant = { .info = BTF_KIND_CONST << 24, .type = NAME },
		.inner = { { .name_off = 16, .info = BTF_KIND_STRUCT << 24 | 1, .size = 8 }, { { 22, POINTER, 0 } } },
		.enumeration = { { .name_off = 24, .info = BTF_KIND_ENUM << 24 | 1, .size = 4 }, { { 26, 7 } } },
		.structure = { { .name_off = 28, .info = 1u << 31 | BTF_KIND_STRUCT << 24 | 6, .size = 40 },
			       { { 30, NUMBER, 3 << 24 },
				 { 32, SIGNED, 5 << 24 | 3 },
				 { 34, TEXT, 32 },
				 { 39, INNER, 64 },
				 { 42, CONSTANT, 128 },
				 { 24, ENUMERATION, 160 } } },
		.strings = "\0int\0char\0myint\0inner\0p\0e\0V\0s\0a\0b\0text\0in\0cc",
	};
	return s;
}

TEST(members)
{
	const struct sample s = made();
	struct btf btf;
	struct btf_walk walk;
	struct btf_walk_member member;
	CHECK_INT(btf_parse((const char *)&s, sizeof(s), &btf), 0);
	CHECK_INT(btf_walk_init(&btf, &walk), 0);
	CHECK_INT(walk.count, STRUCTURE);
	CHECK_INT(btf_walk_structure(&walk, "s"), STRUCTURE);
	CHECK_INT(btf_walk_structure(&walk, "e"), 0);
	CHECK(btf_walk_member(&walk, STRUCTURE, 1, &member) && strcmp(member.name, "b") == 0 && member.bit_off == 3 &&
	      member.nr_bits == 5);
	CHECK(btf_walk_member(&walk, STRUCTURE, 3, &member) && strcmp(member.name, "in") == 0 && member.bit_off == 64 &&
	      !member.nr_bits);
	CHECK(!btf_walk_member(&walk, STRUCTURE, 6, &member) && !btf_walk_member(&walk, NUMBER, 0, &member) &&
	      !btf_walk_member(&walk, 0, 0, &member));
	struct btf_view view = btf_walk_view(&walk, CONSTANT);
	CHECK(view.shape == BTF_SHAPE_NUMBER && view.is_signed && view.size_bytes == 4 && view.type == SIGNED &&
	      !view.is_char);
	view = btf_walk_view(&walk, TEXT);
	CHECK(view.shape == BTF_SHAPE_ARRAY && view.nr == 4 && view.size_bytes == 4 &&
	      btf_walk_view(&walk, view.element).is_char);
	view = btf_walk_view(&walk, ENUMERATION);
	CHECK(view.shape == BTF_SHAPE_ENUM && strcmp(view.name, "e") == 0);
	CHECK_INT(btf_walk_view(&walk, POINTER).shape, BTF_SHAPE_POINTER);
	CHECK_INT(btf_walk_view(&walk, STRUCTURE).size_bytes, 40);
	CHECK_INT(btf_walk_view(&walk, 99).shape, BTF_SHAPE_OTHER);
	btf_walk_done(&walk);
}

/* A typedef of itself, an array of itself: nothing goes round for ever. */
TEST(circles)
{
	struct sample s = made();
	struct btf btf;
	struct btf_walk walk;
	s.name.type = NAME;
	s.text.array.type = TEXT;
	s.text.array.nelems = UINT32_MAX;
	CHECK_INT(btf_parse((const char *)&s, sizeof(s), &btf), 0);
	CHECK_INT(btf_walk_init(&btf, &walk), 0);
	CHECK_INT(btf_walk_view(&walk, NAME).shape, BTF_SHAPE_OTHER);
	CHECK_INT(btf_walk_view(&walk, TEXT).size_bytes, 0);
	btf_walk_done(&walk);

	s.text.array.type = NAME; /* an array of what is a typedef of itself, of what is not there */
	s.text.array.nelems = 4;
	CHECK_INT(btf_parse((const char *)&s, sizeof(s), &btf), 0);
	CHECK_INT(btf_walk_init(&btf, &walk), 0);
	CHECK_INT(btf_walk_view(&walk, TEXT).size_bytes, 0);
	btf_walk_done(&walk);
	s.text.array.type = STRUCTURE + 1;
	CHECK_INT(btf_parse((const char *)&s, sizeof(s), &btf), 0);
	CHECK_INT(btf_walk_init(&btf, &walk), 0);
	CHECK_INT(btf_walk_view(&walk, TEXT).size_bytes, 0);
	CHECK_INT(btf_walk_view(&walk, TEXT).nr, 4);
	btf_walk_done(&walk);
}

TEST(of_this_kernel)
{
	const struct kernelfs fs = { "" };
	struct btf btf;
	struct btf_walk walk;
	struct btf_walk_member member;
	if (btf_open(&fs, &btf) < 0) SKIP("this kernel does not tell its types");
	CHECK_INT(btf_walk_init(&btf, &walk), 0);
	uint32_t type = btf_walk_structure(&walk, "timespec64");
	CHECK(type && btf_walk_view(&walk, type).size_bytes == 16);
	CHECK(btf_walk_member(&walk, type, 1, &member) && strcmp(member.name, "tv_nsec") == 0 && member.bit_off == 64);
	btf_walk_done(&walk);
	btf_close(&btf);
}

TEST_MAIN
