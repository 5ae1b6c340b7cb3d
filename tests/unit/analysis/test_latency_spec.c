/* What latencies are asked for, in words. */
#include "analysis/latency/latency_spec.h"
#include "tests/unit/test.h"

TEST(pairs)
{
	struct latency_spec spec = { 0 };
	CHECK_INT(latency_spec_parse_pair(&spec, "a:b,c:d", NULL), 0);
	CHECK_STR(spec.events[LATENCY_BEGIN], "a:b");
	CHECK_STR(spec.events[LATENCY_END], "c:d");
	CHECK_INT(latency_spec_parse_pair(&spec, "cpu/event=1,umask=2/,cpu/event=3/", NULL), 0);
	CHECK_STR(spec.events[LATENCY_BEGIN], "cpu/event=1,umask=2/");
	CHECK_STR(spec.events[LATENCY_END], "cpu/event=3/");
	CHECK_INT(latency_spec_parse_pair(&spec, "a:b", NULL), 0);
	CHECK_STR(spec.events[LATENCY_END], "a:b");
	CHECK_INT(latency_spec_parse_pair(&spec, "block", NULL), 0);
	CHECK_STR(spec.events[LATENCY_END], "block:block_rq_complete");
	static const char *const wrong[] = { "", ",", "a,", ",a", "a,b,c" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) CHECK(latency_spec_parse_pair(&spec, wrong[i], NULL) < 0);
	latency_spec_done(&spec);
}

TEST(known_pairs_have_keys)
{
	for (size_t i = 0; i < nr_latency_known_pairs; i++) {
		struct latency_spec spec = { 0 };
		const struct latency_known_pair *pair = &latency_known_pairs[i];
		CHECK_INT(latency_spec_parse_key(&spec, pair->key, NULL), 0);
		CHECK(spec.keys.count > 0);
		CHECK(latency_known_pair_of(pair->begin, pair->end) == pair);
		CHECK(latency_known_pair_find(pair->name) == pair);
		latency_spec_done(&spec);
	}
	CHECK(!latency_known_pair_find("no"));
	CHECK(!latency_known_pair_of("a", "b"));
}

TEST(keys)
{
	struct latency_spec spec = { 0 };
	CHECK_INT(latency_spec_parse_key(&spec, "dev,pid=next_pid", NULL), 0);
	CHECK_INT(spec.keys.count, 2);
	CHECK_STR(spec.keys.items[0].fields[LATENCY_END], "dev");
	CHECK_STR(spec.keys.items[1].fields[LATENCY_BEGIN], "pid");
	CHECK_STR(spec.keys.items[1].fields[LATENCY_END], "next_pid");
	CHECK_INT(latency_spec_parse_key(&spec, "none", NULL), 0);
	CHECK(spec.has_key && !spec.keys.count);
	static const char *const wrong[] = { "", "a,", "=", "a=", "=a", "a,,b", "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) CHECK(latency_spec_parse_key(&spec, wrong[i], NULL) < 0);
	latency_spec_done(&spec);
}

TEST(groups)
{
	struct latency_spec spec = { 0 };
	CHECK_INT(latency_spec_parse_by(&spec, "comm,end.ret,begin.x", NULL), 0);
	CHECK_INT(spec.by.count, 3);
	CHECK_INT(spec.by.items[0].side, -1);
	CHECK_INT(spec.by.items[1].side, LATENCY_END);
	CHECK_STR(spec.by.items[1].field, "ret");
	CHECK_INT(spec.by.items[2].side, LATENCY_BEGIN);
	static const char *const wrong[] = { "", "a,,b", "end.", "begin.,a" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) CHECK(latency_spec_parse_by(&spec, wrong[i], NULL) < 0);
	latency_spec_done(&spec);
}

TEST_MAIN
