/* Signals come through a descriptor, so that nothing but SIGKILL ends the run with the tracer set. The kernel wakes who
 * waits for text only when half of a buffer is full (buffer_percent): it is looked for a few times a second anyway. */
#include "record/tracer/tracer_run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/descriptor.h"
#include "record/control/child.h"
#include "record/control/end_signals.h"

enum { LOOK_MS = 100, PIECE_BYTES = 1 << 16 };

/* A run on its way. */
struct run {
	const struct tracer_run_options *options;
	struct function_tracer tracer;
	struct child child;
	int pipe_fd, signal_fd;
	sigset_t before;   /* the signal mask that is put back */
	bool watched;      /* it was changed */
	bool ended;        /* the file of text has come to its end: it is no pipe */
	int signal_number; /* that wants the end; 0: none */
	char piece[PIECE_BYTES];
};

static int watch_signals(struct run *run, struct err *err)
{
	sigset_t set;
	sigemptyset(&set);
	end_signals_add(&set);
	sigaddset(&set, SIGCHLD);
	run->watched = sigprocmask(SIG_BLOCK, &set, &run->before) == 0;
	run->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	return run->signal_fd < 0 ? err_set_errno(err, -errno, "signalfd") : 0;
}

static void take_signals(struct run *run)
{
	struct signalfd_siginfo info;
	while (read(run->signal_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD) run->signal_number = (int)info.ssi_signo;
}

/* All the text that there is now. 0 or -errno. */
static int take_text(struct run *run)
{
	for (;;) {
		ssize_t n = read(run->pipe_fd, run->piece, sizeof(run->piece));
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return errno == EAGAIN ? 0 : -errno;
		run->ended = n == 0;
		if (n == 0) return 0;
		int r = run->options->text(run->options->ctx, run->piece, (size_t)n);
		if (r < 0) return r;
		take_signals(run);
		/* what is traced may come faster than it can be shown */
		if (run->signal_number || child_ended(&run->child)) return 0;
	}
}

/* Whether one of the threads is there still. */
static bool has_targets(const struct tracer_run_options *options)
{
	for (size_t i = 0; i < options->tracer.nr_tids; i++)
		if (kernelfs_exists(options->fs, "proc/%d", options->tracer.tids[i])) return true;
	return false;
}

static bool is_over(struct run *run)
{
	const struct tracer_run_options *options = run->options;
	take_signals(run);
	if (run->signal_number) return true;
	if (run->child.pid) return child_ended(&run->child);
	return run->ended || (options->tracer.nr_tids && !has_targets(options));
}

/* Waits until the time, or until there is nothing to trace any more. */
static void wait_delay(struct run *run)
{
	uint64_t until = clock_now_ns() + (uint64_t)run->options->delay_ms * 1000000;
	for (uint64_t now; !run->signal_number && !child_ended(&run->child) && (now = clock_now_ns()) < until;) {
		struct pollfd fd = { .fd = run->signal_fd, .events = POLLIN };
		(void)poll(&fd, 1, (int)((until - now) / 1000000) + 1);
		take_signals(run);
	}
}

static int start(struct run *run, struct err *err)
{
	const char *name = run->options->workload ? run->options->workload[0] : NULL;
	int r = 0;
	if (!run->options->delay_ms) {
		r = function_tracer_switch(&run->tracer, true, err);
		return r < 0 ? r : child_start(&run->child, name, err);
	}
	r = child_start(&run->child, name, err);
	if (r < 0) return r;
	wait_delay(run);
	return run->signal_number ? 0 : function_tracer_switch(&run->tracer, true, err);
}

static int loop(struct run *run)
{
	int r = 0;
	while (r == 0 && !is_over(run)) {
		struct pollfd fds[] = { { .fd = run->signal_fd, .events = POLLIN },
					{ .fd = run->ended ? -1 : run->pipe_fd, .events = POLLIN } };
		if (poll(fds, ARRAY_SIZE(fds), LOOK_MS) < 0 && errno != EINTR) return -errno;
		if (!run->ended) r = take_text(run);
	}
	return r;
}

/* What is in the buffer when nothing more comes in; a signal does not cut it short, it is little. */
static int take_rest(struct run *run)
{
	for (;;) {
		ssize_t n = run->ended ? 0 : read(run->pipe_fd, run->piece, sizeof(run->piece));
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return n < 0 && errno != EAGAIN ? -errno : 0;
		int r = run->options->text(run->options->ctx, run->piece, (size_t)n);
		if (r < 0) return r;
	}
}

static int set_up(struct run *run, struct err *err)
{
	struct function_tracer_options wanted = run->options->tracer;
	int32_t workload = run->child.pid;
	if (run->child.pid && run->options->only_workload) {
		wanted.tids = &workload;
		wanted.nr_tids = 1;
	}
	int r = function_tracer_set(&run->tracer, &wanted, err);
	if (r < 0) return r;
	run->pipe_fd = function_tracer_pipe(&run->tracer, err);
	if (run->pipe_fd < 0) return run->pipe_fd;
	if (!run->options->titles) return 0;
	_free_ char *titles = function_tracer_titles(&run->tracer);
	return *titles ? run->options->text(run->options->ctx, titles, strlen(titles)) : 0;
}

static int follow(struct run *run, struct err *err)
{
	int r = set_up(run, err);
	if (r < 0) return r;
	r = start(run, err);
	int failed = r;
	if (r == 0) r = loop(run);
	int off = function_tracer_switch(&run->tracer, false, r < 0 ? NULL : err);
	if (r == 0) r = off;
	/* also where the command could not be started: what happened until then was traced */
	if (r == 0 || r == failed) {
		int rest = take_rest(run);
		if (r == 0) r = rest;
	}
	return r;
}

int tracer_run(const struct tracer_run_options *options, struct tracer_run_result *result, struct err *err)
{
	struct run *run = xcalloc(1, sizeof(*run));
	run->options = options;
	run->pipe_fd = run->signal_fd = -1;
	int r = function_tracer_open(&run->tracer, options->fs, options->debugfs_dir, err);
	if (r == 0) {
		r = watch_signals(run, err);
		if (r == 0 && options->workload) r = child_fork(&run->child, options->workload, false, err);
		if (r == 0) r = follow(run, err);
		child_done(&run->child);
		descriptor_close(&run->pipe_fd);
	}
	function_tracer_done(&run->tracer);
	if (run->signal_fd >= 0) take_signals(run);
	if (run->watched) sigprocmask(SIG_SETMASK, &run->before, NULL);
	descriptor_close(&run->signal_fd);
	result->signal_number = run->signal_number;
	free(run);
	return r;
}
