/* Sampling this machine from within a self-test: one event, one ring, decoded samples.
 *
 *     struct event_attr attr = self_sampling_attr(ATTR_TYPE_SOFTWARE, config, period);
 *     if (!self_sampling_open(&live, &attr, 0, 16, run)) return;     run knows why
 *     event_enable(live.fd);
 *     ... what is to be sampled ...
 *     event_disable(live.fd);
 *     self_sampling_visit(&live, fn, ctx);
 *     self_sampling_close(&live); */
#ifndef SELFTEST_SELF_SAMPLING_H
#define SELFTEST_SELF_SAMPLING_H

#include "kernel/event_open.h"
#include "kernel/ring.h"
#include "perfdata/record/events.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"
#include "selftest/selftest.h"

/* An open event: opened by self_sampling_open, closed by self_sampling_close. All on the thread of the test. fd is the
 * event's. ring.control is NULL without a ring. events holds the one event, which decoding asks for its attr; scratch
 * is decoding's memory, on which samples point. */
struct self_sampling {
	int fd;
	struct ring ring;
	struct perf_events events;
	struct perf_event *event;
	struct sample_scratch scratch;
};

/* An attr that is disabled and samples ip, tid and time every `period` events. For root it counts user and kernel, else
 * user space only. type and config are those of perf_event_open(2); callers change what they need. */
struct event_attr self_sampling_attr(uint32_t type, uint64_t config, uint64_t period);
/* Opens it on a process (0: the calling thread) and any CPU, with a ring of nr_pages (a power of two; 0: none). The
 * event stays disabled. False when the machine does not let us: run->skip then says why, or a failure was counted, and
 * there is nothing to be closed. */
bool self_sampling_open(struct self_sampling *sampling, struct event_attr *attr, int32_t pid, size_t nr_pages,
			struct selftest_run *run);
/* Ends the mapping and closes the event. */
void self_sampling_close(struct self_sampling *sampling);
/* What the event has counted; 0 when it cannot be read. */
uint64_t self_sampling_count(const struct self_sampling *sampling);
/* Calls fn for every sample in the ring and takes them off it. Disable the event first. Samples are borrowed until fn
 * returns. Returns how many; -EBADMSG when a record does not decode. */
int self_sampling_visit(struct self_sampling *sampling, void (*fn)(void *ctx, const struct sample *sample), void *ctx);

/* The number of a tracepoint of the running kernel; 0 when it cannot be read. */
uint64_t self_sampling_tracepoint_id(const char *system, const char *name);

#endif
