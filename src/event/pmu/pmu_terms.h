/* Terms of a PMU's event: its fields ("event=0x3c,umask=1"), one of its named events ("mem-loads,ldlat=30"), a number
 * of the kernel's own names ("cycles") or "r1a8". */
#ifndef EVENT_PMU_PMU_TERMS_H
#define EVENT_PMU_PMU_TERMS_H

#include "event/pmu/catalogue.h"
#include "event/pmu/event_terms.h"

/* Where terms of a PMU's event are applied. */
struct pmu_terms_place {
	struct event_term_place at; /* at.pmu is not NULL */
	const struct event_catalogue *catalogue;
	/* There are several sorts of cores: configs of the kernel's own names need the PMU's number in their upper
	 * half. */
	bool extended;
};

/* Completes spec, an event of place->at.pmu. Fields named by the user win over those of the named event, both over the
 * PMU's defaults. 0, or -EINVAL with err pointing at the term. */
int pmu_terms_apply(const struct pmu_terms_place *place, const struct event_terms *terms, struct event_spec *spec,
		    struct err *err);
/* A named event without any more terms. */
int pmu_terms_apply_alias(const struct pmu_terms_place *place, const struct pmu_alias *alias, struct event_spec *spec,
			  struct err *err);

#endif
