/* Whether a command shows its result in the terminal interface, and the screen for it.
 *
 *     bool shows = tui_option_is_wanted(values.use_tui, values.use_stdio, false, "report");
 *     if (shows && tui_option_check(&err) < 0) ...      says what is missing; stdio then
 *     ... if shows, no pager is started ...
 *     tui_option_open(&screen, &err)
 *     screen_close(screen); */
#ifndef COMMANDS_OPTION_TUI_OPTION_H
#define COMMANDS_OPTION_TUI_OPTION_H

#include "base/err.h"
#include "tui/screen.h"

/* --tui, --stdio, else tui.COMMAND of the configuration, else whether standard input and output are terminals of which
 * TERM says what they are. reads_stdin: standard input is what is shown, and keys come from the terminal of the
 * process. command NULL: only --tui wants it. */
bool tui_option_is_wanted(bool use_tui, bool use_stdio, bool reads_stdin, const char *command);
/* Whether tui_option_open can be expected to succeed: 0, or -errno with err set. Before work is done for it. */
int tui_option_check(struct err *err) _warn_unused_;
/* Opens the terminal with the colours of the configuration (colors.*), without any where NO_COLOR says so. 0, or -errno
 * with err set. */
int tui_option_open(struct screen **ret, struct err *err) _warn_unused_;

#endif
