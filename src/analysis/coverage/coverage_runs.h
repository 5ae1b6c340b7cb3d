/* Runs of code that a trace executed: from where a branch led to, up to the next branch; equal ones are counted. */
#ifndef ANALYSIS_COVERAGE_COVERAGE_RUNS_H
#define ANALYSIS_COVERAGE_COVERAGE_RUNS_H

#include "analysis/pass/sample_filter.h"
#include "session/session.h"

/* Addresses are the object's (frame.object_addr). */
struct coverage_run {
	const struct dso *dso;
	uint64_t from, last; /* its first instruction, and its last */
	uint64_t is_open;    /* the last was not executed: an interrupt came before it */
	uint64_t count;
};
struct coverage_runs {
	VEC(struct coverage_run) all; /* by id of the dso, then by from */
	uint64_t nr_executed;         /* the sum of their counts, and of those that led from one object to another */
	uint64_t nr_unmatched;        /* the latter */
};
/* 0, or -errno with err set; *ret is to be freed in either case. */
int coverage_runs_collect(struct session *session, const struct sample_filter *filter, struct coverage_runs *ret,
			  struct err *err) _warn_unused_;
void coverage_runs_done(struct coverage_runs *runs);

#endif
