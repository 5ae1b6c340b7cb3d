/* The data of a profile: trees of calls, and the entries that nodes count for. Shows nothing itself.
 *
 * For event number e of the page, columns one behind the other:
 *
 *     framesE   count; name, object (texts), kind of each frame
 *     nodesE    count of labels; frame, row + 1, leaf of each; count of nodes; depth, label, samples, rest of each, and
 *               with a baseline what it was
 *     rowsE     count; own, total, samples of each row of the table of its profile
 *
 * rest: own weight without samples times the event's unit, signed: 0 where each sample weighs the same. Labels have low
 * numbers where they are frequent. */
#include <stdlib.h>
#include "base/u64map.h"
#include "base/vec.h"
#include "render/html/html_section.h"

extern const char html_profile_js[];

/* A label: what nodes of equal frame and row share. */
struct shared_label {
	uint64_t key; /* frame << 33 | row << 1 | leaf */
	uint32_t nr_nodes, first;
};

static uint64_t key_of(const struct flame_node *node)
{
	return (uint64_t)node->frame << 33 | (uint64_t)node->row << 1 | node->is_leaf;
}

static int compare_labels(const void *a, const void *b)
{
	const struct shared_label *l = a, *r = b;
	if (l->nr_nodes != r->nr_nodes) return l->nr_nodes > r->nr_nodes ? -1 : 1;
	return l->first < r->first ? -1 : 1;
}

static void put_frames(struct html_writer *w, const struct flame *flame, size_t number)
{
	struct html_data *data = &w->data;
	html_data_number(data, flame->nr_frames);
	for (size_t i = 0; i < flame->nr_frames; i++)
		html_data_number(data, html_name(&w->names, flame->frames[i].name));
	for (size_t i = 0; i < flame->nr_frames; i++)
		html_data_number(data, html_name(&w->names, flame->frames[i].object));
	for (size_t i = 0; i < flame->nr_frames; i++) html_data_number(data, flame->frames[i].kind);
	html_data_put(data, "frames", number, w->out);
}

/* Counts labels, numbers them, and writes them; labels: by key the number. */
static void put_labels(struct html_writer *w, const struct flame *flame, struct u64map *labels)
{
	VEC(struct shared_label) all = VEC_INIT;
	for (size_t i = 0; i < flame->nr_nodes; i++) {
		bool is_new;
		uint64_t *at = u64map_put(labels, key_of(&flame->nodes[i]), &is_new);
		if (is_new) {
			*at = all.count;
			vec_push(&all, ((struct shared_label){ key_of(&flame->nodes[i]), 0, (uint32_t)i }));
		}
		all.items[*at].nr_nodes++;
	}
	if (all.count) qsort(all.items, all.count, sizeof(*all.items), compare_labels);
	html_data_number(&w->data, all.count);
	for (size_t i = 0; i < all.count; i++) {
		*u64map_put(labels, all.items[i].key, NULL) = i;
		html_data_number(&w->data, all.items[i].key >> 33);
	}
	for (size_t i = 0; i < all.count; i++)
		html_data_number(&w->data, (uint32_t)((uint32_t)(all.items[i].key >> 1) + 1));
	for (size_t i = 0; i < all.count; i++) html_data_number(&w->data, all.items[i].key & 1);
	vec_done(&all);
}

static void put_nodes(struct html_writer *w, const struct flame *flame, uint64_t unit, size_t number)
{
	struct html_data *data = &w->data;
	struct u64map labels = U64MAP_INIT;
	const struct flame_node *nodes = flame->nodes, *end = nodes + flame->nr_nodes;
	put_labels(w, flame, &labels);
	html_data_number(data, flame->nr_nodes);
	for (const struct flame_node *node = nodes; node < end; node++) html_data_number(data, node->depth);
	for (const struct flame_node *node = nodes; node < end; node++)
		html_data_number(data, *u64map_find(&labels, key_of(node)));
	for (const struct flame_node *node = nodes; node < end; node++) html_data_number(data, node->nr_samples);
	for (const struct flame_node *node = nodes; node < end; node++)
		html_data_signed(data, (int64_t)(node->own - node->nr_samples * unit));
	if (flame->has_baseline)
		for (const struct flame_node *node = nodes; node < end; node++) html_data_number(data, node->was);
	u64map_done(&labels);
	html_data_put(data, "nodes", number, w->out);
}

static void put_rows(struct html_writer *w, size_t count, const struct flame_row *rows, size_t number)
{
	html_data_number(&w->data, count);
	for (size_t i = 0; i < count; i++) html_data_number(&w->data, rows[i].own);
	for (size_t i = 0; i < count; i++) html_data_number(&w->data, rows[i].total);
	for (size_t i = 0; i < count; i++) html_data_number(&w->data, rows[i].nr_samples);
	html_data_put(&w->data, "rows", number, w->out);
}

static void html_profile_put(struct html_writer *w)
{
	size_t number = 0;
	out_lit(&w->facts, "\"profiles\":[");
	for (size_t p = 0; p < w->page->nr_profiles; p++) {
		const struct page_profile *profile = &w->page->profiles[p];
		if (p) out_char(&w->facts, ',');
		out_printf(&w->facts, "{\"children\":%s,\"table\":%s,\"events\":[",
			   profile->has_children ? "true" : "false", profile->table ? "true" : "false");
		for (size_t e = 0; e < profile->nr_events; e++, number++) {
			const struct page_event *event = &profile->events[e];
			uint64_t unit = html_unit_of(event->flame);
			put_frames(w, event->flame, number);
			put_nodes(w, event->flame, unit, number);
			if (profile->table) put_rows(w, profile->table->rows.count, event->rows, number);
			if (e) out_char(&w->facts, ',');
			out_printf(&w->facts, "{\"number\":%zu,\"name\":", number);
			html_facts_text(w, event->name);
			out_printf(&w->facts,
				   ",\"samples\":%llu,\"period\":%llu,\"unit\":%llu,\"time\":%s,\"wall\":%s,\"slices\":"
				   "%u,\"baseline\":%s,"
				   "\"was\":%llu}",
				   (unsigned long long)event->nr_samples, (unsigned long long)event->period,
				   (unsigned long long)unit, event->flame->is_time ? "true" : "false",
				   event->is_wall ? "true" : "false", event->times ? event->times->nr_slices : 0,
				   event->flame->has_baseline ? "true" : "false",
				   (unsigned long long)event->flame->was_total);
		}
		out_lit(&w->facts, "]}");
	}
	out_lit(&w->facts, "],");
}

const struct html_section html_section_profile = {
	.name = "profile",
	.put = html_profile_put,
	.script = html_profile_js,
};
