/* How long interrupts, softirqs and works took, and how long they waited: perf kwork. */
#ifndef ANALYSIS_KWORK_KWORK_H
#define ANALYSIS_KWORK_KWORK_H

#include "analysis/kwork/kwork_events.h"
#include "result/kwork_result.h"

/* What is measured: from entry to exit, from raise to entry, or each execution (timehist) with both. */
enum kwork_what { KWORK_RUNTIME, KWORK_DELAY, KWORK_EACH };
/* By what rows are ordered, the largest first. */
enum kwork_key { KWORK_KEY_TOTAL, KWORK_KEY_MEAN, KWORK_KEY_MAX, KWORK_KEY_COUNT, KWORK_KEYS };

/* Borrowed for the run. */
struct kwork_options {
	enum kwork_what what;
	uint32_t classes;                /* 1 << each that is wanted */
	enum kwork_key keys[KWORK_KEYS]; /* the first decides, equal ones by the next */
	size_t nr_keys;
	const char *name;                   /* only of this handler, softirq or function; NULL: all */
	const struct sample_filter *filter; /* NULL: all */
	unsigned max_stack;                 /* EACH: frames of call chains; 0: none */
	/* EACH: an execution, when it has ended; batch: a good moment to write. Nonzero stops. */
	void *ctx;
	int (*run)(void *ctx, const struct kwork_run *run);
	int (*batch)(void *ctx);
};

struct kwork;
/* Goes over the recording. Returns 0, what a callback stopped with, or -errno with err set. *ret_result is borrowed
 * from *ret, which kwork_free frees. */
int kwork_run(struct session *session, const struct kwork_options *options, struct kwork **ret,
	      const struct kwork_result **ret_result, struct err *err) _warn_unused_;
void kwork_free(struct kwork *kwork); /* NULL is fine */

#endif
