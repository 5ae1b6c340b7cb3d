/* What is decoded and what is encoded are the same, for every type of record and every field of samples. */
#include "tests/unit/test.h"
#include <errno.h>
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"

static uint64_t seed = 1;
static uint64_t next_random(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 16;
}

static struct record record_of(const struct outbuf *out, uint32_t type)
{
	struct cursor c = cursor_of(out->data, out->size, out->swap);
	CHECK_INT(cursor_u32(&c), type);
	struct record r = { .type = type, .misc = cursor_u16(&c), .swap = out->swap };
	CHECK_INT(cursor_u16(&c), out->size);
	r.data = (const uint8_t *)out->data;
	r.size = (uint16_t)out->size;
	return r;
}

static bool encode(const struct record *r, const union record_fields *fields, bool swap, struct outbuf *out)
{
	out_init(out, -1);
	out->swap = swap;
	return record_encode(out, (struct record_envelope){ .type = r->type, .misc = r->misc }, fields) == 0;
}

static bool are_equal(const struct outbuf *a, const struct outbuf *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Fields -> bytes in the other order -> fields -> bytes: as fields -> bytes. */
static void check_fields(const struct record *r, const union record_fields *fields)
{
	struct outbuf here, other, back;
	union record_fields again;
	bool plain_bytes = r->type == RECORD_HEADER_ATTR; /* the attr is bytes, of which one part is its size */
	CHECK(encode(r, fields, false, &here) && encode(r, fields, !plain_bytes, &other));
	struct record written = record_of(&other, r->type);
	CHECK_INT(written.misc, r->misc);
	CHECK_INT(record_decode(&written, &again), 0);
	CHECK(encode(&written, &again, false, &back));
	CHECK(are_equal(&here, &back));
	out_done(&here);
	out_done(&other);
	out_done(&back);
}

/* Bytes that are a sound record of this type: numbers at random, counts and sizes small. */
static size_t random_record(uint32_t type, uint8_t *bytes)
{
	size_t size = 8 + 8 * (1 + next_random() % 24);
	uint16_t misc = (uint16_t)next_random(), record_size;
	for (size_t i = 8; i < size; i++) bytes[i] = (uint8_t)(next_random() % 3 ? next_random() % 5 : next_random());
	if (type == RECORD_SWITCH || next_random() % 2)
		for (size_t i = 16; i < size; i += 8) bytes[i - 1] = 0;
	bytes[size - 1] = 0;
	for (size_t at = 8; at < 24 && at < size; at += 8) { /* where counts are */
		uint64_t count = next_random() % 3;
		if (next_random() % 2) memcpy(bytes + at, &count, 8);
	}
	record_size = (uint16_t)size;
	memcpy(bytes, &type, 4);
	memcpy(bytes + 4, &misc, 2);
	memcpy(bytes + 6, &record_size, 2);
	return size;
}

TEST(fields_of_all_types)
{
	static const uint32_t types[] = {
#define RECORD(NAME, number, layout) number,
#include "perfdata/format/record_type.def"
#undef RECORD
	};
	for (size_t t = 0; t < ARRAY_SIZE(types); t++) {
		unsigned nr_sound = 0;
		for (unsigned n = 0; n < 3000; n++) {
			uint64_t words[32];
			union record_fields fields;
			size_t size = random_record(types[t], (uint8_t *)words);
			uint16_t misc;
			memcpy(&misc, (uint8_t *)words + 4, 2);
			struct record r = {
				.type = types[t], .misc = misc, .size = (uint16_t)size, .data = (uint8_t *)words
			};
			if (types[t] == RECORD_HEADER_ATTR) words[1] = 64 | (uint64_t)64 << 32;
			if (record_decode(&r, &fields) < 0) continue;
			check_fields(&r, &fields);
			nr_sound++;
		}
		if (nr_sound < 20) fprintf(stderr, "type %u: %u\n", types[t], nr_sound);
		CHECK(nr_sound >= 20);
	}
}

/* The trailer, for each of its bits. */
TEST(trailer)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		for (unsigned bit = 0; bit < 25; bit++) {
			struct event_attr attr = { .sample_type = 1ull << bit | SAMPLE_TID,
						   .flags = ATTR_SAMPLE_ID_ALL };
			struct perf_events events;
			events_init(&events);
			const struct perf_event *event = events_add(&events, &attr, "e");
			struct sample_id id = { .present = event_trailer_bits(&attr),
						.pid = 1,
						.tid = 2,
						.cpu = 3,
						.time_ns = 4,
						.id = 5,
						.stream_id = 6 },
					 got;
			struct outbuf out;
			out_init(&out, -1);
			out.swap = swap;
			CHECK_INT(record_encode_lost(&out, (struct record_envelope){ .type = RECORD_LOST, .id = &id },
						     &(struct record_lost){ 1, 2 }),
				  0);
			CHECK_INT(out.size, 24 + event->trailer_size);
			struct record r = record_of(&out, RECORD_LOST);
			CHECK_INT(events_sample_id(&events, &r, &got), 0);
			CHECK_INT(got.present, id.present);
			CHECK_INT(got.tid, 2);
			if (got.present & SAMPLE_CPU) CHECK_INT(got.cpu, 3);
			if (got.present & SAMPLE_TIME) CHECK_INT(got.time_ns, 4);
			if (got.present & (SAMPLE_ID | SAMPLE_IDENTIFIER)) CHECK_INT(got.id, 5);
			if (got.present & SAMPLE_STREAM_ID) CHECK_INT(got.stream_id, 6);
			out_done(&out);
			events_done(&events);
		}
	}
}

TEST(too_long)
{
	char *text = malloc(70000);
	struct outbuf out;
	out_init(&out, -1);
	memset(text, 'x', 69999);
	text[69999] = 0;
	out_u64(&out, 7);
	CHECK_INT(record_encode_comm(&out, (struct record_envelope){ .type = RECORD_COMM },
				     &(struct record_comm){ .comm = text }),
		  -E2BIG);
	CHECK_INT(out.size, 8);
	out_done(&out);
	free(text);
}

#define CHECK_SAME(field) CHECK_INT((int64_t)again.field, (int64_t)s.field)

static void check_sample(const struct event_attr *attr)
{
	struct perf_events events;
	events_init(&events);
	const struct perf_event *event = events_add(&events, attr, "e");
	static const uint64_t chain[] = { CONTEXT_USER, 0x401000, 0x402000 }, regs[] = { 1, 2, 3 },
			      counters[] = { 9, 8 };
	static const struct branch_entry branches[] = { { 1, 2, 0x1ff3f2345 }, { 4, 5, 1 } };
	static const struct read_value values[] = { { 10, 20, 30 }, { 11, 21, 31 } };
	static const uint8_t bytes[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
	bool is_struct = attr->sample_type & SAMPLE_WEIGHT_STRUCT;
	const struct sample s = { .misc = CPUMODE_USER,
				  .ip = 0x1122334455667788,
				  .time_ns = 2,
				  .addr = 3,
				  .id = 4,
				  .stream_id = 5,
				  .period = 6,
				  .pid = 7,
				  .tid = 8,
				  .cpu = 9,
				  .read_enabled_ns = 10,
				  .read_running_ns = 11,
				  .nr_read = attr->read_format & READ_GROUP ? 2 : 1,
				  .read = values,
				  .nr_callchain = 3,
				  .callchain = chain,
				  .raw_size = 12,
				  .raw = bytes,
				  .nr_branches = 2,
				  .branch_hw_idx = 77,
				  .branches = branches,
				  .branch_counters = counters,
				  .user_regs = { 2, 0x15, regs },
				  .intr_regs = { 1, 0x7, regs },
				  .stack_size = 16,
				  .stack_dyn_size = 8,
				  .stack = bytes,
				  .weight = is_struct ? 0x12345678 : 0x123456789abcdef0,
				  .ins_lat = is_struct ? 0x2345 : 0,
				  .p_stage_cyc = is_struct ? 0x6789 : 0,
				  .data_src = 21,
				  .transaction = 22,
				  .phys_addr = 23,
				  .cgroup = 24,
				  .data_page_size = 25,
				  .code_page_size = 26,
				  .aux_size = 8,
				  .aux = bytes };
	for (int swap = 0; swap < 2; swap++) {
		struct outbuf out, second;
		struct sample again;
		struct sample_scratch scratch = { 0 };
		out_init(&out, -1);
		out_init(&second, -1);
		out.swap = second.swap = swap;
		CHECK_INT(sample_encode(&out, event, &s), 0);
		struct record r = record_of(&out, RECORD_SAMPLE);
		CHECK_INT(sample_decode(event, &r, &scratch, &again), 0);
		CHECK_INT(again.present, attr->sample_type);
		if (attr->sample_type & SAMPLE_IP) CHECK_SAME(ip);
		if (attr->sample_type & SAMPLE_TIME) CHECK_SAME(time_ns);
		if (attr->sample_type & SAMPLE_TID) CHECK_SAME(pid);
		if (attr->sample_type & SAMPLE_TID) CHECK_SAME(tid);
		if (attr->sample_type & SAMPLE_CPU) CHECK_SAME(cpu);
		if (attr->sample_type & SAMPLE_ADDR) CHECK_SAME(addr);
		if (attr->sample_type & (SAMPLE_ID | SAMPLE_IDENTIFIER)) CHECK_SAME(id);
		if (attr->sample_type & SAMPLE_STREAM_ID) CHECK_SAME(stream_id);
		if (attr->sample_type & SAMPLE_PERIOD) CHECK_SAME(period);
		if (attr->sample_type & SAMPLE_READ) {
			CHECK_SAME(nr_read);
			for (uint32_t i = 0; i < s.nr_read; i++) CHECK_SAME(read[i].value);
			for (uint32_t i = 0; i < s.nr_read && attr->read_format & READ_ID; i++) CHECK_SAME(read[i].id);
			for (uint32_t i = 0; i < s.nr_read && attr->read_format & READ_LOST; i++)
				CHECK_SAME(read[i].lost);
			if (attr->read_format & READ_TOTAL_TIME_ENABLED) CHECK_SAME(read_enabled_ns);
			if (attr->read_format & READ_TOTAL_TIME_RUNNING) CHECK_SAME(read_running_ns);
		}
		if (attr->sample_type & SAMPLE_CALLCHAIN) {
			CHECK_SAME(nr_callchain);
			CHECK(again.callchain && memcmp(again.callchain, chain, sizeof(chain)) == 0);
		}
		if (attr->sample_type & SAMPLE_RAW) {
			CHECK_SAME(raw_size);
			CHECK(again.raw && memcmp(again.raw, bytes, 12) == 0);
		}
		if (attr->sample_type & SAMPLE_BRANCH_STACK) {
			CHECK_SAME(nr_branches);
			CHECK(again.branches && memcmp(again.branches, branches, sizeof(branches)) == 0);
			if (attr->branch_sample_type & BRANCH_HW_INDEX) CHECK_SAME(branch_hw_idx);
			if (attr->branch_sample_type & BRANCH_COUNTERS) CHECK_SAME(branch_counters[1]);
		}
		if (attr->sample_type & SAMPLE_REGS_USER) {
			CHECK_SAME(user_regs.abi);
			CHECK_INT(again.user_regs.mask, attr->sample_regs_user);
			CHECK_INT(again.user_regs.values[0], attr->sample_regs_user & 1 ? 1 : 2);
		}
		if (attr->sample_type & SAMPLE_REGS_INTR) CHECK_SAME(intr_regs.values[2]);
		if (attr->sample_type & SAMPLE_STACK_USER) {
			CHECK_SAME(stack_size);
			CHECK_SAME(stack_dyn_size);
			CHECK(again.stack && memcmp(again.stack, bytes, 16) == 0);
		}
		if (attr->sample_type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT)) {
			CHECK_SAME(weight);
			CHECK_SAME(ins_lat);
			CHECK_SAME(p_stage_cyc);
		}
		if (attr->sample_type & SAMPLE_DATA_SRC) CHECK_SAME(data_src);
		if (attr->sample_type & SAMPLE_TRANSACTION) CHECK_SAME(transaction);
		if (attr->sample_type & SAMPLE_PHYS_ADDR) CHECK_SAME(phys_addr);
		if (attr->sample_type & SAMPLE_CGROUP) CHECK_SAME(cgroup);
		if (attr->sample_type & SAMPLE_DATA_PAGE_SIZE) CHECK_SAME(data_page_size);
		if (attr->sample_type & SAMPLE_CODE_PAGE_SIZE) CHECK_SAME(code_page_size);
		if (attr->sample_type & SAMPLE_AUX) CHECK(again.aux_size == 8 && memcmp(again.aux, bytes, 8) == 0);
		CHECK_INT(sample_encode(&second, event, &again), 0);
		CHECK(are_equal(&out, &second));
		out_done(&out);
		out_done(&second);
		sample_scratch_done(&scratch);
	}
	events_done(&events);
}

TEST(samples_of_each_bit)
{
	struct event_attr attr = { .sample_regs_user = 0x15,
				   .sample_regs_intr = 7,
				   .branch_sample_type = BRANCH_HW_INDEX | BRANCH_COUNTERS,
				   .read_format = READ_GROUP | READ_ID };
	for (unsigned bit = 0; bit < 25; bit++) {
		attr.sample_type = 1ull << bit;
		check_sample(&attr);
	}
	attr.sample_type = ((1ull << 25) - 1) & ~(uint64_t)SAMPLE_WEIGHT;
	check_sample(&attr);
	attr.sample_type = SAMPLE_READ | SAMPLE_IP;
	for (attr.read_format = 0; attr.read_format < 32; attr.read_format++) check_sample(&attr);
	attr.sample_type = SAMPLE_REGS_USER | SAMPLE_IP; /* fewer registers than the sample has */
	attr.sample_regs_user = 4;
	check_sample(&attr);
	attr.sample_type = SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = 0;
	check_sample(&attr);
}

TEST_MAIN
