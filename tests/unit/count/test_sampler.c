/* The test plays the kernel: it writes samples into the ring. */
#include "count/sampler.h"

#include <linux/perf_event.h>
#include <unistd.h>
#include "perfdata/format/format.h"
#include "tests/unit/test.h"

enum { RING_BYTES = 256 };
static struct perf_event_mmap_page control;
static uint8_t data[RING_BYTES];
static struct ring ring;
static struct sampler sampler = { .nr_cpus = 1, .rings = &ring };

static void put(const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) data[(control.data_head + i) % RING_BYTES] = ((const uint8_t *)bytes)[i];
	control.data_head += size;
}

static void put_record(uint32_t type, const uint64_t *words, unsigned nr_words)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
	} head = { type, 0, (uint16_t)(8 + nr_words * 8) };
	put(&head, sizeof(head));
	put(words, nr_words * 8);
}

static void begin(uint64_t at)
{
	control = (struct perf_event_mmap_page){ .data_head = at, .data_tail = at };
	ring_init(&ring, &control, data, RING_BYTES);
	ring.tail = at;
}

TEST(newest_of_several)
{
	uint64_t buffer[8];
	size_t words = 0;
	begin(0);
	CHECK(!sampler_newest(&sampler, 0, buffer, 8, &words));
	put_record(RECORD_SAMPLE, (const uint64_t[]){ 2, 100, 100, 7, 8 }, 5);
	put_record(RECORD_THROTTLE, (const uint64_t[]){ 1, 2, 3 }, 3);
	put_record(RECORD_SAMPLE, (const uint64_t[]){ 2, 200, 200, 17, 18 }, 5);
	CHECK(sampler_newest(&sampler, 0, buffer, 8, &words) == buffer);
	CHECK_INT(words, 5);
	CHECK_INT(buffer[1], 200);
	CHECK_INT(buffer[4], 18);
	CHECK(!sampler_newest(&sampler, 0, buffer, 8, &words)); /* it is gone */
}

TEST(over_the_end_of_the_ring)
{
	uint64_t buffer[8];
	size_t words = 0;
	for (uint64_t at = RING_BYTES - 56; at <= RING_BYTES; at += 8) {
		begin(at);
		put_record(RECORD_SAMPLE, (const uint64_t[]){ 3, 4, 5, 6, 7, 8 }, 6);
		CHECK(sampler_newest(&sampler, 0, buffer, 8, &words));
		CHECK_INT(words, 6);
		for (unsigned i = 0; i < 6; i++) CHECK_INT(buffer[i], 3 + i);
	}
}

TEST(larger_than_expected_is_left_alone)
{
	uint64_t buffer[4] = { 0 };
	size_t words = 0;
	begin(0);
	put_record(RECORD_SAMPLE, (const uint64_t[]){ 1, 2, 3, 4, 5 }, 5);
	CHECK(!sampler_newest(&sampler, 0, buffer, 4, &words));
	CHECK_INT(buffer[0], 0);
}

TEST_MAIN
