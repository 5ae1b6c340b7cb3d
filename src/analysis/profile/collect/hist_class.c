/* The cells of samples and frames, interned: tuples, classes and links (hist_ids.h). Here the keys are asked;
 * everything above this file only compares numbers. */
#include "analysis/profile/collect/hist_collector.h"
#include <assert.h>
#include "base/hash.h"

/* The place that call graphs name the frame by, according to --call-graph's function, address or srcline. */
static struct link_id link_of_frame(struct hist *hist, const struct frame *frame)
{
	static const enum place_kind kinds[] = {
		[CHAIN_FUNCTION] = PLACE_LINK, [CHAIN_ADDRESS] = PLACE_LINK_ADDRESS, [CHAIN_SRCLINE] = PLACE_LINK_LINE
	};
	return (struct link_id){ key_env_place(hist->env, frame, false, kinds[hist->options.chain_key]) };
}

struct class_id hist_class_make(struct hist *hist, const struct frame *frame, bool leaf)
{
	const struct hist_options *options = &hist->options;
	uint64_t cells[HIST_MAX_KEYS + 1];
	size_t n = 0;
	struct key_input in = { .frame = frame, .leaf = leaf };
	struct link_id link = hist->chains_in_tree ? link_of_frame(hist, frame) : (struct link_id){ 0 };
	/* Without symbol and map the link is the place that key symbol would ask for: it need not be looked up
	 * twice. */
	if (hist->chains_in_tree && options->chain_key == CHAIN_FUNCTION && !frame->symbol && !leaf && !frame->map)
		in.place_1 = (uint64_t)link.n + 1;
	if (!frame->symbol) key_env_note_unresolved(hist->env);
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope == KEY_FRAME) {
			in.key = hist->keys[i];
			cells[n++] = in.key->cell(hist->env, &in);
		}
	cells[n++] = options->filter && !options->branches && sample_filter_hides_frame(options->filter, frame);
	struct frame_cells_id frame_cells = { cells_id(&hist->frames, cells) };
	if (!hist->chains_in_tree) return (struct class_id){ frame_cells.n };
	uint64_t pair[2] = { link.n, frame_cells.n };
	struct class_id class = { cells_id(&hist->classes, pair) };
	assert(class.n < NODE_LABEL_LINK - 1);
	return class;
}

/* The slot of the frame's symbol; NULL: classes are of addresses, or of inlined calls. */
static struct class_slot *class_slot_of(const struct hist *hist, struct frame_labels *known, const struct frame *frame)
{
	if (!hist->class_is_by_symbol || !frame->symbol || !frame->map || frame->is_call) return NULL;
	if (!known->classes) known->classes = xcalloc((size_t)1 << CLASS_SLOT_BITS, sizeof(*known->classes));
	return &known->classes[hash_pair((uintptr_t)frame->symbol, (uintptr_t)frame->map->dso) >>
			       (64 - CLASS_SLOT_BITS)];
}

struct class_id hist_class_meet(struct hist *hist, struct frame_labels *known, const struct frame *frame, bool leaf)
{
	struct class_slot *slot = class_slot_of(hist, known, frame);
	if (!slot) return hist_class_make(hist, frame, leaf);
	bool same = slot->symbol == frame->symbol && slot->dso == frame->map->dso && slot->level == frame->level &&
		    slot->leaf == leaf;
	if (same && frame->ip >= slot->lowest_ip) return (struct class_id){ slot->class };
	*slot = (struct class_slot){ .symbol = frame->symbol,
				     .dso = frame->map->dso,
				     .lowest_ip = frame->ip,
				     .class = hist_class_make(hist, frame, leaf).n,
				     .level = frame->level,
				     .leaf = leaf };
	return (struct class_id){ slot->class };
}

struct link_id hist_link_make(struct hist *hist, const struct frame *frame)
{
	if (!frame->symbol) key_env_note_unresolved(hist->env);
	return link_of_frame(hist, frame);
}

/* The tuple of these cells. Few cells are looked up in the thread's own table first, which no other thread can hold
 * up. */
static struct tuple_id tuple_of_cells(struct hist *hist, struct thread_chain *thread, const uint64_t *cells,
				      size_t count)
{
	if (count > KNOWN_CELLS) return (struct tuple_id){ cells_id(&hist->tuples, cells) };
	uint64_t hash = 0;
	for (size_t i = 0; i < count; i++) hash = (hash ^ cells[i]) * 0x9e3779b97f4a7c15u;
	__typeof__(&thread->known[0]) known = &thread->known[hash >> 32 & (KNOWN_TUPLES - 1)];
	if (known->tuple_1 && memcmp(known->cells, cells, count * sizeof(*cells)) == 0)
		return (struct tuple_id){ known->tuple_1 - 1 };
	memcpy(known->cells, cells, count * sizeof(*cells));
	known->tuple_1 = cells_id(&hist->tuples, cells) + 1;
	return (struct tuple_id){ known->tuple_1 - 1 };
}

struct tuple_id hist_tuple_of(struct hist *hist, struct thread_chain *thread, struct resolver *resolver,
			      const struct sample *sample, const struct sample_task *task, const struct frame *parent)
{
	const struct sample_filter *filter = hist->options.filter;
	if (hist->by_task && thread->tuple_1 && thread->comm == task->comm && thread->task == task->task &&
	    thread->pid == task->pid && thread->tid == task->tid && thread->tuple_event == sample->event->idx)
		return (struct tuple_id){ thread->tuple_1 - 1 };
	uint64_t cells[HIST_MAX_KEYS + 1];
	size_t n = 0;
	struct key_input in = { .sample = sample, .task = task, .resolver = resolver, .parent = parent };
	struct frame data;
	if (hist->resolves_data)
		in.data = resolver_data(resolver, task, (enum cpumode)sample->cpumode, sample->addr, &data);
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope != KEY_FRAME) {
			in.key = hist->keys[i];
			cells[n++] = in.key->cell(hist->env, &in);
		}
	cells[n++] = (filter && sample_filter_hides_task(filter, sample, task)) ||
		     (hist->options.exclude_other && !parent);
	thread->comm = task->comm;
	thread->task = task->task;
	thread->pid = task->pid;
	thread->tid = task->tid;
	thread->tuple_event = sample->event->idx;
	struct tuple_id tuple = tuple_of_cells(hist, thread, cells, n);
	thread->tuple_1 = tuple.n + 1;
	return tuple;
}
