/* Signals that end a session in good order: its file is completed and the command that it started is asked to end. */
#ifndef RECORD_CONTROL_END_SIGNALS_H
#define RECORD_CONTROL_END_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Adds SIGINT, SIGTERM, and SIGHUP and SIGQUIT (a terminal that was closed, Ctrl-\). SIGHUP and SIGQUIT that are
 * ignored stay so: whoever starts with nohup wants to go on. SIGINT and SIGTERM end a session also where a script's
 * background ignores them. */
void end_signals_add(sigset_t *set);
/* Whether this process was started with that signal ignored, or has set it so since. */
bool signal_is_ignored(int signal_number);

#endif
