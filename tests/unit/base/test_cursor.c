#include "base/cursor.h"
#include "tests/unit/test.h"

static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

TEST(cursor_reads_in_host_order)
{
	struct cursor c = cursor_of(bytes, sizeof(bytes), false);
	uint16_t u16;
	uint32_t u32;
	uint64_t u64;
	memcpy(&u16, bytes + 1, 2);
	memcpy(&u32, bytes + 3, 4);
	memcpy(&u64, bytes + 7, 8);
	CHECK_INT(cursor_u8(&c), 1);
	CHECK_INT(cursor_u16(&c), u16);
	CHECK_INT(cursor_u32(&c), u32);
	CHECK(cursor_u64(&c) == u64);
	CHECK(cursor_ok(&c));
	CHECK_INT(cursor_left(&c), 0);
}

TEST(cursor_swaps)
{
	struct cursor c = cursor_of(bytes, sizeof(bytes), true);
	uint16_t u16;
	uint32_t u32;
	uint64_t u64;
	memcpy(&u16, bytes, 2);
	memcpy(&u32, bytes + 2, 4);
	memcpy(&u64, bytes + 6, 8);
	CHECK_INT(cursor_u16(&c), __builtin_bswap16(u16));
	CHECK_INT(cursor_u32(&c), __builtin_bswap32(u32));
	CHECK(cursor_u64(&c) == __builtin_bswap64(u64));
}

TEST(cursor_past_end_is_sticky_and_zero)
{
	struct cursor c = cursor_of(bytes, 5, false);
	CHECK(cursor_u32(&c) != 0);
	CHECK_INT(cursor_u16(&c), 0);
	CHECK(!cursor_ok(&c));
	CHECK_INT(cursor_u8(&c), 0); /* one byte is left, but the error stays */
	CHECK_INT(cursor_u64(&c), 0);
	CHECK(cursor_bytes(&c, 0) == NULL);
	CHECK(cursor_string(&c, 10) == NULL);
	struct cursor sub = cursor_sub(&c, 1);
	CHECK(!cursor_ok(&sub));
	CHECK_INT(cursor_left(&sub), 0);
}

TEST(cursor_huge_sizes_do_not_wrap)
{
	struct cursor c = cursor_of(bytes, sizeof(bytes), false);
	cursor_skip(&c, 4);
	CHECK(cursor_bytes(&c, SIZE_MAX) == NULL);
	CHECK(!cursor_ok(&c));
	c = cursor_of(bytes, sizeof(bytes), false);
	cursor_seek(&c, sizeof(bytes));
	CHECK(cursor_ok(&c));
	cursor_seek(&c, sizeof(bytes) + 1);
	CHECK(!cursor_ok(&c));
}

TEST(cursor_empty)
{
	struct cursor c = cursor_of(NULL, 0, false);
	CHECK(cursor_bytes(&c, 0) != NULL);
	CHECK(cursor_ok(&c));
	CHECK_INT(cursor_uleb128(&c), 0);
	CHECK(!cursor_ok(&c));
}

TEST(cursor_sub_is_bounded)
{
	struct cursor c = cursor_of(bytes, sizeof(bytes), false);
	struct cursor sub = cursor_sub(&c, 3);
	CHECK_INT(cursor_u8(&c), 4);
	cursor_skip(&sub, 3);
	CHECK(cursor_ok(&sub));
	cursor_skip(&sub, 1);
	CHECK(!cursor_ok(&sub));
	CHECK(cursor_ok(&c));
}

TEST(cursor_strings)
{
	struct cursor c = cursor_of("ab\0cd\0ef", 8, false);
	CHECK_STR(cursor_string(&c, 100), "ab");
	CHECK_STR(cursor_string(&c, 3), "cd");
	CHECK(cursor_string(&c, 100) == NULL); /* not terminated */
	CHECK(!cursor_ok(&c));
	c = cursor_of("abc", 4, false);
	CHECK(cursor_string(&c, 3) == NULL); /* ends later than max */
	c = cursor_of("", 1, false);
	CHECK_STR(cursor_string(&c, 1), "");
	c = cursor_of("", 1, false);
	CHECK(cursor_string(&c, 0) == NULL);
}

static uint64_t uleb(const char *text, size_t size)
{
	struct cursor c = cursor_of(text, size, false);
	return cursor_uleb128(&c);
}
static int64_t sleb(const char *text, size_t size)
{
	struct cursor c = cursor_of(text, size, false);
	return cursor_sleb128(&c);
}

/* The examples of DWARF 5, section 7.6. */
TEST(cursor_leb128)
{
	CHECK_INT(uleb("\x02", 1), 2);
	CHECK_INT(uleb("\x7f", 1), 127);
	CHECK_INT(uleb("\x80\x01", 2), 128);
	CHECK_INT(uleb("\xb9\x64", 2), 12857);
	CHECK_INT(uleb("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 12), 0);
	CHECK(uleb("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10) == UINT64_MAX);
	CHECK_INT(sleb("\x02", 1), 2);
	CHECK_INT(sleb("\x7e", 1), -2);
	CHECK_INT(sleb("\xff\x00", 2), 127);
	CHECK_INT(sleb("\x81\x7f", 2), -127);
	CHECK_INT(sleb("\x80\x7f", 2), -128);
	CHECK(sleb("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f", 10) == INT64_MIN);
	struct cursor c = cursor_of("\x80\x80", 2, false);
	CHECK_INT(cursor_uleb128(&c), 0);
	CHECK(!cursor_ok(&c));
	c = cursor_of("\x80\x80", 2, false);
	CHECK_INT(cursor_sleb128(&c), 0);
	CHECK(!cursor_ok(&c));
}

TEST_MAIN
