/* Samples with every field, of both byte orders, whole and cut. */
#include <errno.h>
#include "perfdata/record/sample.h"
#include "tests/unit/perfdata/bytes.h"
#include "tests/unit/test.h"

#define EVERYTHING ((1ull << 24) - 1) /* WEIGHT and not WEIGHT_STRUCT */

static const struct attr_fields everything = {
	.sample_type = EVERYTHING,
	.read_format = 31,
	.flags = ATTR_SAMPLE_ID_ALL,
	.branch = BRANCH_HW_INDEX | BRANCH_COUNTERS,
	.regs_user = 0x8001,
	.regs_intr = 6,
	.stack = 16,
};

static struct event_attr decode_attr(const struct attr_fields *fields, bool swap)
{
	struct bytes b;
	struct event_attr attr = { 0 };
	bytes_init(&b, swap);
	put_attr(&b, fields);
	struct cursor c = cursor_of(b.out.data, b.out.size, swap);
	CHECK_INT(attr_decode(&c, 136, &attr), 0);
	bytes_done(&b);
	return attr;
}

/* The flags word of a branch as the recorder's compiler laid out its bit fields. */
static void put_branch_flags(struct bytes *b, bool mispred, unsigned cycles, unsigned type)
{
	bool big_endian = b->out.swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (big_endian) put64(b, (uint64_t)mispred << 63 | (uint64_t)cycles << 44 | (uint64_t)type << 40);
	else put64(b, (uint64_t)mispred | (uint64_t)cycles << 4 | (uint64_t)type << 20);
}

static size_t put_everything(struct bytes *b)
{
	size_t at = record_begin(&b->out, RECORD_SAMPLE, CPUMODE_USER | MISC_EXACT_IP);
	put64(b, 1000); /* IDENTIFIER */
	put64(b, 0x401000);
	put32(b, 10);
	put32(b, 11);
	put64(b, 123456789);
	put64(b, 0xabc);
	put64(b, 1001); /* ID */
	put64(b, 1002);
	put32(b, 3);
	put32(b, 0);
	put64(b, 99);
	put64(b, 2);
	put64(b, 500);
	put64(b, 400); /* READ: group of two, enabled, running */
	put64(b, 51);
	put64(b, 61);
	put64(b, 71);
	put64(b, 52);
	put64(b, 62);
	put64(b, 72);
	put64(b, 3);
	put64(b, CONTEXT_USER);
	put64(b, 0x401000);
	put64(b, 0x402000);
	put32(b, 4);
	out_mem(&b->out, "RAWx", 4);
	put64(b, 1);
	put64(b, 5);
	put64(b, 0x1111);
	put64(b, 0x2222);
	put_branch_flags(b, true, 77, 4);
	put64(b, 9);
	put64(b, 2);
	put64(b, 0xa0);
	put64(b, 0xa1);
	put64(b, 16);
	out_mem(&b->out, "0123456789abcdef", 16);
	put64(b, 8);
	put64(b, 0x1234);
	put64(b, 0x68100142);
	put64(b, 0x55);
	put64(b, 1);
	put64(b, 0xb0);
	put64(b, 0xb1);
	put64(b, 0x7777000);
	put64(b, 66);
	put64(b, 4096);
	put64(b, 2097152);
	put64(b, 8);
	out_mem(&b->out, "AUXDATA!", 8);
	(void)record_end(&b->out, at);
	return at;
}

TEST(every_field)
{
	for (int swap = 0; swap < 2; swap++) {
		struct event_attr attr = decode_attr(&everything, swap);
		struct perf_events events;
		struct sample_scratch scratch = { 0 };
		struct sample s;
		struct bytes b;
		events_init(&events);
		const struct perf_event *event = events_add(&events, &attr, NULL);
		bytes_init(&b, swap);
		struct record r = record_at(&b, put_everything(&b));
		CHECK_INT(sample_decode(event, &r, &scratch, &s), 0);
		CHECK_INT(s.present, EVERYTHING);
		CHECK_INT(s.cpumode, CPUMODE_USER);
		CHECK_INT(s.ip, 0x401000);
		CHECK_INT(s.pid, 10);
		CHECK_INT(s.tid, 11);
		CHECK_INT(s.time_ns, 123456789);
		CHECK_INT(s.addr, 0xabc);
		CHECK_INT(s.id, 1001);
		CHECK_INT(s.stream_id, 1002);
		CHECK_INT(s.cpu, 3);
		CHECK_INT(s.period, 99);
		CHECK_INT(s.nr_read, 2);
		CHECK_INT(s.read_enabled_ns, 500);
		CHECK_INT(s.read_running_ns, 400);
		CHECK_INT(s.read[1].value, 52);
		CHECK_INT(s.read[1].id, 62);
		CHECK_INT(s.read[1].lost, 72);
		CHECK_INT(s.nr_callchain, 3);
		CHECK(s.callchain[0] == CONTEXT_USER);
		CHECK_INT(s.callchain[2], 0x402000);
		CHECK_INT(s.raw_size, 4);
		CHECK(memcmp(s.raw, "RAWx", 4) == 0);
		CHECK_INT(s.nr_branches, 1);
		CHECK_INT(s.branch_hw_idx, 5);
		CHECK_INT(s.branches[0].from, 0x1111);
		CHECK_INT(s.branches[0].to, 0x2222);
		CHECK_INT(s.branches[0].flags, 1 | 77 << 4 | 4 << 20);
		CHECK_INT(s.branch_counters[0], 9);
		CHECK_INT(s.user_regs.abi, 2);
		CHECK_INT(s.user_regs.values[1], 0xa1);
		CHECK_INT(s.intr_regs.abi, 1);
		CHECK_INT(s.intr_regs.values[0], 0xb0);
		CHECK_INT(s.stack_size, 16);
		CHECK_INT(s.stack_dyn_size, 8);
		CHECK(memcmp(s.stack, "0123", 4) == 0);
		CHECK_INT(s.weight, 0x1234);
		CHECK_INT(s.data_src, 0x68100142);
		CHECK_INT(s.transaction, 0x55);
		CHECK_INT(s.phys_addr, 0x7777000);
		CHECK_INT(s.cgroup, 66);
		CHECK_INT(s.data_page_size, 4096);
		CHECK_INT(s.code_page_size, 2097152);
		CHECK_INT(s.aux_size, 8);
		CHECK(memcmp(s.aux, "AUXDATA!", 8) == 0);
		CHECK_INT(events_record_time(&events, &r), 123456789);

		/* cut anywhere: refused, and what is said to be present was there */
		for (uint16_t size = 8; size < r.size; size++) {
			uint8_t *copy = malloc(size);
			memcpy(copy, r.data, size);
			struct record cut = r;
			cut.data = copy;
			cut.size = size;
			CHECK_INT(sample_decode(event, &cut, &scratch, &s), -EBADMSG);
			CHECK((s.present & ~EVERYTHING) == 0 && s.present != EVERYTHING);
			free(copy);
		}
		sample_scratch_done(&scratch);
		bytes_done(&b);
		events_done(&events);
	}
}

/* Any word of a sample set to a large number: a count that does not fit must be refused, not believed. */
TEST(hostile_counts)
{
	struct event_attr attr = decode_attr(&everything, false);
	struct perf_events events;
	struct sample_scratch scratch = { 0 };
	struct bytes b;
	events_init(&events);
	const struct perf_event *event = events_add(&events, &attr, NULL);
	bytes_init(&b, false);
	struct record r = record_at(&b, put_everything(&b));
	static const uint64_t evil[] = { UINT64_MAX, UINT64_MAX / 8, 1ull << 61, 0x2000, 0 };
	for (size_t off = 8; off + 8 <= r.size; off += 4) {
		for (size_t k = 0; k < ARRAY_SIZE(evil); k++) {
			uint8_t *copy = malloc(r.size);
			struct sample s;
			memcpy(copy, r.data, r.size);
			memcpy(copy + off, &evil[k], 8);
			struct record changed = r;
			changed.data = copy;
			int got = sample_decode(event, &changed, &scratch, &s);
			CHECK(got == 0 || got == -EBADMSG);
			CHECK(s.nr_callchain < 100 && s.nr_branches < 100 && s.raw_size <= r.size &&
			      s.stack_size <= r.size && s.nr_read < 100);
			free(copy);
		}
	}
	sample_scratch_done(&scratch);
	bytes_done(&b);
	events_done(&events);
}

/* One struct for samples of all layouts, whole and cut: nothing of one is left in the next. */
TEST(decoding_again)
{
	struct attr_fields plain = { .sample_type = SAMPLE_TID | SAMPLE_TIME | SAMPLE_RAW, .period = 1 },
			   bare = { .sample_type = SAMPLE_IP, .period = 2 },
			   chain = { .sample_type = SAMPLE_IP | SAMPLE_CALLCHAIN | SAMPLE_RAW, .period = 3 };
	struct event_attr attrs[] = { decode_attr(&everything, false), decode_attr(&plain, false),
				      decode_attr(&bare, false), decode_attr(&chain, false) };
	struct perf_events events;
	struct sample_scratch scratch = { 0 }, other_scratch = { 0 };
	struct bytes b;
	events_init(&events);
	bytes_init(&b, false);
	size_t at[4];
	at[0] = put_everything(&b);
	at[1] = record_begin(&b.out, RECORD_SAMPLE, 0);
	put64(&b, 77);
	put64(&b, 1234);
	put32(&b, 4);
	put32(&b, 99);
	(void)record_end(&b.out, at[1]);
	at[2] = record_begin(&b.out, RECORD_SAMPLE, 0);
	put64(&b, 0x1000);
	(void)record_end(&b.out, at[2]);
	at[3] = record_begin(&b.out, RECORD_SAMPLE, 0);
	put64(&b, 0x2000);
	put64(&b, 2);
	put64(&b, 0x2000);
	put64(&b, 0x3000);
	put32(&b, 4);
	put32(&b, 99);
	(void)record_end(&b.out, at[3]);
	for (size_t i = 0; i < ARRAY_SIZE(attrs); i++) CHECK(events_add(&events, &attrs[i], NULL) != NULL);
	struct sample again = { 0 }, fresh;
	static const struct {
		unsigned char event, cut_bytes;
	} rows[] = { { 1, 0 }, { 1, 4 },  { 2, 0 }, { 0, 0 }, { 1, 0 },  { 0, 16 }, { 2, 0 }, { 1, 8 },
		     { 2, 0 }, { 2, 4 },  { 1, 0 }, { 3, 0 }, { 3, 12 }, { 2, 0 },  { 3, 0 }, { 1, 0 },
		     { 3, 0 }, { 3, 24 }, { 1, 0 }, { 3, 4 }, { 0, 0 },  { 3, 0 },  { 3, 0 } };
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct record r = record_at(&b, at[rows[i].event]);
		r.size = (uint16_t)(r.size - rows[i].cut_bytes);
		memset(&fresh, 0, sizeof(fresh));
		/* every other one stands where its words cannot be read in place */
		_Alignas(8) uint8_t copy[4096];
		CHECK(r.size < sizeof(copy) - 8);
		memcpy(copy + i % 2 * 4, r.data, r.size);
		r.data = copy + i % 2 * 4;
		int rc = sample_decode(events.items[rows[i].event], &r, &other_scratch, &fresh);
		CHECK_INT(sample_decode_again(events.items[rows[i].event], &r, &scratch, &again), rc);
		if (again.nr_callchain && again.callchain != fresh.callchain) { /* each has its own words */
			CHECK_INT(again.nr_callchain, fresh.nr_callchain);
			CHECK(memcmp(again.callchain, fresh.callchain, fresh.nr_callchain * 8) == 0);
			fresh.callchain = again.callchain;
		}
		if (rc == 0 && rows[i].event) CHECK(memcmp(&again, &fresh, sizeof(fresh)) == 0);
		CHECK_INT(again.present, fresh.present);
	}
	sample_scratch_done(&scratch);
	sample_scratch_done(&other_scratch);
	bytes_done(&b);
	events_done(&events);
}

TEST(events_by_near_and_far_ids)
{
	struct attr_fields fields = { .sample_type = SAMPLE_IDENTIFIER | SAMPLE_IP };
	struct event_attr attr = decode_attr(&fields, false);
	struct perf_events events;
	events_init(&events);
	struct perf_event *a = events_add(&events, &attr, "a"), *b = events_add(&events, &attr, "b");
	static const uint64_t of_a[] = { 100, 103 }, of_b[] = { 90, 120, 101 };
	events_add_ids(&events, a, of_a, 2);
	events_add_ids(&events, b, of_b, 3);
	for (uint64_t id = 0; id < 200; id++)
		CHECK(events_by_id(&events, id) == (id == 100 || id == 103               ? a
						    : id == 90 || id == 120 || id == 101 ? b
											 : NULL));
	static const uint64_t far[] = { 1ull << 40, UINT64_MAX, 0 };
	events_add_ids(&events, a, far, 3);
	CHECK(events_by_id(&events, 1ull << 40) == a && events_by_id(&events, UINT64_MAX) == a &&
	      events_by_id(&events, 0) == a);
	CHECK(events_by_id(&events, 120) == b && events_by_id(&events, 103) == a && !events_by_id(&events, 102));
	events_done(&events);
}

TEST(weight_struct_and_bare_samples)
{
	for (int swap = 0; swap < 2; swap++) {
		struct attr_fields fields = { .sample_type = SAMPLE_IP | SAMPLE_WEIGHT_STRUCT, .period = 4000 };
		struct event_attr attr = decode_attr(&fields, swap);
		struct perf_events events;
		struct sample_scratch scratch = { 0 };
		struct sample s;
		struct bytes b;
		events_init(&events);
		const struct perf_event *event = events_add(&events, &attr, NULL);
		bytes_init(&b, swap);
		size_t at = record_begin(&b.out, RECORD_SAMPLE, 0);
		put64(&b, 0x1000);
		put64(&b, 0x0003000200000001);
		(void)record_end(&b.out, at);
		struct record r = record_at(&b, at);
		CHECK_INT(sample_decode(event, &r, &scratch, &s), 0);
		CHECK_INT(s.weight, 1);
		CHECK_INT(s.ins_lat, 2);
		CHECK_INT(s.p_stage_cyc, 3);
		CHECK_INT(s.pid, (uint32_t)-1);
		CHECK_INT(s.time_ns, -1);
		CHECK_INT(s.period, 4000);
		CHECK_INT(events_record_time(&events, &r), -1);
		sample_scratch_done(&scratch);
		bytes_done(&b);
		events_done(&events);
	}
}

TEST_MAIN
