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

#include "analysis/latency/latency_events.h"
#include "result/latency_result.h"

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

struct latency_options {
	const struct sample_filter *filter;
	const char *const *syscalls;
	size_t nr_syscalls; /* only calls of these names; 0: all */
	uint64_t unit_ns;   /* of the powers of two */
	size_t nr_columns;  /* of the heat map; 0: none */
	size_t nr_slowest;  /* keep the longest so many */
	bool nested; /* a begin of a key that is waiting is within it, and ends first: calls of a function that calls
			itself */
	size_t max_waiting; /* 0: a million */
	enum latency_order order;
	void *ctx;
	int (*row)(void *ctx,
		   const struct latency_row *row); /* each latency as it ends; NULL: nobody wants them. Nonzero stops */
	int (*batch)(void *ctx);                   /* after some; may be NULL */
};

bool latency_order_parse(const char *name, enum latency_order *ret);

struct latency;
/* The result belongs to the analysis; the session must outlive it. spec gets what it left open. Returns 0, what `row`
 * stopped with, or -errno. */
int latency_run(struct session *session, struct latency_spec *spec, const struct latency_options *options,
		struct latency **ret, const struct latency_result **ret_result, struct err *err) _warn_unused_;
void latency_free(struct latency *latency);

#endif
