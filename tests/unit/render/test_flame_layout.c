/* Places of nodes in a flame graph. */
#include "render/flame/flame_layout.h"

#include <math.h>
#include "tests/unit/test.h"

static uint32_t add(struct flame_maker *maker, uint32_t parent, const char *name, uint64_t own, uint64_t was)
{
	struct flame_frame frame = { .name = name, .object = "", .kind = FLAME_USER };
	uint32_t node = flame_child(maker, parent, flame_label(maker, &frame, FLAME_NONE, false));
	flame_node_of(maker, node)->own = own;
	flame_node_of(maker, node)->was = was;
	flame_node_of(maker, node)->nr_samples = own;
	return node;
}

static void check_place(const struct flame_layout *layout, size_t node, double left, double width)
{
	CHECK(fabs(layout->left[node] - left) < 1e-9);
	CHECK(fabs(layout->width[node] - width) < 1e-9);
}

TEST(children_stand_over_their_caller)
{
	struct flame_maker *maker = flame_maker_new();
	uint32_t root = add(maker, FLAME_NONE, "a", 1, 0);
	add(maker, root, "c", 2, 0);
	add(maker, root, "b", 5, 0);
	add(maker, FLAME_NONE, "z", 2, 0);
	struct flame *flame = flame_finish(maker, NULL);
	struct flame_layout layout;
	flame_layout_make(flame, 0.25, &layout);
	check_place(&layout, 0, 0, 0.8);
	check_place(&layout, 1, 0, 0.5);
	check_place(&layout, 2, 0.5, 0.2);
	check_place(&layout, 3, 0.8, 0.2);
	CHECK_INT(layout.nr_narrow, 2);
	CHECK_INT(layout.depth, 1);
	flame_layout_done(&layout);
	flame_free(flame);
}

TEST(what_vanished_keeps_its_place)
{
	struct flame_maker *maker = flame_maker_new();
	uint32_t root = add(maker, FLAME_NONE, "a", 0, 0);
	add(maker, root, "gone", 0, 30);
	add(maker, root, "stays", 1, 10);
	struct flame *flame = flame_finish(maker, NULL);
	struct flame_layout layout;
	flame->has_baseline = true;
	flame_layout_make(flame, 0, &layout);
	/* shares of 3/4 and 1 of both recordings stand side by side */
	check_place(&layout, 0, 0, 1);
	check_place(&layout, 1, 0, 0.75 / 1.75);
	check_place(&layout, 2, 0.75 / 1.75, 1 / 1.75);
	CHECK(fabs(flame_layout_change(flame, &layout, 1) + 0.75) < 1e-9);
	CHECK(fabs(flame_layout_change(flame, &layout, 2) - 0.75) < 1e-9);
	flame_layout_done(&layout);
	flame_free(flame);
}

TEST(nothing_is_no_picture_but_no_crash)
{
	struct flame *flame = flame_finish(flame_maker_new(), NULL);
	struct flame_layout layout;
	flame_layout_make(flame, 0.1, &layout);
	CHECK_INT(layout.depth, 0);
	flame_layout_done(&layout);
	flame_free(flame);
}

TEST_MAIN
