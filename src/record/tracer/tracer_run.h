/* A run of the kernel's function tracers: set up, a command run or threads watched, text handed on, all put back.
 *
 *     struct tracer_run_options options = { .fs = machine_root(), .tracer = { .tracer = "function_graph" },
 *                                           .workload = argv, .text = print, .ctx = me };
 *     int r = tracer_run(&options, &result, &err);      print gets the text in pieces, in its order */
#ifndef RECORD_TRACER_TRACER_RUN_H
#define RECORD_TRACER_TRACER_RUN_H

#include "kernel/function_tracer.h"

/* Whom and what; all of it is borrowed. */
struct tracer_run_options {
	const struct kernelfs *fs;
	const char *debugfs_dir; /* PERF_DEBUGFS_DIR, may be NULL */
	/* Of whom: with a workload and only_workload it is the workload's process, which the run adds. */
	struct function_tracer_options tracer;
	const char *const *workload; /* NULL: none; the run ends when all of tracer.tids have, or by a signal */
	bool only_workload;
	bool titles;       /* titles of columns are the first text */
	uint32_t delay_ms; /* between the start of the command and that of tracing */
	/* Gets what was traced, whole lines or not; size > 0. 0, or -errno, which ends the run. */
	int (*text)(void *ctx, const char *text, size_t size);
	void *ctx;
};

/* How it ended. */
struct tracer_run_result {
	int signal_number; /* 0: not by a signal */
};

/* 0, or -errno with err set (not where text returned it). SIGINT, SIGTERM, SIGHUP and SIGQUIT end a run in good order;
 * the command is asked to end then. Nothing stays set in either case. */
int tracer_run(const struct tracer_run_options *options, struct tracer_run_result *result,
	       struct err *err) _warn_unused_;

#endif
