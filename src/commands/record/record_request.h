/* What a command asks of the recorder: `perf sched record`, `perf lock record` and so on record what they need, with
 * perf record's own options behind it.
 *
 *     struct record_request request = { .all_cpus = true, .raw = true, .period = 1 };
 *     record_request_add(&request, "sched:sched_switch", NULL);
 *     int status = record_request_run(&request, argc, argv);
 *     record_request_done(&request); */
#ifndef COMMANDS_RECORD_RECORD_REQUEST_H
#define COMMANDS_RECORD_RECORD_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/vec.h"

/* One -e, and the --filter behind it; both in the request's texts. */
struct record_request_event {
	/* filter NULL: none. */
	const char *name, *filter;
};

/* Zeroed: nothing is asked for. Texts are the caller's and have to live until record_request_run has returned; those
 * of events are copied. */
struct record_request {
	/* -q, -a and -R. */
	bool quiet, all_cpus, raw;
	/* The caller goes on afterwards: a signal that ends the recording, or its workload, does not end the caller. */
	bool goes_on;
	/* -m: pages of each ring buffer; 0: perf record's default. */
	size_t pages;
	/* -c: events between two samples; 0: perf record's default. */
	uint64_t period;
	/* The text of --synth; NULL: not given. */
	const char *synth;
	/* -g: call chains in the mode that is configured. */
	bool chains;
	/* --call-graph: in this mode; NULL: not given. */
	const char *call_graph;
	/* -o, -C, -p, -t; NULL: not given. */
	const char *output, *cpus, *pids, *tids;
	/* Further words of perf record's command line, NULL-terminated; NULL: none. */
	const char *const *options;
	/* NULL-terminated words behind "--". NULL: whatever follows in the command line is perf record's. */
	const char *const *workload;
	VEC(struct record_request_event) events;
	/* The strings of the events. */
	struct arena texts;
};

/* One more event, in the text that -e takes. filter: the kernel's filter of a tracepoint; NULL: none. Both are
 * copied. */
void record_request_add(struct record_request *request, const char *event, const char *filter);
/* Runs perf record; argv[0] is not used, argv[1..] are options of its own and a workload, which win over the
 * request's where both say something. Returns the exit status; unless goes_on, a signal that ended the recording
 * ends this process. The header of the recording has the request as a command line of perf record. */
int record_request_run(const struct record_request *request, int argc, const char **argv);
/* Frees the events. Also of a request that was never run. */
void record_request_done(struct record_request *request);

#endif
