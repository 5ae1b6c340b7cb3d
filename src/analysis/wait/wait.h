/* What the threads of a recording waited for. */
#ifndef ANALYSIS_WAIT_WAIT_H
#define ANALYSIS_WAIT_WAIT_H

#include "result/wait_result.h"
#include "session/session.h"

struct wait;
/* A pass over the recording, which must tell the time of threads. pid: of this process alone; 0: of all. The result is
 * the wait's, which wait_free frees; both only while the session is open. 0, or -errno with err set: -ENODATA or
 * -EINVAL where nothing tells, with what to record. */
int wait_run(struct session *session, int32_t pid, struct wait **ret, const struct wait_result **ret_result,
	     struct err *err) _warn_unused_;
void wait_free(struct wait *wait); /* NULL is fine */

#endif
