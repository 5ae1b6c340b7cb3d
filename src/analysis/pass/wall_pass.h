/* Finds out what of a recording tells the time of threads on and off the CPU. */
#ifndef ANALYSIS_PASS_WALL_PASS_H
#define ANALYSIS_PASS_WALL_PASS_H

#include "session/session.h"
#include "session/wall_clock.h"

/* Makes the clock (wall_clock.h), and hands it to the session; a pass over the recording where switches tell the time.
 * 0; -ENODATA or -EINVAL with err set: nothing tells, with what to record. *ret is the session's. */
int wall_collect(struct session *session, const struct wall_clock **ret, struct err *err) _warn_unused_;

#endif
