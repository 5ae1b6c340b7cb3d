/* How long locks were waited for: by caller, thread or lock.
 *
 * Two ways to fill it. lock_stats_run follows the events of a recording: for each thread and lock, where in the
 * sequence acquire, contended, acquired, release (or contention_begin, contention_end) it is; what comes at the wrong
 * moment breaks the row it belongs to, is counted once for it and otherwise ignored. lock_stats_of_sums takes what was
 * added up elsewhere. */
#ifndef ANALYSIS_LOCK_LOCK_STATS_H
#define ANALYSIS_LOCK_LOCK_STATS_H

#include "analysis/lock/lock_events.h"
#include "result/lock_waits.h"

/* Copied; what it points to is borrowed and must outlive the analysis. */
struct lock_stats_options {
	enum lock_by by;
	enum lock_view view;
	size_t nr_entries;    /* at most so many rows; 0: all */
	enum lock_field key;  /* larger first; NR_LOCK_FIELDS: in order of names and addresses */
	bool contention_only; /* nothing of lockdep's events; what never was waited for is no row */
	bool combine;         /* locks of one class are one row */
	bool chains;          /* a row by caller is one call chain, which it has; without: all those of one caller */
	unsigned max_stack, stack_skip;
	/* only waits of these kinds, for these locks, with one of these in the call chain; none: all */
	const uint32_t *types;
	size_t nr_types;
	const uint64_t *locks;
	size_t nr_locks;
	const char *const *chain_parts;
	size_t nr_chain_parts;
};

struct lock_stats;
/* Goes over the recording. Returns 0, or -errno with err set. *ret_result is borrowed from *ret, which
 * lock_stats_free frees; the session must outlive both. */
int lock_stats_run(struct session *session, const struct lock_stats_options *options, struct lock_stats **ret,
		   const struct lock_result **ret_result, struct err *err) _warn_unused_;
/* The parts of lock_stats_run. lock_stats_event takes a struct lock_event, in order of time, and returns 0;
 * lock_stats_finish makes the result, once. space: for names of locks by address; NULL where nobody asks for them.
 * Without a session threads have no names. */
struct lock_stats *lock_stats_new(const struct lock_stats_options *options, struct frame_space *space);
int lock_stats_event(void *stats, const void *event);
const struct lock_result *lock_stats_finish(struct lock_stats *stats);
void lock_stats_free(struct lock_stats *stats); /* NULL is fine */

/* The waits of one call chain, thread, owner, lock or cgroup, as a program in the kernel added them up. Times are
 * ns. */
struct lock_sum {
	uint64_t lock_vaddr;
	const char *lock_name; /* what is known of a lock without a symbol: "mmap_lock"; NULL: nothing */
	/* By cgroup: its path, not NULL. */
	const char *cgroup;
	const char *comm; /* NULL: not known */
	int32_t tid;
	uint32_t flags;
	uint64_t nr, wait_ns, max_wait_ns, min_wait_ns;
	const uint64_t *ips;
	size_t nr_ips; /* of the kernel, innermost first; may begin in a BPF program at the tracepoint */
};
/* The analysis of such sums; *ret_result is borrowed from it. Sums of one caller (thread, ...) are added up. types
 * and locks of the options were applied before; chain_parts are here. resolver is for ips and locks of the running
 * kernel, and must outlive what is returned, as space must; texts of sums are copied. */
struct lock_stats *lock_stats_of_sums(const struct lock_sum *sums, size_t nr_sums, struct frame_space *space,
				      struct resolver *resolver, const struct lock_stats_options *options,
				      struct lock_result **ret_result);

/* The address of the kernel's symbol of that name, to select a lock by name. False: there is none. */
bool lock_stats_find_lock(struct frame_space *space, const char *name, uint64_t *ret_vaddr);

#endif
