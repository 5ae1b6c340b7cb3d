/* Which variables the samples of an instruction accessed, by the address of the data (PERF_SAMPLE_ADDR), as far as that
 * is in a program's, a library's or the kernel's own data, or on the stack of a sample with registers. A part of
 * annotate.h, kept as annotate_branches.h is. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_DATA_H
#define ANALYSIS_ANNOTATE_ANNOTATE_DATA_H

#include "base/u64map.h"
#include "base/vec.h"
#include "frame/sample_data.h"

/* Samples of one event at an instruction that accessed one address. */
struct annotate_data_count {
	const struct symbol *symbol; /* of the instruction */
	uint64_t addr;               /* likewise; as annotate_count has it */
	uint32_t event;
	struct data_place place;
	uint64_t nr_samples, period;
};

/* Starts zeroed. */
struct annotate_data {
	struct u64map by_hash; /* -> index in list */
	VEC(struct annotate_data_count) list;
};
void annotate_data_done(struct annotate_data *data);
void annotate_data_clear(struct annotate_data *data);

/* Adds a sample with an address. One resolver for each struct. */
void annotate_data_add(struct annotate_data *data, struct resolver *resolver, const struct sample *sample,
		       const struct sample_task *task, uint64_t period);
/* Puts what another one has to one's own. */
void annotate_data_append(struct annotate_data *data, const struct annotate_data *from);
/* After all appends: by instruction and event, then by object and address. */
void annotate_data_sort(struct annotate_data *data);
/* Of an instruction, after the sort; returns how many. */
size_t annotate_data_of(const struct annotate_data *data, const struct symbol *symbol, uint64_t addr, uint32_t event,
			const struct annotate_data_count **ret);

#endif
