/* The texts of perf sched, in upstream's layout. */
#ifndef RENDER_LISTING_SCHED_TEXT_H
#define RENDER_LISTING_SCHED_TEXT_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "render/chain_text.h"
#include "result/sched_delays.h"
#include "result/sched_switches.h"
#include "result/sched_history.h"
#include "result/sched_plan.h"

/* `perf sched latency`: the whole output. Results are borrowed by all functions here, and text is appended to out. */
void sched_text_latency(const struct sched_latency_result *result, struct outbuf *out);

/* A line of `perf sched map`. colour: with terminal escapes, where the row says what to highlight. */
void sched_text_map_row(const struct sched_map_row *row, bool colour, struct outbuf *out);
/* What is missing in the recording; nothing: "". */
void sched_text_losses(uint64_t nr_lost_events, uint64_t nr_lost_chunks, uint64_t nr_events, struct outbuf *out);

/* Which columns a timehist has. prio and the like: whether the column is there; before_move: how long the task was
 * ready before it was moved to another CPU. */
struct sched_text_columns {
	unsigned visual_cpus; /* 0: no picture of CPUs */
	bool prio, state, next, wakeups, before_move;
	struct chain_texts *chains; /* of rows; borrowed */
};
/* The three lines above the rows. */
void sched_text_timehist_head(const struct sched_text_columns *columns, struct outbuf *out);
/* One event. Called once for each, in the order of time; columns->chains keeps texts from one to the next. */
void sched_text_timehist_row(const struct sched_timehist_row *row, const struct sched_text_columns *columns,
			     struct outbuf *out);
/* with_waits: why tasks were away from CPUs, in place of how their runs differ. Not of idle times. */
void sched_text_timehist_summary(const struct sched_timehist_summary *summary, bool with_waits, struct outbuf *out);

/* `perf sched replay`: what measuring costs, what there is to be replayed, and each replay. */
void sched_text_replay_overhead(const struct sched_plan_overhead *overhead, struct outbuf *out);
void sched_text_replay_plan(const struct sched_plan *plan, struct outbuf *out);
/* One replay; mean: of those so far. nr counts from 1. */
void sched_text_replay_time(unsigned nr, const struct sched_plan_time *time, const struct sched_plan_time *mean,
			    struct outbuf *out);

#endif
