/* Recordings of perf stat: counts instead of samples. Each round is printed as a table of the newest counts. */
#ifndef SCRIPT_SCRIPT_STAT_H
#define SCRIPT_SCRIPT_STAT_H

#include "base/outbuf.h"
#include "perfdata/record/events.h"

struct script_stat;

struct script_stat *script_stat_new(const struct perf_events *events); /* kept by pointer */
void script_stat_free(struct script_stat *stat);                       /* takes NULL */
/* THREAD_MAP, STAT and STAT_ROUND are used, other records ignored. Records must come in order. */
void script_stat_record(struct script_stat *stat, const struct record *r, struct outbuf *out);

#endif
