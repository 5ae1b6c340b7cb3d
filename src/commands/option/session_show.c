/* The frame around an analysis: check, pager, output, session, the analysis, losses, warnings, in this order. An output
 * that nobody reads ends it without complaint. */
#include "commands/option/session_show.h"

#include <errno.h>
#include <unistd.h>
#include "cli/console.h"
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/option/session_option.h"
#include "session/session_dump.h"

/* The usual output, where how->open and how->close are NULL. */
static int open_stdout(struct outbuf *out, struct err *err)
{
	(void)err;
	textout_stdout(out);
	return 0;
}

static int close_stdout(struct outbuf *out) { return textout_close(out, NULL); }

/* -D: all records as text, to standard output, also where the text behind it goes somewhere else. */
static int dump(struct session *session, struct err *err)
{
	struct outbuf out;
	textout_stdout(&out);
	int r = session_dump(session, &(struct session_dump_options){ .tool = DUMP_REPORT }, &out, err);
	int closed = textout_close(&out, NULL);
	return r < 0 ? r : closed;
}

/* The order matters: wrong options and an output that cannot be made end the command before a large recording is
 * read. *session is set once it is open, also when what follows fails: the caller closes it. show's error wins over
 * that of closing the output. */
static int show_opened(const struct session_show *how, const struct session_options *options, struct session **session,
		       struct err *err)
{
	struct outbuf out;
	int r = session_values_check(how->values, err);
	if (r >= 0) r = how->open ? how->open(how->ctx, &out, err) : open_stdout(&out, err);
	if (r < 0) return r;
	r = session_open(options, session, err);
	if (r >= 0) r = session_values_prepare(how->values, *session, err);
	if (r >= 0 && how->prepare) r = how->prepare(*session, err);
	if (r >= 0 && how->dump) r = dump(*session, err);
	if (r >= 0) r = how->show(how->ctx, *session, &out, err);
	int closed = how->close ? how->close(how->ctx, &out) : close_stdout(&out);
	return r >= 0 && closed < 0 ? closed : r;
}

/* Losses are told only after a success; warnings in any case, because they may explain a failure. */
int session_show(const struct session_show *how)
{
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	struct session_options options = session_values_options(how->values, NULL, warnings);
	struct session *session = NULL;
	/* Rows of tasks that ended before the recording did keep their names. */
	options.keep_exited_tasks = true;
	options.gathers = how->gathers;
	options.reads_once = how->reads_once;
	if (!how->without_pager) pager_start();
	int r = show_opened(how, &options, &session, &err);
	if (r < 0 && r != -EPIPE) console_err(&err);
	if (r >= 0 && !how->without_losses && !how->quiet) session_option_losses(session, false);
	if (how->quiet) console_note_failure(warnings);
	else console_warnings(warnings);
	session_option_end(session);
	session_close(session);
	warnings_free(warnings);
	return r;
}

int session_show_status(int r)
{
	if (r >= 0 || r == -EPIPE) return 0;
	return r == -EINVAL ? 256 - EINVAL : 255;
}
