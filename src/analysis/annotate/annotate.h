/* Samples by instruction: how many of each event stand at each address of each function.
 *
 *     annotate_collect(session, &options, &annotate, &err);          a whole recording, in one pass on its threads
 *     for (size_t i = 0; i < annotate_nr_functions(annotate); i++)
 *             ... annotate_function_at(annotate, i) ...              heaviest first
 *     annotate_listing_make(...)                                     its code as lines (annotate_listing.h)
 *     annotate_free(annotate);
 *
 * Samples that come bit by bit go through annotate_begin, annotate_add and annotate_snapshot, as those of hist.h do.
 * Functions and counts do not depend on the number of threads. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_H
#define ANALYSIS_ANNOTATE_ANNOTATE_H

#include "analysis/pass/event_switch.h"
#include "analysis/pass/sample_filter.h"
#include "session/session.h"

struct annotate;
struct annotate_worker;
struct annotate_cycles;
struct annotate_branches;
struct annotate_data;

struct annotate_options {
	/* Which samples count; may be NULL. Must live as long as the analysis. */
	const struct sample_filter *filter;
	/* Only the function of this name counts; NULL: all do. Likewise. */
	const char *symbol;
	/* annotate_total is of the places that the filter's names let through, not of all samples. */
	bool total_of_shown;
	bool count_nameless; /* annotate_nr_nameless is going to be asked */
	bool with_data;      /* annotate_data is going to be asked */
	bool by_weight;      /* what a sample counts is its weight (PERF_SAMPLE_WEIGHT), 0 as 1, not its period */
	const struct event_switch *event_switch; /* may be NULL */
};

/* What a sample counts. */
static inline uint64_t annotate_period_of(const struct annotate_options *options, const struct sample *sample)
{
	if (unlikely(options->by_weight)) return sample->weight ? sample->weight : 1;
	return sample->period;
}

/* Weights of one event. period: the sum of the samples' periods. */
struct annotate_weight {
	uint64_t nr_samples, period;
};

/* An address that has samples. addr: of the kind that object_find takes. */
struct annotate_count {
	uint64_t addr;
	uint32_t event; /* index in the events of the input */
	struct annotate_weight weight;
};

/* A function with samples. Symbols and objects are the store's, dsos the model's. */
struct annotate_function {
	const struct symbol *symbol;
	const struct dso *dso;
	struct object *object;
	char level;                          /* as struct frame's */
	struct annotate_weight *weights;     /* [nr_events] */
	const struct annotate_count *counts; /* by event, then address */
	size_t nr_counts;
};

/* What is given to annotate_begin: borrowed, must live as long as the analysis. */
struct annotate_input {
	const struct perf_events *events;
	struct frame_space *frames;
	unsigned nr_workers;
};

/* An empty analysis; free with annotate_free. Never NULL. */
struct annotate *annotate_begin(const struct annotate_input *input, const struct annotate_options *options);
void annotate_free(struct annotate *annotate); /* NULL is fine */
/* Where one thread adds samples; index below nr_workers, with the same resolver each time. */
struct annotate_worker *annotate_worker(struct annotate *annotate, unsigned index, struct resolver *resolver);
/* Adds a sample, unless the filter leaves it out. One thread at a time for each worker. */
void annotate_add(struct annotate_worker *worker, const struct sample *sample, const struct sample_task *task);
/* Makes the functions of what was added so far; those of the snapshot before are gone. Nobody may add meanwhile. */
void annotate_snapshot(struct annotate *annotate);
/* Multiplies all weights by factor (0 to 1), rounding down; seen in the next snapshot. */
void annotate_decay(struct annotate *annotate, double factor);

/* Carries what the last snapshot of `from` had over to `to`, an empty analysis that began with the same events and
 * options, and with the frames of a new model. Objects with samples are asked for again (symbol_store_sweep); code that
 * the kernel made at run time begins anew. */
void annotate_carry(struct annotate *to, const struct annotate *from, struct model *model);

/* annotate_begin, all samples of a session, annotate_snapshot. session must outlive *ret. 0, or -errno with err set and
 * *ret untouched. */
int annotate_collect(struct session *session, const struct annotate_options *options, struct annotate **ret,
		     struct err *err) _warn_unused_;

/* Of the last snapshot. In order of the samples of all events; NULL: the function of the symbol has none. */
size_t annotate_nr_functions(const struct annotate *annotate);
const struct annotate_function *annotate_function_at(const struct annotate *annotate, size_t i);
const struct annotate_function *annotate_function_of(const struct annotate *annotate, const struct symbol *symbol);
/* Of all samples of an event that the filter lets through, with and without symbols; with options.symbol, of that
 * function alone. */
struct annotate_weight annotate_total(const struct annotate *annotate, size_t event);
/* Addresses with samples that are in no function; with options.symbol: 0. */
size_t annotate_nr_nameless(const struct annotate *annotate);
/* Index of function numbers, those with samples of nr_events events (at least 1) from this one on, by the period of the
 * first, where that is equal of the next one; heaviest first. The caller frees *ret. */
size_t annotate_order(const struct annotate *annotate, size_t event, size_t nr_events, uint32_t **ret);
/* Cycles of branch stacks, of all events together (annotate_cycles.h). */
const struct annotate_cycles *annotate_cycles(const struct annotate *annotate);
/* Likewise what is between branches (annotate_branches.h). */
const struct annotate_branches *annotate_branches(const struct annotate *annotate);
/* Likewise the variables that instructions accessed (annotate_data.h); empty without options.with_data. */
const struct annotate_data *annotate_data(const struct annotate *annotate);
const struct perf_events *annotate_events(const struct annotate *annotate);

#endif
