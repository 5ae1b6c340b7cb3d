/* How long tasks waited for a CPU after they were ready to run.
 *
 * A task is ready when it is woken, or when it has to leave its CPU while it could run; the delay ends when it is
 * switched to. Where wakeups were not recorded only the latter are known. */
#ifndef ANALYSIS_SCHED_SCHED_LATENCY_H
#define ANALYSIS_SCHED_SCHED_LATENCY_H

#include "analysis/sched/sched_events.h"
#include "analysis/sched/sched_tasks.h"
#include "result/sched_delays.h"

enum sched_latency_key { SCHED_BY_AVG, SCHED_BY_MAX, SCHED_BY_SWITCH, SCHED_BY_RUNTIME, SCHED_BY_TID };

/* Copied by the analysis. */
struct sched_latency_options {
	bool by_thread;         /* else threads of one name are one row */
	bool follow_migrations; /* a task that is moved to another CPU begins to wait anew */
	enum sched_latency_key keys[8];
	/* The order of rows: by the first key, then the second ... The larger comes first, of SCHED_BY_TID the
	 * smaller. */
	size_t nr_keys;
};

/* "avg", "max", "switch", "runtime" or "pid". False: it is none of them, *ret is unchanged. */
bool sched_latency_key_parse(const char *name, enum sched_latency_key *ret);

struct sched_latency;
/* Goes over the recording. Returns 0, or -errno with err set (-ENODATA: no events of the scheduler). *ret_result is
 * borrowed from *ret, which is to be freed with sched_latency_free; the session must outlive both. */
int sched_latency_run(struct session *session, const struct sched_latency_options *options, struct sched_latency **ret,
		      const struct sched_latency_result **ret_result, struct err *err) _warn_unused_;

/* The parts of sched_latency_run. sched_latency_event takes a struct sched_event of any extent, in order of time,
 * and returns 0. sched_latency_finish makes the result, once; it has no totals of the recording (nr_events,
 * nr_lost_*). */
struct sched_latency *sched_latency_new(const struct sched_latency_options *options, const struct model *model);
int sched_latency_event(void *latency, const void *event);
const struct sched_latency_result *sched_latency_finish(struct sched_latency *latency);
void sched_latency_free(struct sched_latency *latency);

#endif
