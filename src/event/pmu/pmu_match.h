/* Which PMUs a name in an event stands for: itself, or all that it is a prefix or glob of ("imc" and "uncore_imc*" for
 * uncore_imc_0, uncore_imc_1 ...). */
#ifndef EVENT_PMU_PMU_MATCH_H
#define EVENT_PMU_PMU_MATCH_H

#include "event/pmu/catalogue.h"

/* PMUs of a catalogue, which owns them. */
struct pmu_match {
	VEC(const struct event_pmu *) pmus;
};
#define PMU_MATCH_INIT   \
	{                \
		VEC_INIT \
	}

/* Fill ret, which is empty before, with PMUs of the catalogue, ranked (event_pmu_compare); the caller frees with
 * pmu_match_done. A PMU of exactly that name stands for itself alone. */
void pmu_match_name(const struct event_catalogue *catalogue, const char *pattern, struct pmu_match *ret);
/* PMUs of the CPUs; none on a machine without counters, several where there are several sorts of cores. */
void pmu_match_cores(const struct event_catalogue *catalogue, struct pmu_match *ret);
/* All PMUs, in the order of the catalogue. */
void pmu_match_all(const struct event_catalogue *catalogue, struct pmu_match *ret);
void pmu_match_done(struct pmu_match *match);

#endif
