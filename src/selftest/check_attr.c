/* What one machine writes into an attr, another reads from it: any size, either byte order.
 *
 * The other byte order is made by hand: each member's bytes are turned round, and in the flags the bits of each byte
 * too, as bit-fields begin at the other end there. Sizes 64 and 200 stand for older and newer kernels, whose attr is
 * shorter or longer than ours. A failure means that recordings of other machines, or of other versions, would be
 * misread. */
#include <string.h>
#include "event/attr/attr.h"
#include "event/attr/name.h"
#include "selftest/selftest.h"

/* An attr with members of all sizes, flags and the two bits of precise_ip; sample_max_stack makes it 112 bytes long. */
static struct event_attr filled(void)
{
	return (struct event_attr){ .type = ATTR_TYPE_SOFTWARE,
				    .config = 0,
				    .sample_period = 4000,
				    .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_CALLCHAIN,
				    .read_format = READ_ID,
				    .flags = ATTR_FREQ | ATTR_MMAP2 | ATTR_SAMPLE_ID_ALL | ATTR_BUILD_ID |
					     2ull << ATTR_PRECISE_SHIFT,
				    .wakeup = 1,
				    .config1 = 0x1122334455667788,
				    .sample_max_stack = 127 };
}

/* Written and read on this machine it is the same. */
static void native(struct selftest_run *run)
{
	struct event_attr attr = filled(), back;
	uint8_t bytes[160];
	uint32_t size = attr_smallest_size(&attr);
	struct cursor c = cursor_of(bytes, size, false);

	SELFTEST_EQUAL(run, size, 112);
	attr_encode(&attr, size, bytes);
	SELFTEST_EQUAL(run, attr_decode(&c, size, &back), 0);
	attr.size = size;
	SELFTEST_CHECK(run, memcmp(&attr, &back, sizeof(attr)) == 0);
}

/* Turns the words round, and the bit fields of the flags with them, as a machine of the other order has them. */
static void foreign(struct selftest_run *run)
{
	static const struct {
		uint8_t off, size;
	} words[] = { { 0, 4 },  { 4, 4 },  { 8, 8 },  { 16, 8 },  { 24, 8 },  { 32, 8 },
		      { 48, 4 }, { 52, 4 }, { 56, 8 }, { 64, 8 },  { 72, 8 },  { 80, 8 },
		      { 88, 4 }, { 92, 4 }, { 96, 8 }, { 104, 4 }, { 108, 2 }, { 110, 2 } };
	struct event_attr attr = filled(), back;
	uint8_t bytes[112], turned[112];
	struct cursor c = cursor_of(turned, sizeof(turned), true);

	attr_encode(&attr, sizeof(bytes), bytes);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		for (size_t j = 0; j < words[i].size; j++)
			turned[words[i].off + j] = bytes[words[i].off + words[i].size - 1 - j];
	for (size_t i = 0; i < 8; i++) { /* bit 0 of a byte becomes bit 7 */
		uint8_t reversed = 0;
		for (unsigned bit = 0; bit < 8; bit++)
			if (bytes[40 + i] >> bit & 1) reversed |= (uint8_t)(0x80 >> bit);
		turned[40 + i] = reversed;
	}
	/* a field of two bits keeps its value when its bits change places */
	SELFTEST_EQUAL(run, attr_decode(&c, sizeof(turned), &back), 0);
	SELFTEST_EQUAL(run, back.type, attr.type);
	SELFTEST_EQUAL(run, back.sample_period, attr.sample_period);
	SELFTEST_EQUAL(run, back.sample_type, attr.sample_type);
	SELFTEST_CHECK(run,
		       (back.flags & ~(3ull << ATTR_PRECISE_SHIFT)) == (attr.flags & ~(3ull << ATTR_PRECISE_SHIFT)));
	SELFTEST_CHECK(run, back.config1 == attr.config1);
	SELFTEST_EQUAL(run, back.sample_max_stack, 127);
}

/* One text of 144 bytes read as one of 64, whose tail is zero, as one of 200, whose tail is unknown, and as one of 60,
 * which no kernel ever had. */
static void sizes(struct selftest_run *run)
{
	struct event_attr attr = filled(), back;
	uint8_t bytes[200] = { 0 };
	struct cursor small = cursor_of(bytes, 64, false), large = cursor_of(bytes, 200, false),
		      cut = cursor_of(bytes, 60, false);

	attr_encode(&attr, 144, bytes);
	SELFTEST_EQUAL(run, attr_decode(&small, 64, &back), 0);
	SELFTEST_EQUAL(run, back.sample_max_stack, 0);
	SELFTEST_EQUAL(run, attr_decode(&large, 200, &back), 0);
	SELFTEST_EQUAL(run, large.pos, 200);
	SELFTEST_EQUAL(run, back.sample_max_stack, 127);
	SELFTEST_CHECK(run, attr_decode(&cut, 60, &back) < 0);
}

/* The name that the numbers of an attr have. */
static void names(struct selftest_run *run)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = 2,
				   .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
	_free_ char *name = event_name_of(&attr);

	SELFTEST_STRING(run, name, "page-faults:u");
}

static const struct selftest_case cases[] = { { "This machine's byte order", native },
					      { "The other byte order", foreign },
					      { "Older and newer sizes", sizes },
					      { "Names", names },
					      { NULL, NULL } };
const struct selftest selftest_check_attr = { .name = "Setup struct perf_event_attr", .cases = cases };
