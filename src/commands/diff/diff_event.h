/* One event in all recordings that perf diff compares: its tables, joined.
 *
 *     struct diff_event event;
 *     diff_event_join(run, name, &event);
 *     diff_event_table(run, &event, &table);   or diff_event_judge(run, &event, &judgement)
 *     diff_event_done(&event);                 after what was made of it, which borrows its texts */
#ifndef COMMANDS_DIFF_DIFF_EVENT_H
#define COMMANDS_DIFF_DIFF_EVENT_H

#include "commands/diff/diff_show.h"
#include "result/diff_judgement.h"

struct diff_event {
	const char *name;
	struct diff diff;
	struct hist_joiner *joiner;
	struct table *tables; /* by recording */
	size_t nr_tables;
};

/* name: borrowed. A recording that does not have the event has an empty table. */
void diff_event_join(const struct diff_run *run, const char *name, struct diff_event *ret);
void diff_event_done(struct diff_event *event);
/* The table that upstream shows; ret is initialised by the caller. Warns of what -c cycles misses. */
void diff_event_table(const struct diff_run *run, const struct diff_event *event, struct table *ret);
/* Also notes whether --fail-above is exceeded. The caller frees it (diff_judgement_done). */
void diff_event_judge(struct diff_run *run, const struct diff_event *event, struct diff_judgement *ret);

#endif
