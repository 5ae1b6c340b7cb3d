/* The recordings that perf diff compares: each is read by a session of its own, a few at a time. What is compared is
 * taken out of one after the other, in their order, and its session is closed: memory does not depend on how many there
 * are. They share the symbols of the objects that they have in common. */
#ifndef COMMANDS_DIFF_DIFF_RECORDING_H
#define COMMANDS_DIFF_DIFF_RECORDING_H

#include "analysis/profile/answers/block_cycles.h"
#include "analysis/branches/branch_streams.h"
#include "analysis/profile/rows/hist_report.h"
#include "commands/diff/diff_option.h"

/* One recording and what was made of it. */
struct diff_recording {
	const char *path; /* given by the caller, as everything above the line */
	const char *time; /* --time, of this recording; NULL: all of it */
	const struct diff_values *values;
	struct symbol_store *symbols; /* shared by all */
	bool has_streams;             /* --stream: this is one of the two that are compared */
	unsigned threads;
	/* ---- */
	struct session_option_values session_values;
	struct session *session;
	struct sample_filter filter;
	struct hist_layout layout;
	struct hist_options options;
	struct hist *hist;
	struct block_cycles blocks;   /* -c cycles */
	struct diff_streams *streams; /* --stream: by number of the hist's event; they stay */
	size_t nr_streams;
	struct session_losses losses;
	struct warnings *warnings;
	struct err err;
	int result;    /* 0, or -errno with err set */
	int status;    /* the exit status then */
	bool is_usage; /* the mistake is in -s */
};

/* Reads all; what failed is in each recording's result. on_read is called for each that did not fail, in their order
 * and never concurrently, to take out what is compared: session, layout and profile are gone afterwards. With
 * --dump-raw-trace they stay. */
void diff_recordings_read(struct diff_recording *recordings, size_t count, void (*on_read)(void *ctx, size_t recording),
			  void *ctx);
/* Gives everything back, also what was not read. */
void diff_recordings_done(struct diff_recording *recordings, size_t count);

#endif
