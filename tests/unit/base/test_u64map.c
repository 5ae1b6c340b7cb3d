#include "base/hash.h"
#include "base/u64map.h"
#include "tests/unit/test.h"

TEST(u64map_empty)
{
	struct u64map map = U64MAP_INIT;
	size_t pos = 0;
	uint64_t key, value;
	CHECK(!u64map_find(&map, 0));
	CHECK(!u64map_remove(&map, 0));
	CHECK(!u64map_next(&map, &pos, &key, &value));
	u64map_done(&map);
}

TEST(u64map_extreme_keys)
{
	struct u64map map = U64MAP_INIT;
	bool is_new = false;
	*u64map_put(&map, 0, &is_new) = 5;
	CHECK(is_new);
	*u64map_put(&map, UINT64_MAX, &is_new) = 6;
	CHECK(is_new);
	CHECK_INT(*u64map_put(&map, 0, &is_new), 5);
	CHECK(!is_new);
	CHECK_INT(*u64map_find(&map, UINT64_MAX), 6);
	CHECK_INT(*u64map_put(&map, 1, NULL), 0);
	u64map_done(&map);
}

/* The table is made once for what is announced, also behind keys that are in it. */
TEST(u64map_reserve_makes_room_at_once)
{
	struct u64map map = U64MAP_INIT;
	u64map_reserve(&map, 0);
	for (uint64_t key = 0; key < 5; key++) *u64map_put(&map, key, NULL) = key + 1;
	u64map_reserve(&map, 1000);
	const struct u64map_slot *slots = map.slots;
	for (uint64_t key = 5; key < 1000; key++) *u64map_put(&map, key, NULL) = key + 1;
	CHECK(map.slots == slots);
	u64map_reserve(&map, 10); /* there is room */
	CHECK(map.slots == slots);
	for (uint64_t key = 0; key < 1000; key++) {
		const uint64_t *value = u64map_find(&map, key);
		CHECK(value && *value == key + 1);
	}
	u64map_done(&map);
}

/* A million random puts, finds and removes on a small key space, against an array that is the truth. */
TEST(u64map_agrees_with_an_array)
{
	enum { KEYS = 3000 };
	static uint64_t truth[KEYS];
	static bool present[KEYS];
	struct u64map map = U64MAP_INIT;
	size_t count = 0, wrong = 0;
	for (uint64_t i = 0; i < 1000000; i++) {
		uint64_t random = hash_u64(i + 12345);
		size_t k = random % KEYS;
		uint64_t key = k * 0x100000; /* keys with many equal low bits */
		bool is_new;
		switch (random >> 60) {
		case 0:
		case 1:
		case 2:
		case 3:
		case 4:
		case 5:
			*u64map_put(&map, key, &is_new) = i;
			wrong += is_new == present[k];
			count += !present[k];
			present[k] = true;
			truth[k] = i;
			break;
		case 6:
		case 7:
		case 8:
		case 9:
		case 10:
			wrong += u64map_remove(&map, key) != present[k];
			count -= present[k];
			present[k] = false;
			break;
		default: {
			const uint64_t *found = u64map_find(&map, key);
			wrong += !found == present[k] || (found && *found != truth[k]);
		}
		}
		wrong += map.count != count;
	}
	CHECK_INT(wrong, 0);
	size_t pos = 0, seen = 0;
	for (uint64_t key, value; u64map_next(&map, &pos, &key, &value); seen++)
		wrong += !present[key / 0x100000] || truth[key / 0x100000] != value;
	CHECK_INT(seen, count);
	CHECK_INT(wrong, 0);
	u64map_done(&map);
}

TEST_MAIN
