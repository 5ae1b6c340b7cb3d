/* From options to a run of the tracer, or to the text of a file. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "cli/console.h"
#include "cli/exit_signal.h"
#include "commands/ftrace/ftrace_option.h"
#include "commands/option/target_option.h"
#include "kernel/machine_root.h"
#include "record/tracer/tracer_run.h"

enum { FAILED = 255, PIECE_BYTES = 1 << 16 };

static void tell(const char *text) { fprintf(stderr, "%s\n", text); }

static int read_text(const char *path, int (*text)(void *ctx, const char *text, size_t size), void *ctx,
		     struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	_close_ int opened = is_stdin ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	int fd = is_stdin ? STDIN_FILENO : opened, r = 0;
	if (fd < 0) return err_set_errno(err, -errno, "Cannot open %s", path);
	char *piece = xmalloc(PIECE_BYTES);
	while (r == 0) {
		ssize_t n = read(fd, piece, PIECE_BYTES);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) r = err_set_errno(err, -errno, "Cannot read %s", path);
		if (n <= 0) break;
		r = text(ctx, piece, (size_t)n);
	}
	free(piece);
	return r;
}

/* Fills in whom to trace. 0 or -errno. */
static int choose_targets(const struct target_options *wanted, struct tracer_run_options *run, struct target *target,
			  struct err *err)
{
	int r = target_resolve(wanted, run->fs, target, err);
	if (r < 0) return r;
	if (target->has_task) {
		run->tracer.tids = target->tids.items;
		run->tracer.nr_tids = target->tids.count;
	}
	run->only_workload = run->workload && !target->has_task && !target->has_cpu;
	if (wanted->cpus) {
		run->tracer.cpus = target->cpus.items;
		run->tracer.nr_cpus = target->cpus.count;
	}
	return 0;
}

static int run_tracer(const struct ftrace_option *option, const struct target_options *wanted,
		      struct tracer_run_options *run, struct err *err)
{
	struct target target = { 0 };
	struct tracer_run_result result = { 0 };
	int r = choose_targets(wanted, run, &target, err);
	if (r == 0) r = tracer_run(run, &result, err);
	target_done(&target);
	/* SIGINT is how runs without a command end */
	if (result.signal_number && result.signal_number != SIGINT) exit_by_signal(result.signal_number);
	return r;
}

int ftrace_target(const struct ftrace_option *option, const char *const *workload, struct target_options *ret)
{
	*ret = (struct target_options){
		.pids = option->process.ids, .tids = option->tids, .cpus = option->cpus, .all_cpus = option->all_cpus
	};
	int status = target_option_resolve(ret, tell);
	if (!status && !*workload && !ret->pids && !ret->tids && !ret->cpus) ret->all_cpus = true;
	return status;
}

int ftrace_run(const struct ftrace_option *option, const char *const *workload, bool titles,
	       int (*text)(void *ctx, const char *text, size_t size), void *ctx)
{
	_err_done_ struct err err = ERR_INIT;
	struct target_options wanted;
	struct tracer_run_options run = { .fs = machine_root(),
					  .debugfs_dir = getenv("PERF_DEBUGFS_DIR"),
					  .tracer = option->tracer,
					  .workload = *workload ? workload : NULL,
					  .titles = titles,
					  .delay_ms = option->delay_ms,
					  .text = text,
					  .ctx = ctx };
	int status = ftrace_target(option, workload, &wanted);
	if (status) return status;
	int r = option->input ? read_text(option->input, text, ctx, &err) : run_tracer(option, &wanted, &run, &err);
	if (r < 0 && r != -EPIPE) console_err(&err);
	return r < 0 && r != -EPIPE ? FAILED : 0;
}
