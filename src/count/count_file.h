/* A perf.data of counts, as `perf stat record` writes it: events with their ids, the maps of threads and CPUs, then one
 * STAT record for each count and a STAT_ROUND after each interval, or at the end (docs/perfdata.md). Counts are those
 * since the start, in intervals too. */
#ifndef COUNT_COUNT_FILE_H
#define COUNT_COUNT_FILE_H

#include "count/counting.h"

/* Where the file goes, and what its header and STAT_CONFIG say. */
struct count_file_options {
	const char *path; /* NULL: perf.data; "-": the pipe form on standard output */
	const struct kernelfs *fs;
	const char *tracefs; /* relative to fs; may be NULL */
	const char *version; /* for the header */
	const char *const *cmdline;
	uint32_t nr_cmdline;
	uint64_t aggr, cache_level; /* STAT_CONFIG: how it is to be added up; the numbers of enum stat_aggr */
	uint64_t interval_ms;
	bool scale;
};

/* An open file; made by count_file_open, freed by count_file_close. */
struct count_file;

/* True when standard output is a pipe, and so what is to be written to when no file is named. */
bool count_file_is_pipe(const char *path);
/* Opens the file and writes all that comes before the first counts. An older file is kept as PATH.old. 0 or -errno with
 * err set; count_file_close is to be called either way. */
int count_file_open(const struct count_file_options *options, const struct counting_view *view, struct count_file **ret,
		    struct err *err);
/* Writes a round: a STAT record for each count of view, then STAT_ROUND. final: of the whole run, else of an interval.
 * elapsed_ns since the run's start. 0 or -errno with err set. */
int count_file_round(struct count_file *file, const struct counting_view *view, uint64_t elapsed_ns, bool final,
		     struct err *err);
/* Writes the features and the final header, closes the file and frees; the file is closed in any case. NULL is fine. 0
 * or -errno with err set. */
int count_file_close(struct count_file *file, struct err *err);

#endif
