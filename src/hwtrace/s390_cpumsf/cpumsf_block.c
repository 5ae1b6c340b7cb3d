#include "hwtrace/s390_cpumsf/cpumsf_block.h"

#include <stdlib.h>
#include <string.h>
#include "base/compiler.h"

static uint16_t half_at(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

static uint64_t word_at(const uint8_t *at)
{
	uint64_t word = 0;
	for (unsigned i = 0; i < sizeof(word); i++) word = word << 8 | at[i];
	return word;
}

struct cpumsf_basic cpumsf_basic_decode(const uint8_t *at)
{
	enum { DAT = 0x20, WAIT = 0x10, PROBLEM = 8, INVALID = 1 };
	return (struct cpumsf_basic){ .format = half_at(at),
				      .nr_instructions = at[2] & 15,
				      .dat = at[3] & DAT,
				      .wait = at[3] & WAIT,
				      .problem = at[3] & PROBLEM,
				      .space = at[3] >> 1 & 3,
				      .invalid = at[3] & INVALID,
				      .level = at[4] >> 6,
				      .primary_asn = half_at(at + 6),
				      .ip = word_at(at + 8),
				      .guest_parameter = word_at(at + 16),
				      .host_parameter = word_at(at + 24) };
}

bool cpumsf_is_guest(const struct cpumsf_basic *basic)
{
	enum { LEVEL_UNKNOWN, LEVEL_HOST, NO_ASN = 0xffff };
	if (basic->level == LEVEL_UNKNOWN) return basic->guest_parameter || basic->primary_asn != NO_ASN;
	return basic->level != LEVEL_HOST;
}

struct cpumsf_trailer cpumsf_trailer_decode(const uint8_t *block)
{
	enum { FULL = 0x80, ALERT = 0x40, EXTENDED = 0x20, HAS_BASE = 0x80 };
	enum { TIME = 16, WORDS = 48 }; /* words for the program, here Linux */
	const uint8_t *at = block + CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES;
	bool has_base = at[WORDS] & HAS_BASE;
	/* Linux asks for extended times where it writes the base: a byte more in front */
	return (struct cpumsf_trailer){ .full = at[0] & FULL,
					.alert = at[0] & ALERT,
					.extended_time = at[0] & EXTENDED,
					.has_base = has_base,
					.basic_bytes = half_at(at + 4),
					.diagnostic_bytes = half_at(at + 6),
					.nr_lost = word_at(at + 8),
					.tod = word_at(at + TIME + has_base),
					.base = word_at(at + WORDS + 8) };
}

uint64_t cpumsf_time_ns(const struct cpumsf_trailer *trailer)
{
	enum { NS = 125, UNITS_SHIFT = 9 }; /* 1000 ns are 4096 units */
	if (!trailer->has_base || trailer->tod <= trailer->base) return 0;
	return (uint64_t)((unsigned __int128)(trailer->tod - trailer->base) * NS >> UNITS_SHIFT);
}

unsigned cpumsf_machine(const char *cpuid)
{
	const char *comma = cpuid ? strchr(cpuid, ',') : NULL;
	return comma ? (unsigned)strtoul(comma + 1, NULL, 10) : 0;
}

bool cpumsf_sizes_find(const uint8_t *block, unsigned machine, struct cpumsf_sizes *ret)
{
	/* machines whose trailers do not say it: z10, z196 and z114, zEC12 and zBC12, z13 and z13s */
	static const struct {
		uint16_t machine, diagnostic_bytes;
	} rows[] = { { 2097, 64 }, { 2098, 64 }, { 2817, 74 },  { 2818, 74 },
		     { 2827, 85 }, { 2828, 85 }, { 2964, 112 }, { 2965, 112 } };
	const struct cpumsf_trailer trailer = cpumsf_trailer_decode(block);
	if (trailer.basic_bytes || trailer.diagnostic_bytes) {
		*ret = (struct cpumsf_sizes){ trailer.basic_bytes, trailer.diagnostic_bytes };
		return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (rows[i].machine != machine) continue;
		*ret = (struct cpumsf_sizes){ CPUMSF_BASIC_BYTES, rows[i].diagnostic_bytes };
		return true;
	}
	return false;
}

unsigned cpumsf_nr_entries(const struct cpumsf_sizes *sizes)
{
	if (sizes->basic < CPUMSF_BASIC_BYTES) return 0;
	return (CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES) / (sizes->basic + (unsigned)sizes->diagnostic);
}
