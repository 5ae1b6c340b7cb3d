/* What the daemon says, a line each with the time in front: to its output file, or in the foreground to the terminal.
 */
#ifndef COMMANDS_DAEMON_DAEMON_LOG_H
#define COMMANDS_DAEMON_DAEMON_LOG_H

#include "base/compiler.h"

/* fd: where lines go; not owned. */
struct daemon_log {
	int fd;
};

/* "[2026-11-24 00:19:28.632299] TEXT\n", in local time. What %s is given is a name (base/printable.h). A line that
 * cannot be written is lost: recording goes on. */
void daemon_log(const struct daemon_log *log, const char *format, ...) _printf_(2, 3);

#endif
