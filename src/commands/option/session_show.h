/* What is the same around every analysis of a recording that a command shows: session, pager, output, what was lost and
 * what was odd. */
#ifndef COMMANDS_OPTION_SESSION_SHOW_H
#define COMMANDS_OPTION_SESSION_SHOW_H

#include "base/outbuf.h"
#include "commands/option/session_option.h"

struct session_show {
	struct session_option_values *values; /* which recording, and how its symbols are found */
	void *ctx;                            /* of show, open and close */
	/* Before it, with the recording open; NULL: nothing. 0 or -errno with err set */
	int (*prepare)(struct session *session, struct err *err);
	/* Runs the analysis and writes what it found. 0 or more, or -errno with err set */
	int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err);
	/* Where the text goes, before the recording is opened: 0 or -errno with err set; its end: 0 or -errno. NULL:
	 * standard output */
	int (*open)(void *ctx, struct outbuf *out, struct err *err);
	int (*close)(void *ctx, struct outbuf *out);
	bool without_pager, gathers /* struct session_options */;
	bool without_losses; /* show tells of them itself */
	bool quiet;          /* no losses, no warnings */
	bool dump;           /* -D: all records in front of what show writes, to standard output */
};
/* What show returned, or -errno, said on stderr unless it is -EPIPE (nobody reads
 * on: no failure). */
int session_show(const struct session_show *how);
/* The exit status for that: -EINVAL is upstream's 234, all else that failed 255. */
int session_show_status(int r);

#endif
