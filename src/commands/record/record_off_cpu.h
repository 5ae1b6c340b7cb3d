/* perf record --off-cpu: by BPF programs, else by tracepoints, else by context switches; and what is to be said then.
 */
#ifndef COMMANDS_RECORD_RECORD_OFF_CPU_H
#define COMMANDS_RECORD_RECORD_OFF_CPU_H

#include "event/attr/event_spec.h"
#include "event/pmu/catalogue.h"
#include "record/recording.h"

/* What the options say, and the programs once they are loaded; record_off_cpu_done frees. */
struct record_off_cpu {
	bool wanted, wall;  /* --off-cpu, --wall */
	uint64_t thresh_ms; /* 0: no direct samples */
	struct off_cpu *programs;
};
#define RECORD_OFF_CPU_THRESH_MS 500

/* After the target is known: loads the programs, or adds the events that stand in for them, and tells rec. 0, or the
 * exit status of a refusal that was printed. */
int record_off_cpu_prepare(struct record_off_cpu *off, struct recording_options *rec, struct event_list *events,
			   const struct event_catalogue *catalogue);
void record_off_cpu_done(struct record_off_cpu *off);
/* Says what could not be recorded of it. */
void record_off_cpu_print(const struct recording_result *result);

#endif
