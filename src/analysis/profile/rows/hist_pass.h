/* The profile of a whole recording. */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_PASS_H
#define ANALYSIS_PROFILE_ROWS_HIST_PASS_H

#include "analysis/profile/collect/hist.h"
#include "session/session.h"

/* Makes the profile of all samples of a session, in one pass on its threads, finished (hist_finish). session must
 * outlive *ret, which the caller frees with hist_free. Returns 0 or -errno with err set; *ret is then untouched.
 * Where hist_chains_wait, chains are to be collected before hist_report. */
int hist_collect(struct session *session, const struct hist_options *options, struct hist **ret,
		 struct err *err) _warn_unused_;

#endif
