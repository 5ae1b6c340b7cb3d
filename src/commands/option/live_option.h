/* --call-graph dwarf,live of `perf record`: stacks are unwound while they are recorded, so that the file has call
 * chains instead of copies of stacks. Here the recorder (record/) is joined to what unwinds (session/live); neither
 * knows the other. */
#ifndef COMMANDS_OPTION_LIVE_OPTION_H
#define COMMANDS_OPTION_LIVE_OPTION_H

#include "base/warnings.h"
#include "record/recording.h"

struct live_unwinding;
/* What live unwinding needs during one recording; zeroed before live_option_begin. */
struct live_option {
	/* What the recorder calls (record/recording.h); its ctx is this struct. */
	struct round_consumer consumer;
	/* Made when the recorder begins; NULL before, and where it never did. */
	struct live_unwinding *unwinding;
};

/* Makes live the consumer of the recording's rounds. Both have to outlive recording_run; the unwinding itself is
 * made by the recorder's first call, when it knows its events. */
void live_option_begin(struct live_option *live, struct recording_options *recording);
/* To stderr, after the recording: what was cut short or left out, and with -v why chains ended. */
void live_option_print(const struct live_option *live, const struct recording_result *result);
/* Keeps for the next run what unwinding has learnt of object files, and frees it. */
void live_option_done(struct live_option *live);

#endif
