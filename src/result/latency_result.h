/* How long it took from one event to another: what `perf latency report` shows. */
#ifndef RESULT_LATENCY_RESULT_H
#define RESULT_LATENCY_RESULT_H

#include <stddef.h>
#include "result/latency_histogram.h"

/* One latency. Texts are the analysis's. */
struct latency_row {
	uint64_t begin_ns, end_ns;
	const char *comm; /* of the begin's sample */
	uint32_t pid, tid, cpu, end_cpu;
	const char *group; /* NULL: not grouped */
};

struct latency_group {
	const char *name;
	struct latency_histogram histogram;
};

/* Columns of equal width in time, by when latencies ended; each has its own distribution. */
struct latency_heat {
	uint64_t from_ns, to_ns;
	struct latency_histogram *columns;
	size_t nr_columns;
};

struct latency_result {
	const char *begin, *end, *key,
		*by;      /* as asked for, names completed; key "": any end ends any begin; by NULL: not grouped */
	uint64_t unit_ns; /* of the histograms' powers */
	struct latency_histogram all;
	struct latency_group *groups;
	size_t nr_groups;         /* in the order asked for */
	struct latency_heat heat; /* nr_columns 0: not asked for */
	struct latency_row *slowest;
	size_t nr_slowest;           /* longest first */
	uint64_t first_ns, last_ns;  /* time that was looked at */
	uint64_t nr_begins, nr_ends; /* events */
	uint64_t nr_without_begin;   /* ends with nothing that they end */
	uint64_t nr_begun_again;     /* begins that were given up for a later one of the same key */
	uint64_t nr_pending;         /* begins that had not ended at the end */
	uint64_t nr_given_up;        /* begins given up because too many were waiting */
	uint64_t nr_backwards;       /* ends before their begin: not counted */
	uint64_t nr_damaged;         /* events whose payload is too short for their key */
	uint64_t nr_ungrouped;       /* latencies without a row of their own: too many groups */
	uint64_t nr_lost_events;
};

static inline uint64_t latency_row_ns(const struct latency_row *row) { return row->end_ns - row->begin_ns; }

#endif
