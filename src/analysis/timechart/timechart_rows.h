/* The rows of a timechart while it is made: where a span goes, by task and its name at that time, and by CPU. */
#ifndef ANALYSIS_TIMECHART_TIMECHART_ROWS_H
#define ANALYSIS_TIMECHART_TIMECHART_ROWS_H

#include "analysis/sched/sched_tasks.h"
#include "base/u64map.h"
#include "result/timechart.h"

#define TIMECHART_NO_ROW UINT32_MAX

enum timechart_task_state { TASK_AWAY /* asleep, ended, or not known */, TASK_RUNS, TASK_WAITS, TASK_BLOCKS };

/* One life of a thread. */
struct timechart_life {
	const struct sched_task *task;
	uint32_t row; /* in chart->tasks: of the name it has now */
	/* cpu: where it runs (TASK_RUNS). chain: of the event that began its state, as timechart_rows_chain has it. */
	uint32_t cpu, chain;
	/* When its state began. */
	uint64_t since_ns;
	uint32_t run_row;
	/* TASK_RUNS: run_row was its row when the run began, and until run_until_ns that was its name. */
	uint64_t run_until_ns;
	uint8_t state; /* enum timechart_task_state */
	uint8_t io;    /* enum timechart_kind of the call that it is in */
	bool in_call, has_fd;
	bool was_in_call; /* a call of it has begun before: an end without a beginning is no longer one of before the
			     recording */
	int64_t fd;
	uint64_t call_ns; /* when the call began */
};

/* What must be known of a row of the chart to find it again. */
struct timechart_row {
	/* The name's address in the model: names are compared by it. */
	const char *source;
	uint32_t other; /* row of the same life under another name */
	bool is_unnamed;
};

/* The chart and what is needed to find places in it. Everything here is one thread's. */
struct timechart_rows {
	struct timechart *chart;
	struct sched_tasks tasks;
	VEC(struct timechart_life) lives; /* by task index */
	VEC(struct timechart_row) rows;   /* by index in chart->tasks */
	VEC(uint32_t) cpu_places;         /* in chart->cpus, by cpu */
	uint32_t max_cpus;
	uint64_t nr_bogus_cpus; /* events that speak of CPUs that cannot be */
};

/* chart and model are borrowed and must outlive the rows. CPUs from max_cpus on are taken for damage. */
void timechart_rows_init(struct timechart_rows *rows, struct timechart *chart, const struct model *model,
			 uint32_t max_cpus);
void timechart_rows_done(struct timechart_rows *rows);
/* The life of tid at that time; its row is that of the name it has then, made when it is new. Never NULL. Valid
 * until the next call, which may move lives. */
struct timechart_life *timechart_rows_life(struct timechart_rows *rows, uint32_t tid, uint64_t time_ns);
/* The name that an event has for a thread of which the recording says nothing (":TID"); others keep theirs. */
void timechart_rows_name(struct timechart_rows *rows, const struct timechart_life *life, const char *comm);
/* The CPU's place in the chart, made when it is new. NULL (and counted in nr_bogus_cpus) when there cannot be such a
 * CPU. Valid until the next call. */
struct timechart_cpu *timechart_rows_cpu(struct timechart_rows *rows, uint32_t cpu);
/* Appends a span to a list in order of time. What overlaps the span before it, or lies before the chart's first_ns,
 * is cut off; nothing is added when nothing is left. */
void timechart_rows_add(struct timechart_rows *rows, struct timechart_spans *to, struct timechart_span span);
/* A call chain's id + 1; 0 for NULL, and for more chains than spans can tell apart. */
uint32_t timechart_rows_chain(struct timechart_rows *rows, const char *call_names);

#endif
