/* Programs beside this one. */
#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/spawn.h"

/* Runs sh with that text; what it wrote is in out, its status is returned. */
static int run(const char *text, bool keep_errors, char *out, size_t size)
{
	int fds[2], status = -1;
	pid_t pid;
	const char *const words[] = { "sh", "-c", text, NULL };
	if (pipe2(fds, O_CLOEXEC) < 0) return -1;
	const struct spawn_streams streams = { .output = fds[1], .errors = keep_errors ? fds[1] : -1 };
	CHECK_INT(spawn_program("sh", words, &streams, &pid), 0);
	close(fds[1]);
	size_t used = 0;
	for (ssize_t n; used + 1 < size && (n = read(fds[0], out + used, size - 1 - used)) > 0;) used += (size_t)n;
	out[used] = '\0';
	close(fds[0]);
	CHECK(waitpid(pid, &status, 0) == pid);
	return status;
}

TEST(output_and_errors)
{
	char out[64];
	int status = run("echo out; echo err >&2; exit 3", false, out, sizeof(out));
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	CHECK_STR(out, "out\n");
	run("echo out; echo err >&2", true, out, sizeof(out));
	CHECK_STR(out, "out\nerr\n");
	run("read line; echo \"<$line>\"", false, out, sizeof(out));
	CHECK_STR(out, "<>\n");
}

/* Signals that this program blocks or ignores are as usual in the other. */
TEST(signals)
{
	char out[64];
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	void (*handler)(int) = signal(SIGPIPE, SIG_IGN);
	int status = run("kill -PIPE $$; echo alive", false, out, sizeof(out));
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
	CHECK_STR(out, "");
	signal(SIGPIPE, handler);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

TEST(no_such_program)
{
	pid_t pid = 0;
	const char *const words[] = { "x", NULL };
	CHECK_INT(spawn_program("/nonexistent/program", words, &(struct spawn_streams){ 1, -1 }, &pid), -ENOENT);
}

TEST_MAIN
