/* What is the same around every analysis of a recording that a command shows: session, pager, output, what was lost and
 * what was odd. */
#ifndef COMMANDS_SESSION_SHOW_H
#define COMMANDS_SESSION_SHOW_H

#include "base/outbuf.h"
#include "session/session.h"

struct session_show {
	/* Before it, with the recording open; NULL: nothing. 0 or -errno with err set */
	int (*prepare)(struct session *session, struct err *err);
	/* Runs the analysis and writes what it found. 0 or more, or -errno with err set */
	int (*show)(struct session *session, struct outbuf *out, struct err *err);
	/* Where the text goes, before the recording is opened: 0 or -errno with err set; its end: 0 or -errno. NULL:
	 * standard output */
	int (*open)(struct outbuf *out, struct err *err);
	int (*close)(struct outbuf *out);
	bool without_pager, gathers /* struct session_options */;
	bool without_losses; /* show tells of them itself */
	bool quiet;          /* no losses, no warnings */
	bool dump;           /* -D: all records in front of what show writes, to standard output */
};
/* Reads what session_option_values say. What show returned, or -errno, said on stderr unless it is -EPIPE (nobody reads
 * on: no failure). */
int session_show(const struct session_show *how);
/* The exit status for that: -EINVAL is upstream's 234, all else that failed 255. */
int session_show_status(int r);
/* `script` as a subcommand: perf script with what session_option_values say already, and -D. argv[0] is the
 * subcommand's name. */
int session_show_script(bool dump, int argc, const char **argv);

#endif
