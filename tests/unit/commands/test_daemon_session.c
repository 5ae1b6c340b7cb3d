/* When a session of perf daemon is started again. No process is started here: ends are told. */
#include "commands/daemon/daemon_session.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include "tests/unit/test.h"

#define S 1000000000ull

static struct daemon_log nowhere(void) { return (struct daemon_log){ open("/dev/null", O_WRONLY | O_CLOEXEC) }; }

/* The session runs, and its process ends with that status after `ran_s`. Returns how long it is paused, in seconds; 0
 * when it is not. */
static unsigned fails(struct daemon_session *session, uint64_t *now_ns, unsigned ran_s, int status)
{
	struct daemon_log log = nowhere();
	session->pid = 1 << 30; /* nobody's */
	session->phase = DAEMON_RUNNING;
	session->started_ns = *now_ns;
	*now_ns += ran_s * S;
	daemon_session_ended(session, status, *now_ns, &log);
	close(log.fd);
	CHECK_INT(session->pid, 0);
	return session->phase == DAEMON_PAUSED ? (unsigned)((session->next_ns - *now_ns) / S) : 0;
}

TEST(failures_in_a_row_wait_longer)
{
	static const unsigned waits[] = { 1, 2, 4, 8, 16, 32, 60, 60 };
	struct daemon_session *session = daemon_session_new("a", "-a");
	uint64_t now_ns = 5 * S;
	for (size_t i = 0; i < ARRAY_SIZE(waits); i++) CHECK_INT(fails(session, &now_ns, 59, SIGKILL), waits[i]);
	CHECK_INT(fails(session, &now_ns, 60, 1 << 8), 1); /* it had run for a minute */
	CHECK_INT(fails(session, &now_ns, 0, 1 << 8), 2);
	daemon_session_free(session);
}

TEST(some_ends_are_for_good)
{
	static const struct {
		int status;
		enum daemon_phase phase;
	} ends[] = { { 0, DAEMON_FINISHED },      { SIGTERM, DAEMON_FINISHED }, { SIGINT, DAEMON_FINISHED },
		     { SIGHUP, DAEMON_FINISHED }, { 129 << 8, DAEMON_FAILED },  { SIGSEGV, DAEMON_PAUSED },
		     { 255 << 8, DAEMON_PAUSED } };
	uint64_t now_ns = 0;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		struct daemon_session *session = daemon_session_new("a", "-a");
		fails(session, &now_ns, 1, ends[i].status);
		CHECK_INT(session->phase, ends[i].phase);
		daemon_session_free(session);
	}
}

TEST(a_change_ends_a_pause)
{
	struct daemon_session *session = daemon_session_new("a", "-a");
	struct daemon_session_state state;
	uint64_t now_ns = 0;
	fails(session, &now_ns, 1, SIGKILL);
	fails(session, &now_ns, 1, SIGKILL);
	daemon_session_describe(session, now_ns, &state);
	CHECK_INT(state.next_s, 2);
	CHECK_INT(state.last_status, SIGKILL);
	free(state.name);
	free(state.run);
	daemon_session_change(session, "-e cpu-clock '-C 1'", now_ns);
	CHECK_INT(session->phase, DAEMON_WAITING);
	CHECK_INT(session->words.words.count, 3);
	CHECK_STR(session->words.words.items[2], "-C 1");
	CHECK_INT(fails(session, &now_ns, 1, SIGKILL), 1);
	daemon_session_stop(session, now_ns);
	CHECK_INT(session->phase, DAEMON_FINISHED);
	daemon_session_free(session);
}

TEST_MAIN
