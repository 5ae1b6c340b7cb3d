/* Cycles of basic blocks. Workers count by the frame of the branch, since that is what the resolver gives cheaply;
 * frames of one place in different maps or of different workers are put together afterwards (gather), by event,
 * object and address. */
#include "analysis/profile/answers/block_cycles.h"
#include "analysis/branches/branch_blocks.h"
#include "analysis/profile/collect/hist_private.h"
#include <pthread.h>
#include <stdlib.h>
#include "base/outbuf.h"
#include "base/u64map.h"
#include "frame/frame_line.h"

/* What a worker has found so far. A frame is one for each set of maps, so that blocks of one place may be in several
 * items. */
struct worker {
	/* By event: address of the frame -> index in blocks. */
	struct u64map *by_event;
	uint64_t *cycles_of_event;
	VEC(struct block_cycles_block) blocks;
	struct worker *next;
};

/* The pass. workers: a list that each worker puts itself on, under the lock. */
struct collection {
	const struct sample_filter *filter;
	const struct event_switch *event_switch;
	size_t nr_events;
	pthread_mutex_t lock;
	struct worker *workers;
};

static void worker_begin(void *ctx, struct session_worker *session_worker)
{
	struct collection *collection = ctx;
	struct worker *w = xcalloc(1, sizeof(*w));
	w->by_event = xcalloc(collection->nr_events + 1, sizeof(*w->by_event));
	w->cycles_of_event = xcalloc(collection->nr_events + 1, sizeof(*w->cycles_of_event));
	session_worker->state = w;
	pthread_mutex_lock(&collection->lock);
	w->next = collection->workers;
	collection->workers = w;
	pthread_mutex_unlock(&collection->lock);
}

/* The first of several beginnings counts. */
static void note_start(struct block_cycles_block *block, uint64_t start)
{
	if (block->has_start && block->start <= start) return;
	block->has_start = true;
	block->start = start;
}

/* Keeps a time that the block was seen when it is one of the first. Equal turns stay in their order. */
static void keep_first(struct block_cycles_block *block, struct block_cycles_value value)
{
	unsigned at = block->nr_first;
	if (at == DIFF_BLOCK_VALUES && block->first[at - 1].turn <= value.turn) return;
	if (at == DIFF_BLOCK_VALUES) at--;
	else block->nr_first++;
	for (; at && block->first[at - 1].turn > value.turn; at--) block->first[at] = block->first[at - 1];
	block->first[at] = value;
}

/* Adds the cycles of a branch to the block that it ends. start: the frame where the branch before led to; NULL: the
 * branch is the oldest of its stack. */
static void account(struct worker *w, const struct sample *sample, const struct frame *from, const struct frame *start,
		    uint64_t cycles)
{
	uint32_t event = sample->event->idx;
	bool is_new;
	w->cycles_of_event[event] += cycles;
	if (!from->symbol || !from->map) return;
	uint64_t *index = u64map_put(&w->by_event[event], (uintptr_t)from, &is_new);
	if (is_new) {
		*index = w->blocks.count;
		vec_push(&w->blocks, ((struct block_cycles_block){ .event = event,
								   .dso = from->map->dso,
								   .symbol = from->symbol,
								   .start = from->symbol->start,
								   .end = from->object_addr }));
	}
	struct block_cycles_block *block = &w->blocks.items[*index];
	block->cycles += cycles;
	block->count++;
	keep_first(block, (struct block_cycles_value){ sample->turn, (uint32_t)cycles });
	if (start && start->symbol == from->symbol && start->object_addr <= from->object_addr)
		note_start(block, start->object_addr);
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct collection *c = ctx;
	struct sample_task task;
	struct resolver *resolver = session_worker->resolver;
	if (!sample->nr_branches || (c->filter && sample_filter_drops(c->filter, sample))) return;
	if (c->event_switch && !event_switch_passes(c->event_switch, sample)) return;
	resolver_task(resolver, sample, &task);
	if (c->filter && sample_filter_hides_task(c->filter, sample, &task)) return;
	struct branch_blocks walk = branch_blocks_begin(resolver, &task, sample);
	struct branch_block block;
	while (branch_blocks_next(&walk, &block))
		account(session_worker->state, sample, block.end, block.start, block.cycles);
}

/* The order that brings the same block of several workers together. */
static int by_place(const void *pa, const void *pb)
{
	const struct block_cycles_block *a = pa, *b = pb;
	if (a->event != b->event) return a->event < b->event ? -1 : 1;
	if (a->dso != b->dso) return a->dso->id < b->dso->id ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

/* The order of the result. */
static int by_cycles(const void *pa, const void *pb)
{
	const struct block_cycles_block *a = pa, *b = pb;
	if (a->event == b->event && a->cycles != b->cycles) return a->cycles > b->cycles ? -1 : 1;
	return by_place(pa, pb);
}

/* Puts together what is the same block for several workers, or in several sets of maps. */
static void gather(struct block_cycles *ret, struct worker *workers)
{
	VEC(struct block_cycles_block) all = VEC_INIT;
	for (struct worker *w = workers; w; w = w->next)
		for (size_t i = 0; i < w->blocks.count; i++) vec_push(&all, w->blocks.items[i]);
	if (all.count) qsort(all.items, all.count, sizeof(*all.items), by_place);
	for (size_t i = 0; i < all.count; i++) {
		const struct block_cycles_block *block = &all.items[i];
		if (!ret->blocks.count || by_place(vec_last(&ret->blocks), block) != 0) {
			vec_push(&ret->blocks, *block);
			continue;
		}
		struct block_cycles_block *known = vec_last(&ret->blocks);
		known->cycles += block->cycles;
		known->count += block->count;
		for (unsigned n = 0; n < block->nr_first; n++) keep_first(known, block->first[n]);
		if (block->has_start) note_start(known, block->start);
	}
	if (ret->blocks.count) qsort(ret->blocks.items, ret->blocks.count, sizeof(*ret->blocks.items), by_cycles);
	vec_done(&all);
}

int block_cycles_collect(struct block_cycles *ret, struct session *session, const struct sample_filter *filter,
			 const struct event_switch *event_switch, struct err *err)
{
	struct collection collection = { .filter = filter,
					 .event_switch = event_switch,
					 .nr_events = session_events(session)->count };
	struct sample_visitor visitor = { .ctx = &collection, .worker_begin = worker_begin, .sample = on_sample };
	*ret = (struct block_cycles){ .cycles_of_event = xcalloc(collection.nr_events + 1,
								 sizeof(*ret->cycles_of_event)) };
	pthread_mutex_init(&collection.lock, NULL);
	int r = session_samples(session, &visitor, err);
	gather(ret, collection.workers);
	for (struct worker *w = collection.workers, *next; w; w = next) {
		next = w->next;
		for (size_t i = 0; i < collection.nr_events; i++) {
			ret->cycles_of_event[i] += w->cycles_of_event[i];
			u64map_done(&w->by_event[i]);
		}
		free(w->by_event);
		free(w->cycles_of_event);
		vec_done(&w->blocks);
		free(w);
	}
	pthread_mutex_destroy(&collection.lock);
	return r;
}

void block_cycles_done(struct block_cycles *blocks)
{
	vec_done(&blocks->blocks);
	free(blocks->cycles_of_event);
}

/* What averages are shares of, upstream's way: each row of the profile adds the averages of the blocks in the function
 * its branch led to. */
static double sum_of_averages(const struct block_cycles *blocks, struct hist *hist, struct hist_event *event)
{
	struct u64map averages = U64MAP_INIT; /* symbol -> of its blocks */
	double sum = 0;
	size_t key = 0;
	for (size_t i = 0; i < blocks->blocks.count; i++) {
		const struct block_cycles_block *block = &blocks->blocks.items[i];
		if (block->event != event->totals.event->idx) continue;
		*u64map_put(&averages, (uintptr_t)block->symbol, NULL) += block->cycles / block->count;
	}
	while (key < hist->nr_keys && strcmp(hist->keys[key]->name, "symbol_to") != 0) key++;
	hist_entries_make(hist, event);
	for (size_t i = 0; i < event->entries.count && key < hist->nr_keys; i++) {
		const struct place *to = key_env_place_of(hist->env, hist_cell(hist, &event->entries.items[i], key));
		const uint64_t *average = to->symbol ? u64map_find(&averages, (uintptr_t)to->symbol) : NULL;
		if (average) sum += (double)*average;
	}
	u64map_done(&averages);
	return sum;
}

/* One end of a block: its source line, or where no lines are known the function and the distance from its start. */
static void put_end(const struct hist *hist, const struct block_cycles_block *block, uint64_t object_addr,
		    struct outbuf *out)
{
	const struct key_env_options *options = key_env_options(hist->env);
	if (frame_line_text_at(hist->in.frames, block->dso, object_addr, options->full_source_path, out)) return;
	out_str(out, block->symbol->name);
	out_char(out, '+');
	out_dec(out, object_addr - block->symbol->start, 0);
}

/* "[main+0 -> main+16]" */
static void put_range(const struct hist *hist, const struct block_cycles_block *block, struct outbuf *out)
{
	out_char(out, '[');
	put_end(hist, block, block->start, out);
	out_lit(out, " -> ");
	put_end(hist, block, block->end, out);
	out_char(out, ']');
}

void block_cycles_list(const struct block_cycles *blocks, const struct hist *hist, const struct hist_event *event,
		       struct hist_joiner *joiner, struct diff_blocks *ret)
{
	struct outbuf text;
	out_init(&text, -1);
	for (size_t i = 0; i < blocks->blocks.count; i++) {
		const struct block_cycles_block *block = &blocks->blocks.items[i];
		if (block->event != event->totals.event->idx) continue;
		struct diff_block added = { .dso = arena_strdup(&ret->arena, block->dso->short_name),
					    .symbol = arena_strdup(&ret->arena, block->symbol->name),
					    .twin = hist_joiner_number(joiner, hist, block->dso, block->symbol),
					    .start = block->start - block->symbol->start,
					    .end = block->end - block->symbol->start,
					    .cycles = block->cycles,
					    .count = block->count,
					    .nr_values = block->nr_first };
		for (unsigned n = 0; n < block->nr_first; n++) added.values[n] = block->first[n].cycles;
		text.size = 0;
		put_range(hist, block, &text);
		added.range = arena_strndup(&ret->arena, text.data, text.size);
		vec_push(&ret->blocks, added);
	}
	out_done(&text);
}

void block_cycles_table(const struct block_cycles *blocks, struct hist *hist, struct hist_event *event,
			double percent_limit, struct table *table)
{
	static const struct table_column columns[] = {
		{ .name = "sampled_cycles_percent",
		  .title = "Sampled Cycles%",
		  .kind = COLUMN_PERCENT,
		  .width = 15,
		  .span = 1 },
		{ .name = "sampled_cycles", .title = "Sampled Cycles", .kind = COLUMN_NUMBER, .width = 14, .span = 1 },
		{ .name = "average_cycles_percent",
		  .title = "Avg Cycles%",
		  .kind = COLUMN_PERCENT,
		  .width = 11,
		  .span = 1 },
		{ .name = "average_cycles", .title = "Avg Cycles", .kind = COLUMN_NUMBER, .width = 10, .span = 1 },
		{ .name = "block",
		  .title = "[Program Block Range]",
		  .kind = COLUMN_TEXT,
		  .width = 70,
		  .span = 1,
		  .align = ALIGN_RIGHT,
		  .title_right = true },
		{ .name = "dso",
		  .title = "Shared Object",
		  .kind = COLUMN_TEXT,
		  .width = 20,
		  .span = 1,
		  .align = ALIGN_RIGHT,
		  .title_right = true },
	};
	uint64_t total = blocks->cycles_of_event[event->totals.event->idx];
	struct outbuf text;
	out_init(&text, -1);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) table_add_column(table, &columns[i]);
	double averages = sum_of_averages(blocks, hist, event);
	for (size_t i = 0; i < blocks->blocks.count; i++) {
		const struct block_cycles_block *block = &blocks->blocks.items[i];
		if (block->event != event->totals.event->idx) continue;
		double percent = 100.0 * (double)block->cycles / (double)total;
		if (percent < percent_limit) continue;
		uint64_t average = block->cycles / block->count;
		union table_cell *cells = table_add_row(table)->cells;
		cells[0].value = percent;
		cells[1].number = block->cycles;
		cells[2].value = averages > 0 ? 100.0 * (double)average / averages : 0;
		cells[3].number = average;
		text.size = 0;
		put_range(hist, block, &text);
		cells[4].text = arena_strndup(&table->arena, text.data, text.size);
		cells[5].text = block->dso->short_name;
	}
	out_done(&text);
}
