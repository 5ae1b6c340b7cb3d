/* Cheap system calls, and those that make processes. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "commands/bench/bench_result.h"

struct values {
	uint64_t nr_loops;
};

/* A system call: what is timed. call does it once: 0 or an errno. */
struct measured {
	const char *name;
	uint64_t nr_loops; /* by default */
	int (*call)(void);
};

static const char *const usage[] = { "perf bench syscall <options>", NULL };
static const struct option options[] = {
	OPTION_U64('l', "loop", struct values, nr_loops, "Specify number of loops"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

static int call_getppid(void)
{
	(void)getppid();
	return 0;
}

static int call_getpgid(void) { return getpgid(0) < 0 ? errno : 0; }

/* The child's end is waited for, which is part of it. */
static int wait_for(pid_t pid)
{
	int status;
	if (pid < 0) return errno;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) return errno;
	return status ? ENOEXEC : 0;
}

static int call_fork(void)
{
	pid_t pid = fork();
	if (!pid) _exit(0);
	return wait_for(pid);
}

static int call_execve(void)
{
	char path[] = "/bin/true", *const argv[] = { path, NULL }, *const environment[] = { NULL };
	pid_t pid = fork();
	if (!pid) {
		execve(path, argv, environment);
		_exit(127);
	}
	return wait_for(pid);
}

static int measure(const struct bench_run *run, const struct measured *measured, int argc, const char **argv)
{
	struct values values = { .nr_loops = measured->nr_loops };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_loops) return option_table_usage_error(&table, "At least one loop is needed (-l)");
	uint64_t began = clock_now_ns();
	for (uint64_t i = 0; i < values.nr_loops; i++) {
		int error = measured->call();
		if (error) return bench_fail(error, measured->name, "Raise ulimit -u where processes are too many");
	}
	uint64_t ns = clock_now_ns() - began;
	if (bench_is_default(run))
		out_printf(run->out, "# Executed %llu %s() calls\n", (unsigned long long)values.nr_loops,
			   measured->name);
	bench_show_ops(run, ns, values.nr_loops);
	return 0;
}

int bench_syscall_basic(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct measured){ "getppid", 10000000, call_getppid }, argc, argv);
}

int bench_syscall_getpgid(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct measured){ "getpgid", 10000000, call_getpgid }, argc, argv);
}

int bench_syscall_fork(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct measured){ "fork", 10000, call_fork }, argc, argv);
}

int bench_syscall_execve(struct bench_run *run, int argc, const char **argv)
{
	return measure(run, &(struct measured){ "execve", 10000, call_execve }, argc, argv);
}
