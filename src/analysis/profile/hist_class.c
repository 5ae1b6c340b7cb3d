/* The cells of samples and frames, interned: tuples, classes and links (analysis/profile/hist.h). */
#include "analysis/profile/hist_collector.h"
#include <assert.h>

void thread_chains_done(thread_chain_vec *threads)
{
	for (size_t i = 0; i < threads->count; i++) {
		chain_memo_done(&threads->items[i].memo);
		free(threads->items[i].nodes);
	}
	vec_done(threads);
}

static uint64_t chain_identity(struct collector *c, const struct frame *frame)
{
	static const enum place_kind kinds[] = {
		[CHAIN_FUNCTION] = PLACE_LINK, [CHAIN_ADDRESS] = PLACE_LINK_ADDRESS, [CHAIN_SRCLINE] = PLACE_LINK_LINE
	};
	return key_env_place(c->hist->env, frame, false, kinds[c->options->chain_key]);
}

uint32_t hist_class_make(struct collector *c, const struct frame *frame, bool leaf)
{
	struct hist *hist = c->hist;
	uint64_t cells[HIST_MAX_KEYS + 1];
	size_t n = 0;
	struct key_input in = { .frame = frame, .leaf = leaf };
	uint64_t chain = hist->chains_in_tree ? chain_identity(c, frame) : 0;
	if (hist->chains_in_tree && c->options->chain_key == CHAIN_FUNCTION && !frame->symbol && !leaf && !frame->map)
		in.place_1 = chain + 1;
	if (!frame->symbol) key_env_note_unresolved(hist->env);
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope == KEY_FRAME) {
			in.key = hist->keys[i];
			cells[n++] = in.key->cell(hist->env, &in);
		}
	cells[n++] = c->options->filter && !c->options->branches &&
		     sample_filter_hides_frame(c->options->filter, frame);
	uint32_t frame_id = cells_id(&hist->frames, cells);
	if (!hist->chains_in_tree) return frame_id;
	uint64_t pair[2] = { chain, frame_id };
	uint32_t class = cells_id(&hist->classes, pair);
	assert(class < HIST_LINK - 1);
	return class;
}

uint32_t hist_link_make(struct collector *c, const struct frame *frame)
{
	if (!frame->symbol) key_env_note_unresolved(c->hist->env);
	return (uint32_t)chain_identity(c, frame) | HIST_LINK;
}

/* The tuple's id, from what the thread knows if it is short. */
static uint32_t tuple_id(struct hist *hist, struct thread_chain *thread, const uint64_t *cells, size_t count)
{
	if (count > KNOWN_CELLS) return cells_id(&hist->tuples, cells);
	uint64_t hash = 0;
	for (size_t i = 0; i < count; i++) hash = (hash ^ cells[i]) * 0x9e3779b97f4a7c15u;
	__typeof__(&thread->known[0]) known = &thread->known[hash >> 32 & (KNOWN_TUPLES - 1)];
	if (known->tuple_1 && memcmp(known->cells, cells, count * sizeof(*cells)) == 0) return known->tuple_1 - 1;
	memcpy(known->cells, cells, count * sizeof(*cells));
	known->tuple_1 = cells_id(&hist->tuples, cells) + 1;
	return known->tuple_1 - 1;
}

uint32_t hist_tuple_of(struct collector *c, struct thread_chain *thread, const struct sample *sample,
		       const struct sample_task *task, const struct frame *parent)
{
	const struct sample_filter *filter = c->options->filter;
	if (c->by_task && thread->tuple_1 && thread->comm == task->comm && thread->task == task->task &&
	    thread->pid == task->pid && thread->tid == task->tid && thread->tuple_event == sample->event->idx)
		return thread->tuple_1 - 1;
	struct hist *hist = c->hist;
	uint64_t cells[HIST_MAX_KEYS + 1];
	size_t n = 0;
	struct key_input in = { .sample = sample, .task = task, .parent = parent };
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope != KEY_FRAME) {
			in.key = hist->keys[i];
			cells[n++] = in.key->cell(hist->env, &in);
		}
	cells[n++] = (filter && sample_filter_hides_task(filter, sample, task)) ||
		     (c->options->exclude_other && !parent);
	thread->comm = task->comm;
	thread->task = task->task;
	thread->pid = task->pid;
	thread->tid = task->tid;
	thread->tuple_event = sample->event->idx;
	uint32_t tuple = tuple_id(hist, thread, cells, n);
	thread->tuple_1 = tuple + 1;
	return tuple;
}
