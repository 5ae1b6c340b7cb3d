/* Letters G and L of --itrace: samples of other events get the call chain and the last branches that their thread had
 * at that moment. The samples ask before the first pass; each question is answered by the block of the trace that has
 * its time, once it is known how stacks are when the block begins. */
#include <stdatomic.h>
#include <stdlib.h>
#include "base/threads.h"
#include "session/trace/trace_pt_sampler.h"

/* ---- questions */

static bool is_of_interest(const struct pt_trace *trace, const struct sample *sample)
{
	if (trace->wants.add_chains && !(sample->present & SAMPLE_CALLCHAIN)) return true;
	return trace->wants.add_last_branches && !(sample->present & SAMPLE_BRANCH_STACK);
}

/* The visitor's callback. The pass is sequential: one thread calls it, in order of time. */
static void trace_pt_ask(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct pt_trace *trace = ctx;
	const struct pt_question question = { .turn = sample->turn,
					      .time_ns = sample->time_ns,
					      .ip = sample->ip,
					      .cpu = sample->present & SAMPLE_CPU ? sample->cpu : TRACE_ANY,
					      .tid = sample->tid };
	if (sample->present & SAMPLE_TIME && is_of_interest(trace, sample)) vec_push(&trace->questions, question);
}

int pt_trace_ask(struct pt_trace *trace, const struct perf_event *of, struct err *err)
{
	const struct itrace_options *wants = &trace->wants;
	const struct sample_visitor visitor = {
		.ctx = trace, .sample = trace_pt_ask, .sequential = true, .skip_resolver = true
	};
	const struct perf_events *events = session_events(trace->session);
	if (!wants->add_chains && !wants->add_last_branches) return 0;
	if (!trace->has_time) {
		warnings_add(trace->session->warnings, "no times to add by",
			     "the trace has no times: nothing of it can be added to other samples (--itrace=G and L)");
		return 0;
	}
	uint64_t fields = wants->add_chains ? SAMPLE_CALLCHAIN : 0;
	if (wants->add_last_branches) fields |= SAMPLE_BRANCH_STACK;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i] != of) perfdata_add_fields(trace->session->perfdata, events->items[i], fields);
	return session_samples_ordered(trace->session, &visitor, err);
}

/* ---- which block answers */

/* The blocks of a queue, in order of time. */
struct queue_blocks {
	size_t from, to; /* of trace->blocks */
};
struct queue_finder {
	struct u64map by_cpu, by_tid; /* number -> address of a struct queue_blocks */
	struct queue_blocks *all;
};

static void find_queues(const struct pt_trace *trace, struct queue_finder *ret)
{
	size_t nr = 0;
	*ret = (struct queue_finder){ .all = xcalloc(trace->blocks.count + 1, sizeof(*ret->all)) };
	for (size_t i = 0; i < trace->blocks.count; i++) {
		const struct trace_queue *queue = trace->blocks.items[i].stream->queue;
		if (i && trace->blocks.items[i - 1].stream->queue == queue) {
			ret->all[nr - 1].to = i + 1;
			continue;
		}
		ret->all[nr] = (struct queue_blocks){ i, i + 1 };
		if (queue->cpu != TRACE_ANY) *u64map_put(&ret->by_cpu, queue->cpu, NULL) = (uintptr_t)&ret->all[nr];
		else *u64map_put(&ret->by_tid, queue->tid, NULL) = (uintptr_t)&ret->all[nr];
		nr++;
	}
}

static struct pt_block *find_block(struct pt_trace *trace, const struct queue_finder *queues,
				   const struct pt_question *question)
{
	const uint64_t *found = u64map_find(&queues->by_tid, question->tid);
	if (!found && question->cpu != TRACE_ANY) found = u64map_find(&queues->by_cpu, question->cpu);
	if (!found) return NULL;
	const struct queue_blocks *of = (const struct queue_blocks *)(uintptr_t)*found;
	size_t low = of->from, high = of->to; /* the last block that begins before */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (trace->blocks.items[middle].found.min_ns <= question->time_ns) low = middle + 1;
		else high = middle;
	}
	return low > of->from ? &trace->blocks.items[low - 1] : NULL;
}

void pt_trace_assign_questions(struct pt_trace *trace)
{
	struct queue_finder queues;
	if (!trace->questions.count) return;
	find_queues(trace, &queues);
	for (size_t i = 0; i < trace->questions.count; i++) {
		const struct pt_question *question = &trace->questions.items[i];
		struct pt_block *block = find_block(trace, &queues, question);
		if (!block) continue;
		vec_push(&block->questions, question);
		if (trace->wants_stacks) trace_effects_need(&block->effects, question->tid);
	}
	u64map_done(&queues.by_cpu);
	u64map_done(&queues.by_tid);
	free(queues.all);
}

/* ---- answers */

/* All blocks that answer. */
struct answering {
	struct pt_trace *trace;
	struct pt_additions additions;
	atomic_int error;
};

static void trace_pt_answer_sample(struct sample_sink *sink, const struct sample *sample) {}
static void trace_pt_answer_record(struct sample_sink *sink, const struct record *r, uint64_t time_ns) {}

static void trace_pt_answer_block(void *ctx, unsigned index, size_t item)
{
	struct answering *answering = ctx;
	struct pt_block *block = &answering->trace->blocks.items[item];
	_err_done_ struct err err = ERR_INIT;
	struct arena arena;
	struct pt_answers answers = {
		.sink = { .arena = &arena, .sample = trace_pt_answer_sample, .record = trace_pt_answer_record },
		.additions = &answering->additions,
		.block = block
	};
	if (!block->questions.count) return;
	arena_init(&arena);
	int r = pt_trace_answer(answering->trace, block, &answers.sink, &answers, &err);
	if (r < 0) atomic_store(&answering->error, r);
	arena_done(&arena);
}

/* Samples of times, CPUs or threads that the trace has nothing of: the chain is their own address. */
static void answer_rest(struct answering *answering)
{
	const struct pt_trace *trace = answering->trace;
	for (size_t i = 0; i < trace->questions.count && trace->wants.add_chains; i++) {
		const struct pt_question *question = &trace->questions.items[i];
		if (u64map_find(&answering->additions.of->by_turn, question->turn)) continue;
		const uint64_t chain[] = { question->ip >> 63 ? CONTEXT_KERNEL : CONTEXT_USER, question->ip };
		const struct sample sample = { .callchain = chain, .nr_callchain = ARRAY_SIZE(chain) };
		pt_additions_add(&answering->additions, question->turn, &sample);
	}
}

int pt_trace_answer_questions(struct pt_trace *trace, struct err *err)
{
	if (!trace->questions.count) return 0;
	struct answering answering = { .trace = trace,
				       .additions = { .lock = PTHREAD_MUTEX_INITIALIZER,
						      .of = xcalloc(1, sizeof(*answering.additions.of)) } };
	arena_init(&answering.additions.of->arena);
	threads_for(trace->session->nr_threads, trace->blocks.count, trace_pt_answer_block, &answering);
	answer_rest(&answering);
	sample_additions_free(trace->session->additions);
	trace->session->additions = answering.additions.of;
	int r = atomic_load(&answering.error);
	return r < 0 ? err_set_errno(err, r, "cannot decode the Intel PT trace") : 0;
}
