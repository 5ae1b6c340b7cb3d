#include "analysis/profile/hist_chains.h"
#include <pthread.h>
#include "analysis/profile/hist_collector.h"
#include "base/hash.h"

/* A distinct chain of an entry. */
struct distinct_chain {
	const uint32_t *links;
	uint64_t hash, period;
	uint32_t nr_links, entry, count;
};

struct chain_worker {
	thread_chain_vec threads;
	struct frame_classes *known;
	VEC(uint32_t) links; /* of the sample at hand */
	VEC(struct distinct_chain) chains;
	uint32_t *slots; /* chain + 1 by hash, 0 is free */
	size_t mask;
	struct arena arena;
	struct chain_worker *next;
};

struct chain_pass {
	struct collector collector;
	const struct perf_event *event;
	const struct u64map *wanted;
	uint8_t *frame_wanted; /* by frame id: some entry of this frame is */
	pthread_mutex_t lock;
	struct chain_worker *workers;
};

bool hist_chains_can_wait(const struct hist *hist, const struct perf_events *events)
{
	const struct hist_options *o = &hist->options;
	if (!o->use_chains || !o->max_stack || !o->chains_for_graphs || o->children || o->branches ||
	    o->branch_history || o->ignore_callees || o->exclude_other)
		return false;
	/* places show the lowest address anything of them was seen at, also in chains */
	if (o->env.symbol_addresses) return false;
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->flags & KEY_PARENT) return false;
	/* one record may stand for samples of several events */
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_READ) return false;
	return true;
}

static bool is_wanted(void *ctx, uint64_t turn)
{
	const struct chain_pass *pass = ctx;
	uint32_t frame_1 = pass->collector.hist->frame_of_record[turn];
	return frame_1 && pass->frame_wanted[frame_1 - 1];
}

static void on_worker(void *ctx, struct session_worker *session_worker)
{
	struct chain_pass *pass = ctx;
	struct chain_worker *w = xcalloc(1, sizeof(*w));
	w->mask = 1023;
	w->slots = xcalloc(w->mask + 1, sizeof(*w->slots));
	arena_init(&w->arena);
	w->known = &pass->collector.hist->known[session_worker->index];
	session_worker->state = w;
	pthread_mutex_lock(&pass->lock);
	w->next = pass->workers;
	pass->workers = w;
	pthread_mutex_unlock(&pass->lock);
}

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

/* The chain in w->links. */
static struct distinct_chain *chain_of(struct chain_worker *w, uint32_t entry)
{
	size_t size_bytes = w->links.count * sizeof(uint32_t);
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

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct chain_pass *pass = ctx;
	struct chain_worker *w = session_worker->state;
	struct collector *c = &pass->collector;
	struct resolver *resolver = session_worker->resolver;
	if (sample->event != pass->event || !sample_has_chain(sample)) return;
	struct sample_task task;
	resolver_task(resolver, sample, &task);
	const struct frame *leaf = resolver_sample_ip(resolver, &task, sample);
	struct thread_chain *thread = thread_chain_of(&w->threads, task.thread);
	uint64_t cells = (uint64_t)hist_tuple_of(c, thread, sample, &task, NULL) << 32 |
			 hist_class_of(c, w->known, leaf, true);
	const uint64_t *entry = u64map_find(pass->wanted, cells);
	if (!entry) return;

	struct callchain_options how = { .max_stack = c->options->max_stack, .caller_first = c->options->caller_first };
	callchain_update(resolver, &task, sample, &how, &thread->memo);
	size_t count = thread->memo.count, nr_links = 0;
	vec_reserve(&w->links, count + 1);
	uint32_t *links = w->links.items;
	for (size_t i = 0; i < count; i++) {
		const struct frame *frame = thread->memo.frames[c->options->caller_first ? i : count - 1 - i];
		if (!c->options->hide_unresolved || frame->symbol)
			links[nr_links++] = hist_link_of(c, w->known, frame) & ~HIST_LINK;
	}
	if (!nr_links) return;
	links[nr_links++] = HIST_CHAIN_END;
	w->links.count = nr_links;
	struct distinct_chain *chain = chain_of(w, (uint32_t)*entry);
	chain->period += hist_period_of(sample);
	chain->count++;
}

static void gather(struct chain_pass *pass, struct hist_chains *ret)
{
	for (struct chain_worker *w = pass->workers; w; w = w->next) ret->nr_arenas++;
	ret->arenas = xcalloc(ret->nr_arenas + 1, sizeof(*ret->arenas));
	size_t n = 0;
	for (struct chain_worker *w = pass->workers, *next; w; w = next) {
		next = w->next;
		ret->arenas[n++] = w->arena;
		for (size_t i = 0; i < w->chains.count; i++) {
			const struct distinct_chain *chain = &w->chains.items[i];
			vec_push(&ret->by_entry[chain->entry],
				 ((struct hist_chain){
					 .links = chain->links, .period = chain->period, .count = chain->count }));
		}
		thread_chains_done(&w->threads);
		vec_done(&w->links);
		vec_done(&w->chains);
		free(w->slots);
		free(w);
	}
}

int hist_chains_collect(struct hist *hist, const struct hist_event *event, const struct u64map *wanted,
			size_t nr_entries, struct hist_chains *ret, struct err *err)
{
	struct chain_pass pass = { .collector = { .hist = hist, .options = &hist->options, .by_task = hist->by_task },
				   .event = event->event,
				   .wanted = wanted };
	*ret = (struct hist_chains){ .nr_entries = nr_entries };
	ret->by_entry = xcalloc(nr_entries + 1, sizeof(*ret->by_entry));
	if (!nr_entries) return 0;
	pass.frame_wanted = xcalloc(cells_count(&hist->frames) + 1, 1);
	size_t pos = 0;
	for (uint64_t cells, number; u64map_next(wanted, &pos, &cells, &number);)
		pass.frame_wanted[(uint32_t)cells] = 1;
	pthread_mutex_init(&pass.lock, NULL);
	struct sample_visitor visitor = {
		.ctx = &pass, .worker_begin = on_worker, .wants = is_wanted, .sample = on_sample
	};
	int r = session_samples(hist->session, &visitor, err);
	gather(&pass, ret);
	pthread_mutex_destroy(&pass.lock);
	free(pass.frame_wanted);
	return r;
}

void hist_chains_done(struct hist_chains *chains)
{
	for (size_t i = 0; i < chains->nr_entries; i++) vec_done(&chains->by_entry[i]);
	for (size_t i = 0; i < chains->nr_arenas; i++) arena_done(&chains->arenas[i]);
	free(chains->by_entry);
	free(chains->arenas);
	*chains = (struct hist_chains){ 0 };
}
