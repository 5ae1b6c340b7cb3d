/* How long it took from one event to another: what `perf latency report` shows. Made by analysis/latency, which owns
 * all of it. docs/json-latency.md describes it as a document. */
#ifndef RESULT_LATENCY_RESULT_H
#define RESULT_LATENCY_RESULT_H

#include <stddef.h>
#include "result/latency_histogram.h"
#include "result/table.h"

/* One latency: a begin and the end that belongs to it. Texts are the analysis's. */
struct latency_row {
	uint64_t begin_ns, end_ns;
	const char *comm; /* of the begin's sample */
	uint32_t pid, tid, cpu, end_cpu;
	const char *group; /* NULL: not grouped */
	bool is_call;      /* of a function; the next two are 0 else */
	uint64_t own_ns;   /* in the function itself, not in what it called */
	uint64_t away_ns;  /* is not part of the latency */
};

/* Columns of distributions, a row for each group. Values are durations in ns, but for LATENCY_GROUP and
 * LATENCY_COUNT. */
enum latency_column {
	LATENCY_GROUP, /* none: all */
	LATENCY_COUNT,
	LATENCY_MIN,
	LATENCY_P50,
	LATENCY_P75,
	LATENCY_P90,
	LATENCY_P95,
	LATENCY_P99,
	LATENCY_P99_9,
	LATENCY_P99_99,
	LATENCY_MAX,
	LATENCY_MEAN,
	LATENCY_DEVIATION,
	LATENCY_TOTAL,
	NR_LATENCY_COLUMNS
};
/* Columns of single latencies, a row each. */
enum latency_slowest_column {
	LATENCY_SLOWEST_BEGIN,
	LATENCY_SLOWEST_LATENCY,
	LATENCY_SLOWEST_CPU,
	LATENCY_SLOWEST_END_CPU,
	LATENCY_SLOWEST_PID,
	LATENCY_SLOWEST_TID,
	LATENCY_SLOWEST_COMM,
	LATENCY_SLOWEST_GROUP, /* none: not grouped */
	NR_LATENCY_SLOWEST_COLUMNS,
	/* Of calls only. */
	LATENCY_SLOWEST_END = NR_LATENCY_SLOWEST_COLUMNS,
	LATENCY_SLOWEST_OWN
};

/* Slices of time of equal length, from_ns to to_ns in all, by when latencies ended; each has its own distribution. */
struct latency_heat {
	uint64_t from_ns, to_ns;
	struct latency_histogram *columns;
	size_t nr_columns;
};

/* The whole result. Numbers count events or latencies of the time that was looked at. */
struct latency_result {
	/* The latency that was asked for, with names completed. key "": any end ends any begin; by NULL: not
	 * grouped. */
	const char *begin, *end, *key, *by;
	uint64_t unit_ns; /* of the histograms' powers */
	struct latency_histogram all;
	struct table total;         /* one row, of all */
	struct table groups;        /* in the order asked for */
	struct latency_heat heat;   /* nr_columns 0: not asked for */
	struct table slowest;       /* longest first */
	uint64_t first_ns, last_ns; /* time that was looked at */
	/* What the events looked at came to; latencies are the ends that found their begin. */
	uint64_t nr_begins, nr_ends; /* events */
	uint64_t nr_without_begin;   /* ends with nothing that they end */
	uint64_t nr_begun_again;     /* begins that were given up for a later one of the same key */
	uint64_t nr_pending;         /* begins that had not ended at the end */
	uint64_t nr_given_up;        /* begins given up because too many were waiting */
	uint64_t nr_backwards;       /* ends before their begin: not counted */
	uint64_t nr_damaged;         /* events whose payload is too short for their key */
	uint64_t nr_ungrouped;       /* latencies without a row of their own: too many groups */
	uint64_t nr_lost_events;
	bool has_calls;       /* latencies are calls of a function; the next two are 0 else */
	bool is_own;          /* and only the time in the function itself counts */
	uint64_t nr_cut;      /* calls that the trace loses sight of */
	uint64_t nr_timeless; /* calls that begin and end at the same time of the trace */
	double own_ns;        /* of all, in the function itself */
};

static inline uint64_t latency_row_ns(const struct latency_row *row)
{
	return row->end_ns - row->begin_ns - row->away_ns;
}

#endif
