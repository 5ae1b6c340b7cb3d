/* Filters of samples (event/attr/filter_of_samples.h) for the events of a recording that have one. */
#ifndef RECORD_EVSET_SAMPLE_FILTERS_H
#define RECORD_EVSET_SAMPLE_FILTERS_H

#include "bpf/sample_filters.h"
#include "record/evset/evset.h"

/* Loads the program and gives it to all events that have a filter, wherever they are open. *ret stays NULL when none
 * has. 0 or -errno with err set; sample_filters_free either way. */
int evset_filter_samples(const struct evset *evset, struct sample_filters **ret, struct err *err) _warn_unused_;
/* How many samples of an event were not kept. */
uint64_t evset_filtered_samples(const struct evset *evset, const struct sample_filters *filters, size_t event);

#endif
