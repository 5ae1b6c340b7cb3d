/* perf script --timeline. */
#ifndef COMMANDS_SCRIPT_SCRIPT_TIMELINE_H
#define COMMANDS_SCRIPT_SCRIPT_TIMELINE_H

#include "commands/script/script_option.h"
#include "script/pass/script_pass.h"

/* Where a timeline goes. */
struct script_timeline {
	const char *path; /* "-": standard output */
	struct outbuf out;
};

/* Makes the file, and lets the pass write a timeline into it. 0, or -errno with err set: there is no trace with calls,
 * or no such file. */
int script_timeline_begin(struct script_timeline *timeline, const struct session *session,
			  struct script_pass_options *pass, struct err *err) _warn_unused_;
/* Ends it, and appends to report what was written. r: of the pass; returns it, or what went wrong with the file. */
int script_timeline_end(struct script_timeline *timeline, struct script_pass_options *pass, int r,
			struct strbuf *report) _warn_unused_;

#endif
