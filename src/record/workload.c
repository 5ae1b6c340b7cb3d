#include "record/workload.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

_noreturn_ static void run_child(const char *const *argv, bool quiet_stdout, int gate_fd, int failure_fd)
{
	char go;
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_NAME, "perf-exec");
	if (quiet_stdout) dup2(STDERR_FILENO, STDOUT_FILENO);
	if (read(gate_fd, &go, 1) != 1) _exit(0);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	int code = errno;
	ssize_t n = write(failure_fd, &code, sizeof(code));
	_exit(n == sizeof(code) ? 127 : 126);
}

int workload_fork(struct workload *workload, const char *const *argv, bool quiet_stdout, struct err *err)
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
	*workload = (struct workload){ .pid = pid, .gate_fd = gate[1], .failure_fd = failure[0] };
	return 0;
}

int workload_start(struct workload *workload, const char *name, struct err *err)
{
	if (!workload->pid) return 0;
	int code = 0;
	ssize_t n;
	if (write(workload->gate_fd, "", 1) != 1) return err_set_errno(err, -errno, "starting %s", name);
	close(workload->gate_fd);
	workload->gate_fd = -1;
	do {
		n = read(workload->failure_fd, &code, sizeof(code));
	} while (n < 0 && errno == EINTR);
	close(workload->failure_fd);
	workload->failure_fd = -1;
	workload->started = true;
	if (n == sizeof(code)) return err_set(err, -code, "Workload failed: %s", strerror(code));
	return 0;
}

bool workload_ended(struct workload *workload)
{
	if (!workload->pid || workload->reaped) return workload->reaped;
	pid_t pid;
	do {
		pid = waitpid(workload->pid, &workload->status, WNOHANG);
	} while (pid < 0 && errno == EINTR);
	workload->reaped = pid != 0;
	return workload->reaped;
}

static void close_gates(struct workload *workload)
{
	if (workload->gate_fd > 0) close(workload->gate_fd);
	if (workload->failure_fd > 0) close(workload->failure_fd);
	workload->gate_fd = workload->failure_fd = -1;
}

void workload_stop(struct workload *workload)
{
	if (!workload->pid || workload->reaped) return;
	close_gates(workload);
	if (workload->started) kill(workload->pid, SIGTERM);
	while (waitpid(workload->pid, &workload->status, 0) < 0 && errno == EINTR) continue;
	workload->reaped = true;
}

void workload_done(struct workload *workload)
{
	if (!workload->pid) return;
	workload_stop(workload);
	close_gates(workload);
}
