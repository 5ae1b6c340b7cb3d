/* What events of a PMU have when the user says nothing: only Intel PT has such defaults, and what makes such traces
 * without it. They depend on what the CPU can, which its driver shows as capabilities (files of caps/). */
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
	if (strcmp(pmu->name, "intel_pt") != 0 && !pmu->is_stepped) return;
	set(pmu, attr, "pt", 1);
	set(pmu, attr, "tsc", 1);
	set(pmu, attr, "branch", 1);
	if (pmu->is_stepped) set(pmu, attr, "noretcomp", 1);
	if (cap(pmu, "mtc")) {
		set(pmu, attr, "mtc", 1);
		set(pmu, attr, "mtc_period", nearest_below(cap(pmu, "mtc_periods"), 3));
	}
	if (cap(pmu, "psb_cyc")) set(pmu, attr, "psb_period", nearest_below(cap(pmu, "psb_periods"), 3));
}

struct event_pmu *event_pmu_single_step(void)
{
#ifdef __x86_64__
	/* no number that the kernel gives a PMU, so that the two kinds of traces stay apart in a file */
	enum { SINGLE_STEP_TYPE = 0x53544550 };
	struct event_pmu *pmu = xcalloc(1, sizeof(*pmu));
	pmu->name = xstrdup(SINGLE_STEP_PMU);
	pmu->type = SINGLE_STEP_TYPE;
	pmu->is_selectable = pmu->is_stepped = true;
	/* the bits that Intel's driver has */
	(void)event_pmu_add_format(pmu, "pt", "config:0");
	(void)event_pmu_add_format(pmu, "tsc", "config:10");
	(void)event_pmu_add_format(pmu, "noretcomp", "config:11");
	(void)event_pmu_add_format(pmu, "branch", "config:13");
	return pmu;
#else
	return NULL;
#endif
}
