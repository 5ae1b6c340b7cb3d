/* Rounds on their way through a consumer: order, what is held back, and what happens when it is slow. */
#include "record/drain/round_queue.h"

#include <stdatomic.h>
#include <unistd.h>
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"
#include "tests/unit/test.h"

enum { STACK_BYTES = 8192 };
struct with_stack {
	uint32_t type;
	uint16_t misc, size;
	uint64_t ip, abi, value, stack_size;
	uint8_t stack[STACK_BYTES];
	uint64_t dyn_size, weight;
};

static struct perf_events raw;
static atomic_bool held; /* the consumer does nothing */
static unsigned nr_seen, nr_rewritten;
static bool in_order = true;

static void make_events(void)
{
	const struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
					 .sample_type = SAMPLE_IP | SAMPLE_REGS_USER | SAMPLE_STACK_USER |
							SAMPLE_WEIGHT,
					 .sample_regs_user = 1,
					 .sample_stack_user = STACK_BYTES };
	events_init(&raw);
	events_add(&raw, &attr, "clock");
}

static struct with_stack make_sample(uint64_t ip)
{
	struct with_stack s = { .type = RECORD_SAMPLE,
				.misc = CPUMODE_USER,
				.size = sizeof(s),
				.ip = ip,
				.abi = 2,
				.value = 77,
				.stack_size = STACK_BYTES,
				.dyn_size = 4096,
				.weight = 99 };
	for (unsigned i = 0; i < STACK_BYTES; i++) s.stack[i] = (uint8_t)(i * 7);
	return s;
}

static void round_queue_begin(void *ctx, const struct round_source *source) { (void)ctx, (void)source; }
static void round_queue_known(void *ctx, const void *records, size_t size_bytes)
{
	(void)ctx, (void)records, (void)size_bytes;
}

static void round_queue_seen(void *ctx, const void *records, size_t size_bytes)
{
	(void)ctx, (void)records;
	while (atomic_load(&held)) usleep(100);
	if (size_bytes) nr_seen++;
}

/* Each sample becomes its ip. */
static void round_queue_due(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	(void)ctx;
	nr_rewritten++;
	in_order &= nr_seen == nr_rewritten + 1 || nr_seen == nr_rewritten; /* the next one was seen, or an empty one */
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) out_mem(out, r.data + 8, 8);
}
static const struct round_consumer consumer = { .rewrites = true,
						.begin = round_queue_begin,
						.known = round_queue_known,
						.round = round_queue_seen,
						.due = round_queue_due };

static void add(struct round_queue *queue, const struct with_stack *s, size_t cut)
{
	struct iovec parts[2] = { { (void *)(uintptr_t)s, cut }, { (uint8_t *)(uintptr_t)s + cut, sizeof(*s) - cut } };
	round_queue_add(queue, parts, 2);
}

static unsigned take_in_order(struct round_queue *queue, uint64_t *next)
{
	struct iovec part;
	unsigned nr_rounds = 0;
	for (; round_queue_next(queue, &part); nr_rounds++) {
		for (size_t at = 0; at < part.iov_len; at += 8) {
			uint64_t ip;
			memcpy(&ip, (const uint8_t *)part.iov_base + at, 8);
			CHECK_INT(ip, (*next)++);
		}
	}
	return nr_rounds;
}

TEST(rounds_keep_their_order)
{
	uint64_t next = 0, ip = 0;
	unsigned taken = 0;
	make_events();
	nr_seen = nr_rewritten = 0;
	struct round_queue *queue = round_queue_new(&consumer, &raw, 0);
	round_queue_end_round(queue); /* nothing of nothing */
	for (unsigned round = 0; round < 200; round++) {
		for (unsigned i = 0; i < round % 5 + 1; i++, ip++) {
			const struct with_stack s = make_sample(ip);
			add(queue, &s, (round * 8) % sizeof(s));
		}
		round_queue_end_round(queue);
		if (round % 3 == 0) round_queue_end_round(queue); /* a quiet moment */
		if (round % 7 == 0) taken += take_in_order(queue, &next);
		if (round == 100) {
			round_queue_flush(queue);
			taken += take_in_order(queue, &next);
			CHECK_INT(taken, 101);
			CHECK_INT(next, ip);
		}
	}
	round_queue_flush(queue);
	taken += take_in_order(queue, &next);
	CHECK_INT(taken, 200);
	CHECK_INT(next, ip);
	CHECK(in_order);
	CHECK_INT(round_queue_counts(queue).nr_shortened, 0);
	CHECK_INT(round_queue_counts(queue).nr_waited, 0);
	round_queue_free(queue);
	events_done(&raw);
}

TEST(a_slow_rewriter_costs_depth_first)
{
	uint64_t next = 0, ip = 0;
	enum { HOLD_BYTES = 64 << 10 };
	make_events();
	atomic_store(&held, true);
	nr_seen = nr_rewritten = 0;
	struct round_queue *queue = round_queue_new(&consumer, &raw, HOLD_BYTES);
	while (!round_queue_is_full(queue, false) && ip < 1000) {
		const struct with_stack s = make_sample(ip++);
		add(queue, &s, 16);
		round_queue_end_round(queue);
	}
	/* 64 KiB of whole samples, a quarter of that in short ones, then no more */
	CHECK(ip > 7 + 30 && ip < 7 + 50);
	CHECK_INT(round_queue_counts(queue).nr_shortened, ip - HOLD_BYTES / sizeof(struct with_stack));
	CHECK_INT(round_queue_counts(queue).nr_waited, 1);
	atomic_store(&held, false);
	CHECK(!round_queue_is_full(queue, true));
	round_queue_flush(queue);
	take_in_order(queue, &next);
	CHECK_INT(next, ip);
	round_queue_free(queue);
	events_done(&raw);
}

TEST(ends_with_rounds_under_way)
{
	make_events();
	struct round_queue *queue = round_queue_new(&consumer, &raw, 0);
	const struct with_stack s = make_sample(1);
	for (unsigned i = 0; i < 50; i++) {
		add(queue, &s, 8);
		if (i < 49) round_queue_end_round(queue);
	}
	round_queue_free(queue);
	events_done(&raw);
}

/* -- a consumer that only looks on -- */

struct seen {
	unsigned nr_rounds, nr_due, nr_outs;
	uint64_t next_ip;
	bool in_order;
};

static void seen_round(void *ctx, const void *records, size_t size_bytes)
{
	(void)records;
	((struct seen *)ctx)->nr_rounds += size_bytes != 0;
}

static void seen_due(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	struct seen *seen = ctx;
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	seen->nr_due++;
	seen->nr_outs += out != NULL;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		uint64_t ip;
		memcpy(&ip, r.data + 8, 8);
		seen->in_order &= ip == seen->next_ip++;
	}
}

TEST(rounds_that_are_not_written)
{
	struct seen seen = { .in_order = true };
	const struct round_consumer looks_on = { .ctx = &seen,
						 .begin = round_queue_begin,
						 .known = round_queue_known,
						 .round = seen_round,
						 .due = seen_due };
	struct iovec part;
	make_events();
	struct round_queue *queue = round_queue_new(&looks_on, &raw, 64 << 10);
	for (uint64_t ip = 0; ip < 100; ip++) {
		const struct with_stack s = make_sample(ip);
		add(queue, &s, 24);
		round_queue_end_round(queue);
		(void)round_queue_is_full(queue, true); /* rounds that were due are not held any more */
	}
	round_queue_flush(queue);
	CHECK(!round_queue_next(queue, &part));
	CHECK_INT(seen.nr_rounds, 100);
	CHECK_INT(seen.nr_due, 100);
	CHECK_INT(seen.nr_outs, 0);
	CHECK_INT(seen.next_ip, 100);
	CHECK(seen.in_order);
	round_queue_free(queue);
	events_done(&raw);
}

TEST(short_stacks)
{
	make_events();
	const struct with_stack s = make_sample(5);
	uint8_t to[sizeof(s)];
	struct record r = { .type = RECORD_SAMPLE, .size = sizeof(s), .data = (const uint8_t *)&s }, cut = r;
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	CHECK_INT(round_queue_shorten(&raw, &r, STACK_BYTES, to), 0);
	size_t size = round_queue_shorten(&raw, &r, 515, to);
	CHECK_INT(size, sizeof(s) - STACK_BYTES + 512);
	cut.size = (uint16_t)size;
	cut.data = to;
	CHECK_INT(sample_decode(raw.items[0], &cut, &scratch, &sample), 0);
	CHECK_INT(sample.stack_size, 512);
	CHECK_INT(sample.stack_dyn_size, 512);
	CHECK(memcmp(sample.stack, s.stack, 512) == 0);
	CHECK_INT(sample.weight, 99);
	CHECK_INT(sample.user_regs.values[0], 77);
	CHECK_INT(round_queue_shorten(&raw, &cut, 512, to), 0);
	r.size = 64; /* damaged: left to whoever decodes it */
	CHECK_INT(round_queue_shorten(&raw, &r, 512, to), 0);
	sample_scratch_done(&scratch);
	events_done(&raw);
}

TEST_MAIN
