#include "session/trace/trace_losses.h"

#include <stdlib.h>
#include "base/vec.h"
#include "session/trace/trace_flow.h"

/* One block: there are few. */
struct losses {
	VEC(struct trace_error) errors; /* as recorded */
	struct source_block block;
	struct sample_source source;
};

static int trace_losses_decode(void *ctx, size_t block, struct sample_sink *sink, struct err *err)
{
	const struct losses *losses = ctx;
	(void)block;
	(void)err;
	for (size_t i = 0; i < losses->errors.count; i++)
		trace_error_give(sink, &losses->errors.items[i], losses->errors.items[i].time_ns);
	return 0;
}

static void trace_losses_release(void *ctx)
{
	struct losses *losses = ctx;
	vec_done(&losses->errors);
	free(losses);
}

static void add_error(struct losses *losses, const struct trace_piece *piece)
{
	const struct trace_error error = { .time_ns = piece->time_ns,
					   .code = TRACE_ERROR_LOST,
					   .cpu = piece->cpu,
					   .pid = piece->pid,
					   .tid = piece->tid,
					   .message = TRACE_ERROR_LOST_TEXT };
	struct source_block *block = &losses->block;
	enum { ERROR_BYTES = 256 };
	vec_push(&losses->errors, error);
	block->min_ns = losses->errors.count == 1 ? piece->time_ns : MIN(block->min_ns, piece->time_ns);
	block->max_ns = MAX(block->max_ns, piece->time_ns);
	block->max_samples++;
	block->size_bytes = (uint32_t)MIN(losses->errors.count * ERROR_BYTES, (size_t)UINT32_MAX);
}

int trace_losses_add(struct session *session, const struct trace_input *input, const struct itrace_options *wants,
		     struct err *err)
{
	const uint64_t lost_flag = 1ULL << ('l' - 'a');
	if (!wants->errors || wants->errors_without & lost_flag || !input->nr_truncated) return 0;
	struct losses *losses = xcalloc(1, sizeof(*losses));
	for (size_t i = 0; i < input->pieces.count; i++)
		if (input->pieces.items[i].flags & TRACE_PIECE_TRUNCATED) add_error(losses, &input->pieces.items[i]);
	session->totals.nr_trace_errors += losses->errors.count;
	losses->source = (struct sample_source){ .name = "lost trace",
						 .ctx = losses,
						 .blocks = &losses->block,
						 .nr_blocks = 1,
						 .decode = trace_losses_decode,
						 .release = trace_losses_release };
	int r = session_add_source(session, &losses->source, err);
	if (r < 0) trace_losses_release(losses);
	return r;
}
