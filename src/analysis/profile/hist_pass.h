/* The profile of a whole recording. */
#ifndef ANALYSIS_PROFILE_HIST_PASS_H
#define ANALYSIS_PROFILE_HIST_PASS_H

#include "analysis/profile/hist.h"
#include "session/session.h"

/* One pass over the samples, in any order: the profile, finished (hist_finish). session must outlive it. Returns 0 or
 * -errno with err set. */
int hist_collect(struct session *session, const struct hist_options *options, struct hist **ret,
		 struct err *err) _warn_unused_;

#endif
