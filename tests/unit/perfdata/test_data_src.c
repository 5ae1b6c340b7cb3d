/* What memory accesses met, in words; upstream's words for every bit are compared by tests/golden/mem/access. */
#include "perfdata/record/data_src.h"
#include "tests/unit/test.h"

static char text[200];

/* What the function writes of the word. */
static const char *said(void (*format)(const struct data_src *, struct outbuf *), uint64_t word)
{
	const struct data_src source = data_src_split(word);
	struct outbuf out;
	out_init(&out, -1);
	format(&source, &out);
	snprintf(text, sizeof(text), "%.*s", (int)out.size, out.data);
	out_done(&out);
	return text;
}

static uint64_t level(unsigned levels, unsigned number, unsigned remote, unsigned hops)
{
	return (uint64_t)levels << 5 | (uint64_t)number << 33 | (uint64_t)remote << 37 | (uint64_t)hops << 43;
}

TEST(fields)
{
	const struct data_src all = data_src_split(UINT64_MAX);
	CHECK(all.op == 0x1f && all.levels == 0x3fff && all.snoop == 0x1f && all.lock == 3 && all.tlb == 0x7f);
	CHECK(all.level == 15 && all.remote == 1 && all.snoop_x == 3 && all.blocked == 7 && all.hops == 7);
	const uint64_t masks = DATA_SRC_OP | DATA_SRC_LEVELS | DATA_SRC_SNOOP | DATA_SRC_LOCK | DATA_SRC_TLB |
			       DATA_SRC_LEVEL | DATA_SRC_REMOTE | DATA_SRC_SNOOP_X | DATA_SRC_BLOCKED | DATA_SRC_HOPS;
	CHECK_INT(masks, (1ll << 46) - 1);
}

TEST(levels)
{
	CHECK_STR(said(data_src_format_level, level(DATA_LEVEL_L1 | DATA_LEVEL_HIT, 0, 0, 0)), "L1 hit");
	CHECK_STR(said(data_src_format_level, level(DATA_LEVEL_L1 | DATA_LEVEL_LOCAL_RAM, 0, 0, 0)),
		  "L1 or Local RAM ");
	CHECK_STR(said(data_src_format_level, level(DATA_LEVEL_NA, 0, 0, 0)), "N/A");
	CHECK_STR(said(data_src_format_level, level(DATA_LEVEL_HIT, DATA_LEVEL_NUMBER_NA, 0, 0)), "N/A");
	/* numbers go before bits, as AMD and Arm fill them */
	CHECK_STR(said(data_src_format_level, level(DATA_LEVEL_HIT | DATA_LEVEL_L3, DATA_LEVEL_NUMBER_ANY_CACHE, 1, 1)),
		  "Remote core, same node Any cache hit");
	CHECK_STR(said(data_src_format_level, level(DATA_LEVEL_MISS, DATA_LEVEL_NUMBER_PMEM, 0, 0)), "PMEM miss");
	CHECK_STR(said(data_src_format_level, level(0, DATA_LEVEL_NUMBER_CXL, 1, 4)), "Remote board CXL ");
	CHECK_STR(said(data_src_format_level, level(0, 7, 0, 7)), "Unknown level 7 ");
}

TEST(others)
{
	CHECK_STR(said(data_src_format_snoop, 16ull << 19 | 2ull << 38), "HitM or Peer");
	CHECK_STR(said(data_src_format_snoop, 0), "N/A");
	CHECK_STR(said(data_src_format_tlb, 0x7eull << 26), "L1 or L2 or Walker or Fault hit miss");
	CHECK_STR(said(data_src_format_lock, 2ull << 24), "Yes");
	CHECK_STR(said(data_src_format_lock, 0), "No");
	CHECK_STR(said(data_src_format_blocked, 6ull << 40), " Data Addr");
	CHECK_STR(said(data_src_format_blocked, 7ull << 40), " N/A");
	CHECK_STR(said(data_src_format_op, 12), "STORE");
	CHECK_STR(said(data_src_format_op, 0), "No");
	CHECK_STR(said(data_src_format_lock, DATA_SRC_NONE), "N/A");
	CHECK_STR(said(data_src_format_level, DATA_SRC_NONE), "N/A");
}

TEST_MAIN
