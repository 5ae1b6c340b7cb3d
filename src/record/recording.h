/* A recording session, from events and a target to a finished perf.data.
 *
 *   struct recording_result result;
 *   int r = recording_run(&options, events, &result, &err);
 *   ...                                     r < 0: err says why; result says how far it got
 *   recording_result_done(&result);
 *
 * recording_run blocks until the workload ends, a signal or an order comes, or a limit is reached. It takes the
 * process's signals over meanwhile (SIGINT, SIGTERM, SIGCHLD, SIGUSR2, ...; SIGPIPE and SIGXFSZ stay ignored), so
 * there can be one session at a time. */
#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

#include "base/warnings.h"
#include "kernel/kernelfs.h"
#include "record/aux/aux_trace.h"
#include "record/control/control.h"
#include "record/drain/drain.h"
#include "record/evset/evset.h"
#include "record/objects/hits.h"
#include "record/file/output.h"
#include "record/ring/ring_set.h"
#include "record/drain/round_consumer.h"
#include "record/evset/sampling.h"
#include "bpf/off_cpu.h"
#include "bpf/tap.h"

/* When events are on, from the start of the recording; end_ms -1: until its end. */
struct recording_window {
	int64_t start_ms, end_ms;
};

/* When a new file is begun (--switch-output); all zero: never. */
struct recording_next_file {
	bool on_signal;
	uint64_t bytes;
	int64_t ns;
};

/* What to record, of whom, and where to. Everything is borrowed for the session. */
struct recording_options {
	struct sampling_options sampling;
	struct target_options target;
	const char *const *workload; /* NULL: none */
	const char *const *cmdline;
	uint32_t nr_cmdline; /* for the header */
	const char *version; /* for the header */
	struct output_options output;
	const struct kernelfs *fs;
	const char *tracefs; /* relative to fs; may be NULL */
	struct ring_set_options rings;
	struct aux_trace_options aux; /* snapshots of it by SIGUSR2 and control */
	bool tells_snapshots;         /* each of them is a notice */
	/* Rings with less than that are left alone until the end (--mmap-flush); 0 and 1: none. */
	uint64_t flush_bytes;
	/* Which kinds of records about what already runs are made: COMM and FORK, MMAP2, CGROUP. */
	bool synth_tasks, synth_maps, synth_cgroups;
	unsigned synth_threads;   /* of -a: threads that read /proc; 0: one */
	unsigned maps_timeout_ms; /* to read the maps of one process; 0: no limit */
	/* These records come at the end of the file instead of its beginning (--tail-synthesize). */
	bool tail_synthesize;
	bool kcore;                           /* a copy of /proc/kcore beside the data; output.directory */
	struct recording_next_file next_file; /* SIGUSR2, or the first of these sizes and times */
	struct event_list *switch_events;     /* each of them begins a new file; may be NULL */
	const char *threads;                  /* as thread_spec_parse; NULL: one thread. output.directory */
	enum drain_affinity affinity;         /* of the thread that drains, without threads */
	struct control *control;              /* may be NULL; borrowed */
	/* BPF programs that run as long as the events are on: one that gives records (or sums, where nothing else
	 * does), and one of sums beside it; may be NULL; borrowed. */
	struct tap *tap, *sums_tap;
	/* Time off the CPU, written as samples of OFF_CPU_EVENT, which is one of the events; may be NULL; borrowed. */
	struct off_cpu *off_cpu;
	bool off_cpu_direct; /* with direct samples */
	/* Takes the rounds before they are written: with sampling.live_unwinding to rewrite samples, or with
	 * output.none instead of a file. NULL: nobody. Borrowed. */
	const struct round_consumer *consumer;
	/* How much of the rounds may wait for the consumer (round_queue_new); 0: the usual. */
	size_t hold_bytes;
	bool reports_no_samples; /* result.no_samples is wanted */
	/* -B, -N, --buildid-all, and SAMPLE_TIME in the header. */
	bool no_build_ids, no_build_id_cache, build_id_all, timestamp_boundary;
	const char *build_id_dir; /* NULL: objects are not kept */
	struct recording_window *windows;
	size_t nr_windows;       /* -D; none: from the start to the end */
	bool starts_disabled;    /* -D -1 */
	uint64_t max_size_bytes; /* 0: no limit */
	int compression_level;   /* 0: none */
	int realtime_priority;   /* 0: none */
	struct event_open_trace trace;
	/* What the user should hear while it runs, a line each; may be NULL. */
	void (*notice)(void *ctx, const char *text);
	void *notice_ctx;
};

/* What became of the session; freed by recording_result_done. */
struct recording_result {
	/* Of the file; NULL: there is none, or a pipe. */
	char *path;
	char *dumped;                            /* the stamped name of the last file; NULL: it has none */
	uint64_t wakeups, data_bytes, raw_bytes; /* raw: before compression, 0 without */
	bool counted;
	/* Of the file, from the look back at the end; only to be used when counted is set. */
	uint64_t nr_samples, nr_records;
	/* what full rings cost: records lost, as LOST records say, and how many of these there are; samples lost, as
	 * the events themselves counted them */
	uint64_t nr_lost, nr_lost_records, nr_lost_samples;
	struct ring_tally *rings;
	size_t nr_rings;              /* each ring's samples and losses; freed by recording_result_done */
	uint64_t nr_filtered_samples; /* that a filter did not let through */
	uint64_t off_cpu_losses[NR_OFF_CPU_LOSSES];
	struct round_queue_counts rounds; /* where there was no time for all of it */
	/* What a profile of the file will lack, of names and callers; of the last file. */
	struct hits_gaps gaps;
	uint64_t nr_throttled; /* times the kernel paused an event */
	/* Lines that say that there are no samples, and why; NULL: there are some, or none were asked for. */
	char *no_samples;
	bool reached_max_size;
	/* failed at whom to record: -EINVAL: not understood, -ENODEV: no such CPU, -ESRCH: no such process */
	bool no_target;
	bool bad_trace;   /* failed at what a hardware trace can do */
	bool bad_threads; /* failed at options->threads: -EINVAL or -ENODEV */
	bool has_workload;
	int workload_status; /* as waitpid gives it */
	int end_signal;      /* that ended the recording, 0: none */
};

/* Runs the session. Returns 0, or a negative errno with err set; *ret is valid in both cases, and what was captured
 * before a failure is in the file. events are completed in place: attrs become what the kernel accepted, a dummy may
 * be appended. */
int recording_run(const struct recording_options *options, struct event_list *events, struct recording_result *ret,
		  struct err *err);
/* Ends the recording as a signal would; what is in the rings is still taken. From any thread, while it runs: whoever
 * was given `recording` (round_source) has seen enough. */
void recording_request_end(struct recording *recording);
void recording_result_done(struct recording_result *result);

#endif
