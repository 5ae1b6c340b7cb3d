/* Attrs of every size and both byte orders; names of events. */
#include <errno.h>
#include "event/attr/attr.h"
#include "event/attr/name.h"
#include "tests/unit/test.h"

static struct event_attr full(void)
{
	struct event_attr a = {
		.type = 1,
		.size = 144,
		.config = 2,
		.sample_period = 3,
		.sample_type = 4,
		.read_format = 5,
		.flags = ATTR_DISABLED | ATTR_FREQ | 2ull << ATTR_PRECISE_SHIFT | ATTR_SIGTRAP,
		.wakeup = 7,
		.bp_type = 8,
		.config1 = 9,
		.config2 = 10,
		.branch_sample_type = 11,
		.sample_regs_user = 12,
		.sample_stack_user = 13,
		.clockid = -1,
		.sample_regs_intr = 15,
		.aux_watermark = 16,
		.sample_max_stack = 17,
		.aux_sample_size = 18,
		.aux_action = 19,
		.sig_data = 20,
		.config3 = 21,
		.config4 = 22,
	};
	return a;
}

static void reverse(uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		uint8_t t = p[i];
		p[i] = p[n - 1 - i];
		p[n - 1 - i] = t;
	}
}

/* What a compiler of the other byte order would have written. */
static void to_foreign(uint8_t *p)
{
	static const uint8_t widths[] = { 4, 4, 8, 8, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4,
					  8, 8, 8, 8, 4, 4, 8, 4, 2, 2, 4, 4, 8, 8, 8 };
	uint64_t flags;
	memcpy(&flags, p + 40, 8);
	uint64_t precise = flags >> 15 & 3;
	flags = (flags & ~(3ull << 15)) | (uint64_t)((precise & 1) << 1 | precise >> 1) << 15;
	for (unsigned i = 0; i < 8; i++) {
		uint8_t b = (uint8_t)(flags >> (8 * i)), r = 0;
		for (unsigned k = 0; k < 8; k++) r |= (uint8_t)((b >> k & 1) << (7 - k));
		p[40 + i] = r;
	}
	for (size_t i = 0; i < ARRAY_SIZE(widths); p += widths[i++]) reverse(p, widths[i]);
}

TEST(sizes_and_orders)
{
	for (int swap = 0; swap < 2; swap++) {
		for (uint32_t size = 0; size <= 200; size += 8) {
			struct event_attr in = full(), out = { .type = 99 };
			uint8_t bytes[200];
			memset(bytes, 0xee, sizeof(bytes)); /* an unknown tail */
			attr_encode(&in, 144, bytes);
			if (swap) to_foreign(bytes);
			struct cursor c = cursor_of(bytes, sizeof(bytes), swap);
			int r = attr_decode(&c, size, &out);
			if (size < 64) {
				CHECK_INT(r, -EBADMSG);
				CHECK_INT(out.type, 99);
				continue;
			}
			CHECK_INT(r, 0);
			CHECK_INT(c.pos, size);
			CHECK_INT(out.flags, in.flags);
			CHECK_INT(attr_precise(&out), 2);
			CHECK_INT(out.wakeup, 7);
			CHECK_INT(out.config2, size >= 72 ? 10 : 0);
			CHECK_INT(out.clockid, size >= 96 ? -1 : 0);
			CHECK_INT(out.config4, size >= 144 ? 22 : 0);
		}
	}
}

TEST(smallest_size)
{
	struct event_attr a = { 0 };
	CHECK_INT(attr_smallest_size(&a), 64);
	a.config2 = 1;
	CHECK_INT(attr_smallest_size(&a), 72);
	a.branch_sample_type = 1;
	CHECK_INT(attr_smallest_size(&a), 80);
	a.sample_stack_user = 1;
	CHECK_INT(attr_smallest_size(&a), 96);
	a.sample_regs_intr = 1;
	CHECK_INT(attr_smallest_size(&a), 104);
	a.sample_max_stack = 1;
	CHECK_INT(attr_smallest_size(&a), 112);
	a.aux_sample_size = 1;
	CHECK_INT(attr_smallest_size(&a), 120);
	a.sig_data = 1;
	CHECK_INT(attr_smallest_size(&a), 128);
	a.config3 = 1;
	CHECK_INT(attr_smallest_size(&a), 136);
	a.config4 = 1;
	CHECK_INT(attr_smallest_size(&a), 144);
}

TEST(names)
{
	/* observed on upstream 6.12 */
	static const struct {
		uint32_t type;
		uint64_t config, flags;
		const char *name;
	} cases[] = {
		{ 0, 0, ATTR_EXCLUDE_GUEST, "cycles" },
		{ 0, 0, 0, "cycles:HG" },
		{ 0, 0, ATTR_EXCLUDE_HOST, "cycles:G" },
		{ 0, 0, ATTR_EXCLUDE_HOST | ATTR_EXCLUDE_GUEST, "cycles" },
		{ 0, 0, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV, "cycles:u" },
		{ 0, 0, ATTR_EXCLUDE_USER | ATTR_EXCLUDE_GUEST, "cycles:khH" },
		{ 0, 0, ATTR_EXCLUDE_USER | ATTR_EXCLUDE_HOST, "cycles:khG" },
		{ 0, 0, ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV, "cycles" },
		{ 0, 0, 3ull << ATTR_PRECISE_SHIFT, "cycles:ppp" },
		{ 0, 10, 0, "unknown-hardware:HG" },
		{ 1, 9, ATTR_EXCLUDE_GUEST, "dummy" },
		{ 1, 10, 0, "unknown-software:HG" },
		{ 1, 11, 0, "unknown-software:HG" },
		{ 1, 12, 0, "unknown-software:HG" },
		{ 1, UINT64_MAX, ATTR_EXCLUDE_GUEST, "unknown-software" },
		{ 3, 0x10000, ATTR_EXCLUDE_GUEST, "L1-dcache-load-misses" },
		{ 3, 0x10203, ATTR_EXCLUDE_GUEST, "dTLB-prefetch-misses" },
		{ 3, 0x104, ATTR_EXCLUDE_GUEST, "invalid-cache" },
		{ 3, 7, ATTR_EXCLUDE_GUEST, "unknown-ext-hardware-cache-type" },
		{ 4, 0x1a8, ATTR_EXCLUDE_GUEST, "raw 0x1a8" },
		{ 77, 4, 0, "unknown attr type: 77" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct event_attr a = { .type = cases[i].type, .config = cases[i].config, .flags = cases[i].flags };
		char *name = event_name_of(&a);
		CHECK_STR(name, cases[i].name);
		free(name);
	}
	struct event_attr bp = {
		.type = ATTR_TYPE_BREAKPOINT, .config1 = 0x10, .bp_type = 3, .flags = ATTR_EXCLUDE_GUEST
	};
	char *name = event_name_of(&bp);
	CHECK_STR(name, "mem:0x10:rw");
	free(name);
}

TEST(text)
{
	struct strbuf out = STRBUF_INIT;
	struct event_attr a = { .type = 1,
				.size = 136,
				.config = 1,
				.sample_period = 2000,
				.sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_DATA_SRC,
				.read_format = 20,
				.flags = ATTR_FREQ | 3ull << ATTR_PRECISE_SHIFT };
	attr_format_evlist(&a, NULL, &out);
	CHECK_STR(strbuf_text(&out), "type: 1 (software), size: 136, config: 0x1 (PERF_COUNT_SW_TASK_CLOCK), { "
				     "sample_period, sample_freq }: 2000, "
				     "sample_type: IP|TID|DATA_SRC, read_format: ID|LOST, freq: 1, precise_ip: 3");
	strbuf_clear(&out);
	attr_format_dump(&a, NULL, &out);
	CHECK(strstr(strbuf_text(&out), "  { sample_period, sample_freq }   2000\n") != NULL);
	strbuf_done(&out);
}

TEST(registers)
{
	CHECK_STR(register_name("x86_64", 8), "IP");
	CHECK_STR(register_name("aarch64", 31), "sp");
	CHECK_STR(register_name("armv7l", 13), "sp");
	CHECK_STR(register_name("riscv64", 1), "ra");
	CHECK_STR(register_name("s390x", 33), "PC");
	CHECK_STR(register_name("vax", 1), "unknown");
	CHECK_STR(register_name("x86_64", 200), "unknown");
}

TEST_MAIN
