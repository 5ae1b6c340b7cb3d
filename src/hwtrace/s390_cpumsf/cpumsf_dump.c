#include "hwtrace/s390_cpumsf/cpumsf_dump.h"

#include <inttypes.h>
#include "hwtrace/s390_cpumsf/cpumsf_block.h"

/* A flag's letter, or a blank. */
static char mark(bool is_set, char letter) { return is_set ? letter : ' '; }

static void put_basic(struct outbuf *out, size_t at, const struct cpumsf_basic *basic)
{
	out_printf(out, "    [%#08zx] Basic   Def:%04x Inst:%#04x %c%c%c%c AS:%u ASN:%#04x IA:%#018" PRIx64 "\n", at,
		   basic->format, basic->nr_instructions, mark(basic->dat, 'T'), mark(basic->wait, 'W'),
		   mark(basic->problem, 'P'), mark(basic->invalid, 'I'), basic->space, basic->primary_asn, basic->ip);
	out_printf(out, "\t\tCL:%u HPP:%#018" PRIx64 " GPP:%#018" PRIx64 "\n", basic->level, basic->host_parameter,
		   basic->guest_parameter);
}

/* The basic entry at `at`, which ends before `end`. false: it is none. */
static bool dump_basic(const uint8_t *bytes, size_t at, size_t end, struct outbuf *out)
{
	struct cpumsf_basic basic = { 0 };
	if (end - at >= CPUMSF_BASIC_BYTES) basic = cpumsf_basic_decode(bytes + at);
	if (basic.format == CPUMSF_FORMAT_BASIC) put_basic(out, at, &basic);
	else out_printf(out, "Invalid AUX trace basic entry [%#08zx]\n", at);
	return basic.format == CPUMSF_FORMAT_BASIC;
}

/* The same of a diagnostic entry: its format, and whether the machine says that it is none. */
static bool dump_diagnostic(const uint8_t *bytes, size_t at, size_t end, struct outbuf *out)
{
	enum { HEAD_BYTES = 4 };
	unsigned format = end - at >= HEAD_BYTES ? (unsigned)bytes[at] << 8 | bytes[at + 1] : 0;
	if (format < CPUMSF_FORMAT_DIAGNOSTIC) {
		out_printf(out, "Invalid AUX trace diagnostic entry [%#08zx]\n", at);
		return false;
	}
	out_printf(out, "    [%#08zx] Diag    Def:%04x %c\n", at, format, mark(bytes[at + 3] & 1, 'I'));
	return true;
}

static void dump_trailer(const uint8_t *block, size_t at, const struct cpumsf_sizes *sizes, struct outbuf *out)
{
	const struct cpumsf_trailer trailer = cpumsf_trailer_decode(block);
	out_printf(out,
		   "    [%#08zx] Trailer %c%c%c bsdes:%u dsdes:%u Overflow:%" PRIu64 " Time:%#" PRIx64 "\n"
		   "\t\tC:%d TOD:%#" PRIx64 "\n",
		   at + CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES, mark(trailer.full, 'F'), mark(trailer.alert, 'A'),
		   mark(trailer.extended_time, 'T'), sizes->basic, sizes->diagnostic, trailer.nr_lost, trailer.tod,
		   trailer.has_base, trailer.base);
}

/* The block that begins there. false: there is something else in it. */
static bool dump_block(const uint8_t *bytes, size_t start, const struct cpumsf_sizes *sizes, struct outbuf *out)
{
	const size_t end = start + CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES;
	size_t at = start;
	/* the first one's sizes may be wrong altogether */
	do {
		if (!dump_basic(bytes, at, end, out)) return false;
		at += sizes->basic;
		if (at > end || !dump_diagnostic(bytes, at, end, out)) return false;
		at += sizes->diagnostic;
	} while (at < end && end - at >= (size_t)sizes->basic + sizes->diagnostic);
	dump_trailer(bytes + start, start, sizes, out);
	return true;
}

void cpumsf_dump(const uint8_t *bytes, size_t size, const char *cpuid, struct outbuf *out)
{
	struct cpumsf_sizes sizes = { 0 };
	const unsigned machine = cpumsf_machine(cpuid);
	out_printf(out, ". ... s390 AUX data: size %zu bytes\n", size);
	if (!size || size % CPUMSF_BLOCK_BYTES || !cpumsf_sizes_find(bytes, machine, &sizes)) {
		out_printf(out, "Invalid AUX trace data block size:%zu (type:%u bsdes:%u dsdes:%u)\n", size, machine,
			   sizes.basic, sizes.diagnostic);
		return;
	}
	for (size_t at = 0; at < size && out_flush_some(out) == 0; at += CPUMSF_BLOCK_BYTES)
		if (!dump_block(bytes, at, &sizes, out)) return;
}
