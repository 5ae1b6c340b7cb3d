/* Samples and context switches thread by thread, in order of time: what lies between two of them is the time of a node.
 *
 *     begins      sample A      sample B       ends              begins
 *        |-- A's ---|--- B's -----|--- B's -----|--- [off CPU] -----|
 *                                               called by the stack of sched_switch, else by B */
#include "analysis/profile/wall_flame.h"
#include <string.h>
#include "analysis/profile/hist_collector.h"
#include "analysis/profile/hist_flame.h"
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
	struct u64map sampled; /* threads that have samples */
	uint32_t off_label, on_label;
};

/* What is known of the thread at hand. Nodes: FLAME_NONE: none. */
struct wall_thread {
	bool is_known, runs; /* whether it runs is known; it does */
	uint64_t since_ns;   /* what came last */
	uint32_t root;       /* outermost node of its samples */
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
			u64map_put(&wall->sampled, sample->tid, NULL);
		}
	}
}

static uint32_t root_of(struct wall *wall, uint32_t node)
{
	while (flame_node_of(wall->maker, node)->parent != FLAME_NONE) node = flame_node_of(wall->maker, node)->parent;
	return node;
}

static void add_time(struct wall *wall, uint32_t node, uint64_t ns)
{
	flame_node_of(wall->maker, node)->own += ns;
	flame_node_of(wall->maker, node)->nr_samples++;
}

/* The time since the last item, on a CPU: of a node, without one of what ran unseen. */
static void add_run(struct wall *wall, const struct wall_thread *thread, uint32_t node, uint64_t until_ns)
{
	if (!thread->is_known || !thread->runs || until_ns <= thread->since_ns) return;
	if (node == FLAME_NONE) node = flame_child(wall->maker, thread->root, wall->on_label);
	add_time(wall, node, until_ns - thread->since_ns);
}

/* Off a CPU: called by what let it go. */
static void add_wait(struct wall *wall, const struct wall_thread *thread, uint64_t until_ns)
{
	if (!thread->is_known || thread->runs || until_ns <= thread->since_ns) return;
	uint32_t caller = thread->left != FLAME_NONE ? thread->left : thread->last;
	if (caller == FLAME_NONE) caller = thread->root;
	add_time(wall, flame_child(wall->maker, caller, wall->off_label), until_ns - thread->since_ns);
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

static void weigh(struct wall *wall)
{
	struct wall_thread thread = { .runs = false };
	sort_words((uint64_t *)(void *)wall->items.items, wall->items.count, 3, 3, wall->hist->in.nr_workers);
	for (size_t i = 0; i < wall->items.count; i++) {
		const struct wall_item *item = &wall->items.items[i];
		if (i == 0 || item->tid != item[-1].tid)
			thread = (struct wall_thread){ .root = find_root(wall, i),
						       .last = FLAME_NONE,
						       .left = FLAME_NONE };
		take_item(wall, &thread, item);
	}
}

int wall_flame(struct hist *hist, struct hist_event *event, struct session *session, struct flame **ret,
	       struct err *err)
{
	static const struct flame_frame off = { .name = FLAME_OFF_CPU, .object = "", .kind = FLAME_WAIT },
					on = { .name = FLAME_ON_CPU, .object = "", .kind = FLAME_USER };
	struct wall wall = { .hist = hist, .maker = flame_maker_new() };
	wall.off_label = flame_label(wall.maker, &off, FLAME_NONE, false);
	wall.on_label = flame_label(wall.maker, &on, FLAME_NONE, false);
	for (size_t i = 0; i < hist_nr_events(hist); i++) {
		struct hist_event *other = hist_event_at(hist, i);
		bool is_switch = strcmp(other->totals.event->name, "sched:sched_switch") == 0;
		if (is_switch) add_samples(&wall, other, WALL_LEAVES);
		else if (other == event) add_samples(&wall, other, WALL_SAMPLE);
	}
	int r = switch_moments_visit(session, parallelism_source_of(session), wall_flame_moment, &wall, err);
	if (r == 0) weigh(&wall);
	struct flame *flame = flame_finish(wall.maker, NULL);
	flame->event = "wall clock";
	flame->is_time = true;
	vec_done(&wall.items);
	u64map_done(&wall.sampled);
	if (r < 0) return flame_free(flame), r;
	*ret = flame;
	return 0;
}
