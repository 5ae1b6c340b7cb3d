/* The command that is recorded: held until its events are open, started, and ended in each way. */
#include "record/control/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/unit/test.h"

static void wait_until_ended(struct child *child)
{
	while (!child_ended(child)) usleep(1000);
}

/* Its status as waitpid gives it. */
static int run(const char *const *argv)
{
	struct child child;
	CHECK_INT(child_fork(&child, argv, false, NULL), 0);
	CHECK(child.pid > 0 && !child_ended(&child) && !child.started);
	CHECK_INT(child_start(&child, argv[0], NULL), 0);
	CHECK(child.started);
	wait_until_ended(&child);
	CHECK(child.reaped && child_ended(&child));
	child_done(&child);
	return child.status;
}

static int run_script(const char *script)
{
	const char *const argv[] = { "sh", "-c", script, NULL };
	return run(argv);
}

TEST(ends_by_itself)
{
	int status = run_script("exit 7");
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	status = run_script("kill -9 $$");
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* Signals that the recorder blocks or ignores are the command's as usual. */
TEST(signals_are_as_usual)
{
	sigset_t set, before;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &before);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	int status = run_script("kill -TERM $$; exit 3");
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	status = run_script("kill -PIPE $$; exit 3");
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
	status = run_script("kill -XFSZ $$; exit 3");
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

static void check_failure(const char *path, int code, const char *message)
{
	const char *const argv[] = { path, NULL };
	struct child child;
	struct err err = ERR_INIT;
	CHECK_INT(child_fork(&child, argv, false, NULL), 0);
	CHECK_INT(child_start(&child, path, &err), code);
	CHECK_STR(err.message, message);
	wait_until_ended(&child);
	CHECK(WIFEXITED(child.status) && WEXITSTATUS(child.status) == 127);
	child_done(&child);
	err_done(&err);
}

TEST(cannot_be_started)
{
	check_failure("/nonexistent/program", -ENOENT, "Workload failed: No such file or directory");
	check_failure("/", -EACCES, "Workload failed: Permission denied");
}

/* Held at its gate, it ends without having run when there is nothing to be recorded. */
TEST(never_started)
{
	char path[] = "/tmp/perf-child-XXXXXX";
	struct child child;
	int fd = mkstemp(path);
	const char *const argv[] = { "rm", path, NULL };
	CHECK_INT(child_fork(&child, argv, false, NULL), 0);
	child_done(&child);
	CHECK(child.reaped && WIFEXITED(child.status) && WEXITSTATUS(child.status) == 0);
	CHECK(access(path, F_OK) == 0);
	CHECK(waitpid(child.pid, NULL, 0) < 0 && errno == ECHILD);
	unlink(path);
	close(fd);
}

TEST(told_to_end)
{
	static const char *const argv[] = { "sleep", "1000", NULL };
	struct child child;
	CHECK_INT(child_fork(&child, argv, false, NULL), 0);
	CHECK_INT(child_start(&child, argv[0], NULL), 0);
	CHECK(!child_ended(&child));
	child_stop(&child);
	CHECK(child.reaped && WIFSIGNALED(child.status) && WTERMSIG(child.status) == SIGTERM);
	child_stop(&child); /* nobody else is told */
	child_done(&child);
}

/* While standard output carries the recording. */
TEST(prints_to_standard_error)
{
	int ends[2], before_out = dup(STDOUT_FILENO), before_err = dup(STDERR_FILENO);
	char text[32] = "";
	static const char *const argv[] = { "echo", "text", NULL };
	struct child child;
	CHECK(pipe(ends) == 0);
	fflush(stdout);
	for (unsigned quiet = 0; quiet < 2; quiet++) {
		dup2(ends[1], quiet ? STDERR_FILENO : STDOUT_FILENO);
		int r = child_fork(&child, argv, quiet, NULL);
		if (r >= 0) r = child_start(&child, argv[0], NULL);
		dup2(before_out, STDOUT_FILENO);
		dup2(before_err, STDERR_FILENO);
		CHECK_INT(r, 0);
		wait_until_ended(&child);
		child_done(&child);
		CHECK(read(ends[0], text, sizeof(text) - 1) == 5);
		CHECK_STR(text, "text\n");
	}
	close(ends[0]);
	close(ends[1]);
	close(before_out);
	close(before_err);
}

TEST(none)
{
	struct child child = { .gate_fd = -1, .failure_fd = -1 };
	CHECK_INT(child_start(&child, "", NULL), 0);
	CHECK(!child_ended(&child));
	child_done(&child);
}

TEST_MAIN
