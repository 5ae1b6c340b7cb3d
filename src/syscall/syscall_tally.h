/* What a program in the kernel adds up by thread and call, and where it comes to lie (bpf/tap.h fills it in). */
#ifndef SYSCALL_SYSCALL_TALLY_H
#define SYSCALL_SYSCALL_TALLY_H

#include "base/vec.h"

/* One call of one thread. The layout is that of the program's maps. */
struct syscall_tally {
	uint32_t number_plus_1; /* 0: nothing yet; with SYSCALL_NUMBER_32 (syscall.h) of a 32-bit program */
	uint32_t nr_errors;
	uint64_t count, total_ns, min_ns, max_ns;
	uint64_t squares_low, squares_high; /* of durations in ns, added up: 128 bits */
	uint64_t unused;
};
_Static_assert(sizeof(struct syscall_tally) == 64, "layout of maps");

/* How often a call of a thread failed with one error (positive errno). */
struct syscall_tally_errno {
	uint32_t number, error;
	uint64_t nr;
};

enum { SYSCALL_COMM_BYTES = 16 };
/* A thread with its calls, or a control group: order is its id, and there is no thread. comm is NUL-terminated. */
struct syscall_tally_thread {
	uint64_t order; /* of threads with the same number, the older one has the smaller */
	uint32_t pid, tid;
	char comm[SYSCALL_COMM_BYTES + 1];
	const char *cgroup; /* its name, NULL: a thread's sums. Borrowed */
	uint64_t nr_events; /* beginnings and ends */
	VEC(struct syscall_tally) calls;
	VEC(struct syscall_tally_errno) errnos;
};

/* All of it; zeroed is empty. Freed by syscall_tallies_done. */
struct syscall_tallies {
	VEC(struct syscall_tally_thread) threads;
	uint64_t nr_lost; /* events that found no room */
};
static inline void syscall_tallies_done(struct syscall_tallies *tallies)
{
	for (size_t i = 0; i < tallies->threads.count; i++) {
		vec_done(&tallies->threads.items[i].calls);
		vec_done(&tallies->threads.items[i].errnos);
	}
	vec_done(&tallies->threads);
}

#endif
