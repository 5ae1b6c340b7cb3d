/* What perf diff shows of the recordings that it has read: computed differences, judged ones, or a document. */
#ifndef COMMANDS_DIFF_DIFF_SHOW_H
#define COMMANDS_DIFF_DIFF_SHOW_H

#include "base/outbuf.h"
#include "commands/diff/diff_recording.h"

/* The exit status where --fail-above was exceeded. */
enum { DIFF_STATUS_EXCEEDS = 3 };

/* Lighter paths of calls are not shown, in percent. */
#define DIFF_STACK_LIMIT 0.5

/* One run. Recordings and paths are the caller's. */
struct diff_run {
	struct diff_values *values;
	struct diff_recording *recordings;
	const char **paths;
	size_t nr_recordings;
	/* Of the baseline, in all recordings (diff_event.h), with the joiner of their rows; none until it is read. */
	struct diff_event *events;
	size_t nr_events;
	struct hist_joiner *joiner;
	size_t nr_keys;               /* of each recording's layout */
	struct symbol_store *symbols; /* of what recordings have in common */
	struct warnings *warnings;    /* about that */
	struct outbuf out;
	size_t nr_shown; /* events */
	/* The first nr_before recordings are judged against the others. */
	size_t nr_before;
	bool is_judged;
	bool exceeds; /* something grew by more than --fail-above */
	/* By how many percent all together grew, where that is more than --fail-above; of the event where it is most.
	 * 0: it is not. */
	double total_change;
};

/* Writes all events of the baseline to run->out. Returns 0 or -errno of what writing failed with. */
int diff_show(struct diff_run *run);
/* The same of hot streams. Returns 0 or -errno with err set. */
int diff_show_streams(struct diff_run *run, struct err *err);

#endif
