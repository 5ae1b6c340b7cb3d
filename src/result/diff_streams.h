/* Ways that code took, as branch stacks tell: each with how often it was taken and what it cost. */
#ifndef RESULT_DIFF_STREAMS_H
#define RESULT_DIFF_STREAMS_H

#include "base/arena.h"
#include "base/vec.h"

struct diff_stream {
	const char **places; /* ends of branches, the newest first: "main file.c:12" */
	size_t nr_places;
	uint64_t hits;   /* samples */
	uint64_t cycles; /* of all branches of all hits */
};
/* Zeroed it is empty; freed by diff_streams_done. Texts and arrays are the arena's. */
struct diff_streams {
	VEC(struct diff_stream) streams; /* the most hits first */
	uint64_t nr_samples;             /* with branch stacks */
	uint64_t nr_left_out;            /* samples of streams that there was no room for */
	struct arena arena;
};
static inline void diff_streams_done(struct diff_streams *streams)
{
	vec_done(&streams->streams);
	arena_done(&streams->arena);
}

#endif
