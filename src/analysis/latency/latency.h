/* How long it took from one event to another of the same key: pairs them, and adds them up.
 *
 *     begin k=1   begin k=2   end k=1   begin k=2      end k=2     end k=3
 *        |-------------------->|           |--------------->|         ?
 *                    x  (begun again: given up)                (without begin)
 *
 * Memory is bounded: begins that wait (the oldest of too many is given up), groups, and distributions instead of
 * durations. */
#ifndef ANALYSIS_LATENCY_LATENCY_H
#define ANALYSIS_LATENCY_LATENCY_H

#include "analysis/latency/latency_calls.h"
#include "result/latency_result.h"

/* The order of groups: largest first, names ascending. */
enum latency_order {
	LATENCY_BY_TOTAL,
	LATENCY_BY_COUNT,
	LATENCY_BY_MEAN,
	LATENCY_BY_MAX,
	LATENCY_BY_P50,
	LATENCY_BY_P99,
	LATENCY_BY_NAME,
	NR_LATENCY_ORDERS
};

/* Copied; what it points to is borrowed for the run. */
struct latency_options {
	const struct sample_filter *filter;
	const char *const *syscalls;
	size_t nr_syscalls; /* only calls of these names; 0: all */
	/* Unit of distributions, in ns: see latency_histogram_add. */
	uint64_t unit_ns;
	size_t nr_columns; /* of the heat map; 0: none */
	/* So many of the longest are kept; 0: none. */
	size_t nr_slowest;
	/* A begin of a key that is waiting is within the waiting one and ends first, as calls of a function that
	 * calls itself do. Else it takes its place. */
	bool nested;
	/* Of calls: without the time in the calls that they made, and that they were not traced. */
	bool own;
	/* So many begins wait at most; 0: 2^20. */
	size_t max_waiting;
	enum latency_order order;
	void *ctx;
	int (*row)(void *ctx,
		   const struct latency_row *row); /* each latency as it ends; NULL: nobody wants them. Nonzero stops */
	/* Called after some rows; may be NULL. */
	int (*batch)(void *ctx);
};

/* "total", "count", "mean", "max", "p50", "p99" or "name". False: it is none of them, *ret is unchanged. */
bool latency_order_parse(const char *name, enum latency_order *ret);

struct latency;
/* Goes over the recording. spec gets what it left open (latency_events_new), and with the session must outlive *ret.
 * Returns 0; what `row` stopped with; or -errno with err set. Only for 0 is *ret set, to be freed with latency_free;
 * *ret_result is borrowed from it. */
int latency_run(struct session *session, struct latency_spec *spec, const struct latency_options *options,
		struct latency **ret, const struct latency_result **ret_result, struct err *err) _warn_unused_;
void latency_free(struct latency *latency);

#endif
