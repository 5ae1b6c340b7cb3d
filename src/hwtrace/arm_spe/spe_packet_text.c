#include "hwtrace/arm_spe/spe_packet.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include "base/compiler.h"

struct text {
	char *buf;
	size_t size, used;
};

static void _printf_(2, 3) put(struct text *t, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsnprintf(t->buf + t->used, t->size - t->used, format, args);
	va_end(args);
	if (n > 0) t->used = MIN(t->used + (size_t)n, t->size - 1);
}

/* The top byte of an address of code: NS in bit 63, the exception level in bits 61 and 62. Of a physical one: NS,
 * whether its memory tag was checked (bit 62), and the tag. */
static void put_address(struct text *t, unsigned index, uint64_t payload)
{
	static const char *const code[] = {
		[SPE_ADDRESS_PC] = "PC", [SPE_ADDRESS_TARGET] = "TGT", [SPE_ADDRESS_PREVIOUS] = "PBT"
	};
	const uint64_t address = payload & ~(0xffULL << 56);
	unsigned ns = (unsigned)(payload >> 63), level = payload >> 61 & 3;
	if (index < ARRAY_SIZE(code) && code[index])
		put(t, "%s 0x%" PRIx64 " el%u ns=%u", code[index], address, level, ns);
	else if (index == SPE_ADDRESS_DATA) put(t, "VA 0x%" PRIx64, payload);
	else if (index == SPE_ADDRESS_PHYSICAL)
		put(t, "PA 0x%" PRIx64 " ns=%u ch=%u pat=%x", address, ns, (unsigned)(payload >> 62 & 1),
		    (unsigned)(payload >> 56 & 15));
	else put(t, "ADDR 0x%" PRIx64 " (%u)", payload, index);
}

static void put_events(struct text *t, uint64_t payload)
{
	static const char *const names[] = {
		[SPE_EVENT_EXCEPTION] = "EXCEPTION-GEN",
		[SPE_EVENT_RETIRED] = "RETIRED",
		[SPE_EVENT_L1D_ACCESS] = "L1D-ACCESS",
		[SPE_EVENT_L1D_REFILL] = "L1D-REFILL",
		[SPE_EVENT_TLB_ACCESS] = "TLB-ACCESS",
		[SPE_EVENT_TLB_REFILL] = "TLB-REFILL",
		[SPE_EVENT_NOT_TAKEN] = "NOT-TAKEN",
		[SPE_EVENT_MISPREDICTED] = "MISPRED",
		[SPE_EVENT_LLC_ACCESS] = "LLC-ACCESS",
		[SPE_EVENT_LLC_REFILL] = "LLC-REFILL",
		[SPE_EVENT_REMOTE_ACCESS] = "REMOTE-ACCESS",
		[SPE_EVENT_ALIGNMENT] = "ALIGNMENT",
		[SPE_EVENT_PARTIAL_PREDICATE] = "SVE-PARTIAL-PRED",
		[SPE_EVENT_EMPTY_PREDICATE] = "SVE-EMPTY-PRED",
	};
	put(t, "EV");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i] && payload >> i & 1) put(t, " %s", names[i]);
}

static void put_vector_length(struct text *t, uint64_t payload) { put(t, " EVLEN %u", 32u << (payload >> 4 & 7)); }

static void put_other(struct text *t, uint64_t payload)
{
	enum { VECTOR = 0x08, VECTOR_MASK = 0x89 };
	if ((payload & VECTOR_MASK) != VECTOR) {
		put(t, "OTHER %s", payload & 1 ? "COND-SELECT" : "INSN-OTHER");
		return;
	}
	put(t, "SVE-OTHER");
	put_vector_length(t, payload);
	if (payload & 2) put(t, " FP");
	if (payload & 4) put(t, " PRED");
}

/* Bit 0: a store. Atomic and ordered ones have bits of their own, vectors of SVE too; others are numbers. */
static void put_load_store(struct text *t, uint64_t payload)
{
	enum { ORDERED_MASK = 0xe2, ORDERED = 0x02, VECTOR_MASK = 0x0a, VECTOR = 0x08 };
	static const char *const names[] = { [0x00] = "GP-REG",  [0x04] = "SIMD-FP", [0x10] = "UNSPEC-REG",
					     [0x14] = "MTE-TAG", [0x20] = "MEMCPY",  [0x30] = "NV-SYSREG" };
	put(t, payload & 1 ? "ST" : "LD");
	if ((payload & ORDERED_MASK) == ORDERED) {
		if (payload & 0x04) put(t, " AT");
		if (payload & 0x08) put(t, " EXCL");
		if (payload & 0x10) put(t, " AR");
	} else if ((payload & VECTOR_MASK) == VECTOR) {
		put_vector_length(t, payload);
		if (payload & 0x04) put(t, " PRED");
		if (payload & 0x80) put(t, " SG");
	} else if (payload == 0x25) put(t, " MEMSET");
	else if ((payload & ~1ULL) < ARRAY_SIZE(names) && names[payload & ~1ULL]) put(t, " %s", names[payload & ~1ULL]);
}

static void put_branch(struct text *t, uint64_t payload)
{
	static const char *const calls[] = { "", " CR-BL", " CR-RET", " CR-NON-BL-RET" };
	put(t, "B");
	if (payload & 1) put(t, " COND");
	if (payload & 2) put(t, " IND");
	if (payload & 4) put(t, " GCS");
	put(t, "%s", calls[payload >> 3 & 3]);
}

static void put_operation(struct text *t, unsigned index, uint64_t payload)
{
	switch (index) {
	case SPE_OPERATION_OTHER: put_other(t, payload); break;
	case SPE_OPERATION_LOAD_STORE: put_load_store(t, payload); break;
	case SPE_OPERATION_BRANCH: put_branch(t, payload); break;
	default: put(t, "OP-TYPE 0x%" PRIx64 " (%u)", payload, index); break;
	}
}

static void put_counter(struct text *t, unsigned index, uint64_t payload)
{
	static const char *const names[] = { "TOT", "ISSUE", "XLAT" };
	put(t, "LAT %u %s", (unsigned)(payload & 0xffff), index < ARRAY_SIZE(names) ? names[index] : "");
}

void spe_packet_text(const struct spe_packet *packet, char *buf, size_t size)
{
	struct text t = { buf, size, 0 };
	const uint64_t payload = packet->payload;
	buf[0] = 0;
	switch (packet->type) {
	case SPE_PAD: put(&t, "PAD"); break;
	case SPE_END: put(&t, "END"); break;
	case SPE_TIMESTAMP: put(&t, "TS %" PRId64, (int64_t)payload); break;
	case SPE_EVENTS: put_events(&t, payload); break;
	case SPE_DATA_SOURCE: put(&t, "DATA-SOURCE %" PRId64, (int64_t)payload); break;
	case SPE_CONTEXT: put(&t, "CONTEXT 0x%" PRIx64 " el%u", payload, packet->index + 1u); break;
	case SPE_OPERATION: put_operation(&t, packet->index, payload); break;
	case SPE_ADDRESS: put_address(&t, packet->index, payload); break;
	case SPE_COUNTER: put_counter(&t, packet->index, payload); break;
	case SPE_BAD: put(&t, "Bad packet!"); break;
	}
}
