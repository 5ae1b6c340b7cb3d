/* Records that wait for their turn: order within and across rounds, late ones, parts, the end. */
#include "stream/reorder_buffer.h"

#include "base/strbuf.h"
#include "tests/unit/test.h"

/* Here a record's time is where its bytes are in the file. */
static uint64_t reorder_buffer_time_ns(const void *ctx, const struct record *r)
{
	(void)ctx;
	return r->file_off;
}

static void add(struct reorder_buffer *buffer, uint64_t time_ns)
{
	const struct record r = { .type = RECORD_SAMPLE, .file_off = time_ns };
	reorder_buffer_add(buffer, &r, rounds_turn(&buffer->rounds, time_ns), 0);
}

/* "3 4 5 ": the times of what is due, which is dropped. */
static void take_due(struct reorder_buffer *buffer, struct strbuf *ret)
{
	size_t count = reorder_buffer_sort(buffer, reorder_buffer_time_ns, NULL);
	for (size_t i = 0; i < count; i++)
		strbuf_printf(ret, "%llu ", (unsigned long long)reorder_buffer_at(buffer, i)->record.file_off);
	reorder_buffer_drop(buffer);
}

/* Times of records, '|' for a mark; what is due at each mark and at the end, '|' between them. */
static void check_order(const char *stream, const char *want)
{
	struct reorder_buffer buffer = { 0 };
	_strbuf_done_ struct strbuf got = STRBUF_INIT;
	for (const char *p = stream; *p;) {
		char *end;
		if (*p == '|') {
			rounds_mark(&buffer.rounds);
			take_due(&buffer, &got);
			strbuf_printf(&got, "| ");
			p++;
		} else if (*p == ' ') {
			p++;
		} else {
			add(&buffer, strtoull(p, &end, 10));
			p = end;
		}
	}
	reorder_buffer_end(&buffer);
	take_due(&buffer, &got);
	CHECK_STR(strbuf_text(&got), want);
	CHECK_INT(buffer.entries.count, 0);
	reorder_buffer_done(&buffer);
}

TEST(a_round_waits_for_the_next)
{
	check_order("", "");
	check_order("5 3", "3 5 ");
	check_order("5 3 | 4 9 | 8 1 |", "| 3 4 5 | 1 8 9 | ");
	check_order("5 3 | | 9", "| 3 5 | 9 ");
	check_order("7 | 8 | 9 | 10", "| 7 | 8 | 9 10 ");
}

TEST(late_records_come_by_their_own_time)
{
	check_order("10 | 20 | 7 30 9 8 | 40", "| 10 | 7 8 9 20 | 30 40 ");
	check_order("10 | 20 | 9 | 19 5 | 40", "| 10 | 9 20 | 5 19 | 40 ");
}

TEST(records_without_time_take_effect_at_the_horizon)
{
	check_order("10 | 20 | 30 0 | 40 |", "| 10 | 0 20 | 30 | 40 ");
}

TEST(equal_times_keep_their_order)
{
	struct reorder_buffer buffer = { 0 };
	for (unsigned part = 0; part < 5; part++) {
		const struct record r = { .type = RECORD_SAMPLE, .file_off = 4 };
		reorder_buffer_add(&buffer, &r, rounds_turn(&buffer.rounds, 4), part);
	}
	CHECK_INT(reorder_buffer_sort(&buffer, NULL, NULL), 0); /* nothing was marked */
	rounds_mark(&buffer.rounds);
	CHECK_INT(reorder_buffer_sort(&buffer, NULL, NULL), 0);
	rounds_mark(&buffer.rounds);
	CHECK_INT(reorder_buffer_sort(&buffer, NULL, NULL), 5);
	for (unsigned i = 0; i < 5; i++) CHECK_INT(reorder_buffer_at(&buffer, i)->part, i);
	reorder_buffer_drop(&buffer);
	CHECK_INT(reorder_buffer_sort(&buffer, NULL, NULL), 0);
	reorder_buffer_done(&buffer);
}

TEST_MAIN
