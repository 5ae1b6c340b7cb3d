/* What stands around the tables of a profile: events, and what is known of the recording as a whole. Renderers get
 * it beside a table (table.h). Texts are the session's. */
#ifndef RESULT_PROFILE_H
#define RESULT_PROFILE_H

#include <stddef.h>
#include <stdint.h>

/* An event of the table that follows. */
struct profile_event {
	const char *name;
	uint64_t nr_samples, period;
};

/* How many unwound stacks ended for one reason. */
struct profile_stack_end {
	const char *name; /* why unwinding ended there */
	uint64_t count;
};

/* What is known of the recording as a whole. */
struct profile_facts_of_file {
	const struct profile_stack_end *stack_ends; /* of stacks that were unwound here; NULL: there are none */
	size_t nr_stack_ends;
	/* Frames of these stacks; how many of them were found by following frame pointers, and by scanning the
	 * stack. */
	uint64_t nr_frames, nr_by_frame_pointer, nr_by_scan;
	const char *trace_kind; /* of a hardware trace that was not decoded; NULL: there is none */
	uint64_t trace_bytes;
};

#endif
