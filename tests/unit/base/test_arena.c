#include "base/arena.h"
#include "tests/unit/test.h"

TEST(arena_allocations_do_not_overlap)
{
	struct arena arena;
	arena_init(&arena);
	enum { COUNT = 5000 };
	uint8_t *blocks[COUNT];
	size_t sizes[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		sizes[i] = (i * 7919) % 300 + (i % 500 == 0 ? 100000 : 0);
		blocks[i] = arena_alloc(&arena, sizes[i]);
		CHECK_INT((uintptr_t)blocks[i] % 8, 0);
		memset(blocks[i], (int)(i & 255), sizes[i]);
	}
	size_t wrong = 0;
	for (size_t i = 0; i < COUNT; i++)
		for (size_t j = 0; j < sizes[i]; j++) wrong += blocks[i][j] != (uint8_t)(i & 255);
	CHECK_INT(wrong, 0);
	arena_done(&arena);
	CHECK(arena.size_bytes == 0);
	CHECK(arena_alloc(&arena, 1) != NULL);
	arena_done(&arena);
}

TEST(arena_reset_keeps_one_block)
{
	struct arena arena;
	arena_init(&arena);
	arena_reset(&arena);
	for (int i = 0; i < 1000; i++) arena_alloc(&arena, 1000);
	arena_reset(&arena);
	size_t held = arena.size_bytes;
	CHECK(held > 0);
	uint8_t *first = arena_alloc(&arena, 100);
	arena_reset(&arena);
	CHECK(arena_alloc(&arena, 100) == first);
	CHECK_INT(arena.size_bytes, held);
	arena_done(&arena);
}

/* Rounds of equal size take the blocks of the first again. */
TEST(arena_rounds_need_no_new_memory)
{
	struct arena arena;
	arena_init(&arena);
	size_t held[6];
	for (int round = 0; round < 6; round++) {
		for (int i = 0; i < 9000; i++) memset(arena_alloc(&arena, 1000), round, 1000);
		arena_reset(&arena);
		held[round] = arena.size_bytes;
	}
	CHECK(held[0] > 2 << 20);
	CHECK_INT(held[5], held[1]);
	CHECK(held[5] < 16 << 20);
	arena_alloc(&arena, 30 << 20); /* of its own: not kept */
	arena_reset(&arena);
	CHECK_INT(arena.size_bytes, held[5]);
	arena_done(&arena);
	CHECK_INT(arena.size_bytes, 0);
}

/* Huge pages are for arenas that hold much, or will. */
TEST(arena_of_little_takes_little)
{
	struct arena arena;
	arena_init(&arena);
	arena_alloc(&arena, 10);
	CHECK_INT(arena.size_bytes, 16 << 10);
	arena_alloc(&arena, 100000); /* a block of its own */
	CHECK(arena.size_bytes >= (16 << 10) + 100000 && arena.size_bytes < 2 * 100000);
	arena_done(&arena);

	arena_init_large(&arena);
	arena_alloc(&arena, 10);
	CHECK(arena.size_bytes > 1 << 20);
	arena_done(&arena);
}

TEST(arena_nothing_is_not_null)
{
	struct arena arena;
	arena_init(&arena);
	CHECK(arena_alloc(&arena, 0) != NULL);
	CHECK(arena_zalloc(&arena, 0) != NULL);
	CHECK(arena_memdup(&arena, NULL, 0) != NULL);
	arena_done(&arena);
}

TEST(arena_strings)
{
	struct arena arena;
	arena_init(&arena);
	CHECK_STR(arena_strdup(&arena, ""), "");
	CHECK_STR(arena_strdup(&arena, "abc"), "abc");
	CHECK_STR(arena_strndup(&arena, "abcdef", 3), "abc");
	CHECK_STR(arena_strndup(&arena, "ab", 30), "ab");
	CHECK_STR(arena_printf(&arena, "%d-%s", 17, "x"), "17-x");
	const uint64_t *zeros = arena_zalloc(&arena, 64);
	for (int i = 0; i < 8; i++) CHECK_INT(zeros[i], 0);
	CHECK(memcmp(arena_memdup(&arena, "1\0002", 3), "1\0002", 3) == 0);
	arena_done(&arena);
}

TEST(arena_large)
{
	struct arena arena;
	arena_init_large(&arena);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 5000; i++) {
			char *text = arena_printf(&arena, "%01000d", i);
			CHECK_INT(strlen(text), 1000);
		}
		memset(arena_alloc(&arena, 5 << 20), 1, 5 << 20);
		arena_reset(&arena);
	}
	arena_done(&arena);
	CHECK(arena_alloc(&arena, 1) != NULL);
	arena_done(&arena);
}

TEST_MAIN
