/* Every field of a sample, in either byte order, cut at every length. The layout is that of PERF_RECORD_SAMPLE in
 * perf_event_open(2): sample_type says which fields are there, so that one misread shifts all behind it.
 *
 * Needs nothing of the machine. A failure means that the decoder is broken in this build. */
#include <string.h>
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"
#include "selftest/selftest.h"

#define FIELDS                                                                                                    \
	(SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR | SAMPLE_CPU | SAMPLE_PERIOD |    \
	 SAMPLE_CALLCHAIN | SAMPLE_RAW | SAMPLE_REGS_USER | SAMPLE_STACK_USER | SAMPLE_WEIGHT | SAMPLE_DATA_SRC | \
	 SAMPLE_TRANSACTION | SAMPLE_PHYS_ADDR | SAMPLE_CGROUP)
#define REGS_MASK 0x103ull /* three registers */

/* What is written: each field has a value of its own, so that one in the place of another is noticed. */
static const uint64_t chain[] = { CONTEXT_USER, 0x401000, 0x402000 }, registers[] = { 1, 2, 3 };
static const uint8_t raw[12] = "raw payload", stack[8] = "stack";
static const struct sample written = { .id = 77,
				       .ip = 0x401000,
				       .pid = 10,
				       .tid = 11,
				       .time_ns = 123456789,
				       .addr = 0xdead0000,
				       .cpu = 3,
				       .period = 4000,
				       .nr_callchain = 3,
				       .callchain = chain,
				       .raw_size = sizeof(raw),
				       .raw = raw,
				       .user_regs = { .abi = 2, .mask = REGS_MASK, .values = registers },
				       .stack_size = sizeof(stack),
				       .stack_dyn_size = sizeof(stack),
				       .stack = stack,
				       .weight = 9,
				       .data_src = 0x68100142,
				       .transaction = 5,
				       .phys_addr = 0x7000,
				       .cgroup = 42,
				       .misc = CPUMODE_USER };

/* Encodes a sample with many fields, decodes it, and then decodes it cut to each smaller multiple of 8 bytes, which
 * must be refused. */
static void check(struct selftest_run *run, bool swap)
{
	struct event_attr attr = {
		.type = ATTR_TYPE_SOFTWARE, .sample_type = FIELDS, .sample_regs_user = REGS_MASK, .sample_stack_user = 8
	};
	struct sample_scratch scratch = { 0 };
	struct perf_events events;
	struct outbuf out;
	struct sample sample;

	events_init(&events);
	out_init(&out, -1);
	/* numbers are written and read in the other byte order then */
	out.swap = swap;
	struct perf_event *event = events_add(&events, &attr, NULL);
	SELFTEST_EQUAL(run, sample_encode(&out, event, &written), 0);
	struct record record = { .type = RECORD_SAMPLE,
				 .misc = CPUMODE_USER,
				 .size = (uint16_t)out.size,
				 .swap = swap,
				 .data = (const uint8_t *)out.data };
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
	SELFTEST_EQUAL(run, sample.raw_size, sizeof(raw));
	if (sample.raw_size == sizeof(raw)) SELFTEST_CHECK(run, memcmp(sample.raw, raw, sizeof(raw)) == 0);
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

	/* records are multiples of 8 bytes long */
	for (uint16_t size = 8; size < out.size; size += 8) {
		record.size = size;
		if (sample_decode(event, &record, &scratch, &sample) >= 0)
			selftest_fail(run, __FILE__, __LINE__, "a sample cut to %u bytes was accepted", size);
	}
	sample_scratch_done(&scratch);
	out_done(&out);
	events_done(&events);
}

static void native(struct selftest_run *run) { check(run, false); }
static void foreign(struct selftest_run *run) { check(run, true); }

static const struct selftest_case cases[] = { { "This machine's byte order", native },
					      { "The other byte order", foreign },
					      { NULL, NULL } };
const struct selftest selftest_check_sample = { .name = "Sample parsing", .cases = cases };
