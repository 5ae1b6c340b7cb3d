/* The BPF programs of bpf_counters.h, which keep counts per thread from counters per CPU: at each switch of tasks,
 * what a CPU's counter has gained since the last switch is added to the task that ran. */
#ifndef BPF_BPF_COUNTER_CODE_H
#define BPF_BPF_COUNTER_CODE_H

#include "event/attr/counts.h"
#include "bpf/bpf_code.h"

/* Descriptors of the maps that a program works on:
 *     counters  PERF_EVENT_ARRAY by CPU: the counters themselves
 *     counts    PERCPU_ARRAY of struct count: [0] the last reading,
 *               [1 + n] the sum of the n-th thread, or [1] of everybody
 *     switches  ARRAY of u32 by event: 1 where the event counts now
 *     tasks     HASH tid -> index in counts; -1: whole CPUs are counted, whoever runs */
struct bpf_counter_maps {
	int counters, counts, switches, tasks; /* tasks -1: whole CPUs */
};

/* At sched_switch, still in the task that is about to leave: reads the counter and adds the difference. event: index
 * into switches. */
void bpf_counter_code_switch(struct bpf_code *code, const struct bpf_counter_maps *maps, int32_t event);
/* Where a BPF program begins: keeps the counter's reading for bpf_counter_code_switch, which then runs where it ends.
 */
void bpf_counter_code_begin(struct bpf_code *code, const struct bpf_counter_maps *maps);
/* At sched_process_fork, in the parent: the child counts where its parent does. pid_offset: of child_pid in the
 * tracepoint's fields. */
void bpf_counter_code_fork(struct bpf_code *code, int tasks, int16_t pid_offset);
/* At sched_process_free: its number may be somebody else's from now on. */
void bpf_counter_code_free(struct bpf_code *code, int tasks, int16_t pid_offset);

#endif
