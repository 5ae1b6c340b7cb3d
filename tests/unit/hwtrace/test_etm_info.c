/* What AUXTRACE_INFO says of CoreSight traces: headers of all versions, and those that are damaged. */
#include <errno.h>
#include "base/compiler.h"
#include "hwtrace/coresight/etm_info.h"
#include "tests/unit/test.h"

#define ETM4 0x4040404040404040
#define ETE 0x5050505050505050

TEST(two_kinds_of_units)
{
	const uint64_t words[] = { 2,          11ull << 32 | 2,
				   1,          ETM4,
				   4,          7,
				   0x840,      0x18,
				   0x28000ea1, 0x41,
				   0x488,      3,
				   0x8c,       ETE,
				   5,          9,
				   0x80,       26,
				   1,          2,
				   3,          4,
				   5,          0x47705a13,
				   0 };
	struct etm_info info;
	bool of_el2;
	CHECK_INT(etm_info_decode(words, ARRAY_SIZE(words), &info), 0);
	CHECK_INT(info.pmu_type, 11);
	CHECK(info.snapshots);
	CHECK_INT(info.nr_cpus, 2);
	CHECK_INT(info.cpus[0].kind, ETM_4);
	CHECK_INT(info.cpus[0].cpu, 4);
	CHECK_INT(info.cpus[0].trace_id, 0x18);
	CHECK_INT(info.cpus[0].idr8, 3);
	CHECK(etm_cpu_tells_thread(&info.cpus[0], &of_el2) && !of_el2 && etm_cpu_tells_time(&info.cpus[0]));
	CHECK_INT(info.cpus[1].kind, ETM_ETE);
	CHECK_INT(info.cpus[1].devarch, 0x47705a13);
	CHECK(etm_cpu_tells_thread(&info.cpus[1], &of_el2) && of_el2 && !etm_cpu_tells_time(&info.cpus[1]));
	etm_info_done(&info);
	/* each word less is too few */
	for (size_t count = 0; count < ARRAY_SIZE(words); count++) {
		CHECK_INT(etm_info_decode(words, count, &info), -EBADMSG);
		etm_info_done(&info);
	}
}

/* Version 0 does not say how many words a unit has. */
TEST(old_header)
{
	uint64_t words[] = { 0, 8ull << 32 | 1, 0, ETM4, 0, 0x40, 0x10, 1, 2, 3, 4, 5 };
	struct etm_info info;
	CHECK_INT(etm_info_decode(words, ARRAY_SIZE(words), &info), 0);
	CHECK_INT(info.cpus[0].kind, ETM_4);
	CHECK_INT(info.cpus[0].idr2, 3);
	etm_info_done(&info);
	words[3] = 0x3030303030303030; /* another kind: of an unknown size */
	CHECK_INT(etm_info_decode(words, ARRAY_SIZE(words), &info), -EOPNOTSUPP);
	etm_info_done(&info);
	words[0] = 9;
	CHECK_INT(etm_info_decode(words, ARRAY_SIZE(words), &info), -EOPNOTSUPP);
	etm_info_done(&info);
	words[0] = 1;
	words[1] = UINT64_MAX;
	CHECK_INT(etm_info_decode(words, ARRAY_SIZE(words), &info), -EBADMSG);
	etm_info_done(&info);
}

/* Ids that were told hold, and units without one were not used. */
TEST(told_ids)
{
	struct etm_cpu cpus[] = { { .cpu = 4, .trace_id = 0x18 }, { .cpu = 5, .trace_id = 0x1a }, { .cpu = 6 } };
	struct etm_info info = { .cpus = cpus, .nr_cpus = ARRAY_SIZE(cpus) };
	CHECK_INT(etm_info_tell_id(&info, 5, 0x1000000000000022), -EOPNOTSUPP);
	CHECK(!info.ids_are_told && !cpus[0].is_unused);
	CHECK_INT(etm_info_tell_id(&info, 5, 0xffffffff22), 0);
	CHECK_INT(etm_info_tell_id(&info, 4, 0x0100001234567833), 0);
	CHECK_INT(cpus[1].trace_id, 0x22);
	CHECK_INT(cpus[1].sink, 0);
	CHECK_INT(cpus[0].trace_id, 0x33);
	CHECK_INT(cpus[0].sink, 0x12345678);
	CHECK(!cpus[0].is_unused && !cpus[1].is_unused && cpus[2].is_unused);
}

TEST_MAIN
