/* Trees of calls: the same nodes in the same order, however they were made. */
#include "result/flame.h"

#include <string.h>
#include "base/outbuf.h"
#include "tests/unit/test.h"

/* Adds a stack of one-letter functions with a weight. */
static uint32_t add(struct flame_maker *maker, const char *stack, uint64_t weight)
{
	uint32_t node = FLAME_NONE;
	for (; *stack; stack++) {
		char name[2] = { *stack, 0 };
		struct flame_frame frame = { .name = name, .object = "o", .kind = FLAME_USER };
		node = flame_child(maker, node, flame_label(maker, &frame, FLAME_NONE, false));
	}
	flame_node_of(maker, node)->own += weight;
	flame_node_of(maker, node)->nr_samples++;
	return node;
}

/* "a0{b5{c1}}" and the like: names with own weights, what is below in braces. */
static char *text_of(const struct flame *flame)
{
	struct outbuf out;
	out_init(&out, -1);
	uint32_t depth = 0;
	for (size_t i = 0; i < flame->nr_nodes; i++) {
		const struct flame_node *node = &flame->nodes[i];
		for (; depth > node->depth; depth--) out_char(&out, '}');
		if (node->depth > depth) out_char(&out, '{');
		depth = node->depth;
		out_str(&out, flame->frames[node->frame].name);
		out_dec(&out, node->own, 0);
		if (flame->has_baseline) out_printf(&out, "/%llu", (unsigned long long)node->was);
		if (node->parent != FLAME_NONE) CHECK(flame->nodes[node->parent].end >= node->end);
	}
	for (; depth > 0; depth--) out_char(&out, '}');
	char *text = xstrndup(out.data, out.size);
	out_done(&out);
	return text;
}

TEST(order_follows_from_names)
{
	static const char *const stacks[] = { "ab", "abc", "ad", "b", "abc", "ba" };
	char *first = NULL;
	for (size_t turn = 0; turn < ARRAY_SIZE(stacks); turn++) {
		struct flame_maker *maker = flame_maker_new();
		for (size_t i = 0; i < ARRAY_SIZE(stacks); i++) {
			size_t at = (i * 5 + turn) % ARRAY_SIZE(stacks);
			add(maker, stacks[at], at + 1);
		}
		struct flame *flame = flame_finish(maker, NULL);
		char *text = text_of(flame);
		CHECK_STR(text, "a0{b1{c7}d3}b4{a6}");
		CHECK_INT(flame->total, 21);
		CHECK_INT(flame->nr_samples, 6);
		CHECK_INT(flame->nr_frames, 4);
		flame_free(flame);
		free(first);
		first = text;
	}
	free(first);
}

TEST(nodes_without_weight_go)
{
	struct flame_maker *maker = flame_maker_new();
	uint32_t gone = add(maker, "xyz", 0), *places;
	flame_node_of(maker, gone)->nr_samples = 0;
	uint32_t kept = add(maker, "xa", 2);
	struct flame *flame = flame_finish(maker, &places);
	char *text = text_of(flame);
	CHECK_STR(text, "x0{a2}");
	CHECK_INT(places[gone], FLAME_NONE);
	CHECK_INT(places[kept], 1);
	free(text);
	free(places);
	flame_free(flame);
}

TEST(labels_tell_rows_objects_and_kinds_apart)
{
	struct flame_maker *maker = flame_maker_new();
	struct flame_frame a = { "f", "o", FLAME_USER }, b = { "f", "p", FLAME_USER }, c = { "f", "o", FLAME_KERNEL };
	uint32_t labels[] = { flame_label(maker, &a, 1, false), flame_label(maker, &a, 2, false),
			      flame_label(maker, &b, 1, false), flame_label(maker, &c, 1, false),
			      flame_label(maker, &a, 1, true) };
	for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
		for (size_t n = 0; n < i; n++) CHECK(labels[i] != labels[n]);
		flame_node_of(maker, flame_child(maker, FLAME_NONE, labels[i]))->own = i + 1;
	}
	CHECK_INT(flame_label(maker, &a, 1, false), labels[0]);
	struct flame *flame = flame_finish(maker, NULL);
	CHECK_INT(flame->nr_nodes, 5);
	CHECK_INT(flame->nr_frames, 3);
	/* by object, then kind; then rows, the leaf behind its equal */
	static const uint64_t owns[] = { 1, 5, 2, 4, 3 };
	for (size_t i = 0; i < 5; i++) CHECK_INT(flame->nodes[i].own, owns[i]);
	flame_free(flame);
}

TEST(comparison_keeps_what_vanished)
{
	struct flame_maker *now = flame_maker_new(), *before = flame_maker_new();
	add(now, "ab", 3);
	add(now, "ac", 1);
	add(before, "ab", 2);
	add(before, "ax", 7);
	struct flame *new = flame_finish(now, NULL), *old = flame_finish(before, NULL),
		     *both = flame_compare(new, old, NULL, 0);
	char *text = text_of(both);
	CHECK_STR(text, "a0/0{b3/2c1/0x0/7}");
	CHECK_INT(both->total, 4);
	CHECK_INT(both->was_total, 9);
	uint64_t *was = flame_totals(both, true), *own = flame_totals(both, false);
	CHECK_INT(was[0], 9);
	CHECK_INT(own[0], 4);
	free(was);
	free(own);
	free(text);
	flame_free(new);
	flame_free(old);
	flame_free(both);
}

TEST(light_calls_are_joined)
{
	struct flame_maker *maker = flame_maker_new();
	uint32_t heavy = add(maker, "ab", 5), light = add(maker, "axy", 2), other = add(maker, "az", 1), *places;
	flame_node_of(maker, heavy)->nr_samples = 5;
	struct flame *all = flame_finish(maker, &places);
	uint64_t least;
	struct flame *pruned = flame_prune(all, 3, places, other + 1, &least);
	char *text = text_of(pruned);
	CHECK_INT(least, 2);
	CHECK_STR(text, "a0{" FLAME_LIGHT "3b5}");
	CHECK_INT(places[light], 1);
	CHECK_INT(places[other], 1);
	CHECK_INT(places[heavy], 2);
	CHECK_INT(pruned->total, all->total);
	free(text);
	free(places);
	flame_free(all);
	flame_free(pruned);
}

TEST(what_was_joined_is_joined_again)
{
	struct flame_maker *maker = flame_maker_new();
	uint32_t heavy = add(maker, "ab", 50);
	uint64_t least;
	flame_node_of(maker, heavy)->nr_samples = 50;
	for (char c = 'c'; c < 'w'; c++) (void)add(maker, (char[]){ 'a', c, '\0' }, (unsigned)(c - 'b'));
	struct flame *once = flame_finish_limited(maker, 12, NULL, &least);
	struct flame *twice = flame_prune(once, 2, NULL, 0, &least);
	CHECK_INT(once->total, 260);
	CHECK_INT(twice->total, 260);
	CHECK_INT(twice->nr_samples, once->nr_samples);
	CHECK_INT(twice->nr_nodes, 3);
	flame_free(once);
	flame_free(twice);
}

TEST(recursion_counts_once)
{
	struct flame_maker *maker = flame_maker_new();
	struct flame_frame frame = { "f", "o", FLAME_USER };
	uint32_t label = flame_label(maker, &frame, 0, false), outer = flame_child(maker, FLAME_NONE, label);
	uint32_t inner = flame_child(maker, outer, label);
	flame_node_of(maker, outer)->own = 2;
	flame_node_of(maker, inner)->own = 3;
	struct flame *flame = flame_finish(maker, NULL);
	struct flame_row *with = flame_rows(flame, 1, true), *without = flame_rows(flame, 1, false);
	CHECK_INT(with[0].total, 5);
	CHECK_INT(with[0].own, 5);
	CHECK_INT(without[0].total, 5);
	free(with);
	free(without);
	flame_free(flame);
}

TEST_MAIN
