/* How perf daemon lists sessions, in each state that one may be in. */
#include "commands/daemon/daemon_list.h"

#include "tests/unit/test.h"

/* A session in that phase, whose last process ended as status says (-1: none has). */
static void add(struct daemon_state *state, const char *name, enum daemon_phase phase, uint32_t pid, int status)
{
	struct daemon_session_state session = {
		.name = xstrdup(name),
		.run = xstrdup("-a"),
		.phase = phase,
		.pid = pid,
		.ended = status >= 0,
		.last_status = status >= 0 ? (uint32_t)status : 0,
		.up_s = 61,
		.next_s = 4,
	};
	vec_push(&state->sessions, session);
}

static struct daemon_state all_phases(void)
{
	struct daemon_state state = {
		.pid = 7, .up_s = 150, .base = xstrdup("/b"), .config = xstrdup("/c"), .error = xstrdup("")
	};
	add(&state, "running", DAEMON_RUNNING, 8, -1);
	add(&state, "killed", DAEMON_PAUSED, 0, 9);
	add(&state, "unstarted", DAEMON_PAUSED, 0, -1);
	add(&state, "wrong", DAEMON_FAILED, 0, 129 << 8);
	add(&state, "done", DAEMON_FINISHED, 0, 0);
	add(&state, "ending", DAEMON_STOPPING, 9, -1);
	add(&state, "held", DAEMON_WAITING, 0, -1);
	return state;
}

/* The text, which the next call overwrites. */
static const char *text_of(struct outbuf *out)
{
	static char text[8192];
	snprintf(text, sizeof(text), "%.*s", (int)out->size, out->data ? out->data : "");
	out->size = 0;
	return text;
}

TEST(phases_as_text)
{
	struct daemon_state state = all_phases();
	struct outbuf out;
	out_init(&out, -1);
	daemon_list_text(&state, false, &out);
	CHECK_STR(text_of(&out), "[7:daemon] base: /b\n"
				 "[8:running] perf record -a\n"
				 "[-:killed] perf record -a (killed (signal 9), started again in 4 s)\n"
				 "[-:unstarted] perf record -a (could not be started, started again in 4 s)\n"
				 "[-:wrong] perf record -a (exited, status=129, wrong options: see its output)\n"
				 "[-:done] perf record -a (exited, status=0)\n"
				 "[9:ending] perf record -a (is ending)\n"
				 "[-:held] perf record -a (waits for the end of the process before it)\n");
	out_done(&out);
	daemon_state_done(&state);
}

TEST(one_session_in_all_forms)
{
	struct daemon_state state = {
		.pid = 7, .up_s = 150, .base = xstrdup("/b"), .config = xstrdup(""), .error = xstrdup("")
	};
	struct outbuf out;
	add(&state, "x", DAEMON_RUNNING, 8, 9);
	state.sessions.items[0].restarts = 2;
	out_init(&out, -1);
	daemon_list_text(&state, true, &out);
	CHECK_STR(text_of(&out), "[7:daemon] base: /b\n"
				 "  output:  /b/output\n"
				 "  lock:    /b/lock\n"
				 "  up:      2 minutes\n"
				 "[8:x] perf record -a\n"
				 "  base:    /b/session-x\n"
				 "  output:  /b/session-x/output\n"
				 "  control: /b/session-x/control\n"
				 "  ack:     /b/session-x/ack\n"
				 "  up:      1 minutes\n"
				 "  failed:  2 times, last killed (signal 9)\n");
	daemon_list_separated(&state, ",", &out);
	CHECK_STR(text_of(&out), "7,daemon,/b,/b/output,/b/lock,2\n"
				 "8,x,-a,/b/session-x,/b/session-x/output,/b/session-x/control,/b/session-x/ack,1\n");
	daemon_list_json(&state, &out);
	CHECK_STR(text_of(&out),
		  "{\"perf-daemon-json-version\": 1,\n"
		  "\"daemon\": {\"pid\": 7, \"base\": \"/b\", \"output\": \"/b/output\", \"lock\": \"/b/lock\", "
		  "\"config\": null, \"up_seconds\": 150},\n"
		  "\"sessions\": [\n"
		  "{\"name\": \"x\", \"run\": \"-a\", \"state\": \"running\", \"pid\": 8, "
		  "\"base\": \"/b/session-x\", \"output\": \"/b/session-x/output\", "
		  "\"control\": \"/b/session-x/control\", \"ack\": \"/b/session-x/ack\", \"up_seconds\": 61, "
		  "\"restarts\": 2, \"last_exit_status\": null, \"last_signal\": 9, \"next_start_seconds\": null}]}\n");
	out_done(&out);
	daemon_state_done(&state);
}

TEST(outcomes)
{
	struct daemon_state state = all_phases();
	struct outbuf out;
	out_init(&out, -1);
	state.sessions.items[0].outcome = DAEMON_DONE;
	state.sessions.items[5].outcome = DAEMON_NO_ANSWER;
	for (size_t i = 6; i > 0; i--)
		if (i != 5) state.sessions.items[i].outcome = DAEMON_NOT_RUNNING;
	CHECK(!daemon_list_pinged(&state, &out));
	CHECK_STR(text_of(&out), "OK   running\nFAIL killed (not running)\nFAIL unstarted (not running)\n"
				 "FAIL wrong (not running)\nFAIL done (not running)\nFAIL ending (no answer)\n"
				 "FAIL held (not running)\n");
	CHECK(!daemon_list_signalled(&state, 12, &out));
	CHECK_STR(text_of(&out), "signal 12 sent to session 'running [8]'\n"
				 "signal 12 not sent to session 'killed': it does not run\n"
				 "signal 12 not sent to session 'unstarted': it does not run\n"
				 "signal 12 not sent to session 'wrong': it does not run\n"
				 "signal 12 not sent to session 'done': it does not run\n"
				 "signal 12 not sent to session 'ending': it does not run\n"
				 "signal 12 not sent to session 'held': it does not run\n");
	out_done(&out);
	daemon_state_done(&state);
}

TEST_MAIN
