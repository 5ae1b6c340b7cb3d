/* perf sched as JSON: docs/json-sched.md. */
#ifndef RENDER_LISTING_SCHED_JSON_H
#define RENDER_LISTING_SCHED_JSON_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "result/sched_delays.h"
#include "result/sched_switches.h"
#include "result/sched_history.h"
#include "result/sched_plan.h"

/* A whole document. All functions append to out and borrow what they are given. */
void sched_json_latency(const struct sched_latency_result *result, struct outbuf *out);

/* Rows come one by one: begin, each row, end. */
void sched_json_map_begin(struct outbuf *out);
/* first: no comma is needed in front. */
void sched_json_map_row(const struct sched_map_row *row, bool first, struct outbuf *out);
void sched_json_end(struct outbuf *out);

/* with_rows: rows come between begin and summary, which ends it. */
void sched_json_timehist_begin(bool with_rows, struct outbuf *out);
/* first: of the document, as above: the comma between rows. */
void sched_json_timehist_row(const struct sched_timehist_row *row, bool first, struct outbuf *out);
/* Sums by task and by CPU, and the end of the document. */
void sched_json_timehist_summary(const struct sched_timehist_summary *summary, bool with_rows, struct outbuf *out);

/* Replays come one by one: begin, each, end. */
void sched_json_replay_begin(const struct sched_plan_overhead *overhead, const struct sched_plan *plan,
			     struct outbuf *out);
void sched_json_replay_time(const struct sched_plan_time *time, bool first, struct outbuf *out);

#endif
