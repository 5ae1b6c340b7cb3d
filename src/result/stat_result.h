/* Counts as they are to be shown: what `perf stat` is to its renderers. Rows are in the order of the output; each is
 * one event in one cell (CPU, core, socket, thread ...) with what was counted and the metrics made of it.
 *
 *     event             cell        value            metrics
 *     cycles            cpu 0       123,456,789      "GHz" 3.1
 *     instructions      cpu 0       200,000,000      "insn per cycle" 1.62
 *
 * analysis/stat makes it; docs/json-stat.md describes it as a document. */
#ifndef RESULT_STAT_RESULT_H
#define RESULT_STAT_RESULT_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

/* What is added up in a row. The numbers are those of STAT_CONFIG records (perf.data). */
enum stat_aggr {
	STAT_AGGR_NONE, /* -A: each CPU by itself */
	STAT_AGGR_GLOBAL,
	STAT_AGGR_SOCKET,
	STAT_AGGR_DIE,
	STAT_AGGR_CLUSTER,
	STAT_AGGR_CACHE,
	STAT_AGGR_CORE,
	STAT_AGGR_THREAD,
	STAT_AGGR_UNSET,
	STAT_AGGR_NODE,
};

/* What a row adds up; numbers that the mode does not use are -1. */
struct stat_cell {
	int32_t cpu, socket, die, cluster, core, node, cache_level, cache, tid;
	const char *comm; /* of tid; never NULL */
};

/* How good a metric's value is; decides its colour. */
enum stat_threshold { STAT_UNKNOWN, STAT_GOOD, STAT_NOTICE, STAT_WARN, STAT_BAD };

/* How a metric's number is written, as upstream writes it. */
enum stat_number {
	STAT_RATE,        /* "%8.3f" */
	STAT_PERCENT,     /* "%7.2f%%", coloured by its threshold */
	STAT_RATIO,       /* "%7.2f " */
	STAT_SCALED,      /* "%8.1f", of metric expressions with a unit; coloured when it has a threshold */
	STAT_PLAIN_VALUE, /* "%8.2f", of those without; likewise */
};

/* A number made of one or several counts. */
struct stat_metric {
	bool has_value; /* there was something to compute it from; else its place stays empty */
	double value;
	enum stat_number number;
	const char *unit; /* "CPUs utilized", "K/sec"; NULL: no value and no unit either */
	enum stat_threshold threshold;
	bool of_all; /* the unit says what share it is ("of all branches"): alone it needs the event's name before it */
	bool metric_only;     /* shown with --metric-only */
	bool only_with_value; /* without a value it has a place with --metric-only alone */
};

/* Whether there is a count: counted for some time, never scheduled on the hardware, or refused by the kernel. */
enum stat_row_state { STAT_COUNTED, STAT_NOT_COUNTED, STAT_NOT_SUPPORTED };

/* An event in a cell. */
struct stat_row {
	size_t event; /* index as in the setup: rows of the same event have the same */
	struct stat_cell cell;
	uint32_t line;          /* with --metric-only, rows of one cell and cgroup are one line: its number */
	bool whole_core;        /* -A: this row sums up the core of its CPU */
	uint32_t nr_aggregated; /* CPUs that the row sums up */
	enum stat_row_state state;
	double value;      /* in units */
	bool is_fraction;  /* the value has decimals worth showing: task-clock, Joules */
	const char *group; /* not a count but the name of a group of default metrics ("TopdownL1"), with these metrics;
			      else NULL */
	const char *unit;  /* never NULL */
	const char *event_name; /* as asked for */
	const char *name;       /* with what tells it from others: "task-clock [software]" */
	const char *cgroup;     /* NULL: none */
	/* How long the event was enabled, and how long it was really counted (perf_event_open(2),
	 * PERF_FORMAT_TOTAL_TIME_*); they differ when counters were multiplexed. */
	uint64_t enabled_ns, running_ns;
	double error_percent; /* of the mean over several runs; 0: none */
	const struct stat_metric *metrics;
	size_t nr_metrics;
};

/* What a column of --metric-only is called. */
struct stat_title {
	const char *unit, *event_name;
	bool of_all;
};

struct stat_time {
	double mean, error;
}; /* seconds; the standard error of the mean over the runs */

/* --iostat: what a PCIe root port is seen to do from the processors' side. */
enum stat_port_traffic {
	STAT_PORT_INBOUND_READ, /* devices below it read memory */
	STAT_PORT_INBOUND_WRITE,
	STAT_PORT_OUTBOUND_READ, /* CPUs read from devices */
	STAT_PORT_OUTBOUND_WRITE,
	STAT_PORT_NR
};
struct stat_port {
	const char *name; /* "0000:17" */
	bool counted[STAT_PORT_NR];
	double mb[STAT_PORT_NR]; /* of 1024 * 1024 bytes */
};

/* What was counted. */
enum stat_target {
	STAT_TARGET_COMMAND,
	STAT_TARGET_PIDS,
	STAT_TARGET_TIDS,
	STAT_TARGET_CPUS,
	STAT_TARGET_SYSTEM,
	STAT_TARGET_BPF
};

/* What is shown at once: all of a run, or an interval of it. */
struct stat_result {
	enum stat_aggr aggr;
	VEC(struct stat_row) rows;
	uint32_t nr_lines;
	size_t unit_width;             /* at least; 0: as wide as most units are */
	VEC(struct stat_title) titles; /* of the metrics that --metric-only shows, whether or not they have values */
	struct arena arena;            /* rows' texts and metrics */
	bool is_interval;
	uint64_t time_ns; /* -I: since the start, at the end of this interval */
	bool is_summary;  /* all intervals together */
	unsigned runs;
	struct stat_time elapsed, user, system;
	bool has_rusage;
	const double *run_seconds;
	size_t nr_run_seconds;     /* each run's elapsed time */
	bool has_cgroups;          /* some event has one */
	bool hardware_not_counted; /* an event of the CPU's counters got no turn */
	/* --iostat: shown instead of the rows; in the arena. NULL: rows are shown. */
	const struct stat_port *ports;
	size_t nr_ports;
};

/* An empty result with one run and global aggregation; stat_result_done frees what it has. */
void stat_result_init(struct stat_result *result);
void stat_result_done(struct stat_result *result);

#endif
