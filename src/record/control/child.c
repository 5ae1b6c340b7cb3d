/* The command, held before its exec by two pipes: the child waits for a byte in the first (gate), and writes its errno
 * to the second (failure) when the exec fails. A good exec closes the second, so that reading it to its end tells the
 * two apart. */
#include "record/control/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child. Nothing of the recorder's signal handling is passed on. An end of file at the gate means that the
 * recorder gave up. */
_noreturn_ static void run_child(const char *const *argv, bool quiet_stdout, int gate_fd, int failure_fd)
{
	char go;
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	/* Until its exec the task is called so in COMM records, as upstream's is. */
	prctl(PR_SET_NAME, "perf-exec");
	if (quiet_stdout) dup2(STDERR_FILENO, STDOUT_FILENO);
	if (read(gate_fd, &go, 1) != 1) _exit(0);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	int code = errno;
	ssize_t n = write(failure_fd, &code, sizeof(code));
	_exit(n == sizeof(code) ? 127 : 126);
}

int child_fork(struct child *child, const char *const *argv, bool quiet_stdout, struct err *err)
{
	int gate[2], failure[2];
	if (pipe2(gate, O_CLOEXEC) < 0) return err_set_errno(err, -errno, "pipe");
	if (pipe2(failure, O_CLOEXEC) < 0) {
		int code = -errno;
		close(gate[0]);
		close(gate[1]);
		return err_set_errno(err, code, "pipe");
	}
	pid_t pid = fork();
	if (pid == 0) {
		close(gate[1]);
		close(failure[0]);
		run_child(argv, quiet_stdout, gate[0], failure[1]);
	}
	int code = -errno;
	close(gate[0]);
	close(failure[1]);
	if (pid < 0) {
		close(gate[1]);
		close(failure[0]);
		return err_set_errno(err, code, "fork");
	}
	*child = (struct child){ .pid = pid, .gate_fd = gate[1], .failure_fd = failure[0] };
	return 0;
}

int child_start(struct child *child, const char *name, struct err *err)
{
	if (!child->pid) return 0;
	int code = 0;
	ssize_t n;
	if (write(child->gate_fd, "", 1) != 1) return err_set_errno(err, -errno, "starting %s", name);
	close(child->gate_fd);
	child->gate_fd = -1;
	do {
		n = read(child->failure_fd, &code, sizeof(code));
	} while (n < 0 && errno == EINTR);
	close(child->failure_fd);
	child->failure_fd = -1;
	child->started = true;
	if (n == sizeof(code)) return err_set(err, -code, "Workload failed: %s", strerror(code));
	return 0;
}

bool child_ended(struct child *child)
{
	if (!child->pid || child->reaped || child->elsewhere) return child->reaped;
	pid_t pid;
	do {
		pid = wait4(child->pid, &child->status, WNOHANG, &child->usage);
	} while (pid < 0 && errno == EINTR);
	child->reaped = pid != 0;
	return child->reaped;
}

void child_reaped(struct child *child, int status, const struct rusage *usage)
{
	child->status = status;
	child->usage = *usage;
	child->reaped = true;
}

static void close_gates(struct child *child)
{
	if (child->gate_fd > 0) close(child->gate_fd);
	if (child->failure_fd > 0) close(child->failure_fd);
	child->gate_fd = child->failure_fd = -1;
}

void child_stop(struct child *child)
{
	if (!child->pid || child->reaped) return;
	close_gates(child);
	if (child->started) kill(child->pid, SIGTERM);
	while (wait4(child->pid, &child->status, 0, &child->usage) < 0 && errno == EINTR) continue;
	child->reaped = true;
}

void child_done(struct child *child)
{
	if (!child->pid) return;
	child_stop(child);
	close_gates(child);
}
