/* The command that is recorded: forked early, so that its pid is known, and held before its exec until the events are open. */
#ifndef RECORD_WORKLOAD_H
#define RECORD_WORKLOAD_H

#include <stdbool.h>
#include <sys/types.h>
#include "base/err.h"

struct workload {
	pid_t pid;       /* 0: there is none */
	int gate_fd;     /* closing it without writing lets the child end instead */
	int failure_fd;  /* the child's errno when its exec failed; closed by a good exec */
	bool started, reaped;
	int status;      /* as waitpid gives it, once reaped */
};

/* Forks; argv is the command, found along PATH. quiet_stdout: what the command prints goes to stderr, stdout carries the recording. */
int workload_fork(struct workload *workload, const char *const *argv, bool quiet_stdout, struct err *err);
/* Opens the gate and waits until the exec has happened: 0, or its -errno with err set. */
int workload_start(struct workload *workload, const char *name, struct err *err);
/* Reaps it if it ended. True once it has. */
bool workload_ended(struct workload *workload);
/* Ends a workload that was not started, or asks one that runs to end (SIGTERM). */
void workload_stop(struct workload *workload);
void workload_done(struct workload *workload);

#endif
