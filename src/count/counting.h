/* A counting session: events opened on a target, a command run (or processes, CPUs watched), counters read.
 *
 *   counting_run:   opened -> [interval ...] -> run         once for each of -r's runs, through the hooks
 *
 *   struct counting_options options = { .fs = &fs, .workload = argv, .runs = 1, .hooks = { .ctx = me, .run = show } };
 *   struct counting_result result;
 *   int r = counting_run(&options, events, &result, &err);     show gets a view of the counts
 *
 * Nothing is printed here: the hooks get the counts and do with them what they want. */
#ifndef COUNT_COUNTING_H
#define COUNT_COUNTING_H

#include "event/attr/counts.h"
#include "record/control/child.h"
#include "record/control/control.h"
#include "record/evset/evset.h"

/* What the clocks said when counts were read. */
struct counting_times {
	uint64_t elapsed_ns;         /* since the run's start */
	uint64_t user_ns, system_ns; /* of the command and the children it waited for, has_rusage */
	bool has_rusage;
};

/* What hooks may look at. Everything is borrowed, and valid during the hook alone. */
struct counting_view {
	const struct event_list *events; /* as opened: names and groups may have changed */
	const struct target *target;
	const struct evset *evset;
	const struct counts *counts; /* since the start of the run */
	pid_t workload;              /* 0: none */
	unsigned run;                /* from 0 */
	uint64_t started_ns;         /* CLOCK_MONOTONIC */
};

/* What is called when counts are there; each may be NULL, and returns 0, or a negative errno with err set: that ends
 * the session. opened: events are open and nothing is on yet. interval: at each interval, and once more at the end for
 * the last, shorter one (not when interval_count was reached). run: at the end of each run, after that. */
struct counting_hooks {
	void *ctx;
	int (*opened)(void *ctx, const struct counting_view *view, struct err *err);
	int (*interval)(void *ctx, const struct counting_view *view, const struct counting_times *times,
			struct err *err);
	int (*run)(void *ctx, const struct counting_view *view, const struct counting_times *times, struct err *err);
};

/* What to count, of whom, and for how long. All of it is borrowed for the session. */
struct counting_options {
	struct target_options target;
	const struct kernelfs *fs;
	const char *const *workload; /* NULL: none */
	/* -i, --all-user, --all-kernel. */
	bool no_inherit, all_user, all_kernel;
	/* --machines: "host", "guest" or both with a comma: what events count that do not say it (G, H). NULL: as they
	 * are. */
	const char *machines;
	/* All events that can be are counted by BPF programs; else those with the modifier :b, and those that
	 * bpf_events names, separated by commas (NULL: none). */
	bool bpf_counters;
	const char *bpf_events;
	const char *bpf_list_path; /* where their counters are shared; NULL: the default place */
	/* Ids of BPF programs. */
	const uint32_t *bpf_programs;
	size_t nr_bpf_programs;  /* counts within these BPF programs alone (target.all_cpus) */
	bool record_ids;         /* counts will be written down by event id */
	unsigned runs;           /* 0: until a signal comes */
	uint64_t interval_ms;    /* 0: none */
	unsigned interval_count; /* 0: no limit */
	uint64_t timeout_ms;     /* 0: none */
	int64_t delay_ms;        /* -1: events stay disabled until somebody orders otherwise */
	bool sync;               /* sync(2) before each run */
	const char *pre, *post;  /* shell commands around each run, NULL: none */
	struct control *control; /* NULL: none */
	struct event_open_trace trace;
	struct counting_hooks hooks;
	/* What the user should hear at once, a line each; may be NULL. level: 0 always, 1 with -v. */
	void (*notice)(void *ctx, int level, const char *text);
	void *notice_ctx;
};

/* How the session ended. */
struct counting_result {
	bool has_workload;
	int workload_status; /* as waitpid gives it */
	int end_signal;      /* that ended the session, 0: none */
	bool stopped;        /* --timeout or an order ended it, and the command */
	bool no_target;      /* failed at whom to count */
};

/* Completes the attrs of events for counting: formats to read, inheritance, how they start, and which of them BPF
 * programs count. Pure; done by counting_run, exported for tests. */
void counting_configure(const struct counting_options *options, struct event_list *events);
/* Runs the session, which blocks until the command or what is watched ends, a deadline passes, an order or a signal
 * comes; it has the process's SIGCHLD and end signals meanwhile. Returns 0, or a negative errno with err set; *ret is
 * valid in both cases. events: completed in place. */
int counting_run(const struct counting_options *options, struct event_list *events, struct counting_result *ret,
		 struct err *err);

#endif
