#include "tests/unit/test.h"
#include "analysis/profile/collect/cct.h"

static uint64_t state = 88172645463325252u;
static uint32_t next(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state % below);
}

TEST(a_child_is_made_once)
{
	struct cct cct;
	cct_init(&cct, 0);
	uint32_t root = cct_child(&cct, CCT_NONE, 7), a = cct_child(&cct, root, 1), b = cct_child(&cct, root, 2);
	CHECK(a != b && cct_child(&cct, root, 1) == a && cct_child(&cct, CCT_NONE, 7) == root);
	CHECK(cct_child(&cct, a, 1) != a);
	CHECK_INT(cct.nodes.items[cct_child(&cct, a, 1)].depth, 2);
	cct_done(&cct);
}

TEST(no_trees)
{
	struct cct_index x = { 0 };
	struct cct cct;
	cct_init(&cct, 0);
	struct cct *trees[] = { &cct };
	cct_index_make(&x, trees, 1, 2, false, false);
	CHECK_INT(x.count, 0);
	cct_index_done(&x);
}

/* Random trees, laid out: every node has its parent, its weight, and everything below it between itself and its end. */
TEST(preorder)
{
	enum { TREES = 3, NODES = 5000 };
	struct cct cct[TREES], *trees[TREES];
	uint64_t period = 0;
	uint32_t count = 0, nodes = 0;
	for (unsigned t = 0; t < TREES; t++) {
		cct_init(&cct[t], 2);
		trees[t] = &cct[t];
		for (unsigned i = 0; i < NODES; i++) {
			uint32_t parent = cct[t].nodes.count && next(50) ? next((uint32_t)cct[t].nodes.count)
									 : CCT_NONE;
			uint32_t node = cct_child(&cct[t], parent, next(5)), weight = next(100);
			cct[t].nodes.items[node].period += weight;
			cct[t].nodes.items[node].count++;
			cct_extra(&cct[t], node)[1] += weight;
			period += weight;
			count++;
		}
		nodes += (uint32_t)cct[t].nodes.count;
	}
	struct cct_index x = { 0 };
	cct_index_make(&x, trees, TREES, 2, false, false);
	CHECK_INT(x.count, nodes);
	CHECK_INT(x.period_before[x.count], period);
	CHECK_INT(x.count_before[x.count], count);
	for (uint32_t n = 0; n < x.count; n++) {
		CHECK(x.end[n] > n && x.end[n] <= x.count);
		CHECK_INT(cct_index_extra(&x, n)[1], cct_own_period(&x, n));
		if (x.parent[n] == CCT_NONE) {
			CHECK_INT(x.depth[n], 0);
			continue;
		}
		CHECK(x.parent[n] < n && x.end[n] <= x.end[x.parent[n]]);
		CHECK_INT(x.depth[n], x.depth[x.parent[n]] + 1);
		uint64_t below = cct_own_period(&x, n);
		for (uint32_t child = n + 1; child < x.end[n]; child = x.end[child]) {
			CHECK_INT(x.parent[child], n);
			below += cct_total_period(&x, child);
		}
		CHECK_INT(below, cct_total_period(&x, n));
	}
	cct_index_done(&x);
}

/* A tree that grows and fades is laid out in the same memory, unless that is far too large. */
TEST(memory_is_used_again)
{
	enum { NODES = 1000 };
	struct cct_index x = { 0 };
	struct cct cct, *trees[] = { &cct };
	uint64_t period, count;
	cct_init(&cct, 0);
	cct_expect(&cct, NODES);
	for (unsigned i = 0; i < NODES; i++) {
		uint32_t node = cct_child(&cct, CCT_NONE, i);
		cct.nodes.items[node].period = i % 2 ? 1000 : 1;
		cct.nodes.items[node].count = 1;
	}
	cct_index_make(&x, trees, 1, 1, true, true);
	const uint64_t *before = x.period_before;
	free(cct_decay(&cct, 0.5, NULL, &period, &count));
	cct_index_make(&x, trees, 1, 1, true, true);
	CHECK_INT(x.count, NODES / 2);
	CHECK(x.period_before == before);
	CHECK_INT(x.period_before[x.count], NODES / 2 * 500);
	CHECK_INT(x.frame[1], 3);
	CHECK_INT(x.place[NODES / 2 - 1], NODES / 2 - 1);
	for (unsigned i = 0; i < NODES; i++) CHECK(cct_child(&cct, CCT_NONE, i) < NODES);
	cct_index_make(&x, trees, 1, 1, true, true);
	CHECK_INT(x.count, NODES);
	CHECK_INT(x.period_before[x.count], NODES / 2 * 500);
	free(cct_decay(&cct, 0, NULL, &period, &count));
	cct_index_make(&x, trees, 1, 1, true, true);
	CHECK_INT(x.count, 0);
	CHECK(x.capacity < NODES);
	cct_done(&cct);
	cct_index_done(&x);
}

TEST_MAIN
