/* What stands between an event's slashes. */
#ifndef EVENT_EVENT_TERMS_H
#define EVENT_EVENT_TERMS_H

#include "event/event_lexer.h"
#include "event/event_spec.h"
#include "event/pmu.h"

/* Reads terms up to and over the closing slash and applies them to spec. pmu may be NULL: then only the terms that every event may
   have are known. 0, or -EINVAL with err pointing at the term. */
int event_terms_parse(struct event_lexer *lexer, const struct event_pmu *pmu, struct event_spec *spec, struct err *err);
/* Applies the terms of one of the PMU's named events ("event=0x3c,umask=1"). */
int event_terms_alias(const struct event_pmu *pmu, const struct pmu_alias *alias, struct event_spec *spec, struct err *err);

#endif
