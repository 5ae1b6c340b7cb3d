/* Samples on their way to trace_calls: decoded and formatted by a worker. */
#ifndef ANALYSIS_TRACE_TRACE_ITEMS_H
#define ANALYSIS_TRACE_TRACE_ITEMS_H

#include "analysis/trace/trace_calls.h"
#include "analysis/trace/trace_fds.h"
#include "base/vec.h"
#include "frame/callchain.h"

/* What is shown of an item. */
struct trace_piece {
	size_t text_off, first_frame;
	uint64_t sample_ns; /* print_samples: as in the sample */
	/* ENTER: the arguments; OTHER, FAULT: what follows the name. EXIT: the arguments, if more is known of them than
	 * when the call began, and behind them those that the call wrote */
	uint32_t text_size, written_size;
	uint32_t sample_cpu;
	uint32_t nr_frames;
	bool has_sample;                 /* print_samples: it is a row of its own */
	const char *name;                /* OTHER: the event's; stays */
	uint64_t args[SYSCALL_MAX_ARGS]; /* ENTER */
};
/* What items of a worker point to. Texts and frames move while it is filled. */
struct trace_batch {
	VEC(struct trace_piece) pieces;
	VEC(struct trace_frame) frames;
	struct outbuf texts;   /* what options->args has made of events */
	struct outbuf scratch; /* for it to work with */
};
static inline const struct trace_piece *trace_batch_piece(const struct trace_item *item)
{
	return &item->batch->pieces.items[item->piece];
}
static inline const char *trace_batch_text(const struct trace_batch *batch, size_t off)
{
	return batch->texts.data ? batch->texts.data + off : "";
}
static inline const struct trace_frame *trace_batch_frames(const struct trace_batch *batch,
							   const struct trace_piece *piece)
{
	return piece->nr_frames ? batch->frames.items + piece->first_frame : NULL;
}

/* What it takes to add a sample; chain is to work with. */
struct trace_adding {
	const struct trace_calls_options *options;
	const struct syscall_events *events;
	struct resolver *resolver;
	struct chain *chain;
	struct trace_fds *fds; /* NULL: descriptors are not known */
	bool wants_all;        /* as trace_calls_wants_all, or false */
};

struct trace_batch *trace_batch_new(void);
void trace_batch_free(struct trace_batch *batch);
void trace_batch_clear(struct trace_batch *batch);
/* False: the options are not about it. */
bool trace_batch_add(struct trace_batch *batch, const struct trace_adding *adding, const struct sample *sample,
		     enum syscall_half half, struct trace_item *ret);

#endif
