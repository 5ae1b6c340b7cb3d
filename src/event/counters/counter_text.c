#include "event/counters/counter_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include "base/compiler.h"
#include "event/counters/counter_name.h"

/* Big endian on every machine. */
static uint64_t number_at(const uint8_t *at, unsigned size)
{
	uint64_t number = 0;
	for (unsigned i = 0; i < size; i++) number = number << 8 | at[i];
	return number;
}

static void put_counter(struct outbuf *out, unsigned number, const char *unit, const char *name, uint64_t value)
{
	if (!name) unit = NULL;
	out_printf(out, "\tCounter:%03u %s%s%s%s Value:%#018" PRIx64 "\n", number, unit ? unit : "", unit ? "/" : "",
		   name ? name : "<unknown>", unit ? "/" : "", value);
}

/* Sets of the CPU-measurement counter facility: a head of 8 bytes with the set's number and how many counters follow,
 * and at the end a trailer. The kernel may pad that to whole words. */
enum { HEAD_BYTES = 8, COUNTER_BYTES = 8, TRAILER_BYTES = 64, SET_MARK = 0xfeef };

/* The offset of the trailer; less than 0: -1 - the offset of what is no set. */
static int64_t find_trailer(const uint8_t *bytes, size_t size)
{
	size_t at = 0;
	for (;;) {
		const size_t left = size - at;
		if (left >= TRAILER_BYTES && left < TRAILER_BYTES + COUNTER_BYTES) return (int64_t)at;
		if (left < HEAD_BYTES || number_at(bytes + at, 2) != SET_MARK) return -1 - (int64_t)at;
		const size_t used = HEAD_BYTES + number_at(bytes + at + 4, 2) * COUNTER_BYTES;
		if (used > left) return -1 - (int64_t)at;
		at += used;
	}
}

/* The facility's number of a set's first counter; -1: not known. */
static int first_counter(unsigned set)
{
	static const int firsts[] = { 0, 32, 64, 128, 448 };
	return set < ARRAY_SIZE(firsts) ? firsts[set] : -1;
}

static void put_trailer(struct outbuf *out, const uint8_t *at, size_t offset)
{
	char flags[] = "TSMCL";
	for (unsigned i = 0; flags[i]; i++)
		if (!(at[0] >> (7 - i) & 1)) flags[i] = ' ';
	out_printf(out, "    [%#08zx] Trailer:%s Cfvn:%u Csvn:%u Speed:%u TOD:%#" PRIx64 "\n", offset, flags,
		   (unsigned)number_at(at + 8, 2), (unsigned)number_at(at + 10, 2), (unsigned)number_at(at + 12, 4),
		   number_at(at + 16, 8));
	out_printf(out, "\t\t1:%" PRIx64 " 2:%" PRIx64 " 3:%" PRIx64 " TOD-Base:%#" PRIx64 " Type:%x\n",
		   number_at(at + 24, 8), number_at(at + 32, 8), number_at(at + 40, 8), number_at(at + 48, 8),
		   (unsigned)number_at(at + 56, 2));
}

static size_t put_set(struct outbuf *out, const struct counter_facility *facility, const uint8_t *at, size_t offset)
{
	const unsigned set = (unsigned)number_at(at + 2, 2), count = (unsigned)number_at(at + 4, 2);
	const int first = first_counter(set);
	out_printf(out, "    [%#08zx] Counterset:%u Counters:%u\n", offset, set, count);
	for (unsigned i = 0; i < count; i++) {
		const char *name = first >= 0 ? counter_name(facility, (unsigned)first + i) : NULL;
		put_counter(out, i, NULL, name, number_at(at + HEAD_BYTES + (size_t)i * COUNTER_BYTES, COUNTER_BYTES));
	}
	return HEAD_BYTES + (size_t)count * COUNTER_BYTES;
}

static void put_sets(struct outbuf *out, const struct counter_machine *machine, const uint8_t *bytes, size_t size)
{
	const int64_t trailer = find_trailer(bytes, size);
	const char *comma = machine->cpuid ? strchr(machine->cpuid, ',') : NULL;
	if (trailer < 0) {
		out_printf(out, "Invalid counter set entry at %" PRId64 "\n", -1 - trailer);
		return;
	}
	const struct counter_facility facility = { .machine = comma ? (unsigned)strtoul(comma + 1, NULL, 10) : 0,
						   .first_version = (unsigned)number_at(bytes + trailer + 8, 2),
						   .second_version = (unsigned)number_at(bytes + trailer + 10, 2) };
	for (size_t at = 0; at < (size_t)trailer;) at += put_set(out, &facility, bytes + at, at);
	put_trailer(out, bytes + trailer, (size_t)trailer);
}

/* Counters of the processor activity instrumentation that are not 0: a number and a value each. */
static void put_pai(struct outbuf *out, const char *unit, const char *(*name)(unsigned), const uint8_t *bytes,
		    size_t size)
{
	enum { NUMBER_BYTES = 2, ENTRY_BYTES = 10 };
	for (size_t at = 0; size - at >= ENTRY_BYTES; at += ENTRY_BYTES) {
		const unsigned number = (unsigned)number_at(bytes + at, NUMBER_BYTES);
		put_counter(out, number, unit, name(number), number_at(bytes + at + NUMBER_BYTES, COUNTER_BYTES));
	}
}

bool counter_text(const struct counter_machine *machine, uint64_t config, const uint8_t *bytes, size_t size,
		  struct outbuf *out)
{
	/* attr.config of the events that sample all counters (kernel, arch/s390) */
	enum { ALL_SETS = 0xbc000, ALL_PAI_CRYPTO = 0x1000, ALL_PAI_EXT = 0x1800 };
	if (!machine->arch || strncmp(machine->arch, "s390", 4) != 0) return false;
	if (config != ALL_SETS && config != ALL_PAI_CRYPTO && config != ALL_PAI_EXT) return false;
	if (config == ALL_SETS) put_sets(out, machine, bytes, size);
	else if (config == ALL_PAI_CRYPTO) put_pai(out, "pai_crypto", counter_name_pai_crypto, bytes, size);
	else put_pai(out, "pai_ext", counter_name_pai_ext, bytes, size);
	out_char(out, '\n');
	return true;
}
