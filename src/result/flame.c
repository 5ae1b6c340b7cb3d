/* Trees of calls: made in any order, laid out in one that follows from names. Labels are interned first, so that a node
 * is found by two numbers; flame_finish numbers the frames by name, sorts siblings and lays the tree out in preorder.
 */
#include "result/flame.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/intern.h"
#include "base/u64map.h"
#include "base/vec_huge.h"

/* A frame with what else tells nodes apart. names, objects: ids of the interned texts. */
struct label {
	uint32_t name, object, row, frame; /* frame: once they are numbered */
	enum flame_kind kind;
	bool is_leaf;
};

struct flame_maker {
	struct intern texts;
	VEC(struct label) labels;
	VEC(struct flame_node) nodes; /* frame: the label */
	struct u64map by_label;
	uint32_t *slots; /* node + 1 by hash of (parent, label), 0 is free; at most half are taken */
	size_t nr_slots; /* a power of two */
};

struct flame_maker *flame_maker_new(void)
{
	struct flame_maker *maker = xcalloc(1, sizeof(*maker));
	intern_init(&maker->texts);
	return maker;
}

/* Where the search for a child begins. */
static size_t first_slot(const struct flame_maker *maker, uint32_t parent, uint32_t label)
{
	return hash_u64((uint64_t)parent << 32 | label) & (maker->nr_slots - 1);
}

static void make_slots(struct flame_maker *maker, size_t nr_slots)
{
	free(maker->slots);
	maker->nr_slots = nr_slots;
	maker->slots = memset(xmalloc_huge(nr_slots * sizeof(*maker->slots)), 0, nr_slots * sizeof(*maker->slots));
	for (uint32_t i = 0; i < maker->nodes.count; i++) {
		size_t at = first_slot(maker, maker->nodes.items[i].parent, maker->nodes.items[i].frame);
		while (maker->slots[at]) at = (at + 1) & (nr_slots - 1);
		maker->slots[at] = i + 1;
	}
}

void flame_reserve(struct flame_maker *maker, size_t nr_nodes)
{
	size_t nr_slots = 64;
	if (!maker->nodes.items) vec_reserve_huge(&maker->nodes, nr_nodes);
	vec_reserve(&maker->nodes, nr_nodes);
	while (nr_slots < 2 * nr_nodes) nr_slots *= 2;
	if (nr_slots > maker->nr_slots) make_slots(maker, nr_slots);
}

/* Whether two labels are the same but for their place in a hash table. */
static bool is_same_label(const struct label *a, const struct label *b)
{
	return a->name == b->name && a->object == b->object && a->row == b->row && a->kind == b->kind &&
	       a->is_leaf == b->is_leaf;
}

uint32_t flame_label(struct flame_maker *maker, const struct flame_frame *frame, uint32_t row, bool is_leaf)
{
	struct label label = { .name = intern_id(&maker->texts, frame->name),
			       .object = intern_id(&maker->texts, frame->object ? frame->object : ""),
			       .row = row,
			       .kind = frame->kind,
			       .is_leaf = is_leaf };
	uint64_t key = (uint64_t)label.name << 32 | label.object;
	key = key * 0x9e3779b97f4a7c15u ^ ((uint64_t)row << 4 | (uint64_t)label.kind << 1 | label.is_leaf);
	/* the key is a hash: the next ones are tried where another label has it */
	for (;; key++) {
		bool is_new;
		uint64_t *at = u64map_put(&maker->by_label, key, &is_new);
		if (is_new) {
			*at = maker->labels.count;
			vec_push(&maker->labels, label);
			return (uint32_t)maker->labels.count - 1;
		}
		if (is_same_label(&maker->labels.items[*at], &label)) return (uint32_t)*at;
	}
}

uint32_t flame_child(struct flame_maker *maker, uint32_t parent, uint32_t label)
{
	if (2 * maker->nodes.count >= maker->nr_slots) make_slots(maker, maker->nr_slots ? 2 * maker->nr_slots : 64);
	size_t at = first_slot(maker, parent, label);
	for (; maker->slots[at]; at = (at + 1) & (maker->nr_slots - 1)) {
		const struct flame_node *node = &maker->nodes.items[maker->slots[at] - 1];
		if (node->parent == parent && node->frame == label) return maker->slots[at] - 1;
	}
	vec_push(&maker->nodes, ((struct flame_node){ .parent = parent,
						      .frame = label,
						      .row = maker->labels.items[label].row,
						      .is_leaf = maker->labels.items[label].is_leaf }));
	maker->slots[at] = (uint32_t)maker->nodes.count;
	return (uint32_t)maker->nodes.count - 1;
}

struct flame_node *flame_node_of(struct flame_maker *maker, uint32_t node) { return &maker->nodes.items[node]; }

/* What qsort compares: a label with the texts of its frame. */
struct named_label {
	struct flame_frame frame;
	uint32_t label;
};

static int compare_frames(const void *a, const void *b)
{
	const struct flame_frame *l = &((const struct named_label *)a)->frame,
				 *r = &((const struct named_label *)b)->frame;
	int order = strcmp(l->name, r->name);
	if (!order) order = strcmp(l->object, r->object);
	if (order) return order;
	return l->kind < r->kind ? -1 : l->kind > r->kind;
}

/* Gives each label the number of its frame, and the flame the frames: those with a node that is kept. */
static void number_frames(struct flame_maker *maker, const uint8_t *is_used, struct flame *flame)
{
	_free_ struct named_label *named = xcalloc(maker->labels.count + 1, sizeof(*named));
	size_t count = 0;
	for (size_t i = 0; i < maker->labels.count; i++) {
		const struct label *label = &maker->labels.items[i];
		if (!is_used[i]) continue;
		named[count].label = (uint32_t)i;
		named[count++].frame = (struct flame_frame){ intern_text(&maker->texts, label->name),
							     intern_text(&maker->texts, label->object), label->kind };
	}
	qsort(named, count, sizeof(*named), compare_frames);
	flame->frames = xcalloc(count + 1, sizeof(*flame->frames));
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || compare_frames(&named[i - 1], &named[i]) != 0) {
			struct flame_frame *frame = &flame->frames[flame->nr_frames++];
			*frame = named[i].frame;
			frame->name = arena_strdup(&flame->arena, frame->name);
			frame->object = arena_strdup(&flame->arena, frame->object);
		}
		maker->labels.items[named[i].label].frame = (uint32_t)flame->nr_frames - 1;
	}
}

/* A node among its siblings, and what they are sorted by: frames, then rows; a leaf comes behind the same frame in the
 * chain. */
struct sibling {
	uint64_t order;
	uint32_t node;
};

static int compare_siblings(const void *a, const void *b)
{
	const struct sibling *l = a, *r = b;
	return l->order < r->order ? -1 : l->order > r->order;
}

static uint64_t order_of(const struct flame_maker *maker, const struct flame_node *node)
{
	const struct label *label = &maker->labels.items[node->frame];
	return (uint64_t)label->frame << 33 | (uint64_t)label->row << 1 | label->is_leaf;
}

/* The kept nodes parent by parent, siblings in order. first[p] becomes where the children of p begin; those of no
 * parent are the children of nr_all. The caller frees the array. */
static struct sibling *sort_siblings(const struct flame_maker *maker, const uint8_t *is_kept, uint32_t *first)
{
	const struct flame_node *nodes = maker->nodes.items;
	size_t nr_all = maker->nodes.count;
	struct sibling *siblings = xmalloc((nr_all + 1) * sizeof(*siblings));
	_free_ uint32_t *next = xcalloc(nr_all + 2, sizeof(*next));
	for (size_t i = 0; i < nr_all; i++)
		if (is_kept[i]) next[MIN(nodes[i].parent, nr_all) + 1]++;
	for (size_t i = 0; i <= nr_all; i++) next[i + 1] += next[i];
	memcpy(first, next, (nr_all + 2) * sizeof(*first));
	for (size_t i = 0; i < nr_all; i++)
		if (is_kept[i])
			siblings[next[MIN(nodes[i].parent, nr_all)]++] = (struct sibling){ order_of(maker, &nodes[i]),
											   (uint32_t)i };
	for (size_t i = 0; i <= nr_all; i++)
		if (first[i + 1] - first[i] > 1)
			qsort(siblings + first[i], first[i + 1] - first[i], sizeof(*siblings), compare_siblings);
	return siblings;
}

/* Gives the children of a node their places: the first right behind it, each further one behind the subtree of the one
 * before. */
static void place_children(const struct sibling *children, size_t count, uint32_t at, const uint32_t *sizes,
			   uint32_t *places)
{
	for (size_t i = 0; i < count; i++) {
		places[children[i].node] = at;
		at += sizes[children[i].node];
	}
}

/* Lays the kept nodes out in preorder; places[i] becomes where node i went. A parent has a lower number than its
 * children, so that it has its place before they need it. */
static void lay_out(struct flame_maker *maker, const uint8_t *is_kept, uint32_t *places, struct flame *flame)
{
	size_t nr_all = maker->nodes.count;
	_free_ uint32_t *first = xcalloc(nr_all + 2, sizeof(*first)), *sizes = xcalloc(nr_all + 1, sizeof(*sizes));
	_free_ struct sibling *siblings = sort_siblings(maker, is_kept, first);
	for (size_t i = nr_all; i-- > 0;) {
		uint32_t parent = maker->nodes.items[i].parent;
		if (!is_kept[i]) continue;
		sizes[i]++;
		flame->nr_nodes++;
		if (parent != FLAME_NONE) sizes[parent] += sizes[i];
	}
	flame->nodes = xcalloc(flame->nr_nodes + 1, sizeof(*flame->nodes));
	place_children(siblings + first[nr_all], first[nr_all + 1] - first[nr_all], 0, sizes, places);
	for (size_t i = 0; i < nr_all; i++) {
		const struct flame_node *from = &maker->nodes.items[i];
		if (!is_kept[i]) continue;
		place_children(siblings + first[i], first[i + 1] - first[i], places[i] + 1, sizes, places);
		struct flame_node *to = &flame->nodes[places[i]];
		*to = *from;
		to->frame = maker->labels.items[from->frame].frame;
		to->parent = from->parent == FLAME_NONE ? FLAME_NONE : places[from->parent];
		to->depth = to->parent == FLAME_NONE ? 0 : flame->nodes[to->parent].depth + 1;
		to->end = places[i] + sizes[i];
		flame->total += to->own;
		flame->was_total += to->was;
		flame->nr_samples += to->nr_samples;
	}
}

/* The least number of samples that at most max_nodes nodes have; samples: at and below each node. */
static uint64_t least_samples(const uint64_t *samples, size_t count, size_t max_nodes)
{
	enum { COUNTED = 4096 };
	size_t at_least[COUNTED + 1] = { 0 };
	for (size_t i = 0; i < count; i++) at_least[MIN(samples[i], COUNTED)]++;
	for (size_t n = COUNTED; n-- > 0;) at_least[n] += at_least[n + 1];
	uint64_t least = 1;
	while (least < COUNTED && at_least[least] > max_nodes) least++;
	return least;
}

/* Moves the weight of nodes with fewer samples than `least` at and below them to one child of their caller. Returns for
 * each node the one that has its weight; the caller frees it. */
static uint32_t *join_light(struct flame_maker *maker, const uint64_t *samples, uint64_t least)
{
	static const struct flame_frame light = { .name = FLAME_LIGHT, .object = "", .kind = FLAME_TASK };
	size_t count = maker->nodes.count;
	uint32_t *joined = xmalloc((count + 1) * sizeof(*joined));
	uint32_t label = flame_label(maker, &light, FLAME_NONE, false);
	for (uint32_t i = 0; i < count; i++) {
		struct flame_node from = maker->nodes.items[i];
		joined[i] = i;
		if (samples[i] >= least || !samples[i]) continue;
		/* all below a light node is the same node */
		bool is_below = from.parent != FLAME_NONE && samples[from.parent] < least;
		joined[i] = is_below ? joined[from.parent] : flame_child(maker, from.parent, label);
		if (joined[i] == i) continue; /* a light one from before */
		struct flame_node *to = &maker->nodes.items[joined[i]];
		to->own += from.own;
		to->nr_samples += from.nr_samples;
		to->was += from.was;
		maker->nodes.items[i].own = maker->nodes.items[i].nr_samples = maker->nodes.items[i].was = 0;
	}
	return joined;
}

/* Marks the nodes with weight, and those above them; and the labels of all these. */
static void mark_kept(const struct flame_maker *maker, uint8_t *is_kept, uint8_t *is_used)
{
	for (size_t i = maker->nodes.count; i-- > 0;) {
		const struct flame_node *node = &maker->nodes.items[i];
		is_kept[i] |= node->own || node->was || node->nr_samples;
		if (!is_kept[i]) continue;
		is_used[node->frame] = 1;
		if (node->parent != FLAME_NONE) is_kept[node->parent] = 1;
	}
}

/* Samples at and below each node; the caller frees it. */
static uint64_t *made_samples(const struct flame_maker *maker)
{
	uint64_t *samples = xcalloc(maker->nodes.count + 1, sizeof(*samples));
	for (size_t i = maker->nodes.count; i-- > 0;) {
		const struct flame_node *node = &maker->nodes.items[i];
		samples[i] += node->nr_samples;
		if (node->parent != FLAME_NONE) samples[node->parent] += samples[i];
	}
	return samples;
}

/* Joins light nodes where there are too many; returns as join_light, NULL: nothing was joined. */
static uint32_t *limit_nodes(struct flame_maker *maker, size_t max_nodes, uint64_t *ret_least)
{
	size_t nr_weighty = 0;
	*ret_least = 1;
	_free_ uint64_t *samples = made_samples(maker);
	for (size_t i = 0; i < maker->nodes.count; i++) nr_weighty += samples[i] > 0;
	if (nr_weighty <= max_nodes) return NULL;
	*ret_least = least_samples(samples, maker->nodes.count, max_nodes);
	return join_light(maker, samples, *ret_least);
}

struct flame *flame_finish_limited(struct flame_maker *maker, size_t max_nodes, uint32_t **ret_places,
				   uint64_t *ret_least)
{
	struct flame *flame = xcalloc(1, sizeof(*flame));
	size_t nr_given = maker->nodes.count;
	_free_ uint32_t *joined = limit_nodes(maker, max_nodes, ret_least);
	size_t nr_all = maker->nodes.count;
	free(take(maker->slots)); /* nothing more is looked for */
	_free_ uint8_t *is_kept = xcalloc(nr_all + 1, 1), *is_used = xcalloc(maker->labels.count + 1, 1);
	_free_ uint32_t *places = xmalloc((nr_all + 1) * sizeof(*places));
	arena_init(&flame->arena);
	mark_kept(maker, is_kept, is_used);
	memset(places, 0xff, (nr_all + 1) * sizeof(*places));
	number_frames(maker, is_used, flame);
	lay_out(maker, is_kept, places, flame);
	for (size_t i = 0; joined && i < nr_given; i++)
		if (joined[i] != i) places[i] = places[joined[i]];
	if (ret_places) *ret_places = take(places);
	intern_done(&maker->texts);
	u64map_done(&maker->by_label);
	vec_done(&maker->labels);
	vec_done(&maker->nodes);
	free(maker);
	return flame;
}

struct flame *flame_finish(struct flame_maker *maker, uint32_t **ret_places)
{
	uint64_t least;
	return flame_finish_limited(maker, SIZE_MAX, ret_places, &least);
}

void flame_free(struct flame *flame)
{
	if (!flame) return;
	free(flame->frames);
	free(flame->nodes);
	arena_done(&flame->arena);
	free(flame);
}

/* Adds all nodes of a flame; was: their weights are those of the baseline. Returns the maker's numbers by node, which
 * the caller frees. */
static uint32_t *add_all(struct flame_maker *maker, const struct flame *from, bool was)
{
	uint32_t *numbers = xmalloc((from->nr_nodes + 1) * sizeof(*numbers));
	for (size_t i = 0; i < from->nr_nodes; i++) {
		const struct flame_node *node = &from->nodes[i];
		uint32_t label = flame_label(maker, &from->frames[node->frame], node->row, node->is_leaf);
		numbers[i] = flame_child(maker, node->parent == FLAME_NONE ? FLAME_NONE : numbers[node->parent], label);
		struct flame_node *to = flame_node_of(maker, numbers[i]);
		*(was ? &to->was : &to->own) += node->own;
		if (!was) to->nr_samples += node->nr_samples;
	}
	return numbers;
}

struct flame *flame_compare(const struct flame *now, const struct flame *before, uint32_t *places, size_t nr_places)
{
	struct flame_maker *maker = flame_maker_new();
	_free_ uint32_t *numbers = add_all(maker, now, false), *new_places = NULL;
	free(add_all(maker, before, true));
	struct flame *flame = flame_finish(maker, &new_places);
	flame->event = now->event;
	flame->is_time = now->is_time;
	flame->has_baseline = true;
	for (size_t i = 0; places && i < nr_places; i++)
		if (places[i] != FLAME_NONE) places[i] = new_places[numbers[places[i]]];
	return flame;
}

uint64_t *flame_totals(const struct flame *flame, bool was)
{
	uint64_t *totals = xcalloc(flame->nr_nodes + 1, sizeof(*totals));
	for (size_t i = flame->nr_nodes; i-- > 0;) {
		const struct flame_node *node = &flame->nodes[i];
		totals[i] += was ? node->was : node->own;
		if (node->parent != FLAME_NONE) totals[node->parent] += totals[i];
	}
	return totals;
}

struct flame *flame_prune(const struct flame *flame, size_t max_nodes, uint32_t *places, size_t nr_places,
			  uint64_t *ret_least)
{
	struct flame_maker *maker = flame_maker_new();
	_free_ uint32_t *numbers = add_all(maker, flame, false), *new_places = NULL;
	for (size_t i = 0; i < flame->nr_nodes; i++) flame_node_of(maker, numbers[i])->was += flame->nodes[i].was;
	struct flame *pruned = flame_finish_limited(maker, max_nodes, &new_places, ret_least);
	pruned->event = flame->event;
	pruned->is_time = flame->is_time;
	pruned->has_baseline = flame->has_baseline;
	for (size_t i = 0; places && i < nr_places; i++)
		if (places[i] != FLAME_NONE) places[i] = new_places[numbers[places[i]]];
	return pruned;
}

struct flame_row *flame_rows(const struct flame *flame, size_t nr_rows, bool has_children)
{
	struct flame_row *rows = xcalloc(nr_rows + 1, sizeof(*rows));
	_free_ uint64_t *totals = flame_totals(flame, false);
	_free_ uint32_t *on_path = xcalloc(nr_rows + 1, sizeof(*on_path)); /* nodes of a row above the one at hand */
	VEC(uint32_t) path = VEC_INIT;                                     /* rows */
	for (size_t i = 0; i < flame->nr_nodes; i++) {
		const struct flame_node *node = &flame->nodes[i];
		for (; path.count > node->depth; path.count--)
			if (*vec_last(&path) != FLAME_NONE) on_path[*vec_last(&path)]--;
		vec_push(&path, node->row);
		if (node->row == FLAME_NONE) continue;
		struct flame_row *row = &rows[node->row];
		row->own += node->own;
		row->nr_samples += node->nr_samples;
		if (!has_children) row->total += node->own;
		else if (!on_path[node->row]) row->total += totals[i];
		on_path[node->row]++;
	}
	vec_done(&path);
	return rows;
}
