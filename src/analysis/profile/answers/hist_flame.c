/* From a profile's tree of numbers to a tree of names. Labels are worked out once for each class or link below a tuple,
 * and remembered; the tree is then walked in preorder, so that parents come before their children. */
#include "analysis/profile/answers/hist_flame.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/profile/collect/hist_collector.h"
#include "base/u64map.h"

/* The walk over one event's tree. */
struct flame_walk {
	struct hist *hist;
	struct hist_event *event;
	struct flame_maker *maker;
	struct u64map rows; /* table_row.id -> row */
	/* Labels by node_label (known_of). With rows they are those of one tuple: a new one needs a new stamp. */
	struct known_label {
		uint32_t stamp, label;
	} * known;
	uint32_t stamp;
	struct outbuf text;
	bool has_rows;
};

/* "[libc.so.6]" where an address has no symbol, "[unknown]" where it is in no object: as stackcollapse-perf.pl has it.
 */
static const char *unknown_name(struct flame_walk *walk, const struct dso *dso)
{
	walk->text.size = 0;
	out_printf(&walk->text, "[%s]", dso ? dso->short_name : "unknown");
	out_char(&walk->text, '\0');
	return walk->text.data;
}

static struct flame_frame frame_of(struct flame_walk *walk, struct link_id link)
{
	const struct place *place = key_env_place_of(walk->hist->env, link.n);
	/* not lowest_dso: an address that nothing is mapped at may share its place with key symbol's of another object
	 */
	const struct dso *dso = place->dso;
	struct flame_frame frame = { .object = dso ? dso->short_name : "", .kind = FLAME_USER };
	if (place->level == 'k' || place->level == 'g') frame.kind = FLAME_KERNEL;
	if (place->symbol && place->symbol->is_inlined) frame.kind = FLAME_INLINED;
	frame.name = place->symbol ? place->symbol->name : unknown_name(walk, dso);
	return frame;
}

/* The row of the entry that a class counts for; FLAME_NONE: links have none, and neither has what is not shown. */
static uint32_t row_of(const struct flame_walk *walk, struct tuple_id tuple, struct node_label label)
{
	if (!walk->has_rows || node_label_is_link(label)) return FLAME_NONE;
	struct frame_cells_id cells = walk->hist->cells_of_class[node_label_class_of(label).n];
	const uint64_t *row = u64map_find(&walk->rows, hist_row_of(tuple, cells));
	return row ? (uint32_t)*row : FLAME_NONE;
}

/* Where a label is remembered: as a class, as a leaf, as a link. */
static struct known_label *known_of(const struct flame_walk *walk, struct node_label label, bool is_leaf)
{
	size_t id = label.n & ~(NODE_LABEL_LEAF | NODE_LABEL_LINK);
	if (node_label_is_link(label)) return &walk->known[3 * id + 2];
	return &walk->known[3 * id + is_leaf];
}

/* The label of a node; is_leaf: as the address beside its chain. */
static uint32_t label_of(struct flame_walk *walk, struct tuple_id tuple, uint32_t node, bool is_leaf)
{
	const struct cct_index *x = &walk->event->tree;
	struct node_label label = hist_label(x, node);
	struct known_label *known = known_of(walk, label, is_leaf);
	if (known->stamp == walk->stamp) return known->label;
	struct flame_frame frame = frame_of(walk, hist_node_link(walk->hist, x, node));
	known->stamp = walk->stamp;
	return known->label = flame_label(walk->maker, &frame, row_of(walk, tuple, label), is_leaf);
}

/* The flame's node for a node with a parent. Without a chain the address itself is the stack. Beside a chain it is a
 * leaf, unless it is the function that the chain ends in: without a symbol the same place has another address there. A
 * leaf in a row of its own stays, as its row counts it. */
static uint32_t node_of(struct flame_walk *walk, struct tuple_id tuple, uint32_t node, uint32_t parent)
{
	const struct cct_index *x = &walk->event->tree;
	bool is_leaf = node_label_is_leaf(hist_label(x, node)) && x->parent[x->parent[node]] != CCT_NONE;
	uint32_t label = label_of(walk, tuple, node, false);
	if (is_leaf) {
		if (label == flame_node_of(walk->maker, parent)->frame) return parent;
		label = label_of(walk, tuple, node, true);
	}
	return flame_child(walk->maker, parent, label);
}

/* The node below the levels of a tuple's cells; FLAME_NONE where no key is of a task or a sample. */
static uint32_t root_of(struct flame_walk *walk, struct tuple_id tuple)
{
	const struct hist *hist = walk->hist;
	uint32_t node = FLAME_NONE;
	for (size_t i = 0; i < hist->nr_keys; i++) {
		const struct key *key = hist->keys[i];
		if (key->scope == KEY_FRAME) continue;
		walk->text.size = 0;
		key->format(hist->env, cells_get(&hist->tuples, tuple.n)[hist->position[i]], 0, &walk->text);
		while (walk->text.size && walk->text.data[walk->text.size - 1] == ' ') walk->text.size--;
		out_char(&walk->text, '\0');
		const char *text = walk->text.data + strspn(walk->text.data, " ");
		struct flame_frame frame = { .name = *text ? text : "[unknown]", .kind = FLAME_TASK };
		node = flame_child(walk->maker, node, flame_label(walk->maker, &frame, FLAME_NONE, false));
	}
	return node;
}

/* Whether a filter hides the entry that a node's own samples are of. */
static bool is_hidden(const struct flame_walk *walk, struct tuple_id tuple, struct frame_cells_id cells)
{
	const struct cells *tuples = &walk->hist->tuples, *frames = &walk->hist->frames;
	return cells_get(tuples, tuple.n)[tuples->width - 1] || cells_get(frames, cells.n)[frames->width - 1];
}

size_t hist_nr_nodes(const struct hist_event *event) { return event->tree.count; }

/* Whether periods are nanoseconds: cpu-clock and task-clock. */
static bool is_clock(const struct event_attr *attr) { return attr->type == ATTR_TYPE_SOFTWARE && attr->config <= 1; }

struct flame *hist_flame_limited(struct hist *hist, struct hist_event *event, const struct table *table,
				 size_t max_nodes, uint32_t **ret_places, uint64_t *ret_least)
{
	struct flame_walk walk = { .hist = hist, .event = event, .maker = flame_maker_new(), .has_rows = table };
	const struct cct_index *x = &event->tree;
	_free_ uint32_t *numbers = xmalloc(((size_t)x->count + 1) * sizeof(*numbers));
	uint32_t *places;
	struct tuple_id tuple = { 0 };
	assert(hist->chains_in_tree);
	size_t nr_labels = MAX(cells_count(&hist->classes), key_env_nr_places(hist->env));
	walk.known = xcalloc(3 * (nr_labels + 1), sizeof(*walk.known));
	walk.stamp = 1;
	flame_reserve(walk.maker, x->count);
	out_init(&walk.text, -1);
	for (size_t i = 0; table && i < table->rows.count; i++)
		*u64map_put(&walk.rows, table->rows.items[i].id, NULL) = i;
	for (uint32_t node = 0; node < x->count; node++) {
		if (x->parent[node] == CCT_NONE) {
			tuple.n = x->frame[node];
			numbers[node] = root_of(&walk, tuple);
			walk.stamp += walk.has_rows;
			continue;
		}
		numbers[node] = node_of(&walk, tuple, node, numbers[x->parent[node]]);
		if (!cct_own_count(x, node) || is_hidden(&walk, tuple, hist_node_cells(hist, x, node))) continue;
		flame_node_of(walk.maker, numbers[node])->own += cct_own_period(x, node);
		flame_node_of(walk.maker, numbers[node])->nr_samples += cct_own_count(x, node);
	}
	struct flame *flame = flame_finish_limited(walk.maker, max_nodes, &places, ret_least);
	flame->event = event->totals.event->name;
	flame->is_time = is_clock(&event->totals.event->attr);
	/* numbers of the maker to nodes of the flame */
	for (uint32_t node = 0; node < x->count; node++)
		if (numbers[node] != FLAME_NONE) numbers[node] = places[numbers[node]];
	free(places);
	if (ret_places) *ret_places = take(numbers);
	out_done(&walk.text);
	u64map_done(&walk.rows);
	free(walk.known);
	return flame;
}

struct flame *hist_flame(struct hist *hist, struct hist_event *event, const struct table *table, uint32_t **ret_places)
{
	uint64_t least;
	return hist_flame_limited(hist, event, table, SIZE_MAX, ret_places, &least);
}

struct flame_row *hist_flame_rows(struct hist *hist, struct hist_event *event, const struct table *table)
{
	struct flame_row *rows = xcalloc(table->rows.count + 1, sizeof(*rows));
	struct u64map numbers = U64MAP_INIT;
	for (size_t i = 0; i < table->rows.count; i++) *u64map_put(&numbers, table->rows.items[i].id, NULL) = i;
	hist_entries_make(hist, event);
	for (size_t i = 0; i < event->entries.count; i++) {
		const struct hist_entry *entry = &event->entries.items[i];
		const uint64_t *row = u64map_find(&numbers, hist_entry_row(entry));
		if (row) rows[*row] = (struct flame_row){ entry->period, entry->total_period, entry->count };
	}
	u64map_done(&numbers);
	return rows;
}
