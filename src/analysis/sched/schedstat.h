/* Counters of the scheduler, as /proc/schedstat has them (Documentation/scheduler/sched-stats.rst) and as records
 * SCHEDSTAT_CPU and SCHEDSTAT_DOMAIN carry them (docs/perfdata.md): snapshots, and what happened between two.
 *
 *     schedstat_parse(text, &first, &header)     or    schedstat_read(file, &first, &last, &err)
 *     schedstat_compare(&first, &last, ...)      makes the blocks of a result (result/sched_stats.h) */
#ifndef ANALYSIS_SCHED_SCHEDSTAT_H
#define ANALYSIS_SCHED_SCHEDSTAT_H

#include "base/err.h"
#include "base/outbuf.h"
#include "base/vec.h"
#include "perfdata/perfdata.h"
#include "result/sched_stats.h"

/* A domain of one CPU; version 17 has 45 counters, earlier ones 36, in the order of the text. */
struct schedstat_domain {
	uint32_t number;
	uint64_t counters[SCHED_STATS_DOMAIN_MAX];
};
struct schedstat_cpu {
	uint32_t cpu;
	uint64_t counters[SCHED_STATS_CPU_MAX];
	VEC(struct schedstat_domain) domains;
};
/* One snapshot. jiffies: the kernel's clock. A zeroed struct is empty; schedstat_done frees. */
struct schedstat {
	unsigned version;
	uint64_t jiffies;
	VEC(struct schedstat_cpu) cpus;
};
void schedstat_done(struct schedstat *stat);

/* The file's text. What it says of domains goes to header (sched_domains, in its arena). -EPROTONOSUPPORT: another
 * version than 15, 16 and 17; -EBADMSG: a line that makes no sense. err is set. */
int schedstat_parse(const char *text, struct schedstat *ret, struct perf_header *header, struct err *err);
/* Appends the records of a snapshot, in the order of the text. */
void schedstat_write(const struct schedstat *stat, struct outbuf *out);
/* The first and the last snapshot of a recording. -ENODATA with err set when it has not two; -errno of reading. */
int schedstat_read(struct perfdata *pd, struct schedstat *ret_first, struct schedstat *ret_last, struct err *err);

/* What a pair of snapshots is of: run counts from 0, cpus chooses (NULL: all). */
struct schedstat_pair {
	const struct schedstat *first, *last;
	const struct perf_header *header;
};
/* Fills the result out of a run or, to compare them, two. cpus: numbers, those that count; nr_cpus 0: all. With two
 * runs only the means of all CPUs are there. -EINVAL with err set: the two are of different versions. ret is ended
 * with sched_stats_done, also after a failure. */
int schedstat_compare(const struct schedstat_pair *pairs, unsigned nr_runs, const int32_t *cpus, size_t nr_cpus,
		      struct sched_stats_result *ret, struct err *err);

#endif
