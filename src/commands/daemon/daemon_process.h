/* The process of a session: perf record in the session's directory, in a process group of its own. */
#ifndef COMMANDS_DAEMON_DAEMON_PROCESS_H
#define COMMANDS_DAEMON_DAEMON_PROCESS_H

#include <sys/types.h>
#include "base/err.h"
#include "commands/daemon/daemon_command_line.h"

/* Makes what perf record --control needs in the directory: the FIFOs control and ack. What a run before recorded there,
 * perf.data or the file that the words name, gets the time of its end as suffix, as --switch-output names its files, so
 * that it stays. 0 or -errno with err set. */
int daemon_process_prepare(int dir_fd, const struct daemon_words *words, struct err *err) _warn_unused_;
/* Starts "perf record --control=fifo:control,ack WORDS". output_fd becomes its output. It gets SIGTERM when this
 * process dies, be it by SIGKILL, and so completes its file. Its pid is in *ret. 0 or -errno with err set. */
int daemon_process_start(int dir_fd, int output_fd, const struct daemon_words *words, pid_t *ret,
			 struct err *err) _warn_unused_;

#endif
