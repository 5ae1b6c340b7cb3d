/* Descriptors of processes and what they stand for, as calls open, copy and close them. What was open before, and
 * sockets, pipes and the like, is asked of somebody else, once. Given calls in order of time; one thread. */
#ifndef ANALYSIS_TRACE_TRACE_FDS_H
#define ANALYSIS_TRACE_TRACE_FDS_H

#include "analysis/trace/syscall_events.h"

enum { TRACE_FD_TEXT = 4096 };
struct trace_fds_options {
	/* What the descriptor stands for at this moment, AT_FDCWD: the directory that the process is in; false: there
	 * is none. */
	bool (*ask)(void *ctx, uint32_t pid, int32_t fd, char ret[TRACE_FD_TEXT]);
	void *ctx;
	enum syscall_machine machine;      /* where the calls are made */
	const struct syscall_types *types; /* as trace_calls_options */
	bool sees_all; /* calls that open and close are among those given; else every question is asked anew */
};

struct trace_fds;
struct trace_fds *trace_fds_new(const struct trace_fds_options *options);
void trace_fds_free(struct trace_fds *fds); /* NULL is fine */
/* NULL: not known. Stays until a call ends, or the next question. */
const char *trace_fds_path(struct trace_fds *fds, uint32_t pid, int32_t fd);
/* Which argument of a call is the path that it opens, or of the directory that it goes to; -1: there is none. */
int trace_fds_path_arg(const struct trace_fds *fds, const struct syscall *syscall);
/* A call begins; path: its text (open, openat, creat, openat2); NULL: not read. */
void trace_fds_begin(struct trace_fds *fds, const struct syscall_event *event, const char *path);
void trace_fds_end(struct trace_fds *fds, const struct syscall_event *event);
/* A process comes (with its parent's descriptors); a thread goes, and with the first of a process its descriptors. */
void trace_fds_fork(struct trace_fds *fds, uint32_t parent_pid, uint32_t pid);
void trace_fds_gone(struct trace_fds *fds, uint32_t pid, uint32_t tid);
/* Asks for the first three of a process that is just there, and where it is. */
void trace_fds_know(struct trace_fds *fds, uint32_t pid);
/* How many paths came from calls, how often somebody was asked. */
struct trace_fds_stats {
	uint64_t nr_opened, nr_asked;
};
struct trace_fds_stats trace_fds_stats(const struct trace_fds *fds);
size_t trace_fds_count(const struct trace_fds *fds); /* processes */

#endif
