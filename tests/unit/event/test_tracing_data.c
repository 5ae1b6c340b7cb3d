/* The TRACING_DATA blob: whole, in both byte orders, truncated at every byte, and with absurd counts. */
#include <errno.h>
#include "event/format/tracing_data.h"
#include "tests/unit/test.h"

struct blob {
	uint8_t bytes[4096];
	size_t size;
	bool big;
};

static void put(struct blob *b, const void *data, size_t size)
{
	memcpy(b->bytes + b->size, data, size);
	b->size += size;
}
static void put_number(struct blob *b, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++) b->bytes[b->size++] = (uint8_t)(value >> 8 * (b->big ? bytes - 1 - i : i));
}
static void put_sized(struct blob *b, const char *text, int bytes)
{
	put_number(b, strlen(text), bytes);
	put(b, text, strlen(text));
}

static void build(struct blob *b, bool big)
{
	*b = (struct blob){ .big = big };
	put(b, "\x17\x08\x44tracing", 10);
	put(b, "0.6", 4);
	put_number(b, big, 1);
	put_number(b, 8, 1);
	put_number(b, 4096, 4);
	put(b, "header_page", 12);
	put_sized(b, "page", 8);
	put(b, "header_event", 13);
	put_sized(b, "event", 8);
	put_number(b, 1, 4);
	put_sized(b, "name: f\nID: 1\n", 8);
	put_number(b, 2, 4);
	put(b, "sched", 6);
	put_number(b, 2, 4);
	put_sized(b, "name: a\nID: 10\n", 8);
	put_sized(b, "name: b\nID: 11\n", 8);
	put(b, "irq", 4);
	put_number(b, 1, 4);
	put_sized(b, "name: c\nID: 12\n", 8);
	put_sized(b, "", 4);
	put_sized(b, "0xff : \"text\"\n", 4);
	put_sized(b, "1 init\n", 8);
}

TEST(both_byte_orders)
{
	for (int big = 0; big < 2; big++) {
		struct blob b;
		struct tracing_data td;
		build(&b, big);
		CHECK_INT(tracing_data_parse(b.bytes, b.size, NULL, &td), 0);
		CHECK_STR(td.version, "0.6");
		CHECK_INT(td.big_endian, big);
		CHECK_INT(td.long_size, 8);
		CHECK_INT(td.page_size, 4096);
		CHECK_INT(td.formats.count, 4);
		CHECK_STR(td.formats.items[0].system, "ftrace");
		CHECK_STR(td.formats.items[2].system, "sched");
		CHECK_STR(td.formats.items[3].system, "irq");
		CHECK(td.formats.items[3].text.size == 15 &&
		      memcmp(td.formats.items[3].text.text, "name: c\nID: 12\n", 15) == 0);
		CHECK_INT(td.printk_formats.size, 14);
		CHECK_INT(td.cmdlines.size, 7);
		tracing_data_done(&td);
	}
}

TEST(truncated_at_every_byte)
{
	struct blob b;
	build(&b, false);
	for (size_t size = 0; size < b.size; size++) {
		uint8_t *copy = malloc(size + 1); /* so that a sanitizer sees a read past the end */
		struct tracing_data td;
		struct warnings *warnings = warnings_new();
		memcpy(copy, b.bytes, size);
		if (tracing_data_parse(copy, size, warnings, &td) == 0) {
			CHECK(td.formats.count <= 4);
			CHECK_INT(warnings_count(warnings, NULL), 1);
			tracing_data_done(&td);
		}
		warnings_free(warnings);
		free(copy);
	}
}

TEST(absurd_counts)
{
	struct blob b;
	struct tracing_data td;
	build(&b, false);
	size_t at = 10 + 4 + 6 + 12 + 8 + 4 + 13 + 8 + 5;
	memset(b.bytes + at, 0xff, 4); /* four thousand million ftrace formats */
	CHECK_INT(tracing_data_parse(b.bytes, b.size, NULL, &td), 0);
	CHECK_INT(td.formats.count, 0);
	tracing_data_done(&td);
	b.bytes[15] = 3; /* size of long */
	CHECK_INT(tracing_data_parse(b.bytes, b.size, NULL, &td), -EBADMSG);
}

TEST_MAIN
