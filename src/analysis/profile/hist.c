#include "analysis/profile/hist_collector.h"
#include "analysis/profile/first_levels.h"
#include "analysis/profile/hist_chains.h"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include "base/hash.h"
#include "base/u64map.h"
#include "session/session_unwinding.h"

/* ---- what workers keep */

struct worker_event {
	struct cct cct;
	uint64_t nr_samples, period;
};
/* Where the branch with these facts was counted last, by their hash. */
struct branch_slot {
	const struct frame *from, *to;
	const struct task *task;
	const char *comm;
	uint64_t flags;
	uint32_t event, node_1;
	bool hidden;
};
enum { BRANCH_SLOTS = 1 << 14 };

struct worker {
	struct worker_event *events;
	thread_chain_vec threads;
	struct frame_classes *known;
	struct first_levels levels;
	struct branch_slot *branches;
	struct branch_history history;
	struct gap_counts gaps;
	struct worker *next;
	struct collector *collector;
};

struct collection {
	struct collector collector;
	pthread_mutex_t lock;
	struct worker *workers;
};

uint64_t hist_cell(const struct hist *hist, const struct hist_entry *entry, size_t key)
{
	const uint64_t *cells = hist->keys[key]->scope == KEY_FRAME ? cells_get(&hist->frames, entry->frame)
								    : cells_get(&hist->tuples, entry->tuple);
	return cells[hist->position[key]];
}

static bool regex_hits(const regex_t *regex, const struct frame *frame)
{
	return frame->symbol && regexec(regex, frame->symbol->name, 0, NULL, 0) == 0;
}

static void add_sums(struct cct *cct, uint32_t node, const struct sample *sample, uint64_t period)
{
	static const uint8_t sum_of_mode[8] = { [CPUMODE_KERNEL] = 1 + HIST_SUM_SYS,
						[CPUMODE_USER] = 1 + HIST_SUM_US,
						[CPUMODE_GUEST_KERNEL] = 1 + HIST_SUM_GUEST_SYS,
						[CPUMODE_GUEST_USER] = 1 + HIST_SUM_GUEST_US };
	uint64_t *sums = cct_extra(cct, node);
	unsigned which = sum_of_mode[sample->cpumode & 7];
	if (which) sums[which - 1] += period;
	sums[HIST_SUM_WEIGHT1] += sample->weight;
	sums[HIST_SUM_WEIGHT2] += sample->ins_lat;
	sums[HIST_SUM_WEIGHT3] += sample->p_stage_cyc;
}

/* frames: outermost first; those below `same` were noted with the chain before. */
static void note_levels(struct worker *w, const struct sample *sample, const struct frame *leaf,
			const struct frame *const *frames, size_t same, size_t count)
{
	struct collector *c = w->collector;
	char level = leaf->level;
	for (size_t k = 0; k < count; k++) {
		size_t i = c->options->caller_first ? k : count - 1 - k;
		if (frames[i]->map) level = frames[i]->level;
		else if (i >= same)
			first_levels_note(&w->levels, hist_class_of(c, w->known, frames[i], false), sample->time_ns,
					  level);
	}
}

/* hidden: the sample itself is, whatever its branches are. */
static uint32_t branch_node(struct worker *w, struct cct *cct, const struct sample *sample,
			    const struct sample_task *task, const struct branch_entry *branch, const struct frame *from,
			    const struct frame *to, bool hidden)
{
	struct collector *c = w->collector;
	struct hist *hist = c->hist;
	uint64_t cells[HIST_MAX_KEYS + 1];
	size_t n = 0;
	struct key_input in = {
		.sample = sample, .task = task, .branch = branch, .branch_from = from, .branch_to = to
	};
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope != KEY_FRAME) {
			in.key = hist->keys[i];
			cells[n++] = in.key->cell(hist->env, &in);
		}
	cells[n++] = hidden;
	if (!from->symbol || !to->symbol) key_env_note_unresolved(hist->env);
	uint32_t root = cct_child(cct, CCT_NONE, cells_id(&hist->tuples, cells));
	return cct_child(cct, root, hist_class_of(c, w->known, to, false) | HIST_LEAF);
}

static void count_branches(struct worker *w, struct worker_event *e, struct resolver *resolver,
			   const struct sample *sample, const struct sample_task *task)
{
	if (!w->branches) w->branches = xcalloc(BRANCH_SLOTS, sizeof(*w->branches));
	const struct sample_filter *filter = w->collector->options->filter;
	const struct frame *own = resolver_sample_ip(resolver, task, sample);
	if (w->collector->options->hide_unresolved && !own->symbol) return;
	bool hidden = filter &&
		      (sample_filter_hides_task(filter, sample, task) || sample_filter_hides_frame(filter, own));
	for (uint64_t i = 0; i < sample->nr_branches; i++) {
		const struct branch_entry *branch = &sample->branches[i];
		const struct frame *from = branch_end(resolver, task, branch->from),
				   *to = branch_end(resolver, task, branch->to);
		if (w->collector->options->hide_unresolved && !(from->symbol && to->symbol)) continue;
		struct branch_slot *slot =
			&w->branches[hash_pair((uintptr_t)from ^ branch->flags, (uintptr_t)to ^ (uintptr_t)task->comm) &
				     (BRANCH_SLOTS - 1)];
		bool hit = w->collector->by_task && slot->node_1 && slot->from == from && slot->to == to &&
			   slot->task == task->task && slot->comm == task->comm && slot->flags == branch->flags &&
			   slot->event == sample->event->idx && slot->hidden == hidden;
		uint32_t node = hit ? slot->node_1 - 1
				    : branch_node(w, &e->cct, sample, task, branch, from, to, hidden);
		*slot = (struct branch_slot){
			from, to, task->task, task->comm, branch->flags, sample->event->idx, node + 1, hidden
		};
		e->cct.nodes.items[node].period++;
		e->cct.nodes.items[node].count++;
		if (w->collector->options->sums) add_sums(&e->cct, node, sample, 1);
		e->nr_samples++;
		e->period++;
	}
}

/* Chains that are not resolved now count for one thing: whether all addresses have symbols. */
static void look_for_unresolved(struct collector *c, struct resolver *resolver, const struct sample *sample,
				const struct sample_task *task, struct thread_chain *thread)
{
	if (key_env_has_unresolved(c->hist->env)) return;
	struct callchain_options how = { .max_stack = c->options->max_stack, .caller_first = c->options->caller_first };
	for (size_t i = callchain_update(resolver, task, sample, &how, &thread->memo); i < thread->memo.count; i++)
		if (!thread->memo.frames[i]->symbol) key_env_note_unresolved(c->hist->env);
}

/* The node at the end of the way that branches tell of, below root. */
static uint32_t walk_history(struct worker *w, struct cct *cct, uint32_t root, struct resolver *resolver,
			     const struct sample_task *task, const struct sample *sample,
			     const struct frame *const *frames, size_t nr_frames)
{
	struct collector *c = w->collector;
	uint32_t node = root;
	branch_history_make(&w->history, resolver, task, sample, frames, nr_frames);
	for (size_t i = 0; i < w->history.steps.count; i++) {
		const struct branch_step *step = &w->history.steps.items[i];
		if (c->options->hide_unresolved && !step->frame->symbol) continue;
		node = cct_child(cct, node,
				 c->options->children ? hist_class_of(c, w->known, step->frame, false)
						      : hist_link_of(c, w->known, step->frame));
		branch_sums_add(cct_extra(cct, node) + hist_branch_sums_at(c->options), step);
	}
	return node;
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct worker *w = session_worker->state;
	struct collector *c = w->collector;
	struct hist *hist = c->hist;
	const struct hist_options *options = c->options;
	if (!sample->event || (options->filter && sample_filter_drops(options->filter, sample))) return;
	if (unlikely(c->switched) && !event_switch_passes(options->event_switch, sample)) return;
	struct worker_event *e = &w->events[sample->event->idx];
	struct resolver *resolver = session_worker->resolver;
	struct sample_task task;
	resolver_task(resolver, sample, &task);
	if (options->branches) {
		count_branches(w, e, resolver, sample, &task);
		return;
	}
	const struct frame *leaf = resolver_ip(resolver, &task, sample->cpumode, sample->ip), *parent = NULL;
	if (options->hide_unresolved && !leaf->symbol) return;

	frame_array_prefetch(&w->known->as_leaf, leaf);
	gap_counts_note(&w->gaps, session_model(hist->session), sample, leaf);
	struct thread_chain *thread = thread_chain_of(&w->threads, task.thread);
	size_t same = 0, count = 0; /* frames outermost first; those from count on are ignored callees */
	bool has_chain = options->max_stack && sample_has_chain(sample);
	if ((hist->chains_in_tree || c->parents) && has_chain) {
		struct callchain_options how = { .max_stack = options->max_stack,
						 .caller_first = options->caller_first };
		same = callchain_update(resolver, &task, sample, &how, &thread->memo);
		count = thread->memo.count;
		for (size_t n = 0; c->parents && n < count && !parent; n++) {
			const struct frame *frame = thread->memo.frames[options->caller_first ? n : count - 1 - n];
			if (regex_hits(&c->parent, frame)) parent = frame;
		}
		for (size_t i = 0; options->ignore_callees && i < count; i++)
			if (regex_hits(&c->ignore, thread->memo.frames[i])) {
				count = i + 1;
				leaf = thread->memo.frames[i];
			}
	}

	if (unlikely(c->chains_for_unresolved) && has_chain) look_for_unresolved(c, resolver, sample, &task, thread);
	uint32_t tuple = hist_tuple_of(c, thread, sample, &task, parent),
		 leaf_class = hist_class_of(c, w->known, leaf, true), last = CCT_NONE;
	struct cct *cct = &e->cct;
	uint32_t node = cct_child(cct, CCT_NONE, tuple);
	if (hist->chains_in_tree && options->branch_history && sample->nr_branches && options->max_stack) {
		node = walk_history(w, cct, node, resolver, &task, sample, thread->memo.frames, count);
		last = cct->nodes.items[node].frame;
		thread->valid = 0;
	} else if (hist->chains_in_tree && has_chain) {
		if (thread->event != sample->event->idx || thread->root != node) thread->valid = 0;
		thread->event = sample->event->idx;
		thread->root = node;
		same = MIN(MIN(same, thread->valid), count);
		if (same) node = thread->nodes[same - 1];
		if (count > thread->capacity)
			thread->nodes = xreallocarray(thread->nodes,
						      thread->capacity = MAX(count, 2 * thread->capacity),
						      sizeof(*thread->nodes));
		bool unmapped = false;
		for (size_t i = same; i < count; i++) frame_array_prefetch(&w->known->as_link, thread->memo.frames[i]);
		for (size_t i = same; i < count; i++) {
			const struct frame *frame = thread->memo.frames[i];
			unmapped |= !frame->map;
			if (!options->hide_unresolved || frame->symbol) {
				bool is_leaf = i + 1 == count && frame == leaf;
				node = cct_child(cct, node,
						 options->children ? hist_class_of(c, w->known, frame, false)
						 : is_leaf         ? leaf_class
								   : hist_link_of(c, w->known, frame));
			}
			thread->nodes[i] = node;
		}
		thread->valid = count;
		if (unlikely(unmapped) && options->children && !options->hide_unresolved)
			note_levels(w, sample, leaf, thread->memo.frames, same, count);
		if (node != thread->root) last = cct->nodes.items[node].frame;
	}
	if (!leaf->map) first_levels_note(&w->levels, leaf_class, sample->time_ns, leaf->level);
	/* a chain that does not end at the sample's own address: the address is an entry, and no link of the chain */
	if (last == CCT_NONE || last & HIST_LINK ||
	    (last != leaf_class && cells_get(&hist->classes, last)[1] != cells_get(&hist->classes, leaf_class)[1]))
		node = cct_child(cct, node, leaf_class | HIST_LEAF);
	uint64_t period = hist_period_of(sample);
	cct->nodes.items[node].period += period;
	cct->nodes.items[node].count++;
	if (options->sums) add_sums(cct, node, sample, period);
	e->nr_samples++;
	e->period += period;
	if (hist->frame_of_record) hist->frame_of_record[sample->turn] = leaf_class + 1;
}

static void on_worker(void *ctx, struct session_worker *session_worker)
{
	struct collection *collection = ctx;
	const struct hist_options *o = collection->collector.options;
	struct worker *w = xcalloc(1, sizeof(*w));
	w->collector = &collection->collector;
	w->known = &collection->collector.hist->known[session_worker->index];
	w->events = xcalloc(collection->collector.hist->nr_events, sizeof(*w->events));
	for (size_t i = 0; i < collection->collector.hist->nr_events; i++)
		cct_init(&w->events[i].cct, hist_branch_sums_at(o) + (o->branch_history ? BRANCH_SUMS : 0));
	session_worker->state = w;
	pthread_mutex_lock(&collection->lock);
	w->next = collection->workers;
	collection->workers = w;
	pthread_mutex_unlock(&collection->lock);
}

/* Gives addresses without a map the letters their first samples had. */
static void set_levels(struct hist *hist, struct worker *workers)
{
	struct first_levels levels = { 0 };
	for (struct worker *w = workers; w; w = w->next) first_levels_merge(&levels, &w->levels);
	for (size_t k = 0; k < hist->nr_keys; k++) {
		if (!(hist->keys[k]->flags & KEY_SYMBOL)) continue;
		/* several classes may be one place: the earliest counts */
		struct first_levels places = { 0 };
		for (size_t i = 0; i < levels.by_class.count; i++) {
			const struct first_level *first = &levels.by_class.items[i];
			if (!first->level) continue;
			uint64_t place = cells_get(&hist->frames, hist->frame_of_class[i])[hist->position[k]];
			first_levels_note(&places, (uint32_t)place, first->when, first->level);
		}
		for (size_t i = 0; i < places.by_class.count; i++)
			if (places.by_class.items[i].level)
				key_env_set_level(hist->env, i, places.by_class.items[i].level);
		vec_done(&places.by_class);
	}
	vec_done(&levels.by_class);
}

/* Puts the workers' trees together, event by event. */
static void gather(struct hist *hist, struct worker *workers, unsigned threads)
{
	size_t nr_workers = 0;
	for (struct worker *w = workers; w; w = w->next) nr_workers++;
	_free_ struct cct **trees = xcalloc(nr_workers + 1, sizeof(*trees));
	for (size_t i = 0; i < hist->nr_events; i++) {
		struct hist_event *event = &hist->events[i];
		size_t n = 0;
		for (struct worker *w = workers; w; w = w->next) {
			trees[n++] = &w->events[i].cct;
			event->nr_samples += w->events[i].nr_samples;
			event->period += w->events[i].period;
		}
		cct_index_make(&event->tree, trees, nr_workers, threads);
	}
	uint32_t nr_classes = hist->chains_in_tree ? cells_count(&hist->classes) : cells_count(&hist->frames);
	hist->frame_of_class = xmalloc(nr_classes * sizeof(uint32_t) + 1);
	hist->chain_of_class = xmalloc(nr_classes * sizeof(uint32_t) + 1);
	for (uint32_t i = 0; i < nr_classes; i++) {
		const uint64_t *class = hist->chains_in_tree ? cells_get(&hist->classes, i) : (uint64_t[2]){ 0, i };
		hist->chain_of_class[i] = (uint32_t) class[0];
		hist->frame_of_class[i] = (uint32_t) class[1];
	}
}

static void find_gaps(struct hist *hist, struct worker *workers)
{
	const struct model *model = session_model(hist->session);
	struct gap_counts all = { 0 };
	for (struct worker *w = workers; w; w = w->next) gap_counts_merge(&all, model, &w->gaps);
	profile_gaps_find(&hist->gaps, &all, model, session_frames(hist->session));
	free(all.unnamed);
}

static int compile(regex_t *regex, const char *pattern, struct err *err)
{
	int error = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
	if (!error) return 0;
	char text[256];
	regerror(error, regex, text, sizeof(text));
	return err_set(err, -EINVAL, "Invalid regex: %s\n%s", pattern, text);
}

int hist_collect(struct session *session, const struct hist_options *options, struct hist **ret, struct err *err)
{
	struct hist *hist = xcalloc(1, sizeof(*hist));
	struct collection collection = { .collector = { .hist = hist, .options = &hist->options, .by_task = true } };
	hist->session = session;
	hist->known = xcalloc(session_threads(session), sizeof(*hist->known));
	struct collector *c = &collection.collector;
	unsigned nr_frame_keys = 0, nr_sample_keys = 0;
	int r = 0;
	assert(options->nr_keys <= ARRAY_SIZE(hist->keys));
	hist->options = *options;
	hist->nr_keys = options->nr_keys;
	for (size_t i = 0; i < options->nr_keys; i++) {
		const struct key *key = hist->keys[i] = options->keys[i];
		hist->position[i] = key->scope == KEY_FRAME ? nr_frame_keys++ : nr_sample_keys++;
		if (key->scope == KEY_SAMPLE && !(key->flags & KEY_BRANCH)) c->by_task = false;
		if (key->flags & KEY_PARENT) c->parents = true;
	}
	if (options->filter && options->filter->socket >= 0) c->by_task = false;
	if (options->exclude_other) c->parents = true;
	c->switched = options->event_switch && options->event_switch->active;
	if (c->parents) c->by_task = false;
	hist->by_task = c->by_task;
	hist->chains_on_demand = hist_chains_can_wait(hist, session_events(session));
	hist->chains_in_tree = options->use_chains && !hist->chains_on_demand;
	if (hist->chains_on_demand) {
		hist->frame_of_record = xcalloc(session_nr_turns(session) + 1, sizeof(*hist->frame_of_record));
		c->chains_for_unresolved = options->env.wide_unresolved && !options->hide_unresolved;
	}
	cells_init(&hist->tuples, nr_sample_keys + 1);
	cells_init(&hist->frames, nr_frame_keys + 1);
	cells_init(&hist->classes, 2);
	hist->env = key_env_new(&options->env, session_header(session), session_model(session),
				session_frames(session));
	if (c->parents &&
	    (r = compile(&c->parent, options->parent_regex ? options->parent_regex : "^sys_|^do_page_fault", err)) < 0)
		c->parents = false;
	if (r == 0 && options->ignore_callees && (r = compile(&c->ignore, options->ignore_callees, err)) < 0)
		hist->options.ignore_callees = NULL;
	if (r == 0) {
		const struct perf_events *events = session_events(session);
		hist->nr_events = events->count;
		hist->events = xcalloc(hist->nr_events + 1, sizeof(*hist->events));
		for (size_t i = 0; i < hist->nr_events; i++) hist->events[i].event = events->items[i];
		pthread_mutex_init(&collection.lock, NULL);
		struct sample_visitor visitor = { .ctx = &collection, .worker_begin = on_worker, .sample = on_sample };
		r = session_samples(session, &visitor, err);
		/* chains were only looked at until one had no symbol; those of the graphs come later */
		if (hist->chains_on_demand) session_unwound_forget(session);
		gather(hist, collection.workers, session_threads(session));
		set_levels(hist, collection.workers);
		find_gaps(hist, collection.workers);
		for (struct worker *w = collection.workers, *next; w; w = next) {
			next = w->next;
			thread_chains_done(&w->threads);
			vec_done(&w->levels.by_class);
			free(w->branches);
			branch_history_done(&w->history);
			free(w->events);
			free(w);
		}
		pthread_mutex_destroy(&collection.lock);
	}
	if (c->parents) regfree(&c->parent);
	if (hist->options.ignore_callees) regfree(&c->ignore);
	if (r < 0) {
		hist_free(hist);
		return r;
	}
	*ret = hist;
	return 0;
}

void hist_free(struct hist *hist)
{
	if (!hist) return;
	for (size_t i = 0; i < hist->nr_events; i++) {
		cct_index_done(&hist->events[i].tree);
		vec_done(&hist->events[i].entries);
		vec_done(&hist->events[i].sums);
	}
	free(hist->events);
	for (unsigned i = 0; i < session_threads(hist->session); i++) frame_classes_done(&hist->known[i]);
	free(hist->known);
	free(hist->frame_of_class);
	free(hist->frame_of_record);
	free(hist->chain_of_class);
	cells_done(&hist->tuples);
	cells_done(&hist->frames);
	cells_done(&hist->classes);
	key_env_free(hist->env);
	free(hist);
}

const char *hist_chain_label(const struct hist *hist, uint64_t chain, struct arena *arena)
{
	const struct place *place = key_env_place_of(hist->env, chain);
	if (!place->symbol) return arena_printf(arena, "%#llx", (unsigned long long)place->ip);
	const char *name = place->symbol->name, *mark = place->symbol->is_inlined ? KEY_INLINED_MARK : "";
	if (hist->options.chain_key == CHAIN_FUNCTION) return *mark ? arena_printf(arena, "%s%s", name, mark) : name;
	if (place->source) return arena_printf(arena, "%s %s%s", name, place->source, mark);
	return arena_printf(arena, "%s +%llu%s", name, (unsigned long long)(place->object_addr - place->symbol->start),
			    mark);
}

static bool is_inlined(const struct place *place) { return place->symbol && place->symbol->is_inlined; }

bool hist_chain_is_inlined(const struct hist *hist, uint64_t chain)
{
	return is_inlined(key_env_place_of(hist->env, chain));
}

int hist_chain_order_by_name(const struct hist *hist, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(hist->env, a), *r = key_env_place_of(hist->env, b);
	int order = strcmp(r->symbol ? r->symbol->name : "", l->symbol ? l->symbol->name : "");
	if (order == 0 && l->source && r->source) order = strcmp(r->source, l->source);
	return order ? order : hist_chain_order(hist, a, b);
}

int hist_chain_order(const struct hist *hist, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(hist->env, a), *r = key_env_place_of(hist->env, b);
	if (a == b) return 0;
	if (l->dso != r->dso) return l->dso && r->dso ? (l->dso->id > r->dso->id ? -1 : 1) : l->dso ? -1 : 1;
	bool by_symbol = hist->options.chain_key == CHAIN_FUNCTION;
	uint64_t at_l = l->symbol && by_symbol ? l->symbol->start : l->shown_addr,
		 at_r = r->symbol && by_symbol ? r->symbol->start : r->shown_addr;
	if (at_l != at_r) return at_l > at_r ? -1 : 1;
	if (is_inlined(l) != is_inlined(r)) return is_inlined(l) ? -1 : 1;
	return l->symbol && r->symbol ? strcmp(r->symbol->name, l->symbol->name) : 0;
}
