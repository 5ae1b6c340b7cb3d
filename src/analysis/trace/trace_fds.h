/* What the descriptors of processes stand for, and in which directory processes are: followed through the calls that
 * open, copy and close them. What was open before the trace began, and what calls do not tell (many sockets, what
 * comes by a message), is asked of options->ask, once each. Texts are as readlink of /proc/PID/fd/N has them: a
 * path, "socket:[inode]", "anon_inode:[eventfd]".
 *
 * Calls must come in order of time, from one thread. See proc(5). */
#ifndef ANALYSIS_TRACE_TRACE_FDS_H
#define ANALYSIS_TRACE_TRACE_FDS_H

#include "analysis/trace/syscall_events.h"

enum { TRACE_FD_TEXT = 4096 };
struct trace_fds_options {
	/* What the descriptor stands for at this moment, as a text that ends with NUL; AT_FDCWD: the directory that
	 * the process is in. False: there is none. May be NULL: nothing is asked. */
	bool (*ask)(void *ctx, uint32_t pid, int32_t fd, char ret[TRACE_FD_TEXT]);
	void *ctx;
	enum syscall_machine machine;      /* where the calls are made */
	const struct syscall_types *types; /* as trace_calls_options */
	/* Calls that open and close are among those given. Else nothing can be followed, and every question is asked
	 * anew. */
	bool sees_all;
};

struct trace_fds;
/* Never NULL. options are copied; types and ctx are borrowed. */
struct trace_fds *trace_fds_new(const struct trace_fds_options *options);
void trace_fds_free(struct trace_fds *fds); /* NULL is fine */
/* What a descriptor stands for; NULL: not known, closed, or fd is negative. Borrowed: valid until the next call of
 * this header's functions. */
const char *trace_fds_path(struct trace_fds *fds, uint32_t pid, int32_t fd);
/* The index of the argument that is the path which a call opens, the directory it changes to, or the name of a
 * memfd; -1: the call has none. */
int trace_fds_path_arg(const struct trace_fds *fds, const struct syscall *syscall);
/* A call begins: its arguments are kept until its end. path: the text of the argument of trace_fds_path_arg, copied;
 * NULL: it was not read. */
void trace_fds_begin(struct trace_fds *fds, const struct syscall_event *event, const char *path);
/* The thread's call ends: what it opened, copied or closed is applied, unless it failed. */
void trace_fds_end(struct trace_fds *fds, const struct syscall_event *event);
/* A process comes, with copies of its parent's descriptors and directory. */
void trace_fds_fork(struct trace_fds *fds, uint32_t parent_pid, uint32_t pid);
/* A thread goes; when it is its process's first (pid == tid), all that is known of the process goes, too. */
void trace_fds_gone(struct trace_fds *fds, uint32_t pid, uint32_t tid);
/* Asks for descriptors 0 to 2 of a process that is there already, and for its directory. */
void trace_fds_know(struct trace_fds *fds, uint32_t pid);
/* How many paths came from calls, and how often options->ask was called. */
struct trace_fds_stats {
	uint64_t nr_opened, nr_asked;
};
struct trace_fds_stats trace_fds_stats(const struct trace_fds *fds);
/* Processes that are kept. */
size_t trace_fds_count(const struct trace_fds *fds);

#endif
