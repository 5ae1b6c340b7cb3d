/* Raw data of counters of s390 out of bytes at random: the first byte says of which event. */
#include "event/counters/counter_text.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	static const uint64_t configs[] = { 0xbc000, 0x1000, 0x1800 };
	static const struct counter_machine machine = { .arch = "s390x", .cpuid = "IBM,3931" };
	struct outbuf out;
	if (!size) return;
	out_init(&out, -1);
	counter_text(&machine, configs[data[0] % 3], data + 1, size - 1, &out);
	out_done(&out);
}
