/* perf inject --sched-stat: where and how long threads slept. The call chain is that of the switch away from the
 * sleeping thread, the time slept is known when it wakes up:
 *
 *     10.0 sched_switch      prev_pid=7          chain: poll, main      taken out
 *     12.5 sched_stat_sleep  pid=7 delay=2.4 ms                         replaced by the switch at 12.5, period 2.4 ms
 *
 * Where there are no samples of sched_stat_{sleep,iowait,blocked} (they need CONFIG_SCHEDSTATS, and that
 * kernel.sched_schedstats is 1), the switch back to the thread takes their place: the period is the time between the
 * two switches. */
#ifndef COMMANDS_INJECT_INJECT_SLEEP_H
#define COMMANDS_INJECT_INJECT_SLEEP_H

#include "perfdata/rewriter.h"

/* What becomes of the samples that are of sleep. */
struct inject_sleep;

/* Reads all records, and rewinds the recording. 0 with *ret, which inject_sleep_free frees; -ENODATA with err set when
 * the events are missing; or another -errno with err set. */
int inject_sleep_new(struct inject_sleep **ret, struct perfdata *pd, struct err *err) _warn_unused_;
void inject_sleep_free(struct inject_sleep *sleep); /* NULL is fine */
/* What becomes of the next sample, in the order of the recording. */
enum rewrite inject_sleep_sample(struct inject_sleep *sleep, const struct record *r, struct outbuf *out);
/* How many periods of sleep were written. */
uint64_t inject_sleep_count(const struct inject_sleep *sleep);

#endif
