/* What perf report shows besides the profile: --header, --stats, -D, -T. Each appends to out and returns 0 or -errno.
 */
#ifndef COMMANDS_REPORT_REPORT_FACTS_H
#define COMMANDS_REPORT_REPORT_FACTS_H

#include "base/outbuf.h"
#include "session/session.h"

int report_facts_header(struct session *session, bool full, struct outbuf *out, struct err *err);
int report_facts_stats(struct session *session, bool skip_empty, struct outbuf *out, struct err *err);
int report_facts_thread_counters(struct session *session, bool raw, struct outbuf *out, struct err *err);
int report_facts_dump(const struct session_options *options, bool quiet, struct err *err);

#endif
