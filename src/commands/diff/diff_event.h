/* Events of the baseline, each in all recordings that perf diff compares: its tables, joined.
 *
 *     diff_events_take(run, i);                for each recording, in their order: adds its rows to those before
 *     diff_event_table(run, &run->events[n], &table);   or diff_event_judge(run, &run->events[n], &judgement)
 *     diff_events_done(run);                   after what was made of them, which borrows their texts */
#ifndef COMMANDS_DIFF_DIFF_EVENT_H
#define COMMANDS_DIFF_DIFF_EVENT_H

#include "commands/diff/diff_show.h"
#include "result/diff_judgement.h"

struct diff_event {
	char *name;
	uint32_t type; /* as in the attr, with config */
	uint64_t config;
	struct diff diff;
	/* Its number in each recording; UINT32_MAX: it does not have the event, so that it has no rows. */
	uint32_t *numbers;
	struct diff_blocks *blocks; /* by recording: -c cycles */
};

/* Takes what is compared out of a recording that is read: ctx is the run. To be called in order, from 0 on; the first
 * one says which events there are. */
void diff_events_take(void *ctx, size_t recording);
/* All recordings are there. */
void diff_events_complete(struct diff_run *run);
void diff_events_done(struct diff_run *run);
/* The table that upstream shows; ret is initialised by the caller. Warns of what -c cycles misses. */
void diff_event_table(const struct diff_run *run, const struct diff_event *event, struct table *ret);
/* Also notes whether --fail-above is exceeded. The caller frees it (diff_judgement_done). */
void diff_event_judge(struct diff_run *run, const struct diff_event *event, struct diff_judgement *ret);

#endif
