/* What threads asked of the kernel: rows as they happen, sums by thread. Given events in order of time, by who reads a
 * recording (trace_recording.h) or watches (trace_live.h). */
#ifndef ANALYSIS_TRACE_TRACE_CALLS_H
#define ANALYSIS_TRACE_TRACE_CALLS_H

#include "analysis/pass/sample_filter.h"
#include "analysis/trace/syscall_events.h"
#include "result/trace_rows.h"
#include "result/trace_summary.h"
#include "syscall/syscall_set.h"

struct trace_calls_options {
	const struct syscall_set *selection;   /* NULL: all calls */
	const struct number_list *pids, *tids; /* NULL: all */
	uint32_t without_pid;                  /* not shown: who watches; 0: all are */
	bool rows, sums;                       /* what is wanted */
	bool failures_only;
	uint64_t longer_than_ns;           /* only calls that took longer are rows; 0: all */
	uint64_t max_rows;                 /* 0: no limit */
	unsigned max_stack, min_stack;     /* max 0: no chains; rows of fewer frames than min are left out */
	struct trace_args_writer args;     /* what becomes of the arguments of rows */
	const struct syscall_types *types; /* of this machine's kernel; NULL: structures without rows are addresses */
	enum syscall_machine machine;      /* where the calls were made */
	const struct enum_source *enums;   /* of this machine's kernel; NULL: numbers of tracepoints have no names */
	bool print_samples;                /* each sample of a call's begin or end has a row of its own before it */
	bool short_forms;                  /* of tracepoints, as tracepoints_use_short_forms */
	bool run_times;                    /* sched:sched_stat_runtime is summed up by thread, and no row */
	/* The names of events between which others count; NULL: none. trace_calls_find_switches finds which they are.
	 */
	const char *switch_on, *switch_off;
	int32_t switch_on_idx, switch_off_idx;
	bool shows_switches; /* these events count, too */
	void *ctx;
	/* nonzero stops. May be NULL without rows */
	int (*row)(void *ctx, const struct trace_row *row);
	int (*batch)(void *ctx); /* after some rows: a good moment to write; may be NULL */
	/* The name of a task at that time, NULL when not known; thread safe. */
	const char *(*task_name)(void *tasks, int32_t tid, uint64_t time_ns);
	void *tasks;
};
enum { TRACE_CALLS_ENOUGH = 1 }; /* max_rows were given */

/* One event, in as few words as it takes to put it in order and to know what it changes: there are millions of them.
 * What is shown of it is its piece (trace_items.h). */
struct trace_piece;
struct trace_item {
	uint64_t time_ns; /* first: it is what session_gather orders by */
	uint32_t pid, tid;
	int64_t number; /* as those of struct syscall_event */
	const struct syscall *syscall;
	const char *comm; /* equal texts have equal addresses, until trace_calls_forget_names */
	union {
		int64_t result /* EXIT */;
		uint64_t run_time_ns;
	};
	const struct trace_piece *piece; /* NULL without rows */
	uint8_t kind;                    /* enum syscall_event_kind */
	bool is_major, is_run_time;
	bool switches_on : 1, switches_off : 1;
};

/* Whether all events matter to these options; whether this one does. Thread safe. */
bool trace_calls_wants_all(const struct trace_calls_options *options);
bool trace_calls_wants(const struct trace_calls_options *options, const struct syscall_event *event);
/* 0; -ENOENT: *ret_missing is the name of an event that is not among these. */
int trace_calls_find_switches(struct trace_calls_options *options, const struct perf_events *events,
			      const char **ret_missing);

struct trace_calls;
struct trace_calls *trace_calls_new(const struct trace_calls_options *options); /* borrowed */
void trace_calls_free(struct trace_calls *calls);                               /* NULL is fine */
/* 0, what row returned, TRACE_CALLS_ENOUGH. The item's piece lives during the call. */
int trace_calls_add(struct trace_calls *calls, const struct trace_item *item);
/* Of live traces. Addresses of names are used for others from now on. */
void trace_calls_forget_names(struct trace_calls *calls);
/* A thread ended: unless it is to be in the sums, nothing of it is kept. */
void trace_calls_gone(struct trace_calls *calls, uint32_t tid);
size_t trace_calls_nr_threads(const struct trace_calls *calls);
/* What it came to; valid until the next event, or the end of calls. */
const struct trace_summary *trace_calls_summary(struct trace_calls *calls);

#endif
