/* Time off the CPU as samples of the event offcpu-time: direct ones while it is recorded, at their time, and one for
 * each sum at the end.
 *
 * Samples are those of upstream 6.12: thread, period (ns), call chain, control group. The chain has the kernel's part
 * as well, in front; ip is the innermost address of the program, or of the kernel in threads of the kernel. Sums have
 * no time of their own: theirs begin at TIME_OF_SUMS, which no clock reaches. */
#ifndef RECORD_OFF_CPU_SAMPLES_H
#define RECORD_OFF_CPU_SAMPLES_H

#include "bpf/off_cpu.h"
#include "event/attr/event_spec.h"
#include "kernel/target.h"
#include "perfdata/record/events.h"
#include "record/drain/drain.h"

#define OFF_CPU_EVENT "offcpu-time"

/* The event that the samples are of; to be appended behind all others. wall: samples have the waker's thread in ADDR.
 */
void off_cpu_samples_add_event(struct event_list *events, bool wall);

struct off_cpu_samples;
/* What it needs to know; all borrowed until off_cpu_samples_free. */
struct off_cpu_samples_options {
	struct off_cpu *off_cpu;
	const struct kernelfs *fs;
	const struct target *target;
	const struct event_list *events;     /* whose groups (-G) are those that count */
	const struct perf_events *described; /* has OFF_CPU_EVENT */
	bool direct;                         /* rings for direct samples are wanted */
	bool use_clockid;
	int32_t clockid;
};
/* Tells the programs whom to watch, and opens the rings of direct samples. 0 or -errno with err set. */
int off_cpu_samples_new(const struct off_cpu_samples_options *options, struct off_cpu_samples **ret,
			struct err *err) _warn_unused_;
void off_cpu_samples_free(struct off_cpu_samples *samples); /* NULL is fine */
/* Appends the direct samples that came since the last time, behind a round. Bytes or -errno. */
int64_t off_cpu_samples_drain(struct off_cpu_samples *samples, struct drain *drain);
/* Reads the sums, and who is off the CPU: to be called once, as soon as the programs are switched off. */
void off_cpu_samples_end(struct off_cpu_samples *samples);
/* Appends the last direct samples and those of the sums. 0 or -errno. ret_losses[NR_OFF_CPU_LOSSES]. */
int off_cpu_samples_finish(struct off_cpu_samples *samples, struct drain *drain, uint64_t *ret_losses);

#endif
