/* What happened on a machine over time: rows of spans by CPU and by task, who woke whom, input and output. The spans of
 * a row are in order of time. Times are the recording's, in ns. The chart owns all of it.
 *
 * A chart of a long recording may have many millions of spans: timechart_coarsen merges those that nobody could see
 * anyway, as often as needed, so that memory and pictures stay bounded. docs/json-timechart.md describes it as a
 * document. */
#ifndef RESULT_TIMECHART_H
#define RESULT_TIMECHART_H

#include <stdbool.h>
#include "base/intern.h"
#include "base/vec.h"

/* What a span is about. */
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
/* What a MIXED span consists of, in 255ths of its time, packed into `chain`: part 0 running, reading and receiving;
 * 1 waiting, writing and sending; 2 the rest, but for gaps. */
static inline unsigned timechart_share(const struct timechart_span *span, unsigned part)
{
	return span->chain >> part * 8 & 255;
}
/* The same, put together. */
static inline uint32_t timechart_shares(unsigned first, unsigned second, unsigned third)
{
	return first | second << 8 | third << 16;
}
#define TIMECHART_MAX_CHAINS ((1u << 28) - 1)
/* A row of spans, in order of time. */
struct timechart_spans {
	VEC(struct timechart_span) all;
};

/* One call of input or output, or several that were merged. */
struct timechart_io {
	uint64_t bytes;
	int64_t fd;    /* TIMECHART_NO_FD: the call has none */
	int32_t error; /* 0, or -errno */
	uint32_t nr_merges;
};
#define TIMECHART_NO_FD INT64_MIN

/* From this time on the CPU ran at this frequency. */
struct timechart_frequency {
	uint64_t time_ns, khz;
};

/* A CPU: which tasks ran on it, its C-states and frequencies. */
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

/* A task became ready. */
struct timechart_wakeup {
	uint64_t time_ns;
	uint32_t from, to; /* indices of tasks; from TIMECHART_INTERRUPT: not by a task */
	uint32_t chain;    /* as in spans */
};
#define TIMECHART_INTERRUPT UINT32_MAX

/* Made by timechart_init, freed by timechart_done. */
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

/* Makes room: spans of a row within the same cell of resolution_ns are merged to MIXED ones. The resolution doubles
 * until there are at most max_spans, or cells are as long as a thousandth of the chart. */
void timechart_coarsen(struct timechart *chart, size_t max_spans);
/* The same for wakeups: of those that wake the same task within the same cell of time the first stays. Where that
 * does not suffice, the last ones are cut off. */
void timechart_thin_wakeups(struct timechart *chart, size_t max_wakeups);
/* Writes "alpha:100 (300.0ms)", or with of_io "beta:200 (2.9 Mbytes)", as upstream labels rows. Returns what
 * snprintf would. */
int timechart_label(const struct timechart_task *task, bool of_io, char *text, size_t size_bytes);

#endif
