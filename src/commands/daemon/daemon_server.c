#include "commands/daemon/daemon_server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/descriptor.h"
#include "record/control/end_signals.h"

/* How long the configuration must be left alone before it is read: a program may write several times. */
#define SETTLE_NS (100ull * 1000000)

int daemon_server_open(struct daemon_server *server, struct err *err)
{
	sigset_t set, early;
	sigemptyset(&set);
	sigemptyset(&early);
	sigaddset(&set, SIGCHLD);
	end_signals_add(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigaddset(&early, SIGUSR2); /* for the moment between fork and exec */
	sigprocmask(SIG_BLOCK, &early, NULL);
	signal(SIGPIPE, SIG_IGN);
	server->listen_fd = server->watch.fd = -1;
	server->started_ns = clock_now_ns();
	server->reload_ns = UINT64_MAX;
	server->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (server->signal_fd < 0) return err_set_errno(err, -errno, "failed: signalfd");
	server->listen_fd = daemon_base_listen(&server->base, err);
	if (server->listen_fd < 0) return server->listen_fd;
	daemon_watch_start(&server->watch, server->config_path);
	return 0;
}

void daemon_server_done(struct daemon_server *server)
{
	for (size_t i = 0; i < server->sessions.count; i++) daemon_session_free(server->sessions.items[i]);
	for (size_t i = 0; i < server->clients.count; i++) daemon_client_free(server->clients.items[i]);
	vec_done(&server->sessions);
	vec_done(&server->clients);
	vec_done(&server->polled);
	daemon_watch_done(&server->watch);
	descriptor_close(&server->signal_fd);
	descriptor_close(&server->listen_fd);
}

static struct daemon_session *find_session(const struct daemon_server *server, const char *name)
{
	for (size_t i = 0; i < server->sessions.count; i++)
		if (strcmp(server->sessions.items[i]->name, name) == 0) return server->sessions.items[i];
	return NULL;
}

/* Makes the session what is wanted: new, changed, or as it is. */
static void want(struct daemon_server *server, const struct daemon_wanted *wanted, uint64_t now_ns)
{
	struct daemon_session *session = find_session(server, wanted->name);
	if (!session) {
		session = daemon_session_new(wanted->name, wanted->run);
		vec_push(&server->sessions, session);
	} else if (session->unwanted ||
		   strcmp(session->next_run ? session->next_run : session->run, wanted->run) != 0) {
		daemon_session_change(session, wanted->run, now_ns);
	}
	session->seen = true;
	session->unwanted = false;
}

/* Sessions become those of the settings: others are stopped, and go when they have ended. */
static void reconfigure(struct daemon_server *server, const struct daemon_settings *settings, uint64_t now_ns)
{
	for (size_t i = 0; i < server->sessions.count; i++) server->sessions.items[i]->seen = false;
	for (size_t i = 0; i < settings->sessions.count; i++) want(server, &settings->sessions.items[i], now_ns);
	for (size_t i = 0; i < server->sessions.count; i++) {
		struct daemon_session *session = server->sessions.items[i];
		if (session->seen || session->unwanted) continue;
		daemon_log(&server->log, "reconfig: session '%s' is not wanted any more", session->name);
		session->unwanted = true;
		free(session->next_run);
		session->next_run = NULL;
		daemon_session_stop(session, now_ns);
	}
}

static void log_warning(void *ctx, const char *kind, const char *text, uint64_t more)
{
	const struct daemon_server *server = ctx;
	(void)kind;
	(void)more;
	daemon_log(&server->log, "reconfig: %s", text);
}

/* Reads the configuration again. One that cannot be read changes nothing: somebody may still be writing it. */
static void reload(struct daemon_server *server, uint64_t now_ns)
{
	_err_done_ struct err err = ERR_INIT;
	struct daemon_settings settings;
	struct warnings *warnings = warnings_new();
	server->reload_ns = UINT64_MAX;
	int r = daemon_settings_read(server->config_path, &settings, warnings, &err);
	warnings_visit(warnings, log_warning, server);
	if (r < 0) daemon_log(&server->log, "reconfig: %s: all stays as it is", err.message);
	else if (warnings_count(warnings, "config")) daemon_log(&server->log, "reconfig: all stays as it is");
	else reconfigure(server, &settings, now_ns);
	daemon_settings_done(&settings);
	warnings_free(warnings);
}

void daemon_server_end(struct daemon_server *server, uint64_t now_ns)
{
	server->ends = true;
	for (size_t i = 0; i < server->sessions.count; i++) {
		struct daemon_session *session = server->sessions.items[i];
		free(session->next_run);
		session->next_run = NULL;
		daemon_session_stop(session, now_ns);
	}
}

/* Reaps what has ended. While it is not reaped, nothing else can have its process id. */
static void reap(struct daemon_server *server, uint64_t now_ns)
{
	for (;;) {
		siginfo_t info = { .si_pid = 0 };
		int status = 0;
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || !info.si_pid) return;
		for (size_t i = 0; i < server->sessions.count; i++)
			if (server->sessions.items[i]->pid == info.si_pid)
				daemon_session_clean(server->sessions.items[i],
						     info.si_code == CLD_EXITED && !info.si_status);
		if (waitpid(info.si_pid, &status, 0) != info.si_pid) return;
		for (size_t i = 0; i < server->sessions.count; i++)
			if (server->sessions.items[i]->pid == info.si_pid)
				daemon_session_ended(server->sessions.items[i], status, now_ns, &server->log);
	}
}

static void read_signals(struct daemon_server *server, uint64_t now_ns)
{
	struct signalfd_siginfo info;
	while (read(server->signal_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD) daemon_server_end(server, now_ns);
	reap(server, now_ns);
}

/* Removes the sessions that nobody wants and that have ended, and does what is due of the others. Returns when the next
 * thing is due. */
static uint64_t tick_sessions(struct daemon_server *server, uint64_t now_ns)
{
	uint64_t next_ns = UINT64_MAX;
	size_t kept = 0;
	for (size_t i = 0; i < server->sessions.count; i++) {
		struct daemon_session *session = server->sessions.items[i];
		if (session->unwanted && !session->pid) {
			daemon_session_free(session);
			continue;
		}
		server->sessions.items[kept++] = session;
		uint64_t due_ns = daemon_session_tick(session, server->base.dir_fd, now_ns, &server->log);
		next_ns = MIN(next_ns, due_ns);
		if (daemon_ping_look(&session->ping, now_ns)) next_ns = now_ns; /* a client waits for it */
		if (session->ping.pending) next_ns = MIN(next_ns, session->ping.deadline_ns);
	}
	server->sessions.count = kept;
	return next_ns;
}

/* Goes on with all connections. Returns when the next one is given up. */
static uint64_t tick_clients(struct daemon_server *server, uint64_t now_ns)
{
	uint64_t next_ns = UINT64_MAX;
	size_t kept = 0;
	for (size_t i = 0; i < server->clients.count; i++) {
		struct daemon_client *client = server->clients.items[i];
		if (!daemon_client_go_on(server, client, now_ns)) {
			daemon_client_free(client);
			continue;
		}
		server->clients.items[kept++] = client;
		next_ns = MIN(next_ns, client->deadline_ns);
	}
	server->clients.count = kept;
	return next_ns;
}

static void poll_for(struct daemon_server *server, int fd, short events)
{
	struct pollfd item = { .fd = fd, .events = events };
	if (fd >= 0) vec_push(&server->polled, item);
}

/* Sleeps until something happens or is due. */
static void wait_for_something(struct daemon_server *server, uint64_t now_ns, uint64_t next_ns)
{
	int timeout_ms = -1;
	vec_clear(&server->polled);
	poll_for(server, server->signal_fd, POLLIN);
	if (daemon_clients_room(server)) poll_for(server, server->listen_fd, POLLIN);
	poll_for(server, server->watch.fd, POLLIN);
	for (size_t i = 0; i < server->sessions.count; i++)
		poll_for(server, server->sessions.items[i]->ping.pending ? server->sessions.items[i]->ping.ack_fd : -1,
			 POLLIN);
	for (size_t i = 0; i < server->clients.count; i++) {
		const struct daemon_client *client = server->clients.items[i];
		if (client->phase == DAEMON_CLIENT_STAYS || client->phase == DAEMON_CLIENT_PINGS) continue;
		poll_for(server, client->fd, client->phase == DAEMON_CLIENT_LISTENS ? POLLOUT : POLLIN);
	}
	if (next_ns <= now_ns) timeout_ms = 0;
	else if (next_ns != UINT64_MAX) timeout_ms = (int)MIN((next_ns - now_ns) / 1000000 + 1, 3600000);
	(void)poll(server->polled.items, server->polled.count, timeout_ms);
}

/* Whether a process of a session lives. */
static bool anything_runs(const struct daemon_server *server)
{
	for (size_t i = 0; i < server->sessions.count; i++)
		if (server->sessions.items[i]->pid) return true;
	return false;
}

void daemon_server_run(struct daemon_server *server, const struct daemon_settings *settings)
{
	daemon_log(&server->log, "daemon started (pid %d)", (int)getpid());
	reconfigure(server, settings, clock_now_ns());
	for (;;) {
		uint64_t now_ns = clock_now_ns();
		read_signals(server, now_ns);
		if (daemon_watch_read(&server->watch)) server->reload_ns = now_ns + SETTLE_NS;
		if (now_ns >= server->reload_ns && !server->ends) reload(server, now_ns);
		/* before clients, for what they are told, and behind them, for what they have asked for */
		(void)tick_sessions(server, now_ns);
		daemon_clients_accept(server, now_ns);
		uint64_t next_ns = tick_clients(server, now_ns);
		uint64_t sessions_ns = tick_sessions(server, now_ns);
		next_ns = MIN(next_ns, sessions_ns);
		if (server->ends && !anything_runs(server)) break;
		wait_for_something(server, now_ns, server->ends ? next_ns : MIN(next_ns, server->reload_ns));
	}
	daemon_log(&server->log, "daemon exited");
}
