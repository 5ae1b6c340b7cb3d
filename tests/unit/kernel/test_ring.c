/* A ring whose kernel side is played by the test: what is given out, across the end and when the kernel is ahead. */
#include "kernel/ring.h"

#include <linux/perf_event.h>
#include "tests/unit/test.h"

static struct perf_event_mmap_page page;
static uint8_t data[4096];

static void produce(size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) data[(page.data_head + i) % sizeof(data)] = (uint8_t)(page.data_head + i);
	__atomic_store_n(&page.data_head, page.data_head + bytes, __ATOMIC_RELEASE);
}

TEST(wraps_and_keeps_order)
{
	struct ring ring;
	struct iovec parts[2];
	size_t bytes;
	uint64_t expected = 0;
	page.data_head = page.data_tail = 0;
	ring_init(&ring, &page, data, sizeof(data));
	CHECK_INT(ring_peek(&ring, parts, &bytes), 0);
	for (unsigned round = 0; round < 1000; round++) {
		size_t amount = 8 * (1 + round * 7 % 511);
		produce(amount);
		int n = ring_peek(&ring, parts, &bytes);
		CHECK_INT(bytes, amount);
		CHECK_INT(n, parts[1].iov_len ? 2 : 1);
		bool right = true;
		for (int i = 0; i < n; i++)
			for (size_t k = 0; k < parts[i].iov_len; k++)
				right &= ((uint8_t *)parts[i].iov_base)[k] == (uint8_t)expected++;
		CHECK(right);
		ring_consume(&ring, bytes);
		CHECK_INT(page.data_tail, page.data_head);
	}
}

TEST(a_full_ring_is_one_view)
{
	struct ring ring;
	struct iovec parts[2];
	size_t bytes;
	page.data_head = page.data_tail = 0;
	ring_init(&ring, &page, data, sizeof(data));
	produce(sizeof(data));
	CHECK_INT(ring_peek(&ring, parts, &bytes), 1);
	CHECK_INT(bytes, sizeof(data));
	/* a head that cannot be is not followed */
	page.data_head += 8;
	CHECK_INT(ring_peek(&ring, parts, &bytes), 0);
}

/* Written from the end to the beginning, over and over: the newest is first, and what is half overwritten is left out.
 */
TEST(backward)
{
	struct ring ring;
	struct iovec parts[2];
	size_t bytes;
	page.data_head = page.data_tail = 0;
	ring_init(&ring, &page, data, sizeof(data));
	CHECK_INT(ring_peek_backward(&ring, parts, &bytes), 0);
	for (unsigned i = 0; i < 300; i++) { /* 24 bytes do not divide the ring */
		struct {
			uint32_t type;
			uint16_t misc, size;
			uint64_t number, zero;
		} record = { 9, 0, sizeof(record), i, 0 };
		page.data_head -= sizeof(record);
		for (size_t k = 0; k < sizeof(record); k++)
			data[(page.data_head + k) % sizeof(data)] = ((uint8_t *)&record)[k];
		if (i == 99) {
			CHECK_INT(ring_peek_backward(&ring, parts, &bytes), 1);
			CHECK_INT(bytes, 100 * sizeof(record));
		}
	}
	CHECK_INT(ring_peek_backward(&ring, parts, &bytes), 2);
	CHECK_INT(bytes, sizeof(data) / 24 * 24);
	uint64_t number;
	memcpy(&number, (uint8_t *)parts[0].iov_base + 8, 8);
	CHECK_INT(number, 299);
	CHECK_INT(ring_peek_backward(&ring, parts, &bytes), 0); /* nothing new */
}

TEST_MAIN
