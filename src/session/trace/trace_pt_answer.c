/* Answers to what samples of other events ask of a block: its stacks and last branches as they are between two
 * branches. */
#include "session/trace/trace_pt_sampler.h"

void pt_additions_add(struct pt_additions *additions, uint64_t turn, const struct sample *sample)
{
	struct arena *arena = &additions->of->arena;
	pthread_mutex_lock(&additions->lock);
	struct sample_addition *addition = arena_zalloc(arena, sizeof(*addition));
	if (sample->nr_callchain) {
		addition->nr_callchain = sample->nr_callchain;
		addition->callchain = arena_memdup(arena, sample->callchain,
						   sample->nr_callchain * sizeof(*sample->callchain));
	}
	if (sample->nr_branches) {
		addition->nr_branches = sample->nr_branches;
		addition->branches = arena_memdup(arena, sample->branches,
						  sample->nr_branches * sizeof(*sample->branches));
	}
	*u64map_put(&additions->of->by_turn, turn, NULL) = (uintptr_t)addition;
	pthread_mutex_unlock(&additions->lock);
}

void pt_sampler_answer(struct sampler *s, uint64_t before_ns)
{
	struct pt_answers *answers = s->answers;
	const struct pt_block *block = answers->block;
	for (; answers->next < block->questions.count; answers->next++) {
		const struct pt_question *question = block->questions.items[answers->next];
		if (question->time_ns >= before_ns) return;
		struct sample sample = { .ip = question->ip, .tid = question->tid };
		if (s->trace->wants.add_chains) pt_sampler_add_chain(s, &sample);
		if (s->trace->wants.add_last_branches) pt_sampler_add_last_branches(s, &sample);
		pt_additions_add(answers->additions, question->turn, &sample);
	}
}
