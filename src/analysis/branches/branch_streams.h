/* Branch stacks added up by the places that they went through: which ways through the code are hot. */
#ifndef ANALYSIS_BRANCHES_BRANCH_STREAMS_H
#define ANALYSIS_BRANCHES_BRANCH_STREAMS_H

#include "analysis/pass/sample_filter.h"
#include "result/diff_streams.h"
#include "session/session.h"

/* Reads all samples of the session, on its threads. event: by name; samples of others do not count. filter: may be
 * NULL. full_paths: of source files. ret: zeroed by the caller. Returns 0, or -errno with err set; ret is to be freed
 * in either case. */
int branch_streams_collect(struct diff_streams *ret, struct session *session, const char *event,
			   const struct sample_filter *filter, struct err *err) _warn_unused_;

#endif
