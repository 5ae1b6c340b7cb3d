/* The daemon's directory: what is in it, and that one daemon at a time uses it.
 *
 *     lock                  locked as long as a daemon lives; its process id
 *     control               the socket
 *     output                what the daemon says
 *     session-NAME/         a session's directory, in which it runs
 *         control, ack      FIFOs of perf record --control
 *         output            what it prints; locked as long as a process of it lives
 *         perf.data*        what it records
 *
 * A lock ends with the process that holds it, so that what a daemon that was killed left behind hinders nobody. */
#ifndef COMMANDS_DAEMON_DAEMON_BASE_H
#define COMMANDS_DAEMON_DAEMON_BASE_H

#include <sys/types.h>
#include "base/err.h"

/* path: absolute, without links; owned. lock_fd: -1 when it is not locked. */
struct daemon_base {
	char *path;
	int dir_fd, lock_fd;
};
#define DAEMON_BASE_NONE                    \
	{                                   \
		.dir_fd = -1, .lock_fd = -1 \
	}

/* Opens the directory, which must exist. 0 or -errno with err set; daemon_base_done is for both. */
int daemon_base_open(const char *path, struct daemon_base *ret, struct err *err) _warn_unused_;
void daemon_base_done(struct daemon_base *base);
/* Takes the lock. 0, or -errno with err set: -EBUSY when a daemon has it. */
int daemon_base_lock(struct daemon_base *base, struct err *err) _warn_unused_;
/* Writes the daemon's process id into the lock. */
void daemon_base_write_pid(const struct daemon_base *base, pid_t pid);
/* Takes away what says that a daemon is here. */
void daemon_base_leave(struct daemon_base *base);
/* Makes the socket that clients connect to, in place of what is there: only who has the lock may. A descriptor, or
 * -errno with err set. */
int daemon_base_listen(const struct daemon_base *base, struct err *err) _warn_unused_;
/* Connects to the daemon. A descriptor, or -errno with err set: -ESRCH when there is none. */
int daemon_base_connect(const struct daemon_base *base, struct err *err) _warn_unused_;
/* Opens the daemon's output for appending, or a session's in its directory; one of more than 1 MiB becomes
 * output.old. A descriptor, or -errno with err set. */
int daemon_base_output(int dir_fd, struct err *err) _warn_unused_;

#endif
