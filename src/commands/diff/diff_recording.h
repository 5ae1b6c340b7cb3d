/* The recordings that perf diff compares: each is read by a session of its own, as many at a time as there are cores.
 * Nothing is shared while that goes on. */
#ifndef COMMANDS_DIFF_DIFF_RECORDING_H
#define COMMANDS_DIFF_DIFF_RECORDING_H

#include "analysis/profile/block_cycles.h"
#include "analysis/profile/hist_report.h"
#include "commands/diff/diff_option.h"

/* One recording and what was made of it. */
struct diff_recording {
	const char *path; /* given by the caller, as everything above the line */
	const char *time; /* --time, of this recording; NULL: all of it */
	const struct diff_values *values;
	unsigned threads;
	/* ---- */
	struct session_option_values session_values;
	struct session *session;
	struct sample_filter filter;
	struct hist_layout layout;
	struct hist_options options;
	struct hist *hist;
	struct block_cycles blocks; /* -c cycles */
	struct warnings *warnings;
	struct err err;
	int result;    /* 0, or -errno with err set */
	int status;    /* the exit status then */
	bool is_usage; /* the mistake is in -s */
};

/* Reads all. What failed is in each recording's result. */
void diff_recordings_read(struct diff_recording *recordings, size_t count);
/* Gives everything back, also what was not read. */
void diff_recordings_done(struct diff_recording *recordings, size_t count);

#endif
