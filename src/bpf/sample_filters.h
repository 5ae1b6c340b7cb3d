/* The BPF program that filters samples (event/attr/filter_of_samples.h), of this process or pinned by root for all
 * users.
 */
#ifndef BPF_SAMPLE_FILTERS_H
#define BPF_SAMPLE_FILTERS_H

#include <stdint.h>
#include "base/err.h"
#include "event/attr/filter_of_samples.h"

struct sample_filters;
/* Loads the program, or takes the pinned one where that is not allowed. 0 or -errno with err set. */
int sample_filters_new(struct sample_filters **ret, struct err *err) _warn_unused_;
/* Takes the filters away again; NULL is fine. */
void sample_filters_free(struct sample_filters *filters);
/* Has an event, by its descriptor and the kernel's id, keep only what filter lets through. 0 or -errno. */
int sample_filters_set(struct sample_filters *filters, int event_fd, uint64_t id,
		       const struct sample_filter *filter) _warn_unused_;
/* How many samples of the event of that id were not kept. */
uint64_t sample_filters_dropped(const struct sample_filters *filters, uint64_t id);

/* perf record --setup-filter: puts the program where all users can use it, or takes it away. 0 or -errno with err set.
 */
int sample_filters_pin(struct err *err) _warn_unused_;
int sample_filters_unpin(struct err *err) _warn_unused_;

#endif
