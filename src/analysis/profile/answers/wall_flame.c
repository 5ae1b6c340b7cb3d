/* Samples and context switches thread by thread, in order of time: what lies between two of them is the time of a node.
 *
 *     begins      sample A      sample B       ends              begins
 *        |-- A's ---|--- B's -----|--- B's -----|--- [off CPU] -----|
 *                                               called by the stack of sched_switch, else by B */
#include "analysis/profile/answers/wall_flame.h"
#include <stdlib.h>
#include <string.h>
#include "analysis/profile/collect/hist_collector.h"
#include "analysis/profile/answers/hist_flame.h"
#include "analysis/profile/collect/hist_select.h"
#include "base/sort.h"
#include "base/u64map.h"

/* At one moment a sample comes before the switch that ends its run. */
enum wall_kind { WALL_SAMPLE, WALL_LEAVES, WALL_ENDS, WALL_BEGINS };

/* For sort_words: by thread, time, kind. */
struct wall_item {
	uint64_t tid, time_ns;
	uint64_t kind_node; /* enum wall_kind << 32 | the maker's node of samples */
};

struct wall {
	struct hist *hist;
	struct flame_maker *maker;
	VEC(struct wall_item) items;
	struct u64map sampled;            /* threads that have samples: tid -> index in threads */
	VEC(struct flame_thread) threads; /* nr_samples: number in times, once they are sorted */
	struct flame_times *times;        /* NULL: nobody asks when */
	moment_words_vec words;           /* of times, with nodes of the maker */
	uint32_t off_label, on_label;
};

/* What is known of the thread at hand. Nodes: FLAME_NONE: none. */
struct wall_thread {
	bool is_known, runs; /* whether it runs is known; it does */
	uint64_t since_ns;   /* what came last */
	uint32_t root;       /* outermost node of its samples */
	uint32_t number;     /* in times */
	uint32_t last, left; /* of the last sample of this run; of the switch that ended the run */
};

static void add_item(struct wall *wall, uint32_t tid, uint64_t time_ns, enum wall_kind kind, uint32_t node)
{
	vec_push(&wall->items, ((struct wall_item){ tid, time_ns, (uint64_t)kind << 32 | node }));
}

/* switch_moments_visit: threads without samples have no names, and are left out. */
static void wall_flame_moment(void *ctx, const struct switch_moment *moment)
{
	struct wall *wall = ctx;
	if (u64map_find(&wall->sampled, moment->tid))
		add_item(wall, moment->tid, moment->time_ns, moment->begins ? WALL_BEGINS : WALL_ENDS, 0);
}

/* Puts the tree of an event into the maker, without weights. Returns the maker's nodes by node of the profile's tree;
 * the caller frees them. */
static uint32_t *add_tree(struct wall *wall, struct hist_event *event)
{
	uint32_t *places;
	struct flame *flame = hist_flame(wall->hist, event, NULL, &places);
	_free_ uint32_t *numbers = xmalloc((flame->nr_nodes + 1) * sizeof(*numbers));
	for (size_t i = 0; i < flame->nr_nodes; i++) {
		const struct flame_node *node = &flame->nodes[i];
		uint32_t label = flame_label(wall->maker, &flame->frames[node->frame], FLAME_NONE, node->is_leaf);
		numbers[i] = flame_child(wall->maker, node->parent == FLAME_NONE ? FLAME_NONE : numbers[node->parent],
					 label);
	}
	for (size_t i = 0; i < hist_nr_nodes(event); i++)
		if (places[i] != FLAME_NONE) places[i] = numbers[places[i]];
	flame_free(flame);
	return places;
}

/* A thread's name is that of the event's last sample of it; at one time the last in the alphabet. */
static void note_thread(struct wall *wall, const struct kept_sample *sample)
{
	bool is_new;
	uint64_t *at = u64map_put(&wall->sampled, sample->tid, &is_new);
	if (is_new) {
		*at = wall->threads.count;
		vec_push(&wall->threads, ((struct flame_thread){ .pid = sample->pid, .tid = sample->tid }));
	}
	struct flame_thread *thread = &wall->threads.items[*at];
	bool is_later = sample->time_ns > thread->nr_samples;
	if (!thread->comm || is_later ||
	    (sample->time_ns == thread->nr_samples && strcmp(sample->comm, thread->comm) > 0)) {
		thread->comm = sample->comm;
		thread->pid = sample->pid;
		thread->nr_samples = sample->time_ns;
	}
}

/* Samples of an event as items of that kind. */
static void add_samples(struct wall *wall, struct hist_event *event, enum wall_kind kind)
{
	const struct hist *hist = wall->hist;
	_free_ uint32_t *nodes = add_tree(wall, event);
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		const struct hist_worker *w = hist->workers[i];
		for (size_t n = 0; w && n < w->kept.count; n++) {
			const struct kept_sample *sample = &w->kept.items[n];
			if (sample->event != event->totals.event->idx || !sample->tid) continue;
			uint32_t node = hist_kept_node(hist, i, sample);
			if (node == CCT_NONE || nodes[node] == FLAME_NONE) continue;
			add_item(wall, sample->tid, sample->time_ns, kind, nodes[node]);
			note_thread(wall, sample);
		}
	}
}

static uint32_t root_of(struct wall *wall, uint32_t node)
{
	while (flame_node_of(wall->maker, node)->parent != FLAME_NONE) node = flame_node_of(wall->maker, node)->parent;
	return node;
}

/* Cuts a time into slices; what is before the first or behind the last is in that one. */
static void note_time(struct wall *wall, uint32_t thread, uint32_t node, uint64_t since_ns, uint64_t until_ns)
{
	const struct flame_times *times = wall->times;
	double length = ((double)(times->last_ns - times->first_ns) + 1) / times->nr_slices;
	uint64_t from = MIN(MAX(since_ns, times->first_ns), times->last_ns);
	uint32_t slice = flame_times_slice(times, from);
	uint32_t last = flame_times_slice(times, MIN(MAX(until_ns, times->first_ns), times->last_ns));
	for (uint64_t at = since_ns; at < until_ns; slice++) {
		uint64_t end = times->first_ns + (uint64_t)(length * (slice + 1));
		if (slice >= last || end > until_ns) end = until_ns;
		if (end > at) vec_push(&wall->words, moment_words_of(slice, thread, node, end - at));
		at = MAX(at, end);
	}
}

/* Adds the time of a thread since its last item to a node. */
static void add_time(struct wall *wall, const struct wall_thread *thread, uint32_t node, uint64_t until_ns)
{
	flame_node_of(wall->maker, node)->own += until_ns - thread->since_ns;
	flame_node_of(wall->maker, node)->nr_samples++;
	if (wall->times) note_time(wall, thread->number, node, thread->since_ns, until_ns);
}

/* The time since the last item, on a CPU: of a node, without one of what ran unseen. */
static void add_run(struct wall *wall, const struct wall_thread *thread, uint32_t node, uint64_t until_ns)
{
	if (!thread->is_known || !thread->runs || until_ns <= thread->since_ns) return;
	if (node == FLAME_NONE) node = flame_child(wall->maker, thread->root, wall->on_label);
	add_time(wall, thread, node, until_ns);
}

/* Off a CPU: called by what let it go. */
static void add_wait(struct wall *wall, const struct wall_thread *thread, uint64_t until_ns)
{
	if (!thread->is_known || thread->runs || until_ns <= thread->since_ns) return;
	uint32_t caller = thread->left != FLAME_NONE ? thread->left : thread->last;
	if (caller == FLAME_NONE) caller = thread->root;
	add_time(wall, thread, flame_child(wall->maker, caller, wall->off_label), until_ns);
}

static void take_item(struct wall *wall, struct wall_thread *thread, const struct wall_item *item)
{
	uint32_t node = (uint32_t)item->kind_node;
	switch ((enum wall_kind)(item->kind_node >> 32)) {
	case WALL_SAMPLE:
		/* it runs, whatever was heard last */
		if (thread->runs) add_run(wall, thread, node, item->time_ns);
		else add_wait(wall, thread, item->time_ns);
		thread->last = node;
		thread->runs = true;
		break;
	case WALL_LEAVES:
		add_run(wall, thread, thread->last, item->time_ns);
		thread->left = node;
		thread->runs = false;
		break;
	case WALL_ENDS:
		add_run(wall, thread, thread->last, item->time_ns);
		/* what the switch's own sample said an instant ago still counts */
		if (thread->runs) thread->left = FLAME_NONE;
		thread->runs = false;
		break;
	case WALL_BEGINS:
		add_wait(wall, thread, item->time_ns);
		if (!thread->runs) thread->last = thread->left = FLAME_NONE;
		thread->runs = true;
		break;
	}
	thread->is_known = true;
	thread->since_ns = item->time_ns;
}

/* The root of a thread is that of its first sample. */
static uint32_t find_root(struct wall *wall, size_t first)
{
	uint64_t tid = wall->items.items[first].tid;
	for (size_t i = first; i < wall->items.count && wall->items.items[i].tid == tid; i++)
		if (wall->items.items[i].kind_node >> 32 <= WALL_LEAVES)
			return root_of(wall, (uint32_t)wall->items.items[i].kind_node);
	return FLAME_NONE;
}

/* A thread's number in times. */
static uint32_t number_of(const struct wall *wall, uint64_t tid)
{
	const uint64_t *at = u64map_find(&wall->sampled, tid);
	return at ? (uint32_t)wall->threads.items[*at].nr_samples : 0;
}

static int compare_threads(const void *a, const void *b)
{
	const struct flame_thread *l = a, *r = b;
	if (l->pid != r->pid) return l->pid < r->pid ? -1 : 1;
	return l->tid < r->tid ? -1 : l->tid > r->tid;
}

/* Numbers the threads by pid and tid. Many threads have fewer slices each, so that moments do not grow beyond bounds.
 */
static void begin_times(struct wall *wall)
{
	enum { MAX_MOMENTS = 4 << 20 };
	struct flame_times *times = wall->times;
	size_t count = wall->threads.count;
	times->threads = xcalloc(count + 1, sizeof(*times->threads));
	times->nr_threads = count;
	if (count) memcpy(times->threads, wall->threads.items, count * sizeof(*times->threads));
	qsort(times->threads, count, sizeof(*times->threads), compare_threads);
	for (size_t i = 0; i < count; i++) {
		const uint64_t *at = u64map_find(&wall->sampled, times->threads[i].tid);
		wall->threads.items[*at].nr_samples = i;
		times->threads[i].nr_samples = 0;
	}
	(void)hist_kept_times(wall->hist, &times->first_ns, &times->last_ns);
	times->nr_slices = (uint32_t)MAX(MIN(times->nr_slices, MAX_MOMENTS / MAX(count, 1)), 1);
}

/* Moments of the finished flame. */
static void end_times(struct wall *wall, const uint32_t *places)
{
	for (size_t i = 0; i < wall->words.count; i++) {
		uint64_t *key = &wall->words.items[i].key;
		*key = (*key & ~(uint64_t)UINT32_MAX) | places[(uint32_t)*key];
	}
	wall->times->moments = flame_moments_add_up(&wall->words, wall->hist->in.nr_workers, &wall->times->nr_moments);
}

static void weigh(struct wall *wall)
{
	struct wall_thread thread = { .runs = false };
	sort_words((uint64_t *)(void *)wall->items.items, wall->items.count, 3, 3, wall->hist->in.nr_workers);
	for (size_t i = 0; i < wall->items.count; i++) {
		const struct wall_item *item = &wall->items.items[i];
		if (i == 0 || item->tid != item[-1].tid)
			thread = (struct wall_thread){ .root = find_root(wall, i),
						       .number = number_of(wall, item->tid),
						       .last = FLAME_NONE,
						       .left = FLAME_NONE };
		take_item(wall, &thread, item);
	}
}

int wall_flame(struct hist *hist, struct hist_event *event, struct session *session, struct flame_times *times,
	       struct flame **ret, struct err *err)
{
	static const struct flame_frame off = { .name = FLAME_OFF_CPU, .object = "", .kind = FLAME_WAIT },
					on = { .name = FLAME_ON_CPU, .object = "", .kind = FLAME_USER };
	struct wall wall = { .hist = hist, .maker = flame_maker_new(), .times = times };
	_free_ uint32_t *places = NULL;
	wall.off_label = flame_label(wall.maker, &off, FLAME_NONE, false);
	wall.on_label = flame_label(wall.maker, &on, FLAME_NONE, false);
	for (size_t i = 0; i < hist_nr_events(hist); i++) {
		struct hist_event *other = hist_event_at(hist, i);
		bool is_switch = strcmp(other->totals.event->name, "sched:sched_switch") == 0;
		if (is_switch) add_samples(&wall, other, WALL_LEAVES);
		else if (other == event) add_samples(&wall, other, WALL_SAMPLE);
	}
	int r = switch_moments_visit(session, parallelism_source_of(session), wall_flame_moment, &wall, err);
	if (r == 0 && times) begin_times(&wall);
	if (r == 0) weigh(&wall);
	struct flame *flame = flame_finish(wall.maker, &places);
	if (r == 0 && times) end_times(&wall, places);
	flame->event = "wall clock";
	flame->is_time = true;
	vec_done(&wall.items);
	u64map_done(&wall.sampled);
	vec_done(&wall.threads);
	vec_done(&wall.words);
	if (r < 0) return flame_free(flame), r;
	*ret = flame;
	return 0;
}
