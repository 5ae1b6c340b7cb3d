/* The kernel's types: those of this machine, and damaged ones. */
#include "kernel/btf_file.h"

#include <errno.h>
#include <linux/btf.h>
#include "tests/unit/test.h"

struct sample_btf {
	struct btf_header header;
	struct {
		struct btf_type type;
		uint32_t encoding;
	} number;
	struct {
		struct btf_type type;
		struct btf_member members[2];
	} structure;
	char strings[32];
};

static struct sample_btf sample(void)
{
	struct sample_btf s = {
		.header = { .magic = BTF_MAGIC,
			    .version = 1,
			    .hdr_len = sizeof(struct btf_header),
			    .type_len = sizeof(s.number) + sizeof(s.structure),
			    .str_off = sizeof(s.number) + sizeof(s.structure),
			    .str_len = sizeof(s.strings) },
		.number = { { .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 }, 32 },
		.structure = { { .name_off = 5, .info = BTF_KIND_STRUCT << 24 | 2, .size = 16 },
			       { { 10, 1, 32 }, { 14, 1, 67 } } },
		.strings = "\0int\0task\0pid\0bit",
	};
	return s;
}

TEST(members)
{
	const struct sample_btf s = sample();
	struct btf btf;
	CHECK_INT(btf_parse((const char *)&s, sizeof(s), &btf), 0);
	CHECK_INT(btf_member_offset(&btf, "task", "pid"), 4);
	CHECK_INT(btf_member_offset(&btf, "task", "bit"), -ENOENT); /* not at a whole byte */
	CHECK_INT(btf_member_offset(&btf, "task", "nothing"), -ENOENT);
	CHECK_INT(btf_member_offset(&btf, "int", "pid"), -ENOENT);
}

/* A variable, and a structure whose second member is one without a name: { int first; struct { int inside; }; } */
TEST(nested_members_and_variables)
{
	const struct {
		struct btf_header header;
		struct {
			struct btf_type type;
			uint32_t encoding;
		} number;
		struct {
			struct btf_type type;
			struct btf_member members[1];
		} inner;
		struct {
			struct btf_type type;
			struct btf_member members[2];
		} outer;
		struct {
			struct btf_type type;
			uint32_t linkage;
		} variable;
		char strings[32];
	} s = {
		.header = { .magic = BTF_MAGIC,
			    .version = 1,
			    .hdr_len = sizeof(struct btf_header),
			    .type_len = sizeof(s.number) + sizeof(s.inner) + sizeof(s.outer) + sizeof(s.variable),
			    .str_off = sizeof(s.number) + sizeof(s.inner) + sizeof(s.outer) + sizeof(s.variable),
			    .str_len = sizeof(s.strings) },
		.number = { { .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 }, 32 },
		.inner = { { .info = BTF_KIND_STRUCT << 24 | 1, .size = 4 }, { { 5, 1, 0 } } },
		.outer = { { .name_off = 12, .info = BTF_KIND_STRUCT << 24 | 2, .size = 8 },
			   { { 18, 1, 0 }, { 0, 2, 32 } } },
		.variable = { { .name_off = 24, .info = BTF_KIND_VAR << 24, .type = 3 }, 1 },
		.strings = "\0int\0inside\0outer\0first\0queues",
	};
	struct btf btf;
	CHECK_INT(btf_parse((const char *)&s, sizeof(s), &btf), 0);
	CHECK_INT(btf_member_offset(&btf, "outer", "first"), 0);
	CHECK_INT(btf_member_offset(&btf, "outer", "inside"), 4);
	CHECK_INT(btf_member_offset(&btf, "outer", ""), -ENOENT);
	CHECK_INT(btf_variable(&btf, "queues"), 4);
	CHECK_INT(btf_variable(&btf, "outer"), -ENOENT);
}

TEST(damaged)
{
	for (size_t i = 0; i < sizeof(struct sample_btf); i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			struct sample_btf s = sample();
			struct btf btf;
			((uint8_t *)&s)[i] ^= (uint8_t)(1u << bit);
			if (btf_parse((const char *)&s, sizeof(s), &btf) == 0)
				(void)btf_member_offset(&btf, "task", "pid");
		}
	}
	for (size_t size = 0; size < sizeof(struct sample_btf); size++) {
		struct sample_btf s = sample();
		struct btf btf;
		char *cut = malloc(size + 1);
		memcpy(cut, &s, size);
		if (btf_parse(cut, size, &btf) == 0) (void)btf_member_offset(&btf, "task", "pid");
		free(cut);
	}
}

TEST(this_kernel)
{
	const struct kernelfs fs = { "" };
	struct btf btf;
	int r = btf_open(&fs, &btf);
	if (r == -ENOENT) SKIP("the kernel does not tell its types");
	CHECK_INT(r, 0);
	int pid = btf_member_offset(&btf, "task_struct", "pid"), tgid = btf_member_offset(&btf, "task_struct", "tgid");
	CHECK(pid > 0);
	CHECK_INT(tgid, pid + 4);
	btf_close(&btf);
}

TEST_MAIN
