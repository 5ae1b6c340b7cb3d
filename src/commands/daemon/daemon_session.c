#include "commands/daemon/daemon_session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "cli/options.h"
#include "commands/daemon/daemon_base.h"
#include "commands/daemon/daemon_process.h"

#define SECOND_NS 1000000000ull
/* Seconds between a failure and the next start, at first and at most; how long a session must run for the next failure
 * to count as the first; how long one may take to end. */
enum { FIRST_DELAY_S = 1, LAST_DELAY_S = 60, STEADY_S = 60, ENDING_S = 60 };
/* How often to look whether what another daemon has started has ended. */
#define WAITING_NS (SECOND_NS / 5)

/* Reads the words of what it runs, which the settings have found to be right. */
static void take_run(struct daemon_session *session, char *run)
{
	free(session->run);
	session->run = run;
	daemon_words_done(&session->words);
	if (daemon_words_split(run, &session->words, NULL) < 0) session->phase = DAEMON_FAILED;
}

struct daemon_session *daemon_session_new(const char *name, const char *run)
{
	struct daemon_session *session = xcalloc(1, sizeof(*session));
	session->name = xstrdup(name);
	session->dir_fd = session->ping.ack_fd = -1;
	session->phase = DAEMON_WAITING;
	take_run(session, xstrdup(run));
	return session;
}

void daemon_session_free(struct daemon_session *session)
{
	if (!session) return;
	daemon_ping_drop(&session->ping);
	descriptor_close(&session->dir_fd);
	daemon_words_done(&session->words);
	free(session->name);
	free(session->run);
	free(session->next_run);
	free(session);
}

/* Makes and opens its directory. */
static int open_directory(struct daemon_session *session, int base_fd, struct err *err)
{
	_free_ char *name = xasprintf("session-%s", session->name);
	descriptor_close(&session->dir_fd); /* it may have been removed since */
	if (mkdirat(base_fd, name, 0755) < 0 && errno != EEXIST)
		return err_set_errno(err, -errno, "cannot make the directory %s", name);
	session->dir_fd = openat(base_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	return session->dir_fd < 0 ? err_set_errno(err, -errno, "cannot open the directory %s", name) : 0;
}

/* Starts the process. 1; 0: what a daemon before this one has started still writes its file; -errno with err set. The
 * output is locked through a descriptor that the process alone keeps open. */
static int start(struct daemon_session *session, int base_fd, struct err *err)
{
	int r = open_directory(session, base_fd, err);
	if (r < 0) return r;
	_close_ int output_fd = daemon_base_output(session->dir_fd, err);
	if (output_fd < 0) return output_fd;
	if (flock(output_fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno == EWOULDBLOCK) return 0;
		return err_set_errno(err, -errno, "cannot lock the file output");
	}
	r = daemon_process_prepare(session->dir_fd, &session->words, err);
	if (r >= 0) r = daemon_process_start(session->dir_fd, output_fd, &session->words, &session->pid, err);
	return r < 0 ? r : 1;
}

/* It failed: when it is started again. True when that is something new to tell of. */
static bool pause_session(struct daemon_session *session, uint64_t now_ns)
{
	if (session->pid && now_ns - session->started_ns >= STEADY_S * SECOND_NS)
		session->delay_s = session->told_delay_s = 0;
	session->delay_s = session->delay_s ? MIN(session->delay_s * 2, (uint32_t)LAST_DELAY_S) : FIRST_DELAY_S;
	session->next_ns = now_ns + session->delay_s * SECOND_NS;
	session->phase = DAEMON_PAUSED;
	bool news = session->delay_s != session->told_delay_s;
	session->told_delay_s = session->delay_s;
	return news;
}

static uint64_t start_now(struct daemon_session *session, int base_fd, uint64_t now_ns, const struct daemon_log *log)
{
	_err_done_ struct err err = ERR_INIT;
	bool again = session->phase == DAEMON_PAUSED;
	int r = start(session, base_fd, &err);
	if (r > 0) {
		session->phase = DAEMON_RUNNING;
		session->hangs = false;
		session->started_ns = now_ns;
		session->restarts += again;
		if (!again || session->delay_s < LAST_DELAY_S)
			daemon_log(log, "reconfig: running session [%s:%d]: %s", session->name, (int)session->pid,
				   session->run);
		return UINT64_MAX;
	}
	if (r == 0) {
		if (!session->hangs)
			daemon_log(log, "session '%s' is started when the process before it has ended", session->name);
		session->hangs = true;
		return now_ns + WAITING_NS;
	}
	if (pause_session(session, now_ns))
		daemon_log(log, "session '%s' could not be started: %s; tried again in %u s", session->name,
			   err.message, session->delay_s);
	return session->next_ns;
}

uint64_t daemon_session_tick(struct daemon_session *session, int base_fd, uint64_t now_ns, const struct daemon_log *log)
{
	switch (session->phase) {
	case DAEMON_WAITING: return start_now(session, base_fd, now_ns, log);
	case DAEMON_PAUSED:
		return now_ns < session->next_ns ? session->next_ns : start_now(session, base_fd, now_ns, log);
	case DAEMON_STOPPING:
		if (now_ns < session->kill_ns) return session->kill_ns;
		daemon_log(log, "session '%s' does not end: killed", session->name);
		kill(-session->pid, SIGKILL);
		session->kill_ns = UINT64_MAX;
		return UINT64_MAX;
	default: return UINT64_MAX;
	}
}

/* "exited, status=1", upstream's words. */
static char *status_words(int status)
{
	if (WIFSIGNALED(status)) return xasprintf("killed (signal %d)", WTERMSIG(status));
	return xasprintf("exited, status=%d", WEXITSTATUS(status));
}

/* Whether it ended well, or because somebody asked it to. */
static bool ended_well(int status)
{
	if (!WIFSIGNALED(status)) return WEXITSTATUS(status) == 0;
	int number = WTERMSIG(status);
	return number == SIGTERM || number == SIGINT || number == SIGHUP;
}

/* The end of a process that nobody here has asked to end. */
static void ended_itself(struct daemon_session *session, int status, uint64_t now_ns, const struct daemon_log *log)
{
	_free_ char *words = status_words(status);
	if (ended_well(status)) {
		session->phase = DAEMON_FINISHED;
		daemon_log(log, "session '%s' %s", session->name, words);
	} else if (WIFEXITED(status) && WEXITSTATUS(status) == OPTION_USAGE_STATUS) {
		session->phase = DAEMON_FAILED;
		daemon_log(log, "session '%s' %s: wrong options, not started again until they change", session->name,
			   words);
	} else if (pause_session(session, now_ns)) {
		daemon_log(log, "session '%s' %s, started again in %u s%s", session->name, words, session->delay_s,
			   session->delay_s == LAST_DELAY_S ? ", and from now on without a word here" : "");
	}
}

void daemon_session_clean(const struct daemon_session *session, bool well)
{
	if (!well || session->phase == DAEMON_STOPPING) kill(-session->pid, SIGTERM);
}

void daemon_session_ended(struct daemon_session *session, int status, uint64_t now_ns, const struct daemon_log *log)
{
	session->ended = true;
	session->last_status = (uint32_t)status;
	daemon_ping_drop(&session->ping);
	if (session->phase == DAEMON_STOPPING) {
		_free_ char *words = status_words(status);
		daemon_log(log, "session '%s' %s", session->name, words);
		session->phase = DAEMON_FINISHED;
	} else {
		ended_itself(session, status, now_ns, log);
	}
	session->pid = 0;
	if (!session->next_run) return;
	take_run(session, take(session->next_run));
	session->phase = DAEMON_WAITING;
	session->delay_s = session->told_delay_s = 0;
}

void daemon_session_stop(struct daemon_session *session, uint64_t now_ns)
{
	if (!session->pid) {
		session->phase = DAEMON_FINISHED;
	} else if (session->phase != DAEMON_STOPPING) {
		session->phase = DAEMON_STOPPING;
		session->kill_ns = now_ns + ENDING_S * SECOND_NS;
		kill(session->pid, SIGTERM);
	}
}

void daemon_session_change(struct daemon_session *session, const char *run, uint64_t now_ns)
{
	free(session->next_run);
	session->next_run = NULL;
	if (session->pid) {
		session->next_run = xstrdup(run);
		daemon_session_stop(session, now_ns);
		return;
	}
	session->phase = DAEMON_WAITING;
	session->delay_s = session->told_delay_s = 0;
	take_run(session, xstrdup(run));
}

enum daemon_outcome daemon_session_signal(const struct daemon_session *session, int signal_number)
{
	return session->pid && kill(session->pid, signal_number) == 0 ? DAEMON_DONE : DAEMON_NOT_RUNNING;
}

void daemon_session_describe(const struct daemon_session *session, uint64_t now_ns, struct daemon_session_state *ret)
{
	*ret = (struct daemon_session_state){
		.name = xstrdup(session->name),
		.run = xstrdup(session->run),
		.phase = session->phase,
		.pid = (uint32_t)session->pid,
		.restarts = session->restarts,
		.last_status = session->last_status,
		.up_s = session->pid ? (now_ns - session->started_ns) / SECOND_NS : 0,
		.ended = session->ended,
	};
	if (session->phase == DAEMON_PAUSED && session->next_ns > now_ns)
		ret->next_s = (session->next_ns - now_ns + SECOND_NS - 1) / SECOND_NS;
}
