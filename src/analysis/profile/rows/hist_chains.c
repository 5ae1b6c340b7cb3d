/* The second pass over a recording, over samples whose entry gets a graph. Most samples are skipped before they are
 * decoded: the first pass left the frame cells of each in cells_of_turn_1, and hist_chains_wants compares these with
 * the cells of the chosen entries. Equal chains of an entry are kept once for each worker. What they are when the
 * pass is over belongs to hist_chain_store.c. */
#include "analysis/profile/rows/hist_chains.h"
#include "analysis/profile/collect/hist_collector.h"
#include "analysis/profile/rows/hist_reporter.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/u64map.h"

/* A distinct chain of an entry. */
struct distinct_chain {
	const struct link_id *links;
	uint64_t hash, period;
	uint32_t nr_links, entry, count;
};

/* What one thread collects. slots is an open-addressing hash table of chains. */
struct chain_worker {
	thread_chain_vec threads;
	struct frame_labels *known;
	VEC(struct link_id) links; /* of the sample at hand */
	VEC(struct distinct_chain) chains;
	uint32_t *slots; /* chain + 1 by hash, 0 is free */
	size_t mask;
	struct arena arena;
};

/* The pass as a whole; workers share only what is constant during it. */
struct chain_pass {
	struct hist *hist;
	struct hist_chains *chains;
	uint8_t *cells_wanted;        /* by frame_cells_id: some entry with these is */
	struct chain_worker *workers; /* [hist->in.nr_workers] */
};

bool hist_chains_wait(const struct hist *hist) { return hist->chains_on_demand; }

/* sample_visitor.wants: whether the sample with this turn may be of an entry that has a graph. Its tuple is not
 * known yet: hist_chains_sample looks again. */
static bool hist_chains_wants(void *ctx, uint64_t turn)
{
	const struct chain_pass *pass = ctx;
	uint32_t cells_1 = pass->hist->cells_of_turn_1[turn];
	return cells_1 && pass->cells_wanted[cells_1 - 1];
}

/* The labels of frames are those of the first pass: the session gives the worker with an index the same resolver
 * again. */
static void hist_chains_worker(void *ctx, struct session_worker *session_worker)
{
	struct chain_pass *pass = ctx;
	struct chain_worker *w = &pass->workers[session_worker->index];
	w->known = &hist_worker(pass->hist, session_worker->index, session_worker->resolver)->known;
	w->mask = 1023;
	w->slots = xcalloc(w->mask + 1, sizeof(*w->slots));
	arena_init(&w->arena);
	session_worker->state = w;
}

/* Makes the table four times as large. */
static void grow(struct chain_worker *w)
{
	free(w->slots);
	w->mask = w->mask * 4 + 3;
	w->slots = xcalloc(w->mask + 1, sizeof(*w->slots));
	for (uint32_t i = 0; i < w->chains.count; i++) {
		size_t at = w->chains.items[i].hash & w->mask;
		while (w->slots[at]) at = (at + 1) & w->mask;
		w->slots[at] = i + 1;
	}
}

/* Finds or adds the chain in w->links, of the entry with this number. */
static struct distinct_chain *chain_of(struct chain_worker *w, uint32_t entry)
{
	size_t size_bytes = w->links.count * sizeof(struct link_id);
	uint64_t hash = hash_bytes(w->links.items, size_bytes) ^ entry * 0x9e3779b97f4a7c15u;
	size_t at = hash & w->mask;
	for (; w->slots[at]; at = (at + 1) & w->mask) {
		struct distinct_chain *chain = &w->chains.items[w->slots[at] - 1];
		if (chain->hash != hash || chain->entry != entry || chain->nr_links != w->links.count) continue;
		if (memcmp(chain->links, w->links.items, size_bytes) == 0) return chain;
	}
	struct distinct_chain made = { .links = arena_memdup(&w->arena, w->links.items, size_bytes),
				       .hash = hash,
				       .nr_links = (uint32_t)w->links.count,
				       .entry = entry };
	vec_push(&w->chains, made);
	w->slots[at] = (uint32_t)w->chains.count;
	if (w->chains.count * 2 > w->mask) grow(w);
	return vec_last(&w->chains);
}

static void hist_chains_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct chain_pass *pass = ctx;
	struct chain_worker *w = session_worker->state;
	struct hist *hist = pass->hist;
	struct resolver *resolver = session_worker->resolver;
	const struct u64map *numbers = &pass->chains->numbers[sample->event->idx];
	if (!numbers->count || !sample_has_chain(sample)) return;
	struct sample_task task;
	resolver_task(resolver, sample, &task);
	const struct frame *leaf = resolver_sample_ip(resolver, &task, sample);
	struct thread_chain *thread = thread_chain_of(&w->threads, task.thread);
	struct tuple_id tuple = hist_tuple_of(hist, thread, resolver, sample, &task, NULL);
	struct frame_cells_id cells = { hist_leaf_class_of(hist, w->known, leaf).n }; /* of flat trees */
	const uint64_t *entry = u64map_find(numbers, hist_entry_key(tuple, cells));
	if (!entry) return;

	struct callchain_options how = hist_chain_options(&hist->options);
	callchain_update(resolver, &task, sample, &how, &thread->memo);
	size_t count = thread->memo.count, nr_links = 0;
	vec_reserve(&w->links, count + 1);
	struct link_id *links = w->links.items;
	for (size_t i = 0; i < count; i++) {
		const struct frame *frame = thread->memo.frames[hist->options.caller_first ? i : count - 1 - i];
		if (!hist->options.hide_unresolved || frame->symbol)
			links[nr_links++] = hist_link_of(hist, w->known, frame);
	}
	if (!nr_links) return;
	links[nr_links++].n = HIST_CHAIN_END;
	w->links.count = nr_links;
	struct distinct_chain *chain = chain_of(w, (uint32_t)*entry);
	chain->period += hist_period_of(&hist->options, sample);
	chain->count++;
}

/* Takes over what the workers have found: the lists of links stay in their arenas, which the profile now owns. */
static void gather(struct chain_pass *pass)
{
	struct hist_chains *chains = pass->chains;
	chains->nr_arenas = pass->hist->in.nr_workers;
	chains->arenas = xcalloc(chains->nr_arenas + 1, sizeof(*chains->arenas));
	for (size_t n = 0; n < chains->nr_arenas; n++) {
		struct chain_worker *w = &pass->workers[n];
		chains->arenas[n] = w->arena;
		for (size_t i = 0; i < w->chains.count; i++) {
			const struct distinct_chain *chain = &w->chains.items[i];
			vec_push(&chains->by_entry[chain->entry],
				 ((struct hist_chain){
					 .links = chain->links, .period = chain->period, .count = chain->count }));
		}
		thread_chains_done(&w->threads);
		vec_done(&w->links);
		vec_done(&w->chains);
		free(w->slots);
	}
	free(pass->workers);
}

/* Numbers the entries of an event that may get a graph. */
static void choose_entries(struct chain_pass *pass, struct hist_event *event, const struct hist_report_options *options)
{
	struct hist_chains *chains = pass->chains;
	struct u64map *numbers = &chains->numbers[event->totals.event->idx];
	hist_entries_make(pass->hist, event);
	for (size_t i = 0; i < event->entries.count; i++) {
		const struct hist_entry *entry = &event->entries.items[i];
		if (entry->filtered || !hist_report_shows_graph(event, entry, options)) continue;
		*u64map_put(numbers, hist_entry_key(entry->tuple, entry->cells), NULL) = chains->nr_entries++;
		pass->cells_wanted[entry->cells.n] = 1;
	}
}

int hist_chains_collect(struct hist *hist, struct session *session, struct hist_event *const *events, size_t nr_events,
			const struct hist_report_options *options, struct err *err)
{
	struct hist_chains *chains = xcalloc(1, sizeof(*chains));
	struct chain_pass pass = { .hist = hist, .chains = chains };
	chains->nr_events = hist->in.events->count;
	chains->numbers = xcalloc(chains->nr_events + 1, sizeof(*chains->numbers));
	pass.cells_wanted = xcalloc(cells_count(&hist->frames) + 1, 1);
	for (size_t i = 0; i < nr_events; i++) choose_entries(&pass, events[i], options);
	chains->by_entry = xcalloc(chains->nr_entries + 1, sizeof(*chains->by_entry));
	hist_chains_free(hist->chains);
	hist->chains = chains;
	int r = 0;
	if (chains->nr_entries) {
		struct sample_visitor visitor = { .ctx = &pass,
						  .worker_begin = hist_chains_worker,
						  .wants = hist_chains_wants,
						  .sample = hist_chains_sample };
		pass.workers = xcalloc(hist->in.nr_workers, sizeof(*pass.workers));
		r = session_samples(session, &visitor, err);
		gather(&pass);
	}
	free(pass.cells_wanted);
	return r;
}
