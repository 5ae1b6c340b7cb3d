#include "commands/daemon/daemon_list.h"

#include <inttypes.h>
#include <sys/wait.h>
#include "base/printable.h"
#include "render/json_member.h"

/* Of docs/json-daemon.md. */
#define JSON_VERSION 1

static const char *const phase_words[NR_DAEMON_PHASES] = {
	[DAEMON_WAITING] = "waiting", [DAEMON_RUNNING] = "running", [DAEMON_STOPPING] = "stopping",
	[DAEMON_PAUSED] = "paused",   [DAEMON_FAILED] = "failed",   [DAEMON_FINISHED] = "finished",
};

/* How its last process ended; nothing when none has. */
static void put_end(const struct daemon_session_state *session, struct outbuf *out)
{
	int status = (int)session->last_status;
	if (!session->ended) out_lit(out, "could not be started");
	else if (WIFSIGNALED(status)) out_printf(out, "killed (signal %d)", WTERMSIG(status));
	else out_printf(out, "exited, status=%d", WEXITSTATUS(status));
}

/* Why it is not running, in brackets; nothing when it is. */
static void put_why(const struct daemon_session_state *session, struct outbuf *out)
{
	switch (session->phase) {
	case DAEMON_WAITING: out_lit(out, " (waits for the end of the process before it)"); return;
	case DAEMON_STOPPING: out_lit(out, " (is ending)"); return;
	case DAEMON_PAUSED:
		out_lit(out, " (");
		put_end(session, out);
		out_printf(out, ", started again in %" PRIu64 " s)", session->next_s);
		return;
	case DAEMON_FAILED:
	case DAEMON_FINISHED:
		out_lit(out, " (");
		put_end(session, out);
		out_str(out, session->phase == DAEMON_FAILED ? ", wrong options: see its output)" : ")");
		return;
	default: return;
	}
}

/* "NAME: BASE/session-SESSION/FILE" */
static void put_file(const struct daemon_state *state, const struct daemon_session_state *session, const char *title,
		     const char *file, struct outbuf *out)
{
	out_printf(out, "  %s%s/session-%s%s\n", title, state->base, session->name, file);
}

static void put_session_more(const struct daemon_state *state, const struct daemon_session_state *session,
			     struct outbuf *out)
{
	put_file(state, session, "base:    ", "", out);
	put_file(state, session, "output:  ", "/output", out);
	put_file(state, session, "control: ", "/control", out);
	put_file(state, session, "ack:     ", "/ack", out);
	out_printf(out, "  up:      %" PRIu64 " minutes\n", session->up_s / 60);
	if (!session->restarts) return;
	out_printf(out, "  failed:  %" PRIu32 " times, last ", session->restarts);
	put_end(session, out);
	out_char(out, '\n');
}

void daemon_list_text(const struct daemon_state *state, bool more, struct outbuf *out)
{
	out_printf(out, "[%" PRIu32 ":daemon] base: %s\n", state->pid, state->base);
	if (more)
		out_printf(out, "  output:  %s/output\n  lock:    %s/lock\n  up:      %" PRIu64 " minutes\n",
			   state->base, state->base, state->up_s / 60);
	for (size_t i = 0; i < state->sessions.count; i++) {
		const struct daemon_session_state *session = &state->sessions.items[i];
		if (session->pid) out_printf(out, "[%" PRIu32, session->pid);
		else out_lit(out, "[-");
		out_printf(out, ":%s] perf record %s", session->name, session->run);
		put_why(session, out);
		out_char(out, '\n');
		if (more) put_session_more(state, session, out);
	}
}

void daemon_list_separated(const struct daemon_state *state, const char *separator, struct outbuf *out)
{
	out_printf(out, "%" PRIu32 "%sdaemon%s%s%s%s/output%s%s/lock%s%" PRIu64 "\n", state->pid, separator, separator,
		   state->base, separator, state->base, separator, state->base, separator, state->up_s / 60);
	for (size_t i = 0; i < state->sessions.count; i++) {
		static const char *const files[] = { "", "/output", "/control", "/ack" };
		const struct daemon_session_state *session = &state->sessions.items[i];
		out_printf(out, "%" PRIu32 "%s%s%s%s", session->pid, separator, session->name, separator, session->run);
		for (size_t k = 0; k < ARRAY_SIZE(files); k++)
			out_printf(out, "%s%s/session-%s%s", separator, state->base, session->name, files[k]);
		out_printf(out, "%s%" PRIu64 "\n", separator, session->up_s / 60);
	}
}

/* A member that is a path below the base. */
static void put_path(struct outbuf *out, const char *name, const struct daemon_state *state, const char *below,
		     const char *file, const char *behind)
{
	_free_ char *path = xasprintf("%s%s%s", state->base, below, file);
	json_member_text(out, name, path, behind);
}

/* "exit_status" and "signal" of the last end, null where it does not apply. */
static void put_last_end(const struct daemon_session_state *session, struct outbuf *out)
{
	int status = (int)session->last_status;
	bool killed = session->ended && WIFSIGNALED(status);
	if (session->ended && !killed) json_member_number(out, "last_exit_status", (unsigned)WEXITSTATUS(status), ", ");
	else out_lit(out, "\"last_exit_status\": null, ");
	if (killed) json_member_number(out, "last_signal", (unsigned)WTERMSIG(status), ", ");
	else out_lit(out, "\"last_signal\": null, ");
}

static void put_session(const struct daemon_state *state, const struct daemon_session_state *session,
			struct outbuf *out)
{
	_free_ char *below = xasprintf("/session-%s", session->name);
	json_member_text(out, "name", session->name, ", ");
	json_member_text(out, "run", session->run, ", ");
	json_member_text(out, "state", phase_words[session->phase], ", ");
	if (session->pid) json_member_number(out, "pid", session->pid, ", ");
	else out_lit(out, "\"pid\": null, ");
	put_path(out, "base", state, below, "", ", ");
	put_path(out, "output", state, below, "/output", ", ");
	put_path(out, "control", state, below, "/control", ", ");
	put_path(out, "ack", state, below, "/ack", ", ");
	json_member_number(out, "up_seconds", session->up_s, ", ");
	json_member_number(out, "restarts", session->restarts, ", ");
	put_last_end(session, out);
	if (session->phase == DAEMON_PAUSED) json_member_number(out, "next_start_seconds", session->next_s, "}");
	else out_lit(out, "\"next_start_seconds\": null}");
}

void daemon_list_json(const struct daemon_state *state, struct outbuf *out)
{
	out_char(out, '{');
	json_member_number(out, "perf-daemon-json-version", JSON_VERSION, ",\n\"daemon\": {");
	json_member_number(out, "pid", state->pid, ", ");
	put_path(out, "base", state, "", "", ", ");
	put_path(out, "output", state, "", "/output", ", ");
	put_path(out, "lock", state, "", "/lock", ", ");
	json_member_text(out, "config", state->config[0] ? state->config : NULL, ", ");
	json_member_number(out, "up_seconds", state->up_s, "},\n\"sessions\": [");
	for (size_t i = 0; i < state->sessions.count; i++) {
		out_str(out, i ? ",\n{" : "\n{");
		put_session(state, &state->sessions.items[i], out);
	}
	out_lit(out, "]}\n");
}

bool daemon_list_signalled(const struct daemon_state *state, int signal_number, struct outbuf *out)
{
	bool all = true;
	for (size_t i = 0; i < state->sessions.count; i++) {
		const struct daemon_session_state *session = &state->sessions.items[i];
		if (session->outcome == DAEMON_DONE) {
			out_printf(out, "signal %d sent to session '%s [%" PRIu32 "]'\n", signal_number, session->name,
				   session->pid);
			continue;
		}
		all = false;
		out_printf(out, "signal %d not sent to session '%s': it does not run\n", signal_number, session->name);
	}
	return all;
}

bool daemon_list_pinged(const struct daemon_state *state, struct outbuf *out)
{
	bool all = true;
	for (size_t i = 0; i < state->sessions.count; i++) {
		const struct daemon_session_state *session = &state->sessions.items[i];
		if (session->outcome == DAEMON_DONE) {
			out_printf(out, "OK   %s\n", session->name);
			continue;
		}
		all = false;
		out_printf(out, "FAIL %s (%s)\n", session->name,
			   session->outcome == DAEMON_NO_ANSWER ? "no answer" : "not running");
	}
	return all;
}
