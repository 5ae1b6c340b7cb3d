/* A recording that is written nowhere: commands that show what happens while it happens take its rounds. */
#ifndef COMMANDS_RECORD_RECORD_WATCH_H
#define COMMANDS_RECORD_RECORD_WATCH_H

#include "commands/record/record_setup.h"
#include "record/drain/round_consumer.h"

/* Before record_setup_finish: every event is a sample with its payload, time and CPU. Neither a file nor what was there
 * before is asked for. */
void record_watch_prepare(struct record_setup *setup);
/* Behind it: runs until a signal comes, the target ends, or record_watch_end. Returns the exit status; what went wrong
 * has been printed. */
int record_watch_run(struct record_setup *setup, const struct round_consumer *consumer);
/* Ends it, from any thread. recording: that of the consumer's source. */
void record_watch_end(struct recording *recording);

#endif
