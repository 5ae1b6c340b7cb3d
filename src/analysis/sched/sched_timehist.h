/* What the scheduler did, event by event, and summed up by task.
 *
 * At a switch: the task that leaves ran since the switch before it on that CPU; it had been off the CPU since it left
 * one (wait), and was ready since it was woken, or forced to leave (delay). */
#ifndef ANALYSIS_SCHED_SCHED_TIMEHIST_H
#define ANALYSIS_SCHED_SCHED_TIMEHIST_H

#include "analysis/pass/sample_filter.h"
#include "analysis/sched/sched_events.h"
#include "result/sched_history.h"

/* Borrowed, and must outlive the analysis. */
struct sched_timehist_options {
	bool wakeups, migrations; /* have rows */
	bool idle_only;           /* rows and sums of idle CPUs only */
	/* Frames of call chains; max_stack 0: none. */
	unsigned max_stack, user_stack;
	const struct sample_filter *filter; /* cpus, pids, tids, times */
	struct number_list prios;           /* empty: all */
	/* CPUs that the summary has at least, seen or not. */
	uint32_t nr_cpus;
	void *ctx;
	int (*row)(void *ctx, const struct sched_timehist_row *row); /* NULL: only the summary; nonzero stops */
	int (*batch)(void *ctx);                                     /* after some rows; may be NULL */
};

struct sched_timehist;
/* Goes over the recording. Returns 0, also when row stopped it with a positive number; or -errno with err set, or
 * what row stopped with, when that is negative. *ret_summary is borrowed from *ret, which is to be freed; the
 * session must outlive both. */
int sched_timehist_run(struct session *session, const struct sched_timehist_options *options,
		       struct sched_timehist **ret, const struct sched_timehist_summary **ret_summary,
		       struct err *err) _warn_unused_;

/* The parts of sched_timehist_run: sched_timehist_event takes a struct sched_event that is SCHED_WITH_NEXT, in order
 * of time, and returns 0 or what row returned; sched_timehist_finish makes the summary, once. */
struct sched_timehist *sched_timehist_new(const struct sched_timehist_options *options, const struct model *model);
int sched_timehist_event(void *timehist, const void *event);
const struct sched_timehist_summary *sched_timehist_finish(struct sched_timehist *timehist);
void sched_timehist_free(struct sched_timehist *timehist); /* takes NULL */

#endif
