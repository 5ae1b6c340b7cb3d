/* Every field of a sample, in either byte order, cut at every length. */
#include <string.h>
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"
#include "selftest/selftest.h"

struct bytes_out {
	uint8_t data[1024];
	size_t size;
	bool swap;
};

static void put_u32(struct bytes_out *to, uint32_t v)
{
	if (to->swap) v = __builtin_bswap32(v);
	memcpy(to->data + to->size, &v, sizeof(v));
	to->size += sizeof(v);
}
static void put_u64(struct bytes_out *to, uint64_t v)
{
	if (to->swap) v = __builtin_bswap64(v);
	memcpy(to->data + to->size, &v, sizeof(v));
	to->size += sizeof(v);
}

#define FIELDS                                                                                                    \
	(SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR | SAMPLE_CPU | SAMPLE_PERIOD |    \
	 SAMPLE_CALLCHAIN | SAMPLE_RAW | SAMPLE_REGS_USER | SAMPLE_STACK_USER | SAMPLE_WEIGHT | SAMPLE_DATA_SRC | \
	 SAMPLE_TRANSACTION | SAMPLE_PHYS_ADDR | SAMPLE_CGROUP)
#define REGS_MASK 0x103ull /* three registers */

static struct record build(struct bytes_out *to, bool swap)
{
	*to = (struct bytes_out){ .size = 8, .swap = swap };
	put_u64(to, 77);       /* identifier */
	put_u64(to, 0x401000); /* ip */
	put_u32(to, 10);
	put_u32(to, 11);         /* pid, tid */
	put_u64(to, 123456789);  /* time */
	put_u64(to, 0xdead0000); /* addr */
	put_u32(to, 3);
	put_u32(to, 0);    /* cpu */
	put_u64(to, 4000); /* period */
	put_u64(to, 3);    /* callchain */
	put_u64(to, CONTEXT_USER);
	put_u64(to, 0x401000);
	put_u64(to, 0x402000);
	put_u32(to, 12);
	put_u32(to, 0x01020304);
	put_u64(to, 0x1122334455667788); /* raw: 4 + 12 bytes */
	put_u64(to, 2);                  /* user registers: 64-bit */
	put_u64(to, 1);
	put_u64(to, 2);
	put_u64(to, 3);
	put_u64(to, 8);
	put_u64(to, 0x5555);
	put_u64(to, 8);          /* stack */
	put_u64(to, 9);          /* weight */
	put_u64(to, 0x68100142); /* data source */
	put_u64(to, 5);          /* transaction */
	put_u64(to, 0x7000);     /* physical address */
	put_u64(to, 42);         /* cgroup */
	return (struct record){
		.type = RECORD_SAMPLE, .misc = CPUMODE_USER, .size = (uint16_t)to->size, .swap = swap, .data = to->data
	};
}

static void check(struct selftest_run *run, bool swap)
{
	struct event_attr attr = {
		.type = ATTR_TYPE_SOFTWARE, .sample_type = FIELDS, .sample_regs_user = REGS_MASK, .sample_stack_user = 8
	};
	struct sample_scratch scratch = { 0 };
	struct perf_events events;
	struct bytes_out bytes;
	struct record record = build(&bytes, swap);
	struct sample sample;

	events_init(&events);
	struct perf_event *event = events_add(&events, &attr, NULL);
	SELFTEST_EQUAL(run, sample_decode(event, &record, &scratch, &sample), 0);
	SELFTEST_EQUAL(run, sample.id, 77);
	SELFTEST_EQUAL(run, sample.ip, 0x401000);
	SELFTEST_EQUAL(run, sample.pid, 10);
	SELFTEST_EQUAL(run, sample.tid, 11);
	SELFTEST_EQUAL(run, sample.time_ns, 123456789);
	SELFTEST_EQUAL(run, sample.addr, 0xdead0000);
	SELFTEST_EQUAL(run, sample.cpu, 3);
	SELFTEST_EQUAL(run, sample.period, 4000);
	SELFTEST_EQUAL(run, sample.nr_callchain, 3);
	if (sample.nr_callchain == 3)
		SELFTEST_CHECK(run, sample.callchain[0] == CONTEXT_USER && sample.callchain[2] == 0x402000);
	SELFTEST_EQUAL(run, sample.raw_size, 12);
	SELFTEST_EQUAL(run, sample.user_regs.abi, 2);
	if (sample.user_regs.values) SELFTEST_EQUAL(run, sample.user_regs.values[2], 3);
	SELFTEST_EQUAL(run, sample.stack_size, 8);
	SELFTEST_EQUAL(run, sample.stack_dyn_size, 8);
	SELFTEST_EQUAL(run, sample.weight, 9);
	SELFTEST_EQUAL(run, sample.data_src, 0x68100142);
	SELFTEST_EQUAL(run, sample.transaction, 5);
	SELFTEST_EQUAL(run, sample.phys_addr, 0x7000);
	SELFTEST_EQUAL(run, sample.cgroup, 42);
	SELFTEST_EQUAL(run, sample.cpumode, CPUMODE_USER);

	for (uint16_t size = 8; size < bytes.size; size += 8) {
		record.size = size;
		if (sample_decode(event, &record, &scratch, &sample) >= 0)
			selftest_fail(run, __FILE__, __LINE__, "a sample cut to %u bytes was accepted", size);
	}
	sample_scratch_done(&scratch);
	events_done(&events);
}

static void native(struct selftest_run *run) { check(run, false); }
static void foreign(struct selftest_run *run) { check(run, true); }

static const struct selftest_case cases[] = { { "This machine's byte order", native },
					      { "The other byte order", foreign },
					      { NULL, NULL } };
const struct selftest selftest_check_sample = { .name = "Sample parsing", .cases = cases };
