#include "base/pool.h"
#include "base/hash.h"
#include "base/vec.h"
#include "tests/unit/test.h"

TEST(vec_grows_and_keeps)
{
	VEC(uint32_t) numbers = VEC_INIT;
	for (uint32_t i = 0; i < 100000; i++) vec_push(&numbers, i * 3);
	CHECK_INT(numbers.count, 100000);
	size_t wrong = 0;
	for (uint32_t i = 0; i < numbers.count; i++) wrong += numbers.items[i] != i * 3;
	CHECK_INT(wrong, 0);
	*vec_add(&numbers) = 7;
	CHECK_INT(*vec_last(&numbers), 7);
	size_t capacity = numbers.capacity;
	vec_clear(&numbers);
	vec_reserve(&numbers, 10);
	CHECK_INT(numbers.capacity, capacity);
	vec_done(&numbers);
	CHECK(!numbers.items);
}

TEST(take_moves_ownership)
{
	_free_ char *text = xstrdup("x");
	char *moved = take(text);
	CHECK(text == NULL);
	CHECK_STR(moved, "x");
	free(moved);
}

TEST(xstrings)
{
	_free_ char *a = xstrndup("hello", 2);
	_free_ char *b = xasprintf("%s!%d", a, 5);
	CHECK_STR(a, "he");
	CHECK_STR(b, "he!5");
	_free_ char *none = xmalloc(0);
	CHECK(none != NULL);
}

TEST(hash_depends_on_every_byte)
{
	char text[100] = { 0 };
	for (size_t size = 1; size <= sizeof(text); size++) {
		uint64_t before = hash_bytes(text, size);
		CHECK(before == hash_bytes(text, size));
		for (size_t i = 0; i < size; i++) {
			text[i] ^= 1;
			CHECK(hash_bytes(text, size) != before);
			text[i] ^= 1;
		}
	}
	uint64_t words[3] = { 1, 2, 3 };
	CHECK(hash_words(words, 3) == hash_bytes(words, sizeof(words)));
	CHECK(hash_pair(1, 2) != hash_pair(2, 1));
	CHECK(hash_u64(1) != hash_u64(2));
}

static int nr_freed;
static void count_free(void *thing)
{
	nr_freed++;
	free(thing);
}

TEST(pool_gives_again_what_was_given_back)
{
	struct pool pool = POOL_INIT;
	CHECK(pool_take(&pool) == NULL);
	int *a = xmalloc(sizeof(*a)), *b = xmalloc(sizeof(*b));
	pool_give(&pool, a);
	pool_give(&pool, b);
	CHECK(pool_take(&pool) == b);
	pool_give(&pool, b);
	pool_done(&pool, count_free);
	CHECK_INT(nr_freed, 2);
}

TEST_MAIN
