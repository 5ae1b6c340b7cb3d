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

struct sched_latency_options {
	bool by_thread;         /* else threads of one name are one row */
	bool follow_migrations; /* a task that is moved to another CPU begins to wait anew */
	enum sched_latency_key keys[8];
	size_t nr_keys; /* larger first */
};

/* "runtime", "switch", "avg", "max", "pid": false when it is none of them. */
bool sched_latency_key_parse(const char *name, enum sched_latency_key *ret);

struct sched_latency;
/* ret_result belongs to the analysis, which lives until it is freed. The session must outlive it. */
int sched_latency_run(struct session *session, const struct sched_latency_options *options, struct sched_latency **ret,
		      const struct sched_latency_result **ret_result, struct err *err) _warn_unused_;

/* The parts of it: an analysis of these events, each a struct sched_event (always 0), and what they came to: once. The
 * result has no totals of the recording. */
struct sched_latency *sched_latency_new(const struct sched_latency_options *options, const struct model *model);
int sched_latency_event(void *latency, const void *event);
const struct sched_latency_result *sched_latency_finish(struct sched_latency *latency);
void sched_latency_free(struct sched_latency *latency);

#endif
