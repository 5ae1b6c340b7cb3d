/* Where the wall-clock time of threads went, on a CPU and off it, as one tree of calls. */
#ifndef ANALYSIS_PROFILE_ANSWERS_WALL_FLAME_H
#define ANALYSIS_PROFILE_ANSWERS_WALL_FLAME_H

#include "analysis/pass/parallelism_pass.h"
#include "analysis/profile/collect/hist.h"
#include "result/flame.h"
#include "result/flame_times.h"

/* Weights are nanoseconds. On a CPU a sample of the event stands for the time since the sample before it, or since its
 * thread began to run. Off it, the time until the thread runs again is that of FLAME_OFF_CPU, called by what the sample
 * of sched:sched_switch says that let it go; without such a stack by what the last sample says, which is near. What a
 * thread ran without a sample is FLAME_ON_CPU. Threads without a sample are not there.
 *
 * times: NULL, or with nr_slices filled in, which may become fewer: when (flame_times.h), from the first to the last
 * sample of any event; the caller ends it with flame_times_done, also after an error.
 *
 * hist: with keep_samples, finished. Reads the recording once more. *ret is freed by flame_free. 0, or -errno with err
 * set: -ENODATA: there are no context switches that say when threads ran. */
int wall_flame(struct hist *hist, struct hist_event *event, struct session *session, struct flame_times *times,
	       struct flame **ret, struct err *err) _warn_unused_;

#define FLAME_OFF_CPU "[off CPU]"
#define FLAME_ON_CPU "[on CPU]"

#endif
