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

/* Each fills *ret, which the caller ends with its done function, and returns 0; or -errno with err set, and nothing to
 * end. What is named in the result is the session's: it stays open until then. */
int facts_record_counts(struct session *session, const struct record_counts_options *options, struct record_counts *ret,
			struct err *err) _warn_unused_;
/* Adds up what READ records say of each thread and event. */
int facts_thread_counters(struct session *session, struct thread_counters *ret, struct err *err) _warn_unused_;
/* Of a tid that was used several times the last life; of damaged recordings tasks that started each other, too. */
void facts_task_tree(const struct session *session, struct task_tree *ret);

#endif
