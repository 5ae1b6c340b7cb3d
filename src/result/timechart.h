/* What happened on a machine over time: rows of spans by CPU and by task, who woke whom, input and output.
 * Times are the recording's. The chart owns all of it. */
#ifndef RESULT_TIMECHART_H
#define RESULT_TIMECHART_H

#include <stdbool.h>
#include "base/intern.h"
#include "base/vec.h"

enum timechart_kind {
	TIMECHART_RUNNING,
	TIMECHART_WAITING /* for a CPU */,
	TIMECHART_BLOCKED /* uninterruptible: on IO */,
	TIMECHART_IDLE /* of a CPU: its C-state */,
	TIMECHART_READ,
	TIMECHART_WRITE,
	TIMECHART_SYNC,
	TIMECHART_RECEIVE,
	TIMECHART_SEND,
	TIMECHART_POLL,
	TIMECHART_MIXED, /* many, made one by timechart_coarsen */
	TIMECHART_NR_KINDS
};
#define TIMECHART_IS_IO(kind) ((kind) >= TIMECHART_READ && (kind) <= TIMECHART_POLL)

struct timechart_span {
	uint64_t start_ns, end_ns;
	/* RUNNING: the CPU in rows of tasks, the index of the task in rows of CPUs; IDLE: the state; IO: index in ios;
	 * MIXED: how many there were */
	uint32_t detail;
	uint32_t kind : 4;   /* enum timechart_kind */
	uint32_t chain : 28; /* id + 1 in chains, 0: none. RUNNING, BLOCKED: why it ended, and began; WAITING: who ended
				the sleep. MIXED: timechart_share */
};
_Static_assert(sizeof(struct timechart_span) == 24, "there are millions of them");
/* What parts a MIXED span has, in 255ths of its time: 0 running, reading and receiving; 1 waiting, writing and sending;
 * 2 the rest, but for gaps. */
static inline unsigned timechart_share(const struct timechart_span *span, unsigned part)
{
	return span->chain >> part * 8 & 255;
}
static inline uint32_t timechart_shares(unsigned first, unsigned second, unsigned third)
{
	return first | second << 8 | third << 16;
}
#define TIMECHART_MAX_CHAINS ((1u << 28) - 1)
struct timechart_spans {
	VEC(struct timechart_span) all;
};

/* One call, or several that were merged. */
struct timechart_io {
	uint64_t bytes;
	int64_t fd;    /* TIMECHART_NO_FD: the call has none */
	int32_t error; /* 0, or -errno */
	uint32_t nr_merges;
};
#define TIMECHART_NO_FD INT64_MIN

struct timechart_frequency {
	uint64_t time_ns, khz;
};

struct timechart_cpu {
	uint32_t cpu;
	struct timechart_spans runs, idle;
	VEC(struct timechart_frequency) frequencies;
	uint64_t run_ns;
};

/* A thread under one of its names. */
struct timechart_task {
	const char *comm; /* in texts */
	uint32_t tid, pid;
	uint64_t start_ns, end_ns; /* of its life under that name, within the recording */
	uint64_t run_ns, wait_ns, block_ns, nr_bytes;
	bool is_shown, is_highlighted;
	struct timechart_spans states, io;
};

struct timechart_wakeup {
	uint64_t time_ns;
	uint32_t from, to; /* indices of tasks; from TIMECHART_INTERRUPT: not by a task */
	uint32_t chain;    /* as in spans */
};
#define TIMECHART_INTERRUPT UINT32_MAX

struct timechart {
	uint64_t first_ns, last_ns; /* of the samples */
	bool has_scheduler, has_power, has_io;
	VEC(struct timechart_cpu) cpus;   /* in the order they are shown */
	VEC(struct timechart_task) tasks; /* likewise; not only those that are shown */
	VEC(struct timechart_wakeup) wakeups;
	VEC(struct timechart_io) ios;
	struct intern texts;
	struct intern chains;           /* call_names.h */
	uint64_t resolution_ns;         /* shorter spans were merged; 0: none were */
	uint64_t highlight_ns;          /* runs longer than this stand out; UINT64_MAX: none */
	size_t nr_spans;                /* of all rows */
	const char *hostname, *cpudesc; /* "" when unknown; in texts */
};

void timechart_init(struct timechart *chart);
void timechart_done(struct timechart *chart);

/* Makes room: spans of a row within the same resolution_ns are merged to MIXED ones. The resolution doubles until there
 * are at most max_spans, or nothing shorter than a thousandth of the chart is left. */
void timechart_coarsen(struct timechart *chart, size_t max_spans);
/* The same for wakeups between the same two tasks. */
void timechart_thin_wakeups(struct timechart *chart, size_t max_wakeups);
/* "alpha:100 (300.0ms)", "beta:200 (2.9 Mbytes)": as upstream labels rows. Returns what snprintf would. */
int timechart_label(const struct timechart_task *task, bool of_io, char *text, size_t size_bytes);

#endif
