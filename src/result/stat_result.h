/* Counts as they are to be shown: what `perf stat` is to its renderers. Rows are in the order of the output; each is one event in one
   cell (CPU, core, socket, thread ...) with what was counted and the metrics made of it. */
#ifndef RESULT_STAT_RESULT_H
#define RESULT_STAT_RESULT_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

/* The numbers are those of STAT_CONFIG records. */
enum stat_aggr {
	STAT_AGGR_NONE, /* -A: each CPU by itself */
	STAT_AGGR_GLOBAL, STAT_AGGR_SOCKET, STAT_AGGR_DIE, STAT_AGGR_CLUSTER, STAT_AGGR_CACHE, STAT_AGGR_CORE, STAT_AGGR_THREAD,
	STAT_AGGR_UNSET, STAT_AGGR_NODE,
};

/* What a row adds up; fields that the mode does not use are -1. */
struct stat_cell {
	int32_t cpu, socket, die, cluster, core, node, cache_level, cache, tid;
	const char *comm;       /* of tid */
};

enum stat_threshold { STAT_PLAIN, STAT_GOOD, STAT_NOTICE, STAT_WARN, STAT_BAD }; /* how a metric is to be coloured */

struct stat_metric {
	bool has_value;         /* else the column stays empty */
	double value;
	uint8_t width, decimals;/* in text: "%*.*f"; 0: not given a number format, the value stands as text in CSV too */
	bool percent;           /* a "%" follows the number in text */
	const char *unit;       /* "CPUs utilized", "K/sec" */
	enum stat_threshold threshold;
	bool new_line;          /* in text it stands on a line of its own, below the row's first metric */
};

enum stat_row_state { STAT_COUNTED, STAT_NOT_COUNTED, STAT_NOT_SUPPORTED };

struct stat_row {
	size_t event;           /* index as in the setup: rows of the same event have the same */
	struct stat_cell cell;
	uint32_t nr_aggregated; /* CPUs that the row sums up and that were counted */
	enum stat_row_state state;
	double value;           /* in units */
	bool is_fraction;       /* the value has decimals worth showing: task-clock, Joules */
	const char *unit;       /* never NULL */
	const char *name;       /* with what tells it from others, e.g. "task-clock [software]" */
	const char *cgroup;     /* NULL: none */
	uint64_t enabled_ns, running_ns;
	bool has_error; double error_percent; /* of the mean, -r */
	struct stat_metric *metrics; size_t nr_metrics;
	bool print_metric_only_cell;
};

struct stat_time { double mean, error; }; /* seconds; the standard error of the mean over the runs */

enum stat_target { STAT_TARGET_COMMAND, STAT_TARGET_PIDS, STAT_TARGET_TIDS, STAT_TARGET_CPUS, STAT_TARGET_SYSTEM, STAT_TARGET_BPF };

struct stat_result {
	enum stat_aggr aggr;
	VEC(struct stat_row) rows;
	struct arena arena;           /* rows' texts and metrics */
	bool is_interval; double time; /* -I: seconds since the start, at the end of this interval */
	bool is_summary;              /* all intervals together */
	unsigned runs;
	struct stat_time elapsed, user, system; bool has_rusage;
	const double *run_seconds; size_t nr_run_seconds; /* each run's elapsed time, --table */
	bool has_cgroups;
	bool nmi_watchdog_hint;       /* some were not counted although a counter more would have done */
};

void stat_result_init(struct stat_result *result);
void stat_result_done(struct stat_result *result);

#endif
