/* A block of an Intel PT trace as samples: what the decoder tells, put into the shape of samples, for those letters of
 * --itrace that were asked for. */
#include "session/trace/trace_pt_sampler.h"

#include <errno.h>

/* Behind a block the PSB+ of the next is looked at. */
enum { TAIL_BYTES = 512 };

static bool wants_events(const struct pt_trace *trace)
{
	if (trace->pebs_event) return true;
	for (unsigned i = TRACE_EVENT_TRANSACTIONS; i < TRACE_EVENT_NR; i++)
		if (trace->events[i]) return true;
	return false;
}

/* The times that packets of the block told. */
static void note_span(struct sampler *s, const struct pt_when *end)
{
	if (!s->trace->has_time || !end->first_tsc) return;
	s->found.min_ns = MIN(s->found.min_ns, trace_clock_ns(&s->trace->clock, end->first_tsc));
	s->found.max_ns = MAX(s->found.max_ns, trace_clock_ns(&s->trace->clock, end->told_tsc));
}

/* Branches that the decoder counted. */
static void note_branches(struct sampler *s, const struct pt_when *end)
{
	const struct pt_when first = { .tsc = end->first_branch_tsc };
	if (!end->nr_branches) return;
	s->found.nr_others += end->nr_branches + end->nr_crossings;
	pt_sampler_time(s, &first);
}

static bool needs_branches(const struct pt_trace *trace)
{
	return trace->events[TRACE_EVENT_BRANCHES] || trace->wants_stacks || trace->wants_last_branches;
}

/* Every branch is a sample, and nothing else: there is no need to look at them to know how many there are. */
static bool are_all_branches(const struct pt_trace *trace)
{
	return !trace->wants_stacks && !trace->wants_last_branches && trace->events[TRACE_EVENT_BRANCHES] &&
	       trace_flow_is_wanted(&trace->wants, 0);
}

/* The block's bytes on their way through a decoder. */
struct block_walk {
	struct pt_trace *trace;
	const struct pt_block *block;
	struct trace_where *where;
	bool goes_on;       /* into the block, and out of it */
	struct pt_when end; /* totals at its end */
};

static int run_decoder(struct block_walk *walk, const struct pt_sink *sink, struct err *err)
{
	const struct pt_trace *trace = walk->trace;
	const struct pt_block *block = walk->block;
	const struct pt_code_source source = { .ctx = walk->where, .find = trace_code_find };
	struct pt_decoder *decoder = pt_decoder_new(&trace->config, &source, trace->runs);
	if (!decoder) return err_set(err, -ENOMEM, "not enough memory for the Intel PT trace");
	struct trace_stretch stretch;
	trace_stream_read(trace->session->perfdata, block->stream, block->from,
			  MIN(block->to + TAIL_BYTES, block->stream->size_bytes), &stretch);
	const struct pt_piece piece = { .from = stretch.bytes,
					.to = stretch.bytes + (block->to - block->from),
					.end = stretch.bytes + stretch.size_bytes,
					.goes_on = walk->goes_on };
	pt_decoder_decode(decoder, &piece, sink);
	walk->end = *pt_decoder_when(decoder);
	walk->goes_on = pt_decoder_goes_on(decoder);
	trace_stretch_done(&stretch);
	pt_decoder_free(decoder);
	return 0;
}

struct trace_where pt_trace_where(const struct pt_trace *trace, const struct pt_block *block)
{
	return (struct trace_where){ .code = trace->code,
				     .has_time = trace->has_time,
				     .input = &trace->input,
				     .clock = &trace->clock,
				     .queue = block->stream->queue };
}

int pt_trace_walk(struct pt_trace *trace, const struct pt_block *block, const struct pt_sink *sink, struct err *err)
{
	struct trace_where where = pt_trace_where(trace, block);
	struct block_walk walk = { .trace = trace, .block = block, .where = &where, .goes_on = block->before.goes_on };
	return run_decoder(&walk, sink, err);
}

static int decode(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink, struct pt_answers *answers,
		  struct pt_summary *ret_found, struct err *err)
{
	struct sampler s = { .trace = trace,
			     .block = block,
			     .sink = sink,
			     .answers = answers,
			     .where = pt_trace_where(trace, block),
			     .carry = block->before,
			     .nr_to_skip = block->nr_to_skip,
			     .skipped_insns = block->skipped_insns,
			     .found = { .min_ns = UINT64_MAX, .last_cbr = block->before.cbr } };
	struct pt_sink to = { .ctx = &s, .error = trace_pt_error, .due = &s.due };
	bool counts_branches = !sink && are_all_branches(trace);
	if (needs_branches(trace) && !counts_branches) to.branch = trace_pt_branch;
	pt_sampler_begin_insns(&s);
	pt_pebs_reset(&s.pebs);
	if (trace->wants_stacks) pt_sampler_begin_stacks(&s);
	if (trace->wants_last_branches) pt_sampler_begin_ring(&s);
	/* how many there are the decoder counts anyhow */
	if (trace->period && (sink || trace->by_time)) to.insns = trace_pt_insns;
	if (trace->events[TRACE_EVENT_INSTRUCTIONS]) to.place = trace_pt_place;
	if (wants_events(trace)) to.event = trace_pt_event;
	struct block_walk walk = { .trace = trace, .block = block, .where = &s.where };
	walk.goes_on = !sink || block->before.goes_on;
	int r = run_decoder(&walk, &to, err);
	if (r < 0) return r;
	s.found.goes_on = walk.goes_on;
	if (answers) pt_sampler_answer(&s, UINT64_MAX);
	s.found.nr_insns = walk.end.insns;
	pt_sampler_end_insns(&s, walk.end.insns);
	if (counts_branches) note_branches(&s, &walk.end);
	note_span(&s, &walk.end);
	if (s.found.min_ns > s.found.max_ns) s.found.min_ns = s.found.max_ns;
	/* without times they come behind all that has one */
	if (!trace->has_time && !trace->session->totals.in_file_order)
		s.found.min_ns = s.found.max_ns = trace_where_end(&s.where);
	*ret_found = s.found;
	trace_stacks_done(&s.stacks);
	if (trace->wants_last_branches) pt_sampler_end_ring(&s);
	return 0;
}

/* For session_trace_work: each block once. */
static void note_decoded(struct pt_trace *trace, const struct pt_block *block)
{
	atomic_bool *is_decoded = &trace->is_decoded[block - trace->blocks.items];
	if (atomic_load_explicit(is_decoded, memory_order_relaxed)) return;
	if (!atomic_exchange_explicit(is_decoded, true, memory_order_relaxed))
		atomic_fetch_add_explicit(&trace->session->trace_work.nr_decoded, 1, memory_order_relaxed);
}

int pt_trace_decode(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink, struct err *err)
{
	if (!block->nr_samples) return 0;
	struct pt_summary unused;
	note_decoded(trace, block);
	return decode(trace, block, sink, NULL, &unused, err);
}

int pt_trace_answer(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink,
		    struct pt_answers *answers, struct err *err)
{
	struct pt_summary unused;
	note_decoded(trace, block);
	return decode(trace, block, sink, answers, &unused, err);
}

int pt_trace_look(struct pt_trace *trace, struct pt_block *block, struct err *err)
{
	return decode(trace, block, NULL, NULL, &block->found, err);
}
