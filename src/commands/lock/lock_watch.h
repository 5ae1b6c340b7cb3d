/* perf lock contention -b: what was counted as it happened, as a result of the analysis of locks. Not for several
 * threads: counting takes signals (count/lock_counting.h). */
#ifndef COMMANDS_LOCK_LOCK_WATCH_H
#define COMMANDS_LOCK_LOCK_WATCH_H

#include "analysis/lock/lock_stats.h"
#include "count/lock_counting.h"
#include "session/live/live.h"

/* The running kernel and its symbols, for live_frames; the caller frees it with live_free. What is odd goes to
 * warnings. */
struct live *lock_watch_kernel(struct warnings *warnings);

/* What was counted. Made by lock_watch_run, ended by lock_watch_done. */
struct lock_watch {
	/* Owns the result. */
	struct lock_stats *stats;
	struct lock_result *result;
	/* How often the owner of a lock was delayed. */
	uint64_t nr_delayed;
	/* As of struct lock_counting: the kernel, or our rights, do not allow BPF programs. */
	bool refused;
};

/* Counts on that target, in these groups, until the workload ends or a signal comes. wanted says which locks count
 * and what a row stands for; of options->tap only nr_entries, the size of the maps in the kernel, is used, the rest
 * is set from wanted. Returns 0 or -errno with err set; *ret is the caller's to end either way, and kernel and the
 * texts of wanted must outlive it. */
int lock_watch_run(const struct lock_counting_options *options, const struct lock_stats_options *wanted,
		   struct live *kernel, struct lock_watch *ret, struct err *err) _warn_unused_;
/* Frees stats and with them the result. Fine after a failure. */
void lock_watch_done(struct lock_watch *watch);

#endif
