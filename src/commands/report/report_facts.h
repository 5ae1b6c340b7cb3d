/* What perf report shows besides the profile: header, statistics, tasks, counters, the dump. Each appends to out,
 * which stays the caller's, and returns 0, or -errno with err set where there is one. */
#ifndef COMMANDS_REPORT_REPORT_FACTS_H
#define COMMANDS_REPORT_REPORT_FACTS_H

#include "base/outbuf.h"
#include "session/session.h"

/* --header: what the recorder noted of machine and command, as comments; full: -I, with the features that are long. */
int report_facts_header(struct session *session, bool full, struct outbuf *out, struct err *err);
/* --stats: how many records there are of each type, in all and by event. skip_empty: events without samples are left
 * out. Goes over the whole recording. */
int report_facts_stats(struct session *session, bool skip_empty, struct outbuf *out, struct err *err);
/* --tasks: the tree of processes and threads; with maps: --mmaps, the address space of each. The session has to be
 * opened with keep_exited_tasks, so that all are there. */
int report_facts_tasks(const struct session *session, bool maps, struct outbuf *out);
/* -T: counts of events that the recorder read for each thread (perf record -s, READ records). raw: --pretty raw, one
 * line a count. */
int report_facts_thread_counters(struct session *session, bool raw, struct outbuf *out, struct err *err);
/* -D */
struct report_dump {
	bool has_preamble; /* the first lines of a report */
	bool skip_empty;   /* types of records that there are none of are not counted */
};
/* The records of the recording, and how many there are, to standard output; says what went wrong, and the warnings.
 * Returns the exit status. */
int report_facts_dump(const struct session_options *options, struct warnings *warnings, const struct report_dump *dump);

#endif
