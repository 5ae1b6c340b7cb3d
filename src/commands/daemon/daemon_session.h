/* A session: what is wanted of it, the process that does it, and when it is started again.
 *
 * One that fails (killed, or a status that is not 0) is started again after 1 s, then after 2 s, 4 s, ... 60 s; from
 * the start again once it has run for 60 s. One that ended well, or was asked to end by SIGTERM, SIGINT or SIGHUP, is
 * not; neither is one whose options are wrong (status 129), until the configuration changes. */
#ifndef COMMANDS_DAEMON_DAEMON_SESSION_H
#define COMMANDS_DAEMON_DAEMON_SESSION_H

#include "commands/daemon/daemon_command_line.h"
#include "commands/daemon/daemon_log.h"
#include "commands/daemon/daemon_message.h"
#include "commands/daemon/daemon_ping.h"

/* Times are clock_now_ns; strings and words are owned. pid: 0 when there is no process. next_run: what it is to run
 * once its process has ended, NULL when that stays as it is. hangs: it was told that the process before it lives.
 * unwanted: it goes once its process has ended. seen: used by whoever compares sessions with the configuration. */
struct daemon_session {
	char *name, *run, *next_run;
	struct daemon_words words;
	enum daemon_phase phase;
	pid_t pid;
	bool unwanted, seen, ended, hangs;
	uint32_t restarts, last_status, delay_s, told_delay_s;
	uint64_t started_ns, next_ns, kill_ns;
	int dir_fd;
	struct daemon_ping ping;
};

/* A session that is due to be started at once. */
struct daemon_session *daemon_session_new(const char *name, const char *run);
/* Its process must have ended. NULL is fine. */
void daemon_session_free(struct daemon_session *session);
/* Does what is due: starts the process (in session-NAME below base_fd), kills one that does not end. Returns when it
 * is to be called again, UINT64_MAX: not before something happens. */
uint64_t daemon_session_tick(struct daemon_session *session, int base_fd, uint64_t now_ns,
			     const struct daemon_log *log);
/* Its process has ended, and is not reaped yet: ends what that has left behind, a command that it recorded. Nothing
 * when it has ended well and by itself. */
void daemon_session_clean(const struct daemon_session *session, bool well);
/* Its process has ended with that status of waitpid. */
void daemon_session_ended(struct daemon_session *session, int status, uint64_t now_ns, const struct daemon_log *log);
/* Asks it to end; 60 s later it is killed. */
void daemon_session_stop(struct daemon_session *session, uint64_t now_ns);
/* It is to run something else from now on. */
void daemon_session_change(struct daemon_session *session, const char *run, uint64_t now_ns);
/* Signals its process. */
enum daemon_outcome daemon_session_signal(const struct daemon_session *session, int signal_number);
/* Fills in all but the outcome; texts are copied. */
void daemon_session_describe(const struct daemon_session *session, uint64_t now_ns, struct daemon_session_state *ret);

#endif
