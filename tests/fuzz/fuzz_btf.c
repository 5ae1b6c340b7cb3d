/* The kernel's types: members and enumerations of any bytes. */
#include "btf/btf_relocate.h"
#include "btf/btf_walk.h"
#include "tests/fuzz/fuzz.h"

static void value(void *ctx, const char *name, int64_t number) { *(size_t *)ctx += strlen(name) + (number != 0); }

/* Everything that a structure leads to, as far as somebody who writes it would go. */
static void walk_type(const struct btf_walk *walk, uint32_t type, unsigned depth, size_t *sum)
{
	struct btf_walk_member member;
	struct btf_view view = btf_walk_view(walk, type);
	*sum += strlen(view.name) + view.size_bytes + (size_t)view.shape;
	if (depth > 3) return;
	if (view.shape == BTF_SHAPE_ARRAY) walk_type(walk, view.element, depth + 1, sum);
	for (uint32_t i = 0; i < 64 && btf_walk_member(walk, type, i, &member); i++) {
		*sum += strlen(member.name) + member.bit_off + member.nr_bits;
		walk_type(walk, member.type, depth + 1, sum);
	}
}

/* The same bytes as a module's types, as its own base, and as the kernel's. */
static void relocate(const struct btf *btf, const struct btf_walk *walk, size_t *sum)
{
	struct btf moved;
	struct btf_walk module;
	if (btf_relocate(btf, btf, walk, &moved) < 0) return;
	if (btf_walk_init_split(&moved, walk, &module) == 0) {
		for (uint32_t i = 0; i < module.count && i < 32; i++) walk_type(&module, module.first + i, 0, sum);
		btf_walk_done(&module);
	}
	free(moved.bytes);
}

FUZZ(data, size)
{
	struct btf btf;
	size_t sum = 0;
	char *bytes = malloc(size + 1); /* of their own size, for what reads beyond */
	memcpy(bytes, data, size);
	if (btf_parse(bytes, size, &btf) == 0) {
		(void)btf_member_offset(&btf, "task_struct", "pid");
		(void)btf_member_offset(&btf, "s", "m");
		(void)btf_enum_values(&btf, "hrtimer_mode", value, &sum);
		(void)btf_enum_values(&btf, "e", value, &sum);
		(void)btf_enum_values(&btf, "none", value, &sum);
		struct btf_walk walk;
		if (btf_walk_init(&btf, &walk) == 0) {
			uint32_t type = btf_walk_structure(&walk, "s");
			for (uint32_t i = 0; i < walk.count + 2 && i < 16; i++) walk_type(&walk, i, 0, &sum);
			if (type) walk_type(&walk, type, 0, &sum);
			walk_type(&walk, UINT32_MAX, 0, &sum);
			relocate(&btf, &walk, &sum);
			btf_walk_done(&walk);
		}
	}
	free(bytes);
}
