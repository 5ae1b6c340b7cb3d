/* Samples on their way to trace_calls: decoded and formatted by a worker, in a batch of its own. */
#ifndef ANALYSIS_TRACE_BATCH_H
#define ANALYSIS_TRACE_BATCH_H

#include "analysis/trace_calls.h"
#include "analysis/trace_fds.h"
#include "base/vec.h"
#include "frame/callchain.h"

struct trace_piece { size_t text_off, first_frame, sample_off; };
struct trace_batch {
	VEC(struct trace_item) items;
	VEC(struct trace_piece) pieces;     /* by item: where its text and frames are */
	VEC(struct trace_frame) frames;
	struct outbuf texts;
};

/* What it takes to add a sample; chain is to work with. */
struct trace_adding {
	const struct trace_calls_options *options;
	const struct syscall_events *events;
	struct resolver *resolver;
	struct chain *chain;
	struct trace_fds *fds;         /* NULL: descriptors are not known */
};

struct trace_batch *trace_batch_new(void);
void trace_batch_free(struct trace_batch *batch);
void trace_batch_clear(struct trace_batch *batch);
/* Nothing when the options are not about it. */
void trace_batch_add(struct trace_batch *batch, const struct trace_adding *adding, const struct sample *sample, enum syscall_half half);
/* All of it, as trace_calls_add, and options->batch. */
int trace_batch_give(struct trace_batch *batch, struct trace_calls *calls, const struct trace_calls_options *options);

#endif
