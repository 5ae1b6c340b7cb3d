/* What is counted and how it is to be added up: everything that the analysis of counts (stat_tally) must know of the
 * events, the CPUs and the threads. Filled by counting from what it opened, and by `perf stat report` from a recording.
 * All of it is borrowed by the tally and must outlive it. */
#ifndef ANALYSIS_STAT_STAT_SETUP_H
#define ANALYSIS_STAT_STAT_SETUP_H

#include "event/attr/event_spec.h"
#include "event/metric/metric.h"
#include "event/attr/counts.h"
#include "result/stat_result.h"

/* An event that is counted. Its index in stat_setup.events is that in struct counts, in sums and in metrics. */
struct stat_event {
	const char *name;       /* as asked for, with modifiers: "cycles:u" */
	struct event_attr attr; /* type, config and the exclude bits decide which metrics it gives */
	/* "software", "uncore_imc_0", "cpu_core"; NULL: not known. Shown behind the name where counts are not
	 * merged. */
	const char *pmu;
	/* A PMU of the CPU's cores. Several of these make a hybrid machine, where the PMU is named before the event. */
	bool pmu_is_core;
	const char *unit; /* of an alias: "Joules", "MiB"; NULL or empty: none */
	/* Counts times this are units; 0 and 1: as they are. */
	double scale;
	const char *cgroup; /* NULL: none */
	size_t leader;      /* index of its group's first event; its own when alone */
	/* Index of the first of the events that one name made (uncore_imc_0 ... _7): all of them are its row unless
	 * no_merge. Its own index: it is that first one. */
	size_t merged_into;
	enum event_tool
		tool; /* its counts are ns of the clock or of getrusage, at the first CPU and thread it is open at */
	/* Its value is a state, not a sum: intervals show it as it is, not its growth. */
	bool snapshot;
	/* percore=1: the counts of a core's hardware threads are summed. */
	bool percore;
	bool hidden; /* counted for a metric only: no row */
	/* What formulas of metrics call it; NULL: its name. */
	const char *metric_id;
};

/* A CPU that is counted on, and where it is in the machine. */
struct stat_cpu {
	int32_t cpu;                              /* -1: any CPU, of events that follow threads */
	int32_t socket, die, cluster, core, node; /* as the machine numbers them; -1: not known */
	/* Of the cache that is asked for: its level, and the lowest CPU that shares it. */
	int32_t cache_level, cache;
};

/* A thread that is counted. */
struct stat_thread {
	int32_t tid;      /* -1: all threads of the CPU, or the command's own */
	const char *comm; /* NULL: not known */
};

/* The whole. Zero-initialised it counts nothing. */
struct stat_setup {
	const struct stat_event *events;
	size_t nr_events;
	const struct stat_cpu *cpus;
	size_t nr_cpus; /* the CPUs of struct counts */
	const struct stat_thread *threads;
	size_t nr_threads; /* the threads of struct counts */
	enum stat_aggr aggr;
	/* Counts of events that ran only part of the time (multiplexing) are scaled up by enabled / running time;
	 * --no-scale: not. */
	bool scale;
	/* --no-merge, or -A: each PMU's event has a row of its own. */
	bool no_merge;
	/* --hybrid-merge: events of several sorts of cores are one row, and not named after a PMU. */
	bool hybrid_merge;
	/* --percore-show-thread: each hardware thread has a row with its core's sum. */
	bool percore_show_thread;
	/* Longer units push what follows to the right, as upstream's report does: see result/stat_result.h. */
	bool narrow_units;
	/* All events are there once for each cgroup, one cgroup after the other, and so are the rows. */
	bool for_each_cgroup;
	/* -a or -C: with --per-thread, threads that were not counted have no rows. */
	bool system_wide;
	unsigned runs;        /* -r, 1 without */
	uint64_t interval_ns; /* -I, 0: none */
	/* -M: metrics whose events are indices of events. NULL: none. */
	const struct metric_set *metrics;
	/* Metrics that are shown by groups without being asked for; events that they alone need are hidden. NULL:
	 * none. */
	const struct metric_set *default_metrics;
};

#endif
