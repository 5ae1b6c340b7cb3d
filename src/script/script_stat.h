/* Recordings of perf stat (perf stat record): counts instead of samples. Each STAT_ROUND record is printed as a
 * table of the newest counts of each event, CPU and thread:
 *
 *     CPU   THREAD             VAL             ENA             RUN            TIME EVENT
 *       0       -1        12345678      1000000000      1000000000      1000012345 cycles */
#ifndef SCRIPT_SCRIPT_STAT_H
#define SCRIPT_SCRIPT_STAT_H

#include "base/outbuf.h"
#include "perfdata/record/events.h"

struct script_stat;

struct script_stat *script_stat_new(const struct perf_events *events); /* kept by pointer */
void script_stat_free(struct script_stat *stat);                       /* takes NULL */
/* Takes a record, and appends to out what it completes. THREAD_MAP, STAT and STAT_ROUND are used, other records
 * ignored. Records must come in order, from one thread. */
void script_stat_record(struct script_stat *stat, const struct record *r, struct outbuf *out);

#endif
