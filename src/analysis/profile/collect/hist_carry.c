/* A profile moves to another model (hist_carry): trees are walked node by node, and the numbers in their labels are
 * exchanged for those of the new profile's registries, which so hold what the trees need and nothing else. */
#include <assert.h>
#include "analysis/profile/collect/hist_collector.h"

/* New number + 1 by old number; 0: not carried yet. */
struct numbers {
	uint32_t *new_1;
};

struct carrying {
	struct hist *to;
	const struct hist *from;
	struct key_carry keys;
	struct numbers tuples, frames, classes, links;
};

/* Carries the cells of one tuple or of one frame's cells; the last one is the filter's verdict, a number. */
static uint32_t carry_cells(struct carrying *c, struct cells *to, const struct cells *from, uint32_t id, bool of_frames)
{
	uint64_t cells[HIST_MAX_KEYS + 1];
	const uint64_t *old = cells_get(from, id);
	memcpy(cells, old, from->width * sizeof(*cells));
	for (size_t i = 0; i < c->from->nr_keys; i++) {
		const struct key *key = c->from->keys[i];
		if ((key->scope == KEY_FRAME) != of_frames || !key->carry) continue;
		unsigned at = c->from->position[i];
		cells[at] = key->carry(&c->keys, old[at]);
	}
	return cells_id(to, cells);
}

static uint32_t carry_tuple(struct carrying *c, uint32_t id)
{
	uint32_t *new_1 = &c->tuples.new_1[id];
	if (!*new_1) *new_1 = carry_cells(c, &c->to->tuples, &c->from->tuples, id, false) + 1;
	return *new_1 - 1;
}

static uint32_t carry_frame(struct carrying *c, uint32_t id)
{
	uint32_t *new_1 = &c->frames.new_1[id];
	if (!*new_1) *new_1 = carry_cells(c, &c->to->frames, &c->from->frames, id, true) + 1;
	return *new_1 - 1;
}

static uint32_t carry_link(struct carrying *c, uint32_t id)
{
	uint32_t *new_1 = &c->links.new_1[id];
	if (!*new_1) *new_1 = key_env_carry_place(c->to->env, c->from->env, id, c->keys.model) + 1;
	return *new_1 - 1;
}

/* In flat trees a class is its frame cells. */
static uint32_t carry_class(struct carrying *c, uint32_t id)
{
	if (!c->from->chains_in_tree) return carry_frame(c, id);
	uint32_t *new_1 = &c->classes.new_1[id];
	if (*new_1) return *new_1 - 1;
	const uint64_t *old = cells_get(&c->from->classes, id);
	uint64_t pair[2] = { carry_link(c, (uint32_t)old[0]), carry_frame(c, (uint32_t)old[1]) };
	*new_1 = cells_id(&c->to->classes, pair) + 1;
	return *new_1 - 1;
}

static struct node_label carry_label(struct carrying *c, const struct cct_node *node)
{
	struct node_label label = { node->frame };
	if (node->parent == CCT_NONE) return (struct node_label){ carry_tuple(c, node->frame) };
	if (node_label_is_link(label))
		return node_label_link((struct link_id){ carry_link(c, label.n & ~NODE_LABEL_LINK) });
	struct class_id class = { carry_class(c, node_label_class_of(label).n) };
	return node_label_is_leaf(label) ? node_label_leaf(class) : node_label_class(class);
}

/* All nodes of one tree. Parents come before their children. Returns new numbers by old ones, which the caller frees.
 */
static uint32_t *carry_tree(struct carrying *c, struct cct *to, const struct cct *from)
{
	uint32_t *number = xmalloc(from->nodes.count * sizeof(*number) + 1);
	/* a quarter more: what comes next is not to copy the tree at once */
	cct_expect(to, to->nodes.count + from->nodes.count + from->nodes.count / 4);
	for (uint32_t i = 0; i < from->nodes.count; i++) {
		const struct cct_node *node = &from->nodes.items[i];
		uint32_t parent = node->parent == CCT_NONE ? CCT_NONE : number[node->parent];
		uint32_t same = number[i] = cct_child(to, parent, carry_label(c, node).n);
		to->nodes.items[same].period += node->period;
		to->nodes.items[same].count += node->count;
		for (unsigned k = 0; k < to->extra_words; k++) cct_extra(to, same)[k] += cct_extra(from, i)[k];
	}
	return number;
}

/* The kept samples of one tree. */
static void carry_kept(struct carrying *c, struct hist_worker *to, const struct hist_worker *from, uint32_t event,
		       const uint32_t *number)
{
	for (size_t i = 0; i < from->kept.count; i++) {
		struct kept_sample sample = from->kept.items[i];
		if (sample.event != event) continue;
		sample.tuple.n = carry_tuple(c, sample.tuple.n);
		sample.class.n = carry_class(c, sample.class.n);
		sample.node = number[sample.node];
		sample.placed = CCT_NONE;
		sample.comm = ""; /* the text is gone with the resolvers */
		vec_push(&to->kept, sample);
	}
}

static struct numbers numbers_new(size_t count) { return (struct numbers){ xcalloc(count + 1, sizeof(uint32_t)) }; }

void hist_carry(struct hist *to, const struct hist *from, struct model *model, struct resolver *resolver)
{
	assert(!from->chains_on_demand && from->nr_keys == to->nr_keys);
	struct carrying c = { .to = to,
			      .from = from,
			      .keys = { from->env, to->env, model },
			      .tuples = numbers_new(cells_count(&from->tuples)),
			      .frames = numbers_new(cells_count(&from->frames)),
			      .classes = numbers_new(cells_count(&from->classes)),
			      .links = numbers_new(key_env_nr_places(from->env)) };
	struct hist_worker *w = hist_worker(to, 0, resolver);
	for (unsigned i = 0; i < from->in.nr_workers; i++) {
		const struct hist_worker *old = from->workers[i];
		for (uint32_t n = 0; old && n < from->in.events->count; n++) {
			_free_ uint32_t *number = carry_tree(&c, &w->events[n].cct, &old->events[n].cct);
			carry_kept(&c, w, old, n, number);
			w->events[n].nr_samples += old->events[n].nr_samples;
			w->events[n].period += old->events[n].period;
		}
	}
	key_env_carry_notes(to->env, from->env);
	free(c.tuples.new_1);
	free(c.frames.new_1);
	free(c.classes.new_1);
	free(c.links.new_1);
}

size_t hist_nr_names(const struct hist *hist)
{
	return (size_t)cells_count(&hist->tuples) + cells_count(&hist->frames) + cells_count(&hist->classes) +
	       key_env_nr_places(hist->env);
}
