/* The other end of the socket: a request, and its answer. */
#ifndef COMMANDS_DAEMON_DAEMON_CLIENT_H
#define COMMANDS_DAEMON_DAEMON_CLIENT_H

#include "base/err.h"
#include "commands/daemon/daemon_message.h"
#include "commands/daemon/daemon_option.h"

/* Where the daemon is: --base, or daemon.base of the configuration. *ret is the caller's to free. 0, or -errno with err
 * set. */
int daemon_find_base(const struct daemon_values *values, char **ret, struct err *err) _warn_unused_;
/* Says that there is none. -EINVAL, with err set. */
int daemon_no_base(struct err *err);
/* Sends the request to the daemon of that base and waits for the answer, and after DAEMON_STOP for the daemon's end.
 * 0 with *ret the caller's to daemon_state_done; -errno with err set, -ESRCH: no daemon is there. */
int daemon_ask(const char *base_path, const struct daemon_request *request, struct daemon_state *ret,
	       struct err *err) _warn_unused_;

#endif
