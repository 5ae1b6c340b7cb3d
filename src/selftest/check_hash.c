/* Hash tables keep every key they were given. The numbers are multiples of 4096, as addresses of pages are: a hash that
 * drops low or high bits would put them all into a few slots. Needs nothing of the machine. A failure means a
 * miscompiled program, or one built for another machine. */
#include "base/hash.h"
#include "base/intern.h"
#include "base/u64map.h"
#include "selftest/selftest.h"

#define KEYS 20000

/* Every second key is removed: the others must still be found behind the holes. */
static void numbers(struct selftest_run *run)
{
	struct u64map map = U64MAP_INIT;
	unsigned found = 0;

	for (uint64_t i = 0; i < KEYS; i++) *u64map_put(&map, i << 12, NULL) = i;
	for (uint64_t i = 0; i < KEYS; i += 2) u64map_remove(&map, i << 12);
	for (uint64_t i = 0; i < KEYS; i++) {
		uint64_t *value = u64map_find(&map, i << 12);

		if (!(i & 1)) SELFTEST_CHECK(run, !value);
		else if (value && *value == i) found++;
	}
	SELFTEST_EQUAL(run, found, KEYS / 2);
	SELFTEST_EQUAL(run, map.count, KEYS / 2);
	u64map_done(&map);
}

/* Names are numbered in the order in which they come, and a second time have the same numbers. */
static void names(struct selftest_run *run)
{
	struct intern intern;
	unsigned same = 0;

	intern_init(&intern);
	for (int pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < KEYS; i++) {
			_free_ char *name = xasprintf("function_%u", i);
			if (intern_id(&intern, name) == i && selftest_same_string(intern_text(&intern, i), name))
				same++;
		}
	SELFTEST_EQUAL(run, same, 2 * KEYS);
	intern_done(&intern);
}

/* hash_bytes reads words: the same bytes at another address are the same hash. */
static void bytes(struct selftest_run *run)
{
	const char text[] = "the quick brown fox jumps over the lazy dog, twice over";
	char shifted[sizeof(text) + 8];

	for (size_t at = 0; at < 8; at++) { /* where the bytes lie must not matter */
		for (size_t i = 0; i < sizeof(text); i++) shifted[at + i] = text[i];
		for (size_t size = 0; size < sizeof(text); size++)
			SELFTEST_CHECK(run, hash_bytes(text, size) == hash_bytes(shifted + at, size));
	}
}

static const struct selftest_case cases[] = { { "Numbers to numbers", numbers },
					      { "Interned names", names },
					      { "Bytes at any alignment", bytes },
					      { NULL, NULL } };
const struct selftest selftest_check_hash = { .name = "Hash tables", .cases = cases };
