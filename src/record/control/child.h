/* The command that is recorded: forked early, so that its pid is known, and held before its exec until the events are
 * open. */
#ifndef RECORD_CONTROL_CHILD_H
#define RECORD_CONTROL_CHILD_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>
#include "base/err.h"

struct child {
	pid_t pid;      /* 0: there is none */
	int gate_fd;    /* closing it without writing lets the child end instead */
	int failure_fd; /* the child's errno when its exec failed; closed by a good exec */
	bool started, reaped;
	int status;          /* as waitpid gives it, once reaped */
	struct rusage usage; /* its own and that of the children it waited for, once reaped */
};

/* Forks; argv is the command, found along PATH. quiet_stdout: what the command prints goes to stderr, stdout carries
 * the recording. */
int child_fork(struct child *child, const char *const *argv, bool quiet_stdout, struct err *err);
/* Opens the gate and waits until the exec has happened: 0, or its -errno with err set. */
int child_start(struct child *child, const char *name, struct err *err);
/* Reaps it if it ended. True once it has. */
bool child_ended(struct child *child);
/* Ends a child that was not started, or asks one that runs to end (SIGTERM). */
void child_stop(struct child *child);
void child_done(struct child *child);

#endif
