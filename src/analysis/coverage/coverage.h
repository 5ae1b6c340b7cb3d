/* Which code a hardware trace executed, by source line.
 *
 *     branches of the trace     a -> b       c -> d         f -> g
 *     runs                           [b .. c]     [d ... f]            executed: all from b to c, from d to f
 *     conditional jumps             between b and c: passed; at c: taken
 *
 * All code of the objects that the trace went through is looked at, so that what was never executed is there too. */
#ifndef ANALYSIS_COVERAGE_COVERAGE_H
#define ANALYSIS_COVERAGE_COVERAGE_H

#include "analysis/pass/sample_filter.h"
#include "result/coverage_result.h"
#include "session/session.h"

/* The recording's trace has been decoded to branches (--itrace=b). By CPU, time, thread and command the filter says
 * which executions count; by object and symbol, which code is looked at. Returns 0 and fills *ret, to be ended by
 * coverage_done; -ENODATA with err set where the trace has no branches, or there is none. */
int coverage_collect(struct session *session, const struct sample_filter *filter, struct coverage *ret,
		     struct err *err) _warn_unused_;

#endif
