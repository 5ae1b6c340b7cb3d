/* Time order: rounds, late and untimed records, merging of runs. */
#include "stream/block.h"
#include "stream/order.h"
#include "tests/unit/test.h"

static uint64_t state = 99;
static unsigned dice(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static int by_key_and_place(const void *a, const void *b)
{
	const struct order_entry *x = a, *y = b;
	if (x->key != y->key) return x->key < y->key ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

TEST(sorting_is_stable)
{
	struct order_list list = { 0 }, spare = { 0 };
	for (int round = 0; round < 200; round++) {
		list.count = 0;
		size_t count = dice(300);
		uint64_t key = 0;
		for (size_t i = 0; i < count; i++) {
			if (round % 3 == 0) key = dice(50);
			else if (dice(20) == 0) key = dice(100);
			else key += dice(3);
			order_list_push(&list, key, i);
		}
		struct order_entry *want = xmalloc((count + 1) * sizeof(*want));
		if (count) memcpy(want, list.items, count * sizeof(*want));
		qsort(want, count, sizeof(*want), by_key_and_place);
		order_list_sort(&list, &spare);
		CHECK_INT(list.count, count);
		CHECK(!count || !memcmp(want, list.items, count * sizeof(*want)));
		free(want);
	}
	order_list_done(&list);
	order_list_done(&spare);
}

TEST(ties_in_order_of_place)
{
	struct order_list list = { 0 };
	static const struct order_entry entries[] = { { 1, 9 }, { 1, 4 }, { 2, 3 }, { 3, 7 }, { 3, 8 }, { 3, 2 } };
	static const uint64_t wanted[] = { 4, 9, 3, 2, 7, 8 };
	order_list_sort_places(&list);
	for (size_t i = 0; i < ARRAY_SIZE(entries); i++) order_list_push(&list, entries[i].key, entries[i].place);
	order_list_sort_places(&list);
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		CHECK_INT(list.items[i].place, wanted[i]);
		CHECK_INT(list.items[i].key, i < 2 ? 1 : MIN(i, 3));
	}
	order_list_done(&list);
}

TEST(merging_lists)
{
	for (int round = 0; round < 100; round++) {
		struct order_list lists[9] = { 0 }, out = { 0 }, spare = { 0 };
		size_t nr = dice(10), total = 0;
		uint64_t place = 0;
		for (size_t i = 0; i < nr; i++) {
			uint64_t key = round % 2 ? i * 30 : dice(40);
			for (size_t k = dice(30); k > 0; k--) order_list_push(&lists[i], key += dice(3), place++);
			total += lists[i].count;
		}
		order_merge(lists, nr, &out, &spare);
		CHECK_INT(out.count, total);
		for (size_t i = 1; i < out.count; i++) CHECK(by_key_and_place(&out.items[i - 1], &out.items[i]) < 0);
		for (size_t i = 0; i < nr; i++) order_list_done(&lists[i]);
		order_list_done(&out);
		order_list_done(&spare);
	}
}

/* what upstream 6.12 gave out for this stream: 3000 4000 5000, then what comes late or in time up to 9000, then the
 * rest */
TEST(rounds_as_observed)
{
	static const int64_t stream[] = { 5000, 3000, -1, 4000, 9000, -1, 4500, 8000, 0, 5000, 4400, -1, 1000, 10000 };
	struct rounds rounds = { 0 };
	struct order_list list = { 0 }, spare = { 0 };
	for (size_t i = 0; i < ARRAY_SIZE(stream); i++) {
		if (stream[i] == -1) rounds_mark(&rounds);
		else order_list_push(&list, rounds_turn(&rounds, (uint64_t)stream[i]), (uint64_t)stream[i]);
	}
	order_list_sort(&list, &spare);
	/* the late ones of a round are sorted by their own times later, by who can look at them */
	static const uint64_t want[] = { 3000, 4000, 5000, 0, 4500, 5000, 4400, 8000, 9000, 1000, 10000 };
	CHECK_INT(list.count, ARRAY_SIZE(want));
	for (size_t i = 0; i < list.count; i++) CHECK_INT(list.items[i].place, want[i]);
	CHECK(turn_is_late(list.items[4].key) && turn_is_late(list.items[6].key));
	CHECK_INT(turn_time_ns(list.items[4].key), 5000);
	order_list_done(&list);
	order_list_done(&spare);
}

TEST(places)
{
	uint64_t place = place_make(123456, 300000, 2000000);
	CHECK_INT(place_block(place), 123456);
	CHECK_INT(place_index(place), 300000);
	CHECK_INT(place_offset(place), 2000000);
}

TEST(blocks_of_adjacent_records)
{
	static uint8_t bytes[4096];
	struct blocks blocks;
	struct rounds rounds = { 0 };
	blocks_init(&blocks, 512);
	uint64_t ordinal = 0;
	for (size_t pos = 0; pos < 2048; pos += 64) { /* in the file one behind the other */
		struct record r = { .type = RECORD_SAMPLE, .size = 64, .data = bytes + pos, .file_off = 1000 + pos };
		blocks_add(&blocks, &r, ordinal++, 100 + pos, &rounds);
	}
	CHECK_INT(blocks.all.count, 4);
	CHECK_INT(blocks.all.items[1].first_ordinal, 8);
	CHECK_INT(blocks.all.items[1].min_ns, 612);
	CHECK_INT(blocks.all.items[1].max_ns, 612 + 7 * 64);
	struct record far = {
		.type = RECORD_COMM, .size = 64, .data = bytes + 2048, .file_off = 9000
	}; /* in memory only */
	blocks_add(&blocks, &far, ordinal++, UINT64_MAX, &rounds);
	CHECK_INT(blocks.all.count, 5);
	CHECK_INT(blocks.all.items[4].nr_samples, 0);
	for (size_t pos = 3000; pos < 3200; pos += 40) { /* out of one compressed record */
		struct record r = { .type = RECORD_SAMPLE, .size = 40, .data = bytes + pos, .file_off = 20000 };
		blocks_add(&blocks, &r, ordinal++, UINT64_MAX, &rounds);
	}
	CHECK_INT(blocks.all.count, 6);
	CHECK(blocks.all.items[5].run.decompressed);
	CHECK_INT(blocks.all.items[5].nr_records, 5);
	blocks_done(&blocks);
}

TEST_MAIN
