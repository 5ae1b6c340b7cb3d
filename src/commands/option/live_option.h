/* --call-graph dwarf,live of `perf record`: who unwinds, and what is told of it at the end. */
#ifndef COMMANDS_OPTION_LIVE_OPTION_H
#define COMMANDS_OPTION_LIVE_OPTION_H

#include "base/warnings.h"
#include "record/recording.h"

struct live_unwinding;
/* What live unwinding needs during one recording; zeroed before live_option_begin. */
struct live_option {
	/* What the recorder calls (record/recording.h); its ctx is this struct. */
	struct round_consumer consumer;
	struct live_unwinding *unwinding; /* NULL: no stacks are recorded */
};

/* Makes it the consumer of the recording's rounds; live has to outlive that. */
void live_option_begin(struct live_option *live, struct recording_options *recording);
/* To stderr, after the recording: what was cut short or left out, and with -v why chains ended. */
void live_option_print(const struct live_option *live, const struct recording_result *result);
/* Keeps for the next run what unwinding has learnt of object files, and frees it. */
void live_option_done(struct live_option *live);

#endif
