/* The time stamp counter of an x86, which metrics ask about (#system_tsc_freq). */
#include "kernel/cpu_topology.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

/* Crystal clock times ratio (Intel SDM volume 2A, CPUID, leaf 15H). */
static double frequency_of_this_cpu(void)
{
	enum { RATIO_LEAF = 0x15 };
	unsigned denominator = 0, numerator = 0, crystal_hz = 0, unused;
	if (__get_cpuid_max(0, NULL) < RATIO_LEAF) return 0;
	__cpuid_count(RATIO_LEAF, 0, denominator, numerator, crystal_hz, unused);
	(void)unused;
	return denominator && numerator && crystal_hz ? (double)crystal_hz * numerator / denominator : 0;
}
#else
static double frequency_of_this_cpu(void) { return 0; }
#endif

double tsc_frequency_hz(const struct kernelfs *fs)
{
	double frequency_hz = fs->root[0] ? 0 : frequency_of_this_cpu();
	_free_ char *cpuinfo = frequency_hz > 0 ? NULL : kernelfs_read(fs, "proc/cpuinfo");
	const char *name = cpuinfo ? strstr(cpuinfo, "model name") : NULL;
	if (!name) return frequency_hz;
	const char *end = strchr(name, '\n'), *at = strstr(name, "@ ");
	if (!at || (end && at > end)) return 0;
	char *unit;
	double number = strtod(at + 2, &unit);
	if (strncmp(unit, "GHz", 3) == 0) return number * 1e9;
	return strncmp(unit, "MHz", 3) == 0 ? number * 1e6 : 0;
}
