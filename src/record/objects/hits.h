/* A look back over what was recorded, on all cores: how many samples, from when to when, and which objects they hit.
 * The objects are what the BUILD_ID feature lists and the build-id cache keeps. */
#ifndef RECORD_OBJECTS_HITS_H
#define RECORD_OBJECTS_HITS_H

#include <sys/uio.h>
#include "base/vec.h"
#include "kernel/kernel_text.h"
#include "perfdata/perfdata.h"
#include "record/objects/roots.h"

/* What a profile of it will have no names for, or no callers. Only of recordings whose addresses were looked at; stacks
 * that are copied are not looked into. */
struct hits_gaps {
	uint64_t nr_samples;         /* whose address was looked at */
	uint64_t nr_chains, nr_lone; /* with a part in a program; those whose part is one frame */
	/* in memory of a program that no file is mapped at (JIT), of processes without a perf map or a jitdump */
	uint64_t nr_generated;
	int32_t generated_pid; /* the process that has most of these */
	char *generated_by;    /* the file of its program, or NULL; owned */
	uint64_t nr_gone;      /* in files that cannot be opened */
	char *gone;            /* the one that has most of these, or NULL; owned */
};

/* What was found; zeroed before hits_collect, freed by hits_done. */
struct hits {
	struct hits_gaps gaps;
	uint64_t nr_records, nr_samples, first_ns, last_ns; /* times are 0 when no sample has one */
	uint64_t nr_lost, nr_lost_records;                  /* of LOST records: the rings were full */
	uint64_t nr_throttled; /* THROTTLE records: the kernel paused an event that took too much time */
	VEC(struct header_build_id) build_ids; /* filenames owned */
};

/* What is looked for. All pointers are borrowed for the call. */
struct hits_options {
	bool all;       /* every object that was mapped, whether hit or not */
	bool build_ids; /* collect them at all */
	const struct kernelfs *fs;
	struct roots *roots; /* which files processes saw */
	/* called for each build-id as it is found; fd: the file, open for reading, -1: of the kernel or the vdso; may
	 * be NULL */
	void (*found)(void *ctx, const char *filename, int fd, const struct build_id *id);
	void *found_ctx;
	const struct kernel_text *text;
	const struct kernel_modules *modules;
};

/* What is seen of records before they are compressed, as they cannot be read back. Of one thread at a time. */
struct hits_seen;
/* addresses: of samples are asked for (build-ids, not of all objects). events is borrowed. */
struct hits_seen *hits_seen_new(const struct perf_events *events, bool addresses);
void hits_seen_free(struct hits_seen *seen); /* NULL is fine */
/* Whole records, of which one may begin in one part and end in the next. */
void hits_see(struct hits_seen *seen, const struct iovec *parts, int nr_parts);

/* What there is to look at. */
struct hits_source {
	const struct perf_events *events;
	const struct record_run *runs; /* of the file: whole records each */
	size_t nr_runs;
	struct hits_seen *const *seen; /* what was compressed besides; it stays the caller's */
	size_t nr_seen;
};
/* Adds what source has to *hits, which is zeroed before the first time. Starts threads when there are several runs;
 * calls options->found on the caller's thread. Does not fail: what cannot be identified is not listed. */
void hits_collect(struct hits *hits, const struct hits_options *options, const struct hits_source *source);
/* Frees the file names and gaps; *hits itself is the caller's. */
void hits_done(struct hits *hits);
void hits_gaps_done(struct hits_gaps *gaps);

#endif
