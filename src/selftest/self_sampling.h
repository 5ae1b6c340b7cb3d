/* Sampling this machine from within a self-test: one event, one ring, decoded samples. */
#ifndef SELFTEST_SELF_SAMPLING_H
#define SELFTEST_SELF_SAMPLING_H

#include "kernel/event_open.h"
#include "kernel/ring.h"
#include "perfdata/record/events.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"
#include "selftest/selftest.h"

struct self_sampling {
	int fd;
	struct ring ring;
	struct perf_events events;
	struct perf_event *event;
	struct sample_scratch scratch;
};

/* An attr that is disabled, counts user and kernel if that is allowed, and samples ip, tid and time every period
 * events. */
struct event_attr self_sampling_attr(uint32_t type, uint64_t config, uint64_t period);
/* Opens it on a process and any CPU, with a ring of nr_pages (0: none). False when the machine does not let us:
 * run->skip then says why, or a failure was counted. */
bool self_sampling_open(struct self_sampling *sampling, struct event_attr *attr, int32_t pid, size_t nr_pages,
			struct selftest_run *run);
void self_sampling_close(struct self_sampling *sampling);
/* What the event has counted. */
uint64_t self_sampling_count(const struct self_sampling *sampling);
/* Calls fn for every sample in the ring. Returns how many; -EBADMSG when a record does not decode. */
int self_sampling_visit(struct self_sampling *sampling, void (*fn)(void *ctx, const struct sample *sample), void *ctx);

/* The number of a tracepoint of the running kernel; 0 when it cannot be read. */
uint64_t self_sampling_tracepoint_id(const char *system, const char *name);

#endif
