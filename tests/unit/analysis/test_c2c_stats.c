/* What one access counts as: a row for each rule, with exactly the counts that it may raise. */
#include "analysis/memory/c2c_stats.h"
#include "perfdata/record/data_src.h"
#include "tests/unit/test.h"

/* Words of samples, put together of fields. */
#define OP(bits) ((uint64_t)(bits))
#define LEVELS(bits) ((uint64_t)(bits) << 5)
#define SNOOP(bits) ((uint64_t)(bits) << 19)
#define LOCK(bits) ((uint64_t)(bits) << 24)
#define SNOOP_X(bits) ((uint64_t)(bits) << 38)
#define BLOCKED(bits) ((uint64_t)(bits) << 40)
#define HOPS(n) ((uint64_t)(n) << 43)
#define LOAD_HIT(level) (OP(DATA_OP_LOAD) | LEVELS(DATA_LEVEL_HIT | (level)))
#define PEER SNOOP_X(DATA_SNOOP_X_PEER)

/* Each of counts[0 .. ] and C2C_RECORDS is 1, all others are 0. C2C_RECORDS ends a list. */
struct access {
	const char *what;
	uint64_t word, address;
	bool unmapped;
	enum c2c_count counts[4];
};

static const struct access accesses[] = {
	{ "neither load nor store", OP(DATA_OP_NA), 8, false, { C2C_NO_PARSE } },
	{ "prefetch", OP(DATA_OP_PREFETCH), 8, false, { C2C_NO_PARSE } },
	{ "load without an address", LOAD_HIT(DATA_LEVEL_L1), 0, false, { C2C_LOADS, C2C_LOAD_NO_ADDRESS } },
	{ "store without an address", OP(DATA_OP_STORE), 0, true, { C2C_STORES, C2C_STORE_NO_ADDRESS } },
	{ "L1", LOAD_HIT(DATA_LEVEL_L1), 8, false, { C2C_LOADS, C2C_LOAD_L1 } },
	{ "nothing mapped", LOAD_HIT(DATA_LEVEL_L1), 8, true, { C2C_LOADS, C2C_LOAD_L1, C2C_NO_MAP } },
	{ "L1, not hit", OP(DATA_OP_LOAD) | LEVELS(DATA_LEVEL_L1), 8, false, { C2C_LOADS } },
	{ "miss", OP(DATA_OP_LOAD) | LEVELS(DATA_LEVEL_MISS), 8, false, { C2C_LOADS, C2C_LOAD_MISS } },
	{ "fill buffer", LOAD_HIT(DATA_LEVEL_LFB), 8, false, { C2C_LOADS, C2C_LOAD_FILL_BUFFER } },
	{ "L2", LOAD_HIT(DATA_LEVEL_L2), 8, false, { C2C_LOADS, C2C_LOAD_L2 } },
	{ "L2 of a peer", LOAD_HIT(DATA_LEVEL_L2) | PEER, 8, false, { C2C_LOADS, C2C_LOAD_L2, C2C_LOCAL_PEER } },
	{ "L3", LOAD_HIT(DATA_LEVEL_L3), 8, false, { C2C_LOADS, C2C_LOAD_LLC } },
	{ "L3, modified", LOAD_HIT(DATA_LEVEL_L3) | SNOOP(DATA_SNOOP_HITM), 8, false, { C2C_LOADS, C2C_LOCAL_HITM } },
	{ "local RAM", LOAD_HIT(DATA_LEVEL_LOCAL_RAM), 8, false, { C2C_LOADS, C2C_LOCAL_DRAM, C2C_LOAD_EXCLUSIVE } },
	{ "local RAM, shared",
	  LOAD_HIT(DATA_LEVEL_LOCAL_RAM) | SNOOP(DATA_SNOOP_HIT),
	  8,
	  false,
	  { C2C_LOADS, C2C_LOCAL_DRAM, C2C_LOAD_SHARED } },
	{ "remote RAM",
	  LOAD_HIT(DATA_LEVEL_REMOTE_RAM_2),
	  8,
	  false,
	  { C2C_LOADS, C2C_REMOTE_DRAM, C2C_LOAD_EXCLUSIVE } },
	{ "remote cache, clean",
	  LOAD_HIT(DATA_LEVEL_REMOTE_CACHE_1) | SNOOP(DATA_SNOOP_HIT),
	  8,
	  false,
	  { C2C_LOADS, C2C_REMOTE_HIT } },
	{ "remote cache, modified",
	  LOAD_HIT(DATA_LEVEL_REMOTE_CACHE_2) | SNOOP(DATA_SNOOP_HITM),
	  8,
	  false,
	  { C2C_LOADS, C2C_REMOTE_HITM } },
	{ "remote peer",
	  LOAD_HIT(DATA_LEVEL_REMOTE_CACHE_1) | PEER,
	  8,
	  false,
	  { C2C_LOADS, C2C_REMOTE_HIT, C2C_REMOTE_PEER } },
	{ "remote by its flag alone",
	  OP(DATA_OP_LOAD) | DATA_SRC_REMOTE | SNOOP(DATA_SNOOP_HITM),
	  8,
	  false,
	  { C2C_LOADS, C2C_REMOTE_HITM } },
	{ "the flag with a distance",
	  OP(DATA_OP_LOAD) | DATA_SRC_REMOTE | HOPS(1) | SNOOP(DATA_SNOOP_HITM),
	  8,
	  false,
	  { C2C_LOADS } },
	{ "load and store are a load", OP(DATA_OP_LOAD | DATA_OP_STORE), 8, false, { C2C_LOADS } },
	{ "store, L1",
	  OP(DATA_OP_STORE) | LEVELS(DATA_LEVEL_L1 | DATA_LEVEL_HIT),
	  8,
	  false,
	  { C2C_STORES, C2C_STORE_L1_HIT } },
	{ "store, L1 missed",
	  OP(DATA_OP_STORE) | LEVELS(DATA_LEVEL_L1 | DATA_LEVEL_MISS),
	  8,
	  false,
	  { C2C_STORES, C2C_STORE_L1_MISS } },
	{ "store, not known", OP(DATA_OP_STORE) | LEVELS(DATA_LEVEL_NA), 8, false, { C2C_STORES, C2C_STORE_NA } },
	{ "locked store", OP(DATA_OP_STORE) | LOCK(DATA_LOCK_LOCKED), 8, false, { C2C_STORES, C2C_LOCKED } },
	{ "blocked load",
	  OP(DATA_OP_LOAD) | BLOCKED(DATA_BLOCKED_DATA | DATA_BLOCKED_ADDRESS),
	  8,
	  false,
	  { C2C_LOADS, C2C_BLOCKED_DATA, C2C_BLOCKED_ADDRESS } },
};

TEST(classes)
{
	for (size_t i = 0; i < ARRAY_SIZE(accesses); i++) {
		const struct access *a = &accesses[i];
		struct c2c_stats stats = { { 0 } }, expected = { { 0 } };
		expected.counts[C2C_RECORDS] = 1;
		for (size_t n = 0; n < ARRAY_SIZE(a->counts) && a->counts[n] != C2C_RECORDS; n++)
			expected.counts[a->counts[n]] = 1;
		c2c_stats_of(a->word, a->address, !a->unmapped, &stats);
		if (memcmp(&stats, &expected, sizeof(stats)) != 0) fprintf(stderr, "access: %s\n", a->what);
		for (size_t n = 0; n < NR_C2C_COUNTS; n++) CHECK_INT(stats.counts[n], expected.counts[n]);
	}
}

TEST(add)
{
	struct c2c_stats sum = { { 0 } }, one = { { 0 } };
	c2c_stats_of(accesses[4].word, 8, true, &one);
	c2c_stats_add(&sum, &one);
	c2c_stats_add(&sum, &one);
	CHECK_INT(sum.counts[C2C_RECORDS], 2);
	CHECK_INT(sum.counts[C2C_LOAD_L1], 2);
	CHECK_INT(sum.counts[C2C_STORES], 0);
}

/* Many classes take each other's places, and every access counts all the same. */
TEST(accesses_of_a_class_count_like_single_ones)
{
	_free_ struct c2c_classes *classes = xcalloc(1, sizeof(*classes));
	struct c2c_stats singles = { { 0 } }, by_class = { { 0 } }, added = { { 0 } };
	for (unsigned i = 0; i < 20000; i++) {
		const uint64_t word = i % 1000 * 0x9e3779b97f4a7c15u >> 18;
		const bool mapped = i % 7 != 0;
		struct c2c_stats one = { { 0 } };
		c2c_stats_of(word, i % 5, mapped, &one);
		c2c_stats_add(&singles, &one);
		struct c2c_class *class = c2c_class_of(classes, word, i % 5, mapped);
		CHECK_INT(memcmp(&class->stats, &one, sizeof(one)), 0);
		class->count++;
		c2c_class_add(&added, class);
	}
	c2c_classes_sum(classes, &by_class);
	for (size_t n = 0; n < NR_C2C_COUNTS; n++) {
		CHECK_INT(by_class.counts[n], singles.counts[n]);
		CHECK_INT(added.counts[n], singles.counts[n]);
	}
}

TEST_MAIN
