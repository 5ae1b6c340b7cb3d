/* How tasks, interrupts and softirqs share the CPUs: perf kwork top. */
#ifndef ANALYSIS_KWORK_KWORK_TOP_H
#define ANALYSIS_KWORK_KWORK_TOP_H

#include "analysis/kwork/kwork_events.h"
#include "result/kwork_result.h"

enum kwork_top_key { KWORK_TOP_RATE, KWORK_TOP_RUNTIME, KWORK_TOP_TID, KWORK_TOP_KEYS };

/* Borrowed for the run. */
struct kwork_top_options {
	uint32_t classes; /* 1 << each that is wanted: without KWORK_SCHED nothing is known of CPUs */
	/* The first decides, equal ones by the next: the largest first, of TID the smallest. */
	enum kwork_top_key keys[KWORK_TOP_KEYS];
	size_t nr_keys;
	const char *name;                   /* only tasks of this name are shown; NULL: all */
	const struct sample_filter *filter; /* NULL: all */
};

struct kwork_top;
/* Goes over the recording. 0, or -errno with err set. *ret_result is borrowed from *ret, which kwork_top_free frees. */
int kwork_top_run(struct session *session, const struct kwork_top_options *options, struct kwork_top **ret,
		  const struct kwork_top_result **ret_result, struct err *err) _warn_unused_;
void kwork_top_free(struct kwork_top *top); /* NULL is fine */

#endif
