/* From a profile's tree to its entries: own weights, and with children the weights of everything an entry called, each sample
   counted once for an entry however often it stands on the sample's chain. */
#include "analysis/hist.h"
#include <string.h>
#include "base/u64map.h"

struct entries {
	struct hist *hist;
	struct hist_event *event;
	struct u64map by_cells; /* tuple << 32 | frame -> entry */
	/* the entries of the tuple at hand by frame, to be asked millions of times: valid where stamp says so */
	struct { uint32_t stamp, entry, on_path; } *frames;
	uint32_t stamp;
};

static uint32_t entry_of(struct entries *e, uint32_t tuple, uint32_t frame)
{
	if (e->frames[frame].stamp == e->stamp) return e->frames[frame].entry;
	bool is_new;
	uint64_t *id = u64map_put(&e->by_cells, (uint64_t)tuple << 32 | frame, &is_new);
	if (is_new) {
		*id = e->event->entries.count;
		const struct cells *tuples = &e->hist->tuples, *frames = &e->hist->frames;
		bool hidden = cells_get(tuples, tuple)[tuples->width - 1] || cells_get(frames, frame)[frames->width - 1];
		vec_push(&e->event->entries, ((struct hist_entry){ .tuple = tuple, .frame = frame, .filtered = hidden }));
	}
	e->frames[frame].stamp = e->stamp;
	e->frames[frame].entry = (uint32_t)*id;
	e->frames[frame].on_path = 0;
	return (uint32_t)*id;
}

static void add_own(struct entries *e, uint32_t entry_id, uint32_t node)
{
	const struct cct *cct = &e->event->cct;
	struct hist_entry *entry = &e->event->entries.items[entry_id];
	const struct cct_node *n = &cct->nodes.items[node];
	entry->period += n->period;
	entry->count += n->count;
	/* the link of a chain that its own address stands for is not counted */
	uint32_t depth = n->frame & HIST_LEAF ? n->depth - 1 : n->depth;
	if (depth > entry->depth) entry->depth = depth;
	if (cct->extra_words) {
		const uint64_t *sums = cct_extra(cct, node);
		for (unsigned i = 0; i < HIST_SUMS; i++) entry->sums[i] += sums[i];
	}
}

struct step { uint32_t node, next; }; /* next: place of the next child in cct->children */

/* The greatest depth below each node, for the order of entries of equal weight. */
static uint32_t *deepest_below(const struct cct *cct)
{
	uint32_t *deepest = xmalloc(cct->nodes.count * sizeof(*deepest) + 1);
	for (size_t i = cct->nodes.count; i-- > 0;) {
		const struct cct_node *n = &cct->nodes.items[i];
		uint32_t depth = n->frame & HIST_LEAF ? n->depth - 1 : n->depth;
		deepest[i] = depth;
		for (uint32_t c = cct->first[i]; c < cct->first[i + 1]; c++) deepest[i] = MAX(deepest[i], deepest[cct->children[c]]);
	}
	return deepest;
}

static void with_children(struct entries *e)
{
	const struct cct *cct = &e->event->cct;
	VEC(struct step) path = VEC_INIT;
	bool caller_first = e->hist->options.caller_first;
	_free_ uint32_t *deepest = deepest_below(cct);
	for (uint32_t root = 0; root < cct->nodes.count; root++) {
		if (cct->nodes.items[root].parent != CCT_NONE) continue;
		uint32_t tuple = cct->nodes.items[root].frame;
		e->stamp++;
		vec_push(&path, ((struct step){ .node = root, .next = cct->first[root] }));
		while (path.count) {
			struct step *top = vec_last(&path);
			if (top->next == cct->first[top->node + 1]) {
				if (--path.count) e->frames[hist_node_frame(e->hist, &cct->nodes.items[top->node])].on_path--;
				continue;
			}
			uint32_t node = cct->children[top->next++];
			const struct cct_node *n = &cct->nodes.items[node];
			uint32_t frame = hist_node_frame(e->hist, n), id = entry_of(e, tuple, frame);
			struct hist_entry *entry = &e->event->entries.items[id];
			if (!e->frames[frame].on_path++) {
				entry->total_period += cct->total_period[node];
				entry->total_count += cct->total_count[node];
				if (caller_first) entry->depth = MAX(entry->depth, deepest[node] - n->depth + 1);
			}
			if (!caller_first && !(n->frame & HIST_LEAF)) entry->depth = MAX(entry->depth, n->depth);
			if (n->count) add_own(e, id, node);
			vec_push(&path, ((struct step){ .node = node, .next = cct->first[node] }));
		}
	}
	vec_done(&path);
}

static void without_children(struct entries *e)
{
	const struct cct *cct = &e->event->cct;
	_free_ uint32_t *tuples = xmalloc(cct->nodes.count * sizeof(*tuples) + 1);
	for (uint32_t i = 0; i < cct->nodes.count; i++) {
		const struct cct_node *n = &cct->nodes.items[i];
		tuples[i] = n->parent == CCT_NONE ? n->frame : tuples[n->parent];
		if (!n->count) continue;
		e->stamp++;
		add_own(e, entry_of(e, tuples[i], hist_node_frame(e->hist, n)), i);
	}
	for (size_t i = 0; i < e->event->entries.count; i++) {
		struct hist_entry *entry = &e->event->entries.items[i];
		entry->total_period = entry->period;
		entry->total_count = entry->count;
	}
}

void hist_entries_make(struct hist *hist, struct hist_event *event)
{
	struct entries e = { .hist = hist, .event = event };
	e.frames = xcalloc(hist->frames.count + 1, sizeof(*e.frames));
	vec_clear(&event->entries);
	if (hist->options.children) with_children(&e);
	else without_children(&e);
	event->shown_period = event->shown_samples = 0;
	for (size_t i = 0; i < event->entries.count; i++) {
		const struct hist_entry *entry = &event->entries.items[i];
		if (entry->filtered) continue;
		event->shown_period += entry->period;
		event->shown_samples += entry->count;
	}
	u64map_done(&e.by_cells);
	free(e.frames);
}
