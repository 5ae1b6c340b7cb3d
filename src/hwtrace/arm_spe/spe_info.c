#include "hwtrace/arm_spe/spe_info.h"

#include <stdbool.h>

/* Version 1 is the PMU's type, and whether areas are of CPUs. Later ones begin with a head whose size it tells, and
 * have for each CPU its number and how many words follow, behind a magic number. */
enum { HEAD_VERSION, HEAD_WORDS, HEAD_PMU_TYPE, HEAD_CPUS, HEAD_LEAST };
enum { CPU_MAGIC, CPU_NUMBER, CPU_WORDS, CPU_MIDR, CPU_LEAST };
#define SPE_CPU_MAGIC 0x1010101010101010ull

static bool has_head(const uint64_t *info, size_t nr_info)
{
	return nr_info >= HEAD_LEAST && info[HEAD_VERSION] >= 2 && info[HEAD_WORDS] >= HEAD_LEAST &&
	       info[HEAD_WORDS] <= nr_info;
}

uint64_t spe_info_pmu_type(const uint64_t *info, size_t nr_info)
{
	if (has_head(info, nr_info)) return info[HEAD_PMU_TYPE];
	return nr_info ? info[0] : 0;
}

uint64_t spe_info_midr(const uint64_t *info, size_t nr_info, uint32_t cpu)
{
	uint64_t found = 0;
	if (!has_head(info, nr_info)) return 0;
	for (size_t at = (size_t)info[HEAD_WORDS];
	     nr_info - at >= CPU_LEAST && info[at + CPU_MAGIC] == SPE_CPU_MAGIC;) {
		const uint64_t words = info[at + CPU_WORDS], midr = words ? info[at + CPU_MIDR] : 0;
		if (cpu == UINT32_MAX && found && found != midr) return 0;
		if (cpu == UINT32_MAX || info[at + CPU_NUMBER] == cpu) found = midr;
		if (words > nr_info - at - CPU_MIDR) break;
		at += CPU_MIDR + (size_t)words;
	}
	return found;
}
