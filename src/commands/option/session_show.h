/* What is the same around every analysis of a recording that a command shows: session, pager, output, what was lost
 * and what was odd. A command fills a struct session_show with its own part, `show`, and calls session_show. */
#ifndef COMMANDS_OPTION_SESSION_SHOW_H
#define COMMANDS_OPTION_SESSION_SHOW_H

#include "base/outbuf.h"
#include "commands/option/session_option.h"

/* How to show one analysis. Members that are not set (0, NULL) mean the usual. */
struct session_show {
	/* Which recording, and how its symbols are found. */
	struct session_option_values *values;
	/* Of show, open and close. */
	void *ctx;
	/* Before it, with the recording open; NULL: nothing. 0 or -errno with err set */
	int (*prepare)(struct session *session, struct err *err);
	/* Runs the analysis and writes what it found. 0 or more, or -errno with err set */
	int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err);
	/* Where the text goes, before the recording is opened: 0 or -errno with err set; its end: 0 or -errno. NULL:
	 * standard output */
	int (*open)(void *ctx, struct outbuf *out, struct err *err);
	int (*close)(void *ctx, struct outbuf *out);
	/* gathers, reads_once: as in struct session_options. */
	bool without_pager, gathers, reads_once;
	/* show tells of losses itself. */
	bool without_losses;
	/* Losses and warnings are not printed; lost input still makes the exit status a failure. */
	bool quiet;
	/* -D: all records in front of what show writes, to standard output. */
	bool dump;
};
/* Opens the recording, runs the analysis and prints its output and its warnings; everything that was opened is
 * closed when it returns. Result: what show returned, or -errno, which has been said on stderr. -EPIPE is not said:
 * nobody reads on, which is no failure. */
int session_show(const struct session_show *how);
/* The exit status for that result: 0 for success and -EPIPE, upstream's 234 for -EINVAL, 255 for all else that
 * failed. */
int session_show_status(int r);

#endif
