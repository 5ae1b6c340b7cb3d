/* The command that is recorded: forked early, so that its pid is known, and held before its exec until the events are
 * open. */
#ifndef RECORD_CONTROL_CHILD_H
#define RECORD_CONTROL_CHILD_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>
#include "base/err.h"

/* The command. Zeroed: there is none, for which all functions do nothing; both descriptors are -1 when they are
 * closed. */
struct child {
	pid_t pid;      /* 0: there is none */
	int gate_fd;    /* closing it without writing lets the child end instead */
	int failure_fd; /* the child's errno when its exec failed; closed by a good exec */
	bool started, reaped;
	bool elsewhere;      /* another thread waits for it, and tells with child_reaped */
	int status;          /* as waitpid gives it, once reaped */
	struct rusage usage; /* its own and that of the children it waited for, once reaped */
};

/* Forks; argv is the command, found along PATH, with a NULL at its end. quiet_stdout: what the command prints goes to
 * stderr, as stdout carries the recording. Its signal mask is empty. The child waits until child_start, and ends
 * without running the command when this process dies first. 0 or -errno with err set. */
int child_fork(struct child *child, const char *const *argv, bool quiet_stdout, struct err *err);
/* Opens the gate and waits until the exec has happened. 0, also when there is no child; or its -errno with err set.
 * name is for the message. */
int child_start(struct child *child, const char *name, struct err *err);
/* Reaps it if it has ended; never waits. True once it has, also in later calls; status and usage are valid then. */
bool child_ended(struct child *child);
/* It has ended, and was waited for elsewhere. */
void child_reaped(struct child *child, int status, const struct rusage *usage);
/* Ends a child that was not started, or asks one that runs to end (SIGTERM), and waits until it has. */
void child_stop(struct child *child);
/* child_stop, and closes what is open. */
void child_done(struct child *child);

#endif
