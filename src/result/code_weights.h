/* What lines of several listings weigh for one event, in all and by slice of time and thread. */
#ifndef RESULT_CODE_WEIGHTS_H
#define RESULT_CODE_WEIGHTS_H

#include "result/flame_times.h"

/* An instruction with samples: a line of a listing. */
struct code_place {
	uint32_t listing, line;
	uint64_t nr_samples, period; /* period: in the event's unit */
};

struct code_weights {
	struct code_place *places; /* by listing, then line */
	size_t nr_places;
	/* When samples were taken; node is the number of a place. Slices and threads are those of the event's
	 * flame_times. */
	struct flame_moment *moments;
	size_t nr_moments;
	bool *is_timed; /* by listing: moments has all samples of it; else none */
};

void code_weights_done(struct code_weights *weights);

#endif
