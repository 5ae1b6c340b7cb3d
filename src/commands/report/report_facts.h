/* What perf report shows besides the profile: header, statistics, tasks, counters, the dump. Each appends to out,
 * which stays the caller's, and returns 0, or -errno with err set where there is one. */
#ifndef COMMANDS_REPORT_REPORT_FACTS_H
#define COMMANDS_REPORT_REPORT_FACTS_H

#include "base/outbuf.h"
#include "session/session.h"

/* --header; full: -I. */
int report_facts_header(struct session *session, bool full, struct outbuf *out, struct err *err);
/* --stats: how many records there are of each type. skip_empty: events without samples are left out. */
int report_facts_stats(struct session *session, bool skip_empty, struct outbuf *out, struct err *err);
/* --tasks; with maps: --mmaps. */
int report_facts_tasks(const struct session *session, bool maps, struct outbuf *out);
/* -T; raw: --pretty raw. */
int report_facts_thread_counters(struct session *session, bool raw, struct outbuf *out, struct err *err);
/* -D: opens the recording itself, writes to standard output, and closes both. quiet: without the first lines. */
int report_facts_dump(const struct session_options *options, bool quiet, struct err *err);

#endif
