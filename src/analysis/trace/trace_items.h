/* Samples as items for trace_calls: decoded by a worker, with what is shown of them already written. */
#ifndef ANALYSIS_TRACE_TRACE_ITEMS_H
#define ANALYSIS_TRACE_TRACE_ITEMS_H

#include "analysis/trace/trace_calls.h"
#include "analysis/trace/trace_fds.h"
#include "base/arena.h"
#include "frame/callchain.h"

/* What is shown of an item. Lives as long as the memory it was made in. */
struct trace_piece {
	const char *name; /* of the sample's event; stays */
	/* What options->args wrote of the event. EXIT: the arguments, if more is known of them than when the call
	 * began, and behind them those that the call wrote. Not ended by NUL */
	const char *text;
	uint32_t text_size, written_size;
	const struct trace_frame *frames;
	uint32_t nr_frames;
	uint32_t sample_cpu; /* print_samples: as in the sample, as sample_ns */
	uint64_t sample_ns;
	bool has_sample;      /* print_samples: it is a row of its own */
	const uint64_t *args; /* ENTER: [SYSCALL_MAX_ARGS] */
};

/* What it takes to make items: one a worker. */
struct trace_maker {
	const struct trace_calls_options *options;
	const struct syscall_events *events;
	struct trace_fds *fds;     /* NULL: descriptors are not known */
	bool wants_all;            /* as trace_calls_wants_all */
	struct resolver *resolver; /* for the next sample */
	struct arena *memory;      /* for its piece */
	/* to work with */
	struct chain chain;
	struct outbuf text, scratch;
};

void trace_maker_init(struct trace_maker *maker, const struct trace_calls_options *options,
		      const struct syscall_events *events, struct trace_fds *fds);
void trace_maker_done(struct trace_maker *maker);
/* False: the options are not about it. */
bool trace_maker_add(struct trace_maker *maker, const struct sample *sample, enum syscall_half half,
		     struct trace_item *ret);

#endif
