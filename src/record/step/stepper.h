/* Steps programs, and makes Intel PT traces of what they execute: a trace for each thread, as a recording of threads by
 * a processor with Intel PT has. x86-64.
 *
 *     stepper_start -> [stepper_switch, stepper_take ...] -> stepper_stop -> stepper_take -> stepper_free
 *
 * Time is that of a clock, in ns since an origin: the trace's TSC. */
#ifndef RECORD_STEP_STEPPER_H
#define RECORD_STEP_STEPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>
#include "base/err.h"

struct stepper;

struct stepper_options {
	const int32_t *tids; /* threads that run already; borrowed during the call of stepper_start */
	size_t nr_tids;
	pid_t workload;    /* a child of this process that is going to exec; 0: none. Stepped from its exec on */
	bool is_off;       /* until stepper_switch */
	bool no_inherit;   /* threads and processes that the others start run on their own */
	size_t keep_bytes; /* of each trace only the end is of interest, about so much; 0: all */
	clockid_t clock;
	uint64_t origin_ns;
};

/* Bytes of the trace of a thread, a multiple of 8 of them. */
struct stepper_piece {
	uint32_t index; /* of the trace */
	pid_t tid;
	uint64_t offset; /* in its trace */
	const void *data;
	size_t bytes;
};

/* Starts the thread that steps. 0 or -errno with err set: where the programs may not be traced the hint says what would
 * allow it. */
int stepper_start(struct stepper **ret, const struct stepper_options *options, struct err *err);
/* off: the programs run as fast as they do otherwise, and nothing of it is traced. */
void stepper_switch(struct stepper *stepper, bool on);
/* Whether the workload has ended, and how (as wait4(2)): the stepper has waited for it, nobody else can. A SIGCHLD
 * tells when to ask. */
bool stepper_reaped(struct stepper *stepper, int *ret_status, struct rusage *ret_usage);
/* Gives what there is of each trace to `piece`, and forgets it. 0, or the first negative result of piece, after which
 * what was not given out is gone. */
int stepper_take(struct stepper *stepper, int (*piece)(void *ctx, const struct stepper_piece *piece), void *ctx);
/* Lets go of all programs, which run on. No calls but take, reaped and free from then on. */
void stepper_stop(struct stepper *stepper);
/* Takes NULL. */
void stepper_free(struct stepper *stepper);

#endif
