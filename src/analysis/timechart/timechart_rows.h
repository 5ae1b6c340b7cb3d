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
	uint32_t row;        /* in chart->tasks: of the name it has now */
	uint32_t cpu, chain; /* where it runs; what began its state */
	uint64_t since_ns;
	uint32_t run_row;
	uint64_t run_until_ns; /* TASK_RUNS: the row when it began, and until when that is its name */
	uint8_t state;         /* enum timechart_task_state */
	uint8_t io;            /* enum timechart_kind of the call that it is in */
	bool in_call, has_fd;
	bool was_in_call; /* a call of it has begun before: an end without a beginning is no longer one of before the
			     recording */
	int64_t fd;
	uint64_t call_ns; /* when the call began */
};

struct timechart_row {
	const char *source;
	uint32_t other; /* row of the same life under another name */
	bool is_unnamed;
};

struct timechart_rows {
	struct timechart *chart;
	struct sched_tasks tasks;
	VEC(struct timechart_life) lives; /* by task index */
	VEC(struct timechart_row) rows;   /* by index in chart->tasks */
	VEC(uint32_t) cpu_places;         /* in chart->cpus, by cpu */
	uint32_t max_cpus;
	uint64_t nr_bogus_cpus; /* events that speak of CPUs that cannot be */
};

void timechart_rows_init(struct timechart_rows *rows, struct timechart *chart, const struct model *model,
			 uint32_t max_cpus);
void timechart_rows_done(struct timechart_rows *rows);
/* The life of tid at that time, its row that of the name it has then. Valid until the next call. */
struct timechart_life *timechart_rows_life(struct timechart_rows *rows, uint32_t tid, uint64_t time_ns);
/* A name for one that nothing is known of. */
void timechart_rows_name(struct timechart_rows *rows, const struct timechart_life *life, const char *comm);
/* NULL (and counted) when there cannot be such a CPU. Valid until the next call. */
struct timechart_cpu *timechart_rows_cpu(struct timechart_rows *rows, uint32_t cpu);
/* Appends a span: what overlaps the one before is cut off; one that ends before it begins is dropped. */
void timechart_rows_add(struct timechart_rows *rows, struct timechart_spans *to, struct timechart_span span);
/* A call chain's id + 1; 0 for NULL, and for more chains than spans can tell apart. */
uint32_t timechart_rows_chain(struct timechart_rows *rows, const char *call_names);

#endif
