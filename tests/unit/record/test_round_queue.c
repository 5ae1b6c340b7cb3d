/* Rounds on their way through a rewriter: order, what is held back, and what happens when it is slow. */
#include "record/round_queue.h"

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
static atomic_bool held; /* the rewriter does nothing */
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

static void begin(void *ctx, const struct perf_events *events, const struct perf_events *written)
{
	(void)ctx, (void)events, (void)written;
}
static void know(void *ctx, const void *records, size_t size_bytes) { (void)ctx, (void)records, (void)size_bytes; }

static void see(void *ctx, const void *records, size_t size_bytes)
{
	(void)ctx, (void)records;
	while (atomic_load(&held)) usleep(100);
	if (size_bytes) nr_seen++;
}

/* Each sample becomes its ip. */
static void rewrite(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	(void)ctx;
	nr_rewritten++;
	in_order &= nr_seen == nr_rewritten + 1 || nr_seen == nr_rewritten; /* the next one was seen, or an empty one */
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) out_mem(out, r.data + 8, 8);
}
static const struct sample_rewriter rewriter = { .begin = begin, .know = know, .see = see, .rewrite = rewrite };

static void add(struct rewriting *rewriting, const struct with_stack *s, size_t cut)
{
	struct iovec parts[2] = { { (void *)(uintptr_t)s, cut }, { (uint8_t *)(uintptr_t)s + cut, sizeof(*s) - cut } };
	rewriting_add(rewriting, parts, 2);
}

static unsigned take_in_order(struct rewriting *rewriting, uint64_t *next)
{
	struct iovec part;
	unsigned nr_rounds = 0;
	for (; rewriting_next(rewriting, &part); nr_rounds++) {
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
	struct rewriting *rewriting = rewriting_new(&rewriter, &raw, 0);
	rewriting_end_round(rewriting); /* nothing of nothing */
	for (unsigned round = 0; round < 200; round++) {
		for (unsigned i = 0; i < round % 5 + 1; i++, ip++) {
			const struct with_stack s = make_sample(ip);
			add(rewriting, &s, (round * 8) % sizeof(s));
		}
		rewriting_end_round(rewriting);
		if (round % 3 == 0) rewriting_end_round(rewriting); /* a quiet moment */
		if (round % 7 == 0) taken += take_in_order(rewriting, &next);
		if (round == 100) {
			rewriting_flush(rewriting);
			taken += take_in_order(rewriting, &next);
			CHECK_INT(taken, 101);
			CHECK_INT(next, ip);
		}
	}
	rewriting_flush(rewriting);
	taken += take_in_order(rewriting, &next);
	CHECK_INT(taken, 200);
	CHECK_INT(next, ip);
	CHECK(in_order);
	CHECK_INT(rewriting_counts(rewriting).nr_shortened, 0);
	CHECK_INT(rewriting_counts(rewriting).nr_waited, 0);
	rewriting_free(rewriting);
	events_done(&raw);
}

TEST(a_slow_rewriter_costs_depth_first)
{
	uint64_t next = 0, ip = 0;
	enum { HOLD_BYTES = 64 << 10 };
	make_events();
	atomic_store(&held, true);
	nr_seen = nr_rewritten = 0;
	struct rewriting *rewriting = rewriting_new(&rewriter, &raw, HOLD_BYTES);
	while (!rewriting_is_full(rewriting, false) && ip < 1000) {
		const struct with_stack s = make_sample(ip++);
		add(rewriting, &s, 16);
		rewriting_end_round(rewriting);
	}
	/* 64 KiB of whole samples, a quarter of that in short ones, then no more */
	CHECK(ip > 7 + 30 && ip < 7 + 50);
	CHECK_INT(rewriting_counts(rewriting).nr_shortened, ip - HOLD_BYTES / sizeof(struct with_stack));
	CHECK_INT(rewriting_counts(rewriting).nr_waited, 1);
	atomic_store(&held, false);
	CHECK(!rewriting_is_full(rewriting, true));
	rewriting_flush(rewriting);
	take_in_order(rewriting, &next);
	CHECK_INT(next, ip);
	rewriting_free(rewriting);
	events_done(&raw);
}

TEST(ends_with_rounds_under_way)
{
	make_events();
	struct rewriting *rewriting = rewriting_new(&rewriter, &raw, 0);
	const struct with_stack s = make_sample(1);
	for (unsigned i = 0; i < 50; i++) {
		add(rewriting, &s, 8);
		if (i < 49) rewriting_end_round(rewriting);
	}
	rewriting_free(rewriting);
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
	CHECK_INT(rewriting_shorten(&raw, &r, STACK_BYTES, to), 0);
	size_t size = rewriting_shorten(&raw, &r, 515, to);
	CHECK_INT(size, sizeof(s) - STACK_BYTES + 512);
	cut.size = (uint16_t)size;
	cut.data = to;
	CHECK_INT(sample_decode(raw.items[0], &cut, &scratch, &sample), 0);
	CHECK_INT(sample.stack_size, 512);
	CHECK_INT(sample.stack_dyn_size, 512);
	CHECK(memcmp(sample.stack, s.stack, 512) == 0);
	CHECK_INT(sample.weight, 99);
	CHECK_INT(sample.user_regs.values[0], 77);
	CHECK_INT(rewriting_shorten(&raw, &cut, 512, to), 0);
	r.size = 64; /* damaged: left to whoever decodes it */
	CHECK_INT(rewriting_shorten(&raw, &r, 512, to), 0);
	sample_scratch_done(&scratch);
	events_done(&raw);
}

TEST_MAIN
