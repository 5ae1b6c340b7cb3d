/* What events of a PMU have when the user says nothing: only Intel PT has such defaults. They depend on what the CPU
 * can, which its driver shows as capabilities (files of caps/). */
#include "event/pmu/pmu.h"

#include <stdlib.h>
#include <string.h>

/* Sets a field where the PMU has it. */
static void set(const struct event_pmu *pmu, struct event_attr *attr, const char *field, uint64_t value)
{
	const struct pmu_format *format = event_pmu_find_format(pmu, field);
	if (format) (void)pmu_format_store(format, value, attr);
}

/* A capability, hexadecimal; 0: the PMU does not say. */
static uint64_t cap(const struct event_pmu *pmu, const char *name)
{
	const char *text = event_pmu_cap(pmu, name);
	return text ? strtoull(text, NULL, 16) : 0;
}

/* The wanted value, or the highest below that the CPU has, as bits of a capability say. */
static uint64_t nearest_below(uint64_t supported, unsigned wanted)
{
	while (wanted && !(supported >> wanted & 1)) wanted--;
	return wanted;
}

/* Intel PT: without these bits a trace would have no branches or no time. Periods of 3, or the nearest lower that
 * the CPU has, are an MTC packet every 8 ticks of its clock and a PSB packet every 16 KiB of trace. */
void pmu_default_apply(const struct event_pmu *pmu, struct event_attr *attr)
{
	if (strcmp(pmu->name, "intel_pt") != 0) return;
	set(pmu, attr, "pt", 1);
	set(pmu, attr, "tsc", 1);
	set(pmu, attr, "branch", 1);
	if (cap(pmu, "mtc")) {
		set(pmu, attr, "mtc", 1);
		set(pmu, attr, "mtc_period", nearest_below(cap(pmu, "mtc_periods"), 3));
	}
	if (cap(pmu, "psb_cyc")) set(pmu, attr, "psb_period", nearest_below(cap(pmu, "psb_periods"), 3));
}
