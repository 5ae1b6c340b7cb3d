/* What a recording holds, beside what its samples say: the counts of its records, its tasks, the counters of its
 * threads (perf report --stats, --tasks, -T). */
#ifndef ANALYSIS_FACTS_RECORDING_FACTS_H
#define ANALYSIS_FACTS_RECORDING_FACTS_H

#include "result/record_counts.h"
#include "result/task_tree.h"
#include "result/thread_counters.h"
#include "session/session.h"

struct record_counts_options {
	bool unwinding; /* the stacks are unwound, each: that may take time */
	bool in_dump;   /* as below a dump: each branch of a stack counts as a sample, and losses have been shown */
};

/* How many records of each type, samples of each event and, if asked for, how stacks unwind. Goes over the samples.
 * Fills *ret, which the caller ends with record_counts_done, and returns 0; or -errno with err set, and nothing to
 * end. Names in *ret are the session's, which must outlive it. */
int facts_record_counts(struct session *session, const struct record_counts_options *options, struct record_counts *ret,
			struct err *err) _warn_unused_;
/* Adds up what READ records (inherit_stat) say of each thread and event. Fills *ret, which the caller ends with
 * thread_counters_done, and returns 0; or -errno with err set, and nothing to end. */
int facts_thread_counters(struct session *session, struct thread_counters *ret, struct err *err) _warn_unused_;
/* Who started whom, from the session's model. Of a tid that was used several times the last life. Every task is
 * there once, also where damaged recordings have tasks that started each other. *ret is to be ended with
 * task_tree_done, and borrows names and tasks from the session. */
void facts_task_tree(const struct session *session, struct task_tree *ret);

#endif
