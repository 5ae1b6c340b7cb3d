/* What the daemon answered, as text, as separated values, and as JSON (docs/json-daemon.md). */
#ifndef COMMANDS_DAEMON_DAEMON_LIST_H
#define COMMANDS_DAEMON_DAEMON_LIST_H

#include "commands/daemon/daemon_message.h"

/* Upstream's lines; with more a few more for each session. Sessions that do not run have no process id, and why. */
void daemon_list_text(const struct daemon_state *state, bool more, struct outbuf *out);
/* A line for the daemon and for each session. */
void daemon_list_separated(const struct daemon_state *state, const char *separator, struct outbuf *out);
void daemon_list_json(const struct daemon_state *state, struct outbuf *out);
/* A line for each session: what became of the signal, of the ping. False when one was not reached. */
bool daemon_list_signalled(const struct daemon_state *state, int signal_number, struct outbuf *out);
bool daemon_list_pinged(const struct daemon_state *state, struct outbuf *out);

#endif
