/* What is counted and how it is to be added up: everything that the analysis of counts (stat_tally) must know of the
 * events, the CPUs and the threads. Filled by counting from what it opened, and by `perf stat report` from a recording.
 * All of it is borrowed by the tally and must outlive it. */
#ifndef ANALYSIS_STAT_STAT_SETUP_H
#define ANALYSIS_STAT_STAT_SETUP_H

#include "event/attr/event_spec.h"
#include "event/metric/metric.h"
#include "event/attr/counts.h"
#include "result/stat_result.h"

struct stat_event {
	const char *name;       /* as asked for, with modifiers: "cycles:u" */
	struct event_attr attr; /* type, config and the exclude bits decide which metrics it gives */
	const char *pmu;  /* "software", "uncore_imc_0", "cpu_core"; NULL: not known. Shown behind the name where counts
			     are not merged */
	bool pmu_is_core; /* a PMU of the CPU's cores; several of these: a hybrid machine, where it is named before the
			     event */
	const char *unit; /* of an alias: "Joules", "MiB"; NULL or empty: none */
	double scale;     /* counts times this are units; 0 and 1: none */
	const char *cgroup; /* NULL: none */
	size_t leader;      /* index of its group's first event; its own when alone */
	size_t merged_into; /* index of the first of the events made of one name (uncore_imc_0 ... _7): these are one
			       row unless no_merge; its own index: none */
	enum event_tool
		tool;  /* its counts are ns of the clock or of getrusage, at the first CPU and thread it is open at */
	bool snapshot; /* its value is a state, not a sum: intervals show it as it is */
	bool percore;  /* percore=1: the counts of a core's hardware threads are summed */
	bool hidden;   /* counted for a metric only: no row */
	const char *metric_id; /* as its metrics' expressions call it; NULL: by name */
};

struct stat_cpu {
	int32_t cpu;                              /* -1: any CPU, of events that follow threads */
	int32_t socket, die, cluster, core, node; /* as the machine numbers them; -1: not known */
	int32_t cache_level, cache; /* of the cache asked for: its level, and the lowest CPU that shares it */
};

struct stat_thread {
	int32_t tid;      /* -1: all threads of the CPU, or the command's own */
	const char *comm; /* NULL: not known */
};

struct stat_setup {
	const struct stat_event *events;
	size_t nr_events;
	const struct stat_cpu *cpus;
	size_t nr_cpus; /* the CPUs of struct counts */
	const struct stat_thread *threads;
	size_t nr_threads; /* the threads of struct counts */
	enum stat_aggr aggr;
	bool scale;    /* counts of events that ran only part of the time are scaled up; --no-scale: not */
	bool no_merge; /* --no-merge, or -A */
	bool hybrid_merge;
	bool percore_show_thread;
	bool narrow_units; /* longer units push what follows to the right, as upstream's report does: see stat_result */
	bool for_each_cgroup; /* all events are there once for each cgroup, one cgroup after the other: so are the rows
			       */
	bool system_wide;     /* -a or -C: threads (--per-thread) that were not counted have no rows */
	unsigned runs;        /* -r, 1 without */
	uint64_t interval_ns; /* -I, 0: none */
	const struct metric_set *metrics;         /* -M; their events are indices of events. NULL: none */
	const struct metric_set *default_metrics; /* shown by groups; what they alone need is hidden. NULL: none */
};

#endif
