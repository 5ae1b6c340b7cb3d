/* What threads asked of the kernel: calls as rows while they happen, and sums by thread. Takes struct trace_item in
 * order of time, from one thread; they come from a recording (trace_recording.h) or from a running system
 * (trace_live.h). */
#ifndef ANALYSIS_TRACE_TRACE_CALLS_H
#define ANALYSIS_TRACE_TRACE_CALLS_H

#include "analysis/pass/sample_filter.h"
#include "analysis/trace/syscall_events.h"
#include "model/model.h"
#include "result/trace_rows.h"
#include "result/trace_summary.h"
#include "syscall/syscall_set.h"

/* What is wanted. Borrowed by everything that takes it, and must outlive it. */
struct trace_calls_options {
	const struct syscall_set *selection;   /* NULL: all calls */
	const struct number_list *pids, *tids; /* NULL: all */
	uint32_t without_pid;                  /* not shown: who watches; 0: all are */
	/* Whether row is called, and whether trace_calls_summary has calls. */
	bool rows, sums;
	/* Only calls that failed are rows. */
	bool failures_only;
	uint64_t longer_than_ns; /* only calls that took longer are rows; 0: all */
	uint64_t max_rows;       /* 0: no limit */
	/* Frames. max 0: no call chains; rows with a chain of fewer frames than min are left out. */
	unsigned max_stack, min_stack;
	/* Writes arguments, payloads and faults as text; called by the workers. */
	struct trace_args_writer args;
	const struct syscall_types *types; /* of this machine's kernel; NULL: structures without rows are addresses */
	/* The machine the calls were made on. */
	enum syscall_machine machine;
	const struct enum_source *enums; /* of this machine's kernel; NULL: numbers of tracepoints have no names */
	bool print_samples;              /* each sample of a call's begin or end has a row of its own before it */
	bool short_forms;                /* of tracepoints, as tracepoints_use_short_forms */
	/* sched:sched_stat_runtime is summed up by thread, and is no row. */
	bool run_times;
	/* Names of events: others count only after switch_on and until switch_off. NULL: none.
	 * trace_calls_find_switches sets the indices, -1 without. */
	const char *switch_on, *switch_off;
	int32_t switch_on_idx, switch_off_idx;
	/* The switching events count, too. */
	bool shows_switches;
	void *ctx;
	/* Shows a row; the row and all it points to are valid during the call only. Nonzero stops and is returned by
	 * trace_calls_add. May be NULL when rows is false. */
	int (*row)(void *ctx, const struct trace_row *row);
	/* Called after some rows, when writing out is cheap. May be NULL. */
	int (*batch)(void *ctx);
	const struct model *model; /* knows the names of tasks; NULL: they have none */
};
/* Returned when max_rows were given. */
enum { TRACE_CALLS_ENOUGH = 1 };

/* What is shown of an item: trace_items.h. */
struct trace_piece;
/* One event, reduced to what ordering and pairing need: a recording has millions. What is shown of it is in its
 * piece (trace_items.h). Made by trace_maker_add. */
struct trace_item {
	/* Must be first: session_gather orders by it. */
	uint64_t time_ns;
	uint32_t pid, tid;
	/* number and syscall as in struct syscall_event. */
	int64_t number;
	const struct syscall *syscall;
	/* The task's name at this time. Equal texts have equal addresses, until trace_calls_forget_names. */
	const char *comm;
	/* result: EXIT, as the call returned it. run_time_ns: with is_run_time. */
	union {
		int64_t result /* EXIT */;
		uint64_t run_time_ns;
	};
	const struct trace_piece *piece; /* NULL without rows */
	uint8_t kind;                    /* enum syscall_event_kind */
	bool is_major, is_run_time;
	bool switches_on : 1, switches_off : 1;
};

/* The name that a task had at that time, owned by options->model; NULL: not known, or there is no model. Thread
 * safe. */
const char *trace_calls_task_name(const struct trace_calls_options *options, int32_t tid, uint64_t time_ns);
/* wants_all: the options select no calls and no tasks, so that trace_calls_wants need not be asked. wants: whether
 * they select this event. Both are thread safe. */
bool trace_calls_wants_all(const struct trace_calls_options *options);
bool trace_calls_wants(const struct trace_calls_options *options, const struct syscall_event *event);
/* Sets switch_on_idx and switch_off_idx. Returns 0, or -ENOENT with *ret_missing the name that no event has (of
 * options; not to be freed). */
int trace_calls_find_switches(struct trace_calls_options *options, const struct perf_events *events,
			      const char **ret_missing);

struct trace_calls;
/* Never NULL. options are borrowed. */
struct trace_calls *trace_calls_new(const struct trace_calls_options *options);
void trace_calls_free(struct trace_calls *calls); /* NULL is fine */
/* Takes the next event. Returns 0, TRACE_CALLS_ENOUGH, or what options->row returned; after nonzero nothing more
 * should be added. The item and its piece need to live during the call only. */
int trace_calls_add(struct trace_calls *calls, const struct trace_item *item);
/* For live traces, where the model is renewed: addresses of names may now stand for other names, so that they are
 * compared no more. */
void trace_calls_forget_names(struct trace_calls *calls);
/* A thread ended: unless it is to be in the sums, nothing of it is kept. */
void trace_calls_gone(struct trace_calls *calls, uint32_t tid);
/* Threads that are kept. */
size_t trace_calls_nr_threads(const struct trace_calls *calls);
/* What it came to; valid until the next event, or the end of calls. */
const struct trace_summary *trace_calls_summary(struct trace_calls *calls);

#endif
