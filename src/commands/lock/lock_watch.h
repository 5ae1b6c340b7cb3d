/* perf lock contention -b: waits for locks as they happen. */
#ifndef COMMANDS_LOCK_LOCK_WATCH_H
#define COMMANDS_LOCK_LOCK_WATCH_H

#include "analysis/lock/lock_stats.h"
#include "session/live/live.h"

struct lock_watch_options {
	bool all_cpus;
	const char *cpus, *pids, *tids;
	unsigned nr_entries; /* of each map of the kernel's */
	const char *const *cgroups;
	size_t nr_cgroups;           /* paths; none: all */
	const char *const *workload; /* NULL: none */
};

/* The running kernel and its symbols, for live_frames; the caller frees. */
struct live *lock_watch_kernel(struct warnings *warnings);

/* Watches until the command ends or Ctrl-C. stats: what is wanted. Returns 0; -errno with err set.
 * *ret_refused (set with an error): the kernel or rights do not allow it, and nothing has run yet. */
int lock_watch_run(const struct lock_watch_options *options, const struct lock_stats_options *stats,
		   struct live *kernel, struct lock_stats **ret, struct lock_result **ret_result, bool *ret_refused,
		   struct err *err) _warn_unused_;

#endif
