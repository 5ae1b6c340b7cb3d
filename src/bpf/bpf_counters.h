/* Events counted by BPF programs (--bpf-counters, the modifier b): counters of whole CPUs, maybe shared with other
 * sessions, run all the time; at each switch of tasks a program reads them and adds what came since the last reading to
 * the task that ran.
 *
 *     bpf_counters_open -> [bpf_counters_switch] -> [bpf_counters_read ...] -> bpf_counters_close */
#ifndef BPF_BPF_COUNTERS_H
#define BPF_BPF_COUNTERS_H

#include "base/err.h"
#include "event/attr/counts.h"
#include "event/attr/event_spec.h"
#include "kernel/kernelfs.h"
#include "bpf/bpf_program_probe.h"
#include "kernel/target.h"

/* One event: descriptors of its maps, of the program at sched_switch and of its attachment. */
struct bpf_counter {
	int counters, counts /* maps */, program, link;
	int missing; /* -errno: not counted anywhere */
};

/* All events of a session that are counted this way. events NULL: there are none, and all functions do nothing. */
struct bpf_counters {
	const struct event_list *events; /* borrowed, and so are the next two; NULL: nothing is counted so */
	const struct target *target;
	const struct kernelfs *fs;
	struct bpf_counter *items; /* [event]; -1 in all that is not open */
	size_t nr_possible_cpus;
	int tasks, switches;              /* maps: tid -> index in target's tids; event -> whether it counts */
	struct bpf_program_probe *probes; /* [event][program], of programs that are counted in; else NULL */
	size_t nr_programs;
	int fork_program, free_program, fork_link, free_link;
};

/* Borrowed until bpf_counters_open returns, fs longer. */
struct bpf_counters_options {
	const struct kernelfs *fs;
	const char *list_path; /* where counters are shared; NULL: at the default place, when that can be had */
	const uint32_t *programs;
	size_t nr_programs; /* counts in these BPF programs alone; the target is then all CPUs */
	bool inherit;       /* children of tasks count too */
	bool recorded;      /* counts are to be written down by id: refused */
	void (*note)(void *ctx, const char *text);
	void *note_ctx; /* for -v; may be NULL */
};

/* Opens all events that have spec->bpf_counter, switched off. events, target and options->fs are borrowed until
 * bpf_counters_close, which is to be called after a failure too. Events this machine cannot count are left out
 * (missing). 0, or -errno with err set: -EOPNOTSUPP for what these counters cannot do (filters, cgroups, containers,
 * stat record), -EPERM without rights. */
int bpf_counters_open(struct bpf_counters *counters, const struct bpf_counters_options *options,
		      const struct event_list *events, const struct target *target, struct err *err);
void bpf_counters_close(struct bpf_counters *counters);
/* Switches all events, or the one with this index, on or off. What was counted until now stays. */
void bpf_counters_switch(const struct bpf_counters *counters, bool on);
void bpf_counters_switch_event(const struct bpf_counters *counters, size_t event, bool on);
/* Sets counts->open and counts->state of these events; those of others stay. */
void bpf_counters_describe(const struct bpf_counters *counters, struct counts *counts);
/* Sums since the opening into the cells of counts, whose CPUs and threads are those of target. */
void bpf_counters_read(const struct bpf_counters *counters, struct counts *counts);

#endif
