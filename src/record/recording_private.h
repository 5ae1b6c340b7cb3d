/* A recording session from the inside: recording.c begins and ends it, recording_loop.c is while it runs,
 * recording_file.c its files. */
#ifndef RECORD_RECORDING_PRIVATE_H
#define RECORD_RECORDING_PRIVATE_H

#include <signal.h>
#include "kernel/kernel_text.h"
#include "perfdata/feature/header.h"
#include "perfdata/writer.h"
#include "record/control/child.h"
#include "record/control/control.h"
#include "record/drain/drain.h"
#include "record/drain/drainer.h"
#include "record/file/output.h"
#include "record/recording.h"
#include "record/objects/roots.h"

struct recording {
	const struct recording_options *options;
	struct sampling_options sampling;
	struct event_list *events;
	struct recording_result *result;
	struct err *err;
	struct target target;
	struct child workload;
	struct evset evset;
	struct ring_set rings;
	struct evset switch_evset; /* --switch-output-event: not recorded */
	struct ring_set switch_rings;
	bool evset_open, switch_evset_open;
	struct perf_events described; /* the events as the file lists them */
	struct perf_events raw;       /* as the kernel was asked for them, where somebody consumes the rounds */
	struct round_queue *rounds;   /* NULL: nobody does */
	bool consumer_knows;          /* what was there before the beginning */
	struct perf_header header;
	struct strbuf tracing_data;
	struct kernel_text text;
	struct kernel_modules modules;
	struct output output;
	struct perfdata_writer *writer; /* of the file with the header */
	struct compressor *compressor;
	struct drain drain;       /* into it; with drainers, the side band alone */
	struct roots roots;       /* which files the processes see */
	struct drainers drainers; /* --threads: into files of their own */
	int signal_fd;
	int end_fd; /* readable: the end was asked for; -1: nobody can */
	bool had_error;
	sigset_t old_signals;
	int64_t next_window_ns; /* when a -D window begins or ends; INT64_MAX: never */
	size_t window;
	bool in_window;
	bool was_on; /* events were switched on at some time */
	int64_t ran_ns;
	int64_t next_file_ns; /* --switch-output=TIME; INT64_MAX: never */
	bool wants_switch;    /* to the next file, as soon as this round is written */
};

void recording_notice(const struct recording *rec, const char *format, ...) _printf_(2, 3);

/* -- recording_file.c -- */
bool recording_watches_roots(const struct recording *rec); /* files are going to be identified at the end */
bool recording_looks_back(const struct recording *rec);    /* over all records, at the end */
int recording_begin_file(struct recording *rec);
/* Completes this file under a stamped name and begins the next. */
int recording_next_file(struct recording *rec);
/* Everything that is left goes to the file, which is completed. broken: writing failed before. */
int recording_finish(struct recording *rec, bool broken);

/* -- recording_no_samples.c -- */
/* Lines that say so and why, to be freed; NULL: there are samples, or none were asked for. While the events are open.
 */
char *recording_no_samples(const struct recording *rec);

/* -- recording_loop.c -- */
int recording_block_signals(struct recording *rec);
int recording_loop(struct recording *rec);

#endif
