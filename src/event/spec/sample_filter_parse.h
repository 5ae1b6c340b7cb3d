/* The text of a filter of samples (event/attr/filter_of_samples.h): TERM OPERATOR VALUE, joined by "," (and) and "||"
 * (or), of which the latter binds more closely. */
#ifndef EVENT_SPEC_SAMPLE_FILTER_PARSE_H
#define EVENT_SPEC_SAMPLE_FILTER_PARSE_H

#include "base/err.h"
#include "event/attr/attr.h"
#include "event/attr/filter_of_samples.h"

/* Adds what text says to filter, as a further condition. -EINVAL with err set: not understood, and filter is as it was;
 * -E2BIG: too many comparisons. */
int sample_filter_parse(struct sample_filter *filter, const char *text, struct err *err) _warn_unused_;
/* Whether samples of attr have all that the filter compares. -EINVAL with err set: one does not, in upstream's words
 * with the option that adds it. name: of the event. */
int sample_filter_check(const struct sample_filter *filter, const struct event_attr *attr, const char *name,
			struct err *err) _warn_unused_;

#endif
