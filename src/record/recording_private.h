/* A recording session from the inside: recording.c begins and ends it, recording_loop.c is what happens while it runs,
 * recording_file.c writes its files, recording_no_samples.c explains an empty one.
 *
 * All of it runs on one thread, the main one; others are the growing threads of buffers, --threads (drain/drainer.h)
 * and the one that serves a consumer of rounds (drain/round_queue.h). */
#ifndef RECORD_RECORDING_PRIVATE_H
#define RECORD_RECORDING_PRIVATE_H

#include <signal.h>
#include "bpf/bpf_infos.h"
#include "kernel/kernel_text.h"
#include "perfdata/feature/header.h"
#include "perfdata/writer.h"
#include "record/aux/aux_trace.h"
#include "record/control/child.h"
#include "record/control/control.h"
#include "record/drain/drain.h"
#include "record/drain/drainer.h"
#include "record/file/output.h"
#include "record/evset_sample_filters.h"
#include "record/off_cpu_samples.h"
#include "record/recording.h"
#include "record/objects/roots.h"

/* The session; on the stack of recording_run, zeroed but for descriptors (-1) and deadlines (INT64_MAX). Deadlines are
 * CLOCK_MONOTONIC, ns. */
struct recording {
	const struct recording_options *options;
	/* A copy of the options', completed by what the output needs. */
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
	struct aux_trace aux;         /* the hardware trace beside the rings */
	int snapshot_error;           /* -errno: writing one failed */
	struct perf_events described; /* the events as the file lists them */
	/* The events as they are in the rings; only filled where a consumer takes the rounds. */
	struct perf_events raw;
	struct round_queue *rounds; /* NULL: nobody does */
	/* The consumer was told what was there before the recording. */
	bool consumer_knows;
	/* For the file with the header; tracing_data holds its formats. */
	struct perf_header header;
	struct strbuf tracing_data;
	/* Where the kernel and its modules are: looked up for the first file, used again at the end. */
	struct kernel_text text;
	struct kernel_modules modules;
	struct bpf_infos bpf_infos; /* programs that were loaded when a file began or ended */
	struct output output;
	struct perfdata_writer *writer; /* of the file with the header */
	struct compressor *compressor;
	/* What goes into the file with the header: all records; with --threads the side band alone. */
	struct drain drain;
	/* Which root directories the processes see, so that their files can be found at the end. */
	struct roots roots;
	struct drainers drainers; /* --threads: into files of their own */
	int signal_fd;
	bool consumer_began;
	int end_fd;                      /* readable: the end was asked for; -1: nobody can */
	struct off_cpu_samples *off_cpu; /* NULL: not wanted */
	struct sample_filters *filters;  /* NULL: no event has one */
	bool had_error;
	sigset_t old_signals;
	int64_t next_window_ns; /* when a -D window begins or ends; INT64_MAX: never */
	/* Which window is next or now, and whether it is now. */
	size_t window;
	bool in_window;
	bool was_on; /* events were switched on at some time */
	bool is_on;  /* and are */
	int64_t ran_ns;
	int64_t next_file_ns; /* --switch-output=TIME; INT64_MAX: never */
	bool wants_switch;    /* to the next file, as soon as this round is written */
};

/* One line for the user, as printf; nothing without options->notice. */
void recording_notice(const struct recording *rec, const char *format, ...) _printf_(2, 3);

/* In recording_file.c. Whether files are going to be identified at the end. */
bool recording_watches_roots(const struct recording *rec);
/* Whether all records are looked at once more at the end. */
bool recording_looks_back(const struct recording *rec);
/* Writes the beginning of a file: header, side band, kcore copy. The output is open. 0 or -errno with err set. */
int recording_begin_file(struct recording *rec);
/* Completes this file under a stamped name and begins the next. */
int recording_next_file(struct recording *rec);
/* Disables the events, takes everything that is left in the rings, and completes the file. broken: writing failed
 * before, so nothing is drained and the file ends at its last whole record. 0 or -errno with err set. */
int recording_finish(struct recording *rec, bool broken);

/* In recording_no_samples.c: lines that say that there are no samples, and why; the caller frees. NULL: there are
 * samples, or none were asked for. To be called while the events are open. */
char *recording_no_samples(const struct recording *rec);

/* In recording.c: BPF programs go on and off with the events. 0 or -errno with err set. */
int recording_switch_programs(struct recording *rec, bool on);

/* In recording_loop.c: blocks the signals and opens signal_fd for them. 0 or -errno with err set. */
int recording_block_signals(struct recording *rec);
/* Whether the command has ended, as child_ended. */
bool recording_workload_ended(struct recording *rec);
/* Drains until it is time to end. 0 or -errno with err set. */
int recording_loop(struct recording *rec);

#endif
