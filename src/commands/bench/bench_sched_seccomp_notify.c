/* A process whose system calls another one answers, by way of seccomp's user notification: two switches each. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "commands/bench/bench_result.h"

#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif
#define SYNC_WAKE_UP 1ull /* SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP, of Linux 6.6 */
/* What the calls are answered with: no process has it as its parent. */
#define ANSWER 4711

struct values {
	uint64_t nr_loops;
	bool sync_mode;
};

/* getppid(2) asks who holds the listener, other calls go on as they are. A descriptor or -errno. */
static int install_filter(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(code), .filter = code };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
	long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	return fd < 0 ? -errno : (int)fd;
}

static _noreturn_ void run_child(int tell_fd, uint64_t nr_loops)
{
	int listener = install_filter();
	if (write(tell_fd, &listener, sizeof(listener)) != sizeof(listener) || listener < 0) _exit(1);
	for (uint64_t i = 0; i < nr_loops; i++)
		if (syscall(SYS_getppid) != ANSWER) _exit(1);
	_exit(0);
}

/* 0 or an errno. */
static int answer_calls(int listener, const struct values *values)
{
	struct seccomp_notif_sizes sizes;
	if (values->sync_mode && ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP) < 0) return errno;
	if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) < 0) return errno;
	_free_ struct seccomp_notif *call = xcalloc(1, MAX(sizes.seccomp_notif, sizeof(*call)));
	_free_ struct seccomp_notif_resp *answer = xcalloc(1, MAX(sizes.seccomp_notif_resp, sizeof(*answer)));
	for (uint64_t i = 0; i < values->nr_loops; i++) {
		*call = (struct seccomp_notif){ .id = 0 }; /* the kernel wants it empty */
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, call) < 0) return errno;
		*answer = (struct seccomp_notif_resp){ .id = call->id, .val = ANSWER };
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, answer) < 0) return errno;
	}
	return 0;
}

static const char *const usage[] = { "perf bench sched secccomp-notify <options>", NULL };
static const struct option options[] = {
	OPTION_U64('l', "loop", struct values, nr_loops, "Specify number of loops"),
	OPTION_BOOL('s', "sync-mode", struct values, sync_mode,
		    "Enable the synchronous mode for seccomp notifications"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

static int measure(const struct bench_run *run, const struct values *values)
{
	/* The child shares the descriptors: its listener is ours, too. */
	struct clone_args how = { .flags = CLONE_FILES, .exit_signal = SIGCHLD };
	int tell[2], listener = -1, status = 0, error;
	if (pipe2(tell, 0) < 0) return bench_fail(errno, "pipe", NULL);
	long pid = syscall(SYS_clone3, &how, sizeof(how));
	if (pid < 0) return bench_fail(errno, "clone3", "Linux 5.3 or newer is needed, and ulimit -u not reached");
	if (!pid) run_child(tell[1], values->nr_loops);
	if (read(tell[0], &listener, sizeof(listener)) != sizeof(listener)) listener = -EPIPE;
	uint64_t began = clock_now_ns();
	error = listener < 0 ? -listener : answer_calls(listener, values);
	uint64_t ns = clock_now_ns() - began;
	if (error) kill((pid_t)pid, SIGKILL);
	while (waitpid((pid_t)pid, &status, 0) < 0 && errno == EINTR) {
	}
	if (listener >= 0) close(listener);
	close(tell[0]);
	close(tell[1]);
	if (error)
		return bench_fail(error, "seccomp user notification",
				  "Needs CONFIG_SECCOMP_FILTER, and Linux 6.6 for --sync-mode");
	if (status) return bench_fail(EPROTO, "seccomp user notification: the answers did not arrive", NULL);
	if (bench_is_default(run))
		out_printf(run->out, "# Executed %llu system calls\n\n", (unsigned long long)values->nr_loops);
	bench_show_ops(run, ns, values->nr_loops);
	return 0;
}

int bench_sched_seccomp_notify(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_loops = 1000000 };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_loops) return option_table_usage_error(&table, "At least one loop is needed (-l)");
	return measure(run, &values);
}
