/* Letter s of --itrace: so many samples at the beginning are left out. Which blocks they are in is counted before the
 * first pass, in the order of time, by decoding from the beginning until there were enough of them. */
#include <stdlib.h>
#include "session/trace/trace_pt_sampler.h"

/* A block is decoded for its number of samples alone. */
struct skipping {
	struct sample_sink sink; /* the first member: it is cast back to this */
	struct pt_trace *trace;
	uint64_t left;
	uint64_t insns; /* instructions that the skipped samples stand for, and no sample yet */
};

static void trace_pt_skip_sample(struct sample_sink *sink, const struct sample *sample)
{
	struct skipping *skipping = (struct skipping *)(void *)sink;
	bool of_insns = sample->event == skipping->trace->events[TRACE_EVENT_INSTRUCTIONS];
	if (sample->event == skipping->trace->events[TRACE_EVENT_CBR]) return;
	if (!skipping->left) {
		if (of_insns) skipping->insns = 0;
		return;
	}
	skipping->left--;
	if (of_insns) skipping->insns += sample->period;
}

static void trace_pt_skip_record(struct sample_sink *sink, const struct record *r, uint64_t time_ns) {}

/* insns: by stream, what skipped samples of its last block stood for. */
static int skip_block(struct skipping *skipping, struct pt_block *block, uint64_t *insns, struct err *err)
{
	struct arena arena;
	arena_init(&arena);
	skipping->sink.arena = &arena;
	skipping->insns = *insns;
	uint64_t nr_to_skip = skipping->left;
	int r = pt_trace_decode(skipping->trace, block, &skipping->sink, err);
	/* not before: this time they are counted */
	block->nr_to_skip = nr_to_skip;
	block->skipped_insns = *insns;
	*insns = skipping->insns;
	arena_done(&arena);
	return r;
}

static bool is_done(const struct skipping *skipping, const uint64_t *insns, size_t nr_streams)
{
	for (size_t i = 0; i < nr_streams; i++)
		if (insns[i]) return false;
	return !skipping->left;
}

int pt_trace_skip(struct pt_trace *trace, uint64_t count, struct err *err)
{
	size_t nr_streams = trace->streams.all.count;
	_free_ struct pt_block **order = pt_trace_blocks_by_time(trace);
	_free_ uint64_t *insns = xcalloc(nr_streams + 1, sizeof(*insns));
	struct skipping skipping = { .sink = { .sample = trace_pt_skip_sample, .record = trace_pt_skip_record },
				     .trace = trace,
				     .left = count };
	int r = 0;
	for (size_t i = 0; i < trace->blocks.count && r >= 0 && !is_done(&skipping, insns, nr_streams); i++)
		r = skip_block(&skipping, order[i], &insns[order[i]->stream - trace->streams.all.items], err);
	return r;
}
