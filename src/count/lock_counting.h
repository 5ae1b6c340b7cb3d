/* Waits for locks of this machine, added up by BPF programs (bpf/lock_tap.h) while a command runs, or until somebody
 * ends it. */
#ifndef COUNT_LOCK_COUNTING_H
#define COUNT_LOCK_COUNTING_H

#include "bpf/lock_delay.h"
#include "bpf/lock_tap.h"
#include "kernel/cgroup.h"
#include "kernel/target.h"

/* Whose waits are counted, and how. */
struct lock_counting_options {
	struct target_options target;
	const char *const *workload;        /* the command; NULL: none */
	const char *const *cgroups;         /* names of groups: only waits in these count */
	size_t nr_cgroups;                  /* 0: in all */
	const struct lock_delay_of *delays; /* every owner of these locks is, whoever is counted */
	size_t nr_delays;
	/* What is counted, and by what. Its cpus, cgroups and everyone follow from the members above. */
	struct lock_tap_options tap;
};

/* The result: rows of sums; freed by lock_counting_done. */
struct lock_counting {
	struct lock_tap_rows rows;
	uint64_t nr_delayed;       /* how often */
	struct cgroup_ids cgroups; /* of the rows, where they are by cgroup */
	bool refused; /* set with an error: the kernel or our rights do not allow it, and nothing has run yet */
};

/* Counts until the command ends, or one of the signals that end a session comes (record/control/end_signals.h), which
 * this thread takes meanwhile: others must not be there, or block them. Returns 0; -errno with err set. Either way *ret
 * is the caller's to end. */
int lock_counting_run(const struct lock_counting_options *options, struct lock_counting *ret,
		      struct err *err) _warn_unused_;
void lock_counting_done(struct lock_counting *counting);

#endif
