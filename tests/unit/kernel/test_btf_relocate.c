/* A module with a base of its own, put behind the types of a kernel. */
#include "btf/btf_relocate.h"

#include <errno.h>
#include <linux/btf.h>
#include "tests/unit/test.h"

/* The types of a file of BTF, word by word, with their strings. */
struct made {
	struct btf_header header;
	uint32_t words[64];
	char strings[64];
};
#define TYPE(name, kind, nr, size) name, (uint32_t)(kind) << 24 | (nr), size

static struct made made(const uint32_t *words, size_t size_bytes, const char *strings, size_t strings_bytes)
{
	struct made m = { .header = { .magic = BTF_MAGIC, .version = 1, .hdr_len = sizeof(struct btf_header) } };
	memcpy(m.words, words, size_bytes);
	memcpy(m.strings, strings, strings_bytes);
	m.header.type_len = (uint32_t)size_bytes;
	m.header.str_off = sizeof(m.words);
	m.header.str_len = (uint32_t)strings_bytes;
	return m;
}
#define MADE(words, strings) made(words, sizeof(words), strings, sizeof(strings))

static struct btf parsed(const struct made *m)
{
	struct btf btf = { 0 };
	CHECK_INT(btf_parse((const char *)m, sizeof(*m), &btf), 0);
	return btf;
}

/* int, struct task { int pid; }, struct device { int id; int state; }, twice struct twice */
static const char kernel_strings[] = "\0int\0task\0pid\0device\0id\0state\0twice";
static const uint32_t kernel_words[] = {
	TYPE(1, BTF_KIND_INT, 0, 4),
	BTF_INT_SIGNED << 24 | 32, /* 1 */
	TYPE(5, BTF_KIND_STRUCT, 1, 4),
	10,
	1,
	0, /* 2 */
	TYPE(14, BTF_KIND_STRUCT, 2, 8),
	21,
	1,
	0,
	24,
	1,
	32,                              /* 3 */
	TYPE(30, BTF_KIND_STRUCT, 0, 1), /* 4 */
	TYPE(30, BTF_KIND_STRUCT, 0, 1), /* 5 */
};
/* struct task (4 bytes), struct device (16 bytes, unlike the kernel's), int, struct twice */
static const char base_strings[] = "\0task\0device\0int\0twice";
static const uint32_t base_words[] = {
	TYPE(1, BTF_KIND_STRUCT, 0, 4), TYPE(6, BTF_KIND_STRUCT, 0, 16), TYPE(13, BTF_KIND_INT, 0, 4),
	BTF_INT_SIGNED << 24 | 32,      TYPE(17, BTF_KIND_STRUCT, 0, 1),
};
enum { TASK = 1, DEVICE, INT, TWICE, POINTER, MINE };
/* struct task *; struct mine { struct task *who; int n; struct device dev; struct twice t; } */
static const char module_strings[] = "\0mine\0who\0n\0dev\0t";
enum { TEXT = sizeof(base_strings) };
static const uint32_t module_words[] = {
	TYPE(0, BTF_KIND_PTR, 0, TASK),
	TYPE(TEXT + 1, BTF_KIND_STRUCT, 4, 40),
	TEXT + 6,
	POINTER,
	0,
	TEXT + 10,
	INT,
	64,
	TEXT + 12,
	DEVICE,
	128,
	TEXT + 16,
	TWICE,
	256,
};

static void check_member(const struct btf_walk *walk, uint32_t structure, uint32_t index, const char *name,
			 const char *type)
{
	struct btf_walk_member member = { .name = "" };
	CHECK(btf_walk_member(walk, structure, index, &member));
	CHECK_STR(member.name, name);
	struct btf_view view = btf_walk_view(walk, member.type);
	if (view.shape == BTF_SHAPE_POINTER) view = btf_walk_view(walk, view.element);
	CHECK_STR(view.name, type);
}

TEST(kernel_types_replace_those_of_the_base)
{
	const struct made of_kernel = MADE(kernel_words, kernel_strings), of_base = MADE(base_words, base_strings),
			  of_module = MADE(module_words, module_strings);
	struct btf kernel = parsed(&of_kernel), base = parsed(&of_base), module = parsed(&of_module), moved;
	struct btf_walk kernels, walk;
	struct btf_walk_member member;
	CHECK_INT(btf_walk_init(&kernel, &kernels), 0);
	CHECK_INT(btf_relocate(&module, &base, &kernels, &moved), 0);
	CHECK_INT(btf_walk_init_split(&moved, &kernels, &walk), 0);
	const uint32_t mine = btf_walk_structure(&walk, "mine");
	CHECK_INT(mine, kernels.count + MINE);
	check_member(&walk, mine, 0, "who", "task");
	check_member(&walk, mine, 1, "n", "int");
	check_member(&walk, mine, 2, "dev", "device");
	check_member(&walk, mine, 3, "t", "twice");
	/* the kernel's task has members, its device is of another size */
	CHECK(btf_walk_member(&walk, mine, 0, &member));
	const uint32_t task = btf_walk_view(&walk, member.type).element;
	CHECK_INT(task, 2);
	check_member(&walk, task, 0, "pid", "int");
	CHECK(btf_walk_member(&walk, mine, 1, &member));
	CHECK_INT(member.type, 1);
	CHECK(btf_walk_member(&walk, mine, 2, &member));
	CHECK_INT(member.type, kernels.count + DEVICE);
	CHECK(!btf_walk_member(&walk, member.type, 0, &member));
	CHECK(btf_walk_member(&walk, mine, 3, &member));
	CHECK_INT(member.type, kernels.count + TWICE);
	btf_walk_done(&walk);
	btf_walk_done(&kernels);
	free(moved.bytes);
}

TEST(damaged_types_end_it)
{
	const struct made of_kernel = MADE(kernel_words, kernel_strings), of_base = MADE(base_words, base_strings);
	struct made of_module = MADE(module_words, module_strings);
	struct btf kernel = parsed(&of_kernel), base = parsed(&of_base), moved;
	struct btf_walk kernels, walk;
	of_module.header.type_len -= 4; /* the last member is cut */
	struct btf module = parsed(&of_module);
	CHECK_INT(btf_walk_init(&kernel, &kernels), 0);
	CHECK_INT(btf_relocate(&module, &base, &kernels, &moved), 0);
	CHECK_INT(btf_walk_init_split(&moved, &kernels, &walk), 0);
	CHECK_INT(walk.count, POINTER);
	btf_walk_done(&walk);
	free(moved.bytes);
	base.types_bytes = 3;
	CHECK_INT(btf_relocate(&module, &base, &kernels, &moved), -EBADMSG);
	btf_walk_done(&kernels);
}

TEST_MAIN
