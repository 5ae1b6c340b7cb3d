#include "tests/unit/test.h"
#include "analysis/pass/sample_filter.h"

TEST(names)
{
	struct name_list list = { 0 };
	CHECK_INT(name_list_parse(&list, "a,b c,,d", NULL), 0);
	CHECK_INT(list.count, 3);
	CHECK(name_list_has(&list, "b c") && !name_list_has(&list, "b"));
	name_list_done(&list);
	CHECK(name_list_parse(&list, "file:///nonexistent/x", NULL) < 0);
	name_list_done(&list);
}

TEST(numbers)
{
	struct number_list list = { 0 };
	CHECK_INT(number_list_parse(&list, "1,3-5,7", NULL), 0);
	CHECK_INT(list.count, 5);
	CHECK(number_list_has(&list, 4) && !number_list_has(&list, 6));
	number_list_done(&list);
	const char *const wrong[] = { "x", "1,,2", "5-3", "1-99999999999", "2;" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		CHECK(number_list_parse(&list, wrong[i], NULL) < 0);
		number_list_done(&list);
	}
}

static void check_range(const char *text, size_t i, size_t count, uint64_t from_ns, uint64_t to_ns)
{
	struct time_ranges ranges = { 0 };
	CHECK_INT(time_ranges_parse(&ranges, text, 1000000000, 2000000000, NULL), 0);
	CHECK_INT(ranges.count, count);
	if (i < ranges.count) {
		CHECK_INT(ranges.items[i].from_ns, from_ns);
		CHECK_INT(ranges.items[i].to_ns, to_ns);
	}
	free(ranges.items);
}

TEST(times)
{
	check_range("1.5,", 0, 1, 1500000000, UINT64_MAX);
	check_range(",1.25", 0, 1, 0, 1250000000);
	check_range("1,2 3.000000001,4", 1, 2, 3000000001, 4000000000);
	check_range("10%/2", 0, 1, 1100000000, 1199999999);
	check_range("0%-10%,30%-100%", 1, 2, 1300000000, 2000000000);
	const char *const wrong[] = { "x", "2,1", "1.x,", "20%-10%", "10%-101%", "10%/0", "%" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct time_ranges ranges = { 0 };
		CHECK(time_ranges_parse(&ranges, wrong[i], 0, 100, NULL) < 0);
		free(ranges.items);
	}
}

TEST_MAIN
