/* What a command asks of the recorder: `perf sched record`, `perf lock record` and so on record what they need, with
 * perf record's own options behind it. */
#ifndef COMMANDS_RECORD_RECORD_REQUEST_H
#define COMMANDS_RECORD_RECORD_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/vec.h"

struct record_request_event {
	const char *name, *filter; /* filter: NULL: none */
};

/* Zeroed: nothing is asked for. Texts are the caller's and have to live until record_request_run. */
struct record_request {
	bool quiet, all_cpus, raw;
	bool goes_on; /* the caller goes on afterwards: a signal that ends the recording, or the workload, ends no more
			 than that */
	size_t pages; /* of each ring; 0: perf record's usual */
	uint64_t period; /* 0: perf record's usual */
	const char *synth;
	bool chains;            /* in the mode that is configured */
	const char *call_graph; /* in this mode */
	const char *output, *cpus, *pids, *tids;
	const char *const *workload; /* NULL: whatever follows in the command line is perf record's */
	VEC(struct record_request_event) events;
	struct arena texts; /* of the events */
};

/* One more event; filter may be NULL. Both are copied. */
void record_request_add(struct record_request *request, const char *event, const char *filter);
/* Runs perf record; argv[1..] are options of its own and a workload. Returns the exit status. The header of the
 * recording has it as a command line of perf record. */
int record_request_run(const struct record_request *request, int argc, const char **argv);
void record_request_done(struct record_request *request);

#endif
