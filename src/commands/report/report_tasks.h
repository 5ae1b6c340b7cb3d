/* perf report --tasks and --mmaps: the processes and threads of a recording as a tree by who started whom, with what
 * each had mapped at the end. */
#ifndef COMMANDS_REPORT_REPORT_TASKS_H
#define COMMANDS_REPORT_REPORT_TASKS_H

#include "base/outbuf.h"
#include "session/session.h"

/* Writes to out as it goes: maps are many times what the recording holds, since children begin with those of their
 * parents. 0, or -errno when that failed. */
int report_tasks(const struct session *session, bool maps, struct outbuf *out) _warn_unused_;

#endif
