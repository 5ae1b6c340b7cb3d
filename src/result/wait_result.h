/* What the threads of a process waited for: what `perf doctor wait` says. Made by analysis/wait, which owns names. */
#ifndef RESULT_WAIT_RESULT_H
#define RESULT_WAIT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As enum wall_state of perfdata/record/sample.h counts. */
enum { WAIT_STATES = 8, WAIT_NAMES = 4 };

/* Waits of one kind: in one state, by threads of one name, in the same functions. */
struct wait_row {
	const char *state, *comm;
	/* Innermost first: the function of the program or its libraries that waits, then who called it from elsewhere.
	 * Where no user function is known, those of the kernel. NULL behind the last. */
	const char *names[WAIT_NAMES];
	bool in_kernel; /* names are the kernel's */
	uint64_t ns, nr;
	/* Who ended most of it, and how much; tid 0: not known. */
	const char *waker;
	uint32_t waker_tid;
	uint64_t waker_ns;
};

struct wait_result {
	const struct wait_row *rows; /* longest first; time that ran is none of them */
	size_t nr_rows;
	const char *state_names[WAIT_STATES];
	uint64_t state_ns[WAIT_STATES], total_ns; /* of all threads */
	uint64_t nr_threads;
	bool has_running, has_wakers; /* the recording tells what ran; and who woke */
	bool has_chains;
};

#endif
