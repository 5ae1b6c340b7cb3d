/* Entries and call graphs against what upstream's way gives: for every sample, and every entry on its chain, the chain
 * is added to that entry's own tree. */
#include "tests/unit/test.h"
#include "analysis/profile/rows/callgraph.h"
#include "analysis/profile/collect/hist_private.h"

enum { FUNCTIONS = 6, MAX_DEPTH = 12, SAMPLES = 600, TASKS = 2 };

struct chain_sample {
	unsigned task, depth, functions[MAX_DEPTH]; /* outermost first */
	uint64_t period;
};

static uint64_t state = 88172645463325252u;
static uint32_t next(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state % below);
}

/* ---- the slow way */

struct trie {
	uint64_t period, count, own_period, own_count;
	struct trie *children[FUNCTIONS];
};
struct slow_entry {
	uint64_t total, own;
	struct trie root;
	unsigned depth;
};

static void trie_add(struct trie *trie, const unsigned *functions, size_t count, uint64_t period)
{
	for (size_t i = 0; i < count; i++) {
		struct trie **child = &trie->children[functions[i]];
		if (!*child) *child = calloc(1, sizeof(**child));
		trie = *child;
		trie->period += period;
		trie->count++;
	}
	trie->own_period += period;
	trie->own_count++;
}

static void trie_free(struct trie *trie)
{
	for (unsigned i = 0; i < FUNCTIONS; i++)
		if (trie->children[i]) {
			trie_free(trie->children[i]);
			free(trie->children[i]);
		}
}

static void slow_add(struct slow_entry *entries, const struct chain_sample *s, bool children, bool caller_first)
{
	unsigned order[MAX_DEPTH], seen = 0;
	for (unsigned i = 0; i < s->depth; i++)
		order[i] = caller_first ? s->functions[i] : s->functions[s->depth - 1 - i];
	unsigned leaf = s->functions[s->depth - 1];
	struct slow_entry *e = &entries[s->task * FUNCTIONS + leaf];
	e->own += s->period;
	e->total += s->period;
	seen |= 1u << leaf;
	trie_add(&e->root, order, s->depth, s->period);
	e->depth = MAX(e->depth, s->depth);
	for (unsigned i = 0; children && i < s->depth; i++) {
		if (seen >> order[i] & 1) continue;
		seen |= 1u << order[i];
		e = &entries[s->task * FUNCTIONS + order[i]];
		e->total += s->period;
		trie_add(&e->root, order + i, s->depth - i, s->period);
		e->depth = MAX(e->depth, s->depth - i);
	}
}

/* ---- the fast way, fed without a session */

static void compare(const struct tree *tree, uint32_t first, const struct trie *trie, const struct trie *parent)
{
	unsigned expected = 0, found = 0;
	for (unsigned i = 0; i < FUNCTIONS; i++) expected += trie->children[i] != NULL;
	for (uint32_t id = first; id != TREE_NONE; id = tree->nodes.items[id].next) {
		const struct tree_node *node = &tree->nodes.items[id];
		unsigned function = (unsigned)strtoul(node->label, NULL, 16) - 0x100;
		const struct trie *same = function < FUNCTIONS ? trie->children[function] : NULL;
		found++;
		CHECK(same != NULL);
		if (!same) continue;
		CHECK_INT(node->period, same->period);
		CHECK_INT(node->count, same->count);
		CHECK_INT(node->own_count, same->own_count);
		CHECK_INT(node->own_period, same->own_period);
		CHECK_INT(node->joined, parent != NULL && expected == 1 && trie->own_count == 0);
		compare(tree, node->first_child, same, trie);
	}
	CHECK_INT(found, expected);
}

static void run(bool children, bool caller_first, unsigned nr_trees)
{
	struct hist hist = { .options = { .children = children, .caller_first = caller_first, .use_chains = true } };
	struct hist_event event = { 0 };
	static const struct key_env_options env_options;
	struct slow_entry slow[TASKS * FUNCTIONS] = { 0 };
	struct cct cct[4], *trees[4];
	struct class_id classes[FUNCTIONS];
	struct tuple_id tuples[TASKS];
	hist.env = key_env_new(&env_options, NULL, NULL, NULL);
	cells_init(&hist.tuples, 2);
	cells_init(&hist.frames, 2);
	cells_init(&hist.classes, 2);
	hist.cells_of_class = calloc(FUNCTIONS, sizeof(*hist.cells_of_class));
	hist.link_of_class = calloc(FUNCTIONS, sizeof(*hist.link_of_class));
	for (unsigned i = 0; i < TASKS; i++) tuples[i].n = cells_id(&hist.tuples, (uint64_t[]){ i, 0 });
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		struct frame frame = { .ip = 0x100 + i, .object_addr = 0x100 + i };
		uint64_t class[2] = { key_env_place(hist.env, &frame, false, PLACE_LINK),
				      cells_id(&hist.frames, (uint64_t[]){ i, 0 }) };
		classes[i].n = cells_id(&hist.classes, class);
		hist.link_of_class[classes[i].n].n = (uint32_t) class[0];
		hist.cells_of_class[classes[i].n].n = (uint32_t) class[1];
	}
	for (unsigned t = 0; t < nr_trees; t++) {
		cct_init(&cct[t], 0);
		trees[t] = &cct[t];
	}
	for (unsigned i = 0; i < SAMPLES; i++) {
		struct chain_sample s = { .task = next(TASKS), .depth = 1 + next(MAX_DEPTH), .period = 1 + next(10) };
		for (unsigned d = 0; d < s.depth; d++) s.functions[d] = d < 2 ? d : next(FUNCTIONS);
		slow_add(slow, &s, children, caller_first);
		struct cct *tree = trees[i % nr_trees];
		uint32_t node = cct_child(tree, CCT_NONE, tuples[s.task].n);
		for (unsigned d = 0; d < s.depth; d++) node = cct_child(tree, node, classes[s.functions[d]].n);
		if (i % 3 == 0) { /* the same, the leaf being no link of its own */
			node = tree->nodes.items[node].parent;
			struct class_id leaf = classes[s.functions[s.depth - 1]];
			node = cct_child(tree, cct_child(tree, node, leaf.n), node_label_leaf(leaf).n);
		}
		tree->nodes.items[node].period += s.period;
		tree->nodes.items[node].count++;
		event.totals.period += s.period;
	}
	cct_index_make(&event.tree, trees, nr_trees, 2, false, false);
	hist_entries_make(&hist, &event);

	uint32_t wanted[TASKS * FUNCTIONS];
	struct tree *graphs[TASKS * FUNCTIONS];
	struct callgraph_options options = { .by_weight = true, .total_period = event.totals.period, .threads = 2 };
	for (uint32_t i = 0; i < event.entries.count; i++) wanted[i] = i;
	callgraphs_make(&hist, &event, &options, wanted, event.entries.count, graphs);
	unsigned nr_slow = 0;
	for (unsigned i = 0; i < TASKS * FUNCTIONS; i++) nr_slow += slow[i].total != 0;
	CHECK_INT(event.entries.count, nr_slow);
	for (size_t i = 0; i < event.entries.count; i++) {
		const struct hist_entry *entry = &event.entries.items[i];
		unsigned task = (unsigned)cells_get(&hist.tuples, entry->tuple.n)[0],
			 function = (unsigned)cells_get(&hist.frames, entry->cells.n)[0];
		const struct slow_entry *same = &slow[task * FUNCTIONS + function];
		CHECK_INT(entry->period, same->own);
		CHECK_INT(entry->total_period, same->total);
		CHECK_INT(entry->depth, same->depth);
		compare(graphs[i], graphs[i]->first_root, &same->root, NULL);
		tree_free(graphs[i]);
	}
	for (unsigned i = 0; i < TASKS * FUNCTIONS; i++) trie_free(&slow[i].root);
	cct_index_done(&event.tree);
	vec_done(&event.entries);
	cells_done(&hist.tuples);
	cells_done(&hist.frames);
	cells_done(&hist.classes);
	free(hist.cells_of_class);
	free(hist.link_of_class);
	key_env_free(hist.env);
}

TEST(callers_first_with_children) { run(true, true, 1); }
TEST(callers_first) { run(false, true, 1); }
TEST(callees_first_with_children) { run(true, false, 1); }
TEST(callees_first) { run(false, false, 1); }
TEST(several_workers)
{
	for (unsigned i = 0; i < 4; i++) run(i & 1, i & 2, 3);
}

TEST_MAIN
