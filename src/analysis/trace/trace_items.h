/* Makes items of samples: decodes a sample, asks the options whether it matters, and lets options->args write what
 * its row will show. This is the expensive part, and runs on all workers; what is left for the one thread that sees
 * items in order is in trace_calls.h. */
#ifndef ANALYSIS_TRACE_TRACE_ITEMS_H
#define ANALYSIS_TRACE_TRACE_ITEMS_H

#include "analysis/trace/trace_calls.h"
#include "analysis/trace/trace_fds.h"
#include "base/arena.h"
#include "frame/callchain.h"

/* What is shown of an item. It and all it points to are in the arena of the maker, but for name, which is the
 * event's. */
struct trace_piece {
	const char *name; /* of the sample's event; stays */
	/* What options->args wrote: text_size bytes of arguments, then written_size bytes of those that the call
	 * itself wrote (EXIT only); not ended by NUL. At an EXIT the first part is there only if more is known than
	 * when the call began. */
	const char *text;
	uint32_t text_size, written_size;
	/* The call chain; none at an ENTER. */
	const struct trace_frame *frames;
	uint32_t nr_frames;
	uint32_t sample_cpu;  /* UINT32_MAX: not recorded */
	uint64_t sample_ns;   /* print_samples: its time */
	bool has_sample;      /* print_samples: it is a row of its own */
	const uint64_t *args; /* ENTER: [SYSCALL_MAX_ARGS] */
};

/* Makes items. One for each worker: it holds buffers, and is not thread safe. */
struct trace_maker {
	const struct trace_calls_options *options;
	const struct syscall_events *events;
	struct trace_fds *fds; /* NULL: descriptors are not known */
	bool wants_all;        /* as trace_calls_wants_all */
	/* Set by the caller before each trace_maker_add: the worker's resolver, and the arena for the piece. */
	struct resolver *resolver;
	struct arena *memory;
	/* Buffers, kept from sample to sample. */
	struct chain chain;
	struct outbuf text, scratch;
};

/* All is borrowed and must outlive the maker. fds NULL: descriptors are written as numbers; it needs samples in
 * order of time. */
void trace_maker_init(struct trace_maker *maker, const struct trace_calls_options *options,
		      const struct syscall_events *events, struct trace_fds *fds);
/* Frees the buffers only. */
void trace_maker_done(struct trace_maker *maker);
/* Fills *ret. False: the sample's payload is damaged, or the options do not want it. ret->piece is NULL without
 * options->rows. */
bool trace_maker_add(struct trace_maker *maker, const struct sample *sample, enum syscall_half half,
		     struct trace_item *ret);

#endif
