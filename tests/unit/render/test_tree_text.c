#include "tests/unit/test.h"
#include "render/tree/tree_text.h"

/* main (100) -> a (60: own 10, b 50 -> c 50), d (40) */
static struct tree *sample(void)
{
	struct tree *tree = tree_new();
	uint32_t root = tree_add(
		tree, TREE_NONE, TREE_NONE,
		&(struct tree_node){ .label = "main", .period = 100, .count = 10, .children_period = 100 });
	uint32_t a = tree_add(tree, root, TREE_NONE,
			      &(struct tree_node){ .label = "a",
						   .period = 60,
						   .count = 6,
						   .own_period = 10,
						   .own_count = 1,
						   .children_period = 50 });
	uint32_t b = tree_add(tree, a, TREE_NONE,
			      &(struct tree_node){ .label = "b", .period = 50, .count = 5, .children_period = 50 });
	tree_add(tree, b, TREE_NONE,
		 &(struct tree_node){
			 .label = "c", .period = 50, .count = 5, .own_period = 50, .own_count = 5, .joined = true });
	tree_add(tree, root, a,
		 &(struct tree_node){ .label = "d", .period = 40, .count = 4, .own_period = 40, .own_count = 4 });
	return tree;
}

static void check(const struct tree_text_options *options, uint64_t period, const char *expected)
{
	struct tree *tree = sample();
	struct outbuf out;
	out_init(&out, -1);
	tree_text(tree, options, period, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, expected);
	out_done(&out);
	tree_free(tree);
}

TEST(graph)
{
	check(&(struct tree_text_options){ .total_period = 200 }, 100,
	      "            |\n"
	      "            ---main\n"
	      "               |          \n"
	      "               |--30.00%--a\n"
	      "               |          |          \n"
	      "               |           --25.00%--b\n"
	      "               |                     c\n"
	      "               |          \n"
	      "                --20.00%--d\n");
}

TEST(not_all_of_the_row)
{
	check(&(struct tree_text_options){ .total_period = 200, .limit = 1 }, 150,
	      "            |          \n"
	      "             --50.00%--main\n"
	      "                       |          \n"
	      "                       |--30.00%--a\n"
	      "                       |          |          \n"
	      "                       |           --25.00%--b\n"
	      "                       |                     c\n");
}

TEST(fractal)
{
	check(&(struct tree_text_options){ .style = TREE_FRACTAL, .total_period = 200 }, 100,
	      "            |\n"
	      "            ---main\n"
	      "               |          \n"
	      "               |--60.00%--a\n"
	      "               |          |          \n"
	      "               |           --100.00%--b\n"
	      "               |                     c\n"
	      "               |          \n"
	      "                --40.00%--d\n");
}

TEST(skips_what_the_row_says)
{
	check(&(struct tree_text_options){ .total_period = 200, .skip_first = true, .value = TREE_COUNT }, 100,
	      "            |          \n"
	      "            |--6--a\n"
	      "            |          |          \n"
	      "            |           --5--b\n"
	      "            |                     c\n"
	      "            |          \n"
	      "             --4--d\n");
}

TEST(folded)
{
	check(&(struct tree_text_options){ .style = TREE_FOLDED, .total_period = 200 }, 100,
	      "25.00% main;a;b;c\n20.00% main;d\n5.00% main;a\n");
	check(
		&(struct tree_text_options){
			.style = TREE_FOLDED, .total_period = 200, .value = TREE_PERIOD, .threshold = 20, .limit = 1 },
		100, "50 main;a;b;c\n");
}

TEST(flat)
{
	check(&(struct tree_text_options){ .style = TREE_FLAT, .total_period = 200, .threshold = 40 }, 100,
	      "           25.00%\n                main\n                a\n                b\n                c\n\n"
	      "           20.00%\n                main\n                d\n\n");
}

/* Whether anything was drawn, which is what the row's caller asks. */
static bool draws(const struct tree *tree, const struct tree_text_options *options)
{
	struct outbuf out;
	out_init(&out, -1);
	bool drawn = tree_text(tree, options, 100, &out);
	CHECK_INT(drawn, out.size > 0);
	out_done(&out);
	return drawn;
}

TEST(nothing_to_draw)
{
	static const int styles[] = { TREE_GRAPH, TREE_FLAT, TREE_FOLDED };
	struct tree *whole = sample(), *empty = tree_new();
	for (size_t i = 0; i < ARRAY_SIZE(styles); i++) {
		struct tree_text_options options = { .style = styles[i], .total_period = 200 };
		CHECK(draws(whole, &options));
		CHECK(!draws(empty, &options));
		if (styles[i] == TREE_GRAPH) continue;
		options.threshold = 1000;
		CHECK(!draws(whole, &options));
	}
	tree_free(whole);
	tree_free(empty);
}

TEST_MAIN
