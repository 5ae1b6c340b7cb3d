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

/* One part of the key: the name of a field of each side. Owned. */
struct latency_key {
	char *fields[NR_LATENCY_SIDES];
};
/* One part of a group's name. */
struct latency_by {
	char *field;
	int side; /* enum latency_side; -1: the begin's, if it has it */
};

/* Zero-initialised: nothing was given. Texts are owned; latency_spec_done frees them. */
struct latency_spec {
	char *events[NR_LATENCY_SIDES];
	/* Calls of a function in place of events: its name, which may have wildcards; NULL: events. */
	char *function;
	VEC(struct latency_key) keys;
	/* A key was given, be it "none" (no fields: all events belong together). */
	bool has_key;
	VEC(struct latency_by) by;
};

/* A row of latency_pair.def. */
struct latency_known_pair {
	const char *name, *begin, *end, *key;
	bool whole_system;
};
extern const struct latency_known_pair latency_known_pairs[];
extern const size_t nr_latency_known_pairs;
/* By its name ("block"); NULL: none. */
const struct latency_known_pair *latency_known_pair_find(const char *name);
/* By its two events; NULL: none. */
const struct latency_known_pair *latency_known_pair_of(const char *begin, const char *end);

void latency_spec_done(struct latency_spec *spec);
/* Sets the events from "BEGIN,END", "EVENT" (from one to the next of its kind), the name of a known pair, or a
 * function from "call:FUNCTION". Returns 0, or -EINVAL with err set. */
int latency_spec_parse_pair(struct latency_spec *spec, const char *text, struct err *err) _warn_unused_;
/* Sets the key from "dev,sector", "pid=next_pid" (BEGIN_FIELD=END_FIELD) or "none". Returns 0, or -EINVAL with err
 * set. */
int latency_spec_parse_key(struct latency_spec *spec, const char *text, struct err *err) _warn_unused_;
/* Sets the grouping from "comm,dev,end.error". Returns 0, or -EINVAL with err set. */
int latency_spec_parse_by(struct latency_spec *spec, const char *text, struct err *err) _warn_unused_;

#endif
