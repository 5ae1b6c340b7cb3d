/* Payloads read into members by rows. */
#include "analysis/pass/tracepoint_rows.h"
#include "tests/unit/test.h"

struct event {
	TRACEPOINT_EVENT;
	uint64_t wide;
	int32_t word, missing;
	const char *text;
	char comm[16];
	uint16_t behind;
};
#define NUMBER(member, ...) FIELD(struct event, member, __VA_ARGS__)

static const struct tracepoint_field fields[] = {
	{ .name = "word", .type = "int", .offset = 0, .size = 4, .element_size = 4, .flags = TRACEPOINT_SIGNED },
	{ .name = "long", .type = "u64", .offset = 8, .size = 8, .element_size = 8 },
	{ .name = "comm", .type = "char", .offset = 16, .size = 16, .flags = TRACEPOINT_ARRAY | TRACEPOINT_STRING },
	{ .name = "half", .type = "u16", .offset = 32, .size = 2, .element_size = 2 },
};
static const struct tracepoint tracepoint = { .fields = fields, .nr_fields = ARRAY_SIZE(fields) };
static const struct tracepoint_row row = {
	"a:b", 3,
	FIELDS(NUMBER(wide, "nothing|long", .is_key = true), NUMBER(word, "word", .is_whole = true),
	       NUMBER(missing, "nothing", .otherwise = -1), TEXT(struct event, text, "comm"),
	       CHARS(struct event, comm, "comm"), NUMBER(behind, "half"))
};
static const uint8_t raw[34] = "\xfe\xff\xff\xff....\x01\x02\x03\x04\x05\x06\x07\x08"
			       "0123456789abcdef\x22\x11";

TEST(whole)
{
	struct tracepoint_reader reader;
	struct arena texts;
	struct event event = { .kind = 9 };
	arena_init(&texts);
	CHECK(tracepoint_reader_init(&reader, &row, &tracepoint, sizeof(event)));
	CHECK(tracepoint_reader_read(&reader, raw, sizeof(raw), &texts, &event));
	CHECK_INT(event.wide, 0x0807060504030201);
	CHECK_INT(event.word, -2);
	CHECK_INT(event.missing, -1);
	CHECK_STR(event.text, "0123456789abcdef");
	CHECK_STR(event.comm, "0123456789abcde");
	CHECK_INT(event.behind, 0x1122);
	CHECK_INT(event.kind, 9); /* not the row's to set */
	arena_done(&texts);
}

TEST(cut)
{
	struct tracepoint_reader reader;
	struct arena texts;
	struct event event = { .behind = 7 };
	arena_init(&texts);
	CHECK(tracepoint_reader_init(&reader, &row, &tracepoint, sizeof(event)));
	CHECK(!tracepoint_reader_read(&reader, raw, 15, &texts, &event)); /* the key is not whole */
	CHECK_INT(event.wide, 0);
	CHECK(tracepoint_reader_read(&reader, raw, 19, &texts, &event));
	CHECK_INT(event.wide, 0x0807060504030201);
	CHECK_STR(event.text, "012");
	CHECK_STR(event.comm, "012");
	CHECK_INT(event.behind, 0);
	arena_done(&texts);
}

/* Numbers that are not all there are 0: nothing behind the payload is read. */
static const struct tracepoint_row loose_row = { "a:d", 0, FIELDS(NUMBER(word, "word"), NUMBER(wide, "long")) };

TEST(cut_in_a_number)
{
	struct tracepoint_reader reader;
	struct event event = { 0 };
	CHECK(tracepoint_reader_init(&reader, &loose_row, &tracepoint, sizeof(event)));
	CHECK(tracepoint_reader_read(&reader, raw, 12, NULL, &event));
	CHECK_INT(event.word, -2);
	CHECK_INT(event.wide, 0);
}

TEST(members_that_are_not_there)
{
	struct tracepoint_reader reader;
	struct event event = { .behind = 7, .comm = "x" };
	CHECK(tracepoint_reader_init(&reader, &row, &tracepoint, offsetof(struct event, text)));
	CHECK(tracepoint_reader_read(&reader, raw, sizeof(raw), NULL, &event));
	CHECK_INT(event.word, -2);
	CHECK_STR(event.comm, "x");
	CHECK_INT(event.behind, 7);
}

TEST(other_byte_order)
{
	struct tracepoint swapped = tracepoint;
	struct tracepoint_reader reader;
	struct event event = { 0 };
	swapped.swap = true;
	CHECK(tracepoint_reader_init(&reader, &row, &swapped, offsetof(struct event, text)));
	CHECK(tracepoint_reader_read(&reader, raw, sizeof(raw), NULL, &event));
	CHECK_INT(event.wide, 0x0102030405060708);
	CHECK_INT(event.word, (int32_t)0xfeffffff);
}

/* A payload is full when it has all numbers, and the names of tasks, which are copied at once then; arrays of another
 * size are not. */
TEST(full_payloads)
{
	struct small_event {
		TRACEPOINT_EVENT;
		int32_t word;
		char comm[16], few[8];
	};
	const struct tracepoint_row rows[] = {
		{ "a:e", 0, FIELDS(FIELD(struct small_event, word, "word"), CHARS(struct small_event, comm, "comm")) },
		{ "a:f", 0, FIELDS(FIELD(struct small_event, word, "word"), CHARS(struct small_event, few, "comm")) },
	};
	struct tracepoint_reader reader;
	struct small_event event = { 0 };
	CHECK(tracepoint_reader_init(&reader, &rows[0], &tracepoint, sizeof(event)));
	CHECK_INT(reader.full_size, 32);
	CHECK(tracepoint_reader_read(&reader, raw, 32, NULL, &event));
	CHECK_STR(event.comm, "0123456789abcde");
	CHECK_STR(event.few, "");
	CHECK(tracepoint_reader_init(&reader, &rows[1], &tracepoint, sizeof(event)));
	CHECK_INT(reader.full_size, 4);
	CHECK(tracepoint_reader_read(&reader, raw, 32, NULL, &event));
	CHECK_STR(event.few, "0123456");
}

static const struct tracepoint_row other = { "a:c", 0, FIELDS(NUMBER(wide, "nothing", .is_key = true)) };

TEST(no_key)
{
	struct tracepoint_reader reader;
	CHECK(!tracepoint_reader_init(&reader, &other, &tracepoint, sizeof(struct event)));
	CHECK(!reader.tp);
}

TEST(names_of_rows)
{
	static const struct tracepoint_row rows[] = { { "a:b", 1, NULL }, { "c:d_*", 2, NULL } };
	const struct tracepoint_table table = { rows, ARRAY_SIZE(rows) };
	CHECK(tracepoint_table_find(&table, "a:b") == &rows[0]);
	CHECK(tracepoint_table_find(&table, "c:d_e") == &rows[1]);
	CHECK(!tracepoint_table_find(&table, "a:bc"));
	CHECK(!tracepoint_table_find(&table, "c:d"));
}

TEST_MAIN
