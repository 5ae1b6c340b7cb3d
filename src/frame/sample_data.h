/* Where the data is that a sample accessed (PERF_SAMPLE_ADDR): in an object's variables, or, of samples with registers,
 * in those of a function that was running. */
#ifndef FRAME_SAMPLE_DATA_H
#define FRAME_SAMPLE_DATA_H

#include "frame/resolver.h"
#include "frame/space/data_place.h"

/* False: the sample has no address, or none of a variable's place. */
bool sample_data_find(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		      struct data_place *ret);

#endif
