/* --filter of samples: how it is read, and what samples need for it. */
#include "event/spec/sample_filter_parse.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"
#include "tests/unit/test.h"

/* "TERM OP VALUE" of each, with "," or "||" behind. */
static void write_filter(const struct sample_filter *filter, struct strbuf *out)
{
	for (unsigned i = 0; i < filter->count; i++) {
		const struct sample_filter_item *item = &filter->items[i];
		strbuf_printf(out, "%u %u %llu%s", item->term, item->op, item->value, item->is_last ? "," : "||");
	}
}

TEST(reads)
{
	static const struct {
		const char *text, *expected;
	} rows[] = {
		{ "ip > 0xff", "0 2 255," },
		{ "period>=1000,cpu==1||cpu!=2", "7 3 1000,4 0 1||4 1 2," },
		{ " mem_op == load || mem_op == store , mem_lvl <= l2 ", "19 0 2||19 0 4,20 5 2," },
		{ "mem_snoop & peer, mem_dtlb == l2_miss", "21 6 64,24 0 20," },
		{ "gid < 18446744073709551615", "28 4 18446744073709551615," },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sample_filter filter = { 0 };
		_strbuf_done_ struct strbuf out = STRBUF_INIT;
		CHECK_INT(sample_filter_parse(&filter, rows[i].text, NULL), 0);
		write_filter(&filter, &out);
		CHECK_STR(strbuf_text(&out), rows[i].expected);
	}
}

TEST(refuses)
{
	static const char *const wrong[] = { "",
					     "ip",
					     "ip >",
					     "ip > x",
					     "foo > 1",
					     "ip = 1",
					     "ip > 1,",
					     "ip > 1 |",
					     "ip > 1 pid",
					     "ip == load",
					     "ip > 1 || ",
					     "ip > -1",
					     "ip > 99999999999999999999",
					     "mem_op == 2x" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct sample_filter filter = { 0 };
		_err_done_ struct err err = ERR_INIT;
		CHECK_INT(sample_filter_parse(&filter, wrong[i], &err), -EINVAL);
		CHECK_INT(filter.count, 0);
		CHECK(strncmp(err.message, "Filter: ", 8) == 0);
	}
}

TEST(adds_up_to_a_limit)
{
	struct sample_filter filter = { 0 };
	for (int i = 0; i < SAMPLE_FILTER_MOST; i++) CHECK_INT(sample_filter_parse(&filter, "cpu == 1", NULL), 0);
	CHECK_INT(sample_filter_parse(&filter, "cpu == 1", NULL), -E2BIG);
	CHECK_INT(filter.count, SAMPLE_FILTER_MOST);
}

TEST(needs)
{
	struct sample_filter filter = { 0 };
	struct event_attr attr = { .sample_type = SAMPLE_IP | SAMPLE_IDENTIFIER };
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(sample_filter_parse(&filter, "ip > 1, id == 2, uid == 0", NULL), 0);
	CHECK_INT(sample_filter_check(&filter, &attr, "cycles", &err), 0);
	CHECK_INT(sample_filter_parse(&filter, "mem_op == load", NULL), 0);
	CHECK_INT(sample_filter_check(&filter, &attr, "cycles", &err), -EINVAL);
	CHECK_STR(err.message, "Error: cycles event does not have PERF_SAMPLE_DATA_SRC\n"
			       " Hint: please add -d option to perf record.\n"
			       "failed to set filter \"BPF\" on event cycles with 22 (Invalid argument)");
}

TEST_MAIN
