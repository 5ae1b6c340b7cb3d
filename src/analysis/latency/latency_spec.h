/* What latencies are asked for: from which event to which, which of them belong together, and how they are grouped.
 *
 * A field is of an event's payload; tid, pid, cpu and comm are the sample's where the payload has no such field. */
#ifndef ANALYSIS_LATENCY_LATENCY_SPEC_H
#define ANALYSIS_LATENCY_LATENCY_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include "base/err.h"
#include "base/vec.h"

enum latency_side { LATENCY_BEGIN, LATENCY_END, NR_LATENCY_SIDES };

struct latency_key {
	char *fields[NR_LATENCY_SIDES];
};
struct latency_by {
	char *field;
	int side; /* enum latency_side; -1: the begin's, if it has it */
};

struct latency_spec {
	char *events[NR_LATENCY_SIDES];
	VEC(struct latency_key) keys;
	bool has_key; /* has_key false: none was given, not even "none" */
	VEC(struct latency_by) by;
};

struct latency_known_pair {
	const char *name, *begin, *end, *key;
	bool whole_system;
};
extern const struct latency_known_pair latency_known_pairs[];
extern const size_t nr_latency_known_pairs;
/* By its name ("block"); NULL: none. */
const struct latency_known_pair *latency_known_pair_find(const char *name);
/* By its events. */
const struct latency_known_pair *latency_known_pair_of(const char *begin, const char *end);

void latency_spec_done(struct latency_spec *spec);
/* "BEGIN,END", "EVENT" (from one to the next of its kind) or the name of a known pair, which brings its key unless
 * there is one. Returns 0 or -EINVAL. */
int latency_spec_parse_pair(struct latency_spec *spec, const char *text, struct err *err) _warn_unused_;
/* "dev,sector", "pid=next_pid", "none". Returns 0 or -EINVAL. */
int latency_spec_parse_key(struct latency_spec *spec, const char *text, struct err *err) _warn_unused_;
/* "comm,dev,end.error". Returns 0 or -EINVAL. */
int latency_spec_parse_by(struct latency_spec *spec, const char *text, struct err *err) _warn_unused_;

#endif
