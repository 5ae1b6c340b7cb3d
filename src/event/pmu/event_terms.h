/* What stands between an event's slashes: "period=1000,name='a b',call-graph=fp". First the text is split into terms
 * (event_terms_read*), then these are applied to an event: terms that any event may have here (the rows of
 * event_term.def), those of a PMU's fields and named events in pmu_terms.h. */
#ifndef EVENT_PMU_EVENT_TERMS_H
#define EVENT_PMU_EVENT_TERMS_H

#include "event/pmu/event_lexer.h"
#include "event/attr/event_spec.h"
#include "event/pmu/pmu.h"

/* One "name=value" or "name". Positions are offsets in the lexer's text. */
struct event_term {
	size_t pos, value_pos; /* where name and value begin */
	char *name, *value;    /* value NULL: none given */
	uint64_t number;       /* 1 when no value was given */
	bool is_number;
};
/* In the order they were typed; strings are owned. */
struct event_terms {
	VEC(struct event_term) items;
};
#define EVENT_TERMS_INIT \
	{                \
		VEC_INIT \
	}

/* Reads terms up to and over the closing slash, appending to ret, which event_terms_done frees, after a failure too.
 * The lexer stands behind the opening slash. 0, or -EINVAL with err pointing at the place. */
int event_terms_read(struct event_lexer *lexer, struct event_terms *ret, struct err *err);
/* The same for a text without slashes, as named events of PMUs have them. */
int event_terms_read_text(struct event_lexer *lexer, struct event_terms *ret, struct err *err);
void event_terms_done(struct event_terms *terms);

/* Where terms are applied: which of them mean something there. */
struct event_term_place {
	const struct event_lexer *lexer; /* the text of the terms, for errors */
	const struct event_pmu *pmu;     /* whose fields may be named, too; may be NULL */
	enum event_use use;
	bool is_tracepoint;
};
/* Applies a term that any event may have to spec. 1: it was one of these; 0: it is none, spec is untouched; -EINVAL
 * with err pointing at it when its value is wrong or it means nothing in this place. */
int event_term_apply(const struct event_term_place *place, const struct event_term *term, struct event_spec *spec,
		     struct err *err);
/* Says that nobody knows this term here, what is valid, and what may have been meant. Returns -EINVAL. */
int event_term_unknown(const struct event_term_place *place, const struct event_term *term, struct err *err);
/* All terms of an event that is not of a PMU: anything else than the above is an error. */
int event_terms_apply(const struct event_term_place *place, const struct event_terms *terms, struct event_spec *spec,
		      struct err *err);

#endif
