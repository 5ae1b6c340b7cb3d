/* From a profile's tree to its entries: own weights, and with children the weights of everything an entry called, each
 * sample counted once for an entry however often it stands on the sample's chain. */
#include "analysis/profile/hist.h"
#include <string.h>
#include "base/u64map.h"

struct entries {
	struct hist *hist;
	struct hist_event *event;
	struct u64map by_cells; /* tuple << 32 | frame -> entry */
	/* the entries of the tuple at hand by frame, to be asked millions of times: valid where stamp says so */
	struct entry_cache {
		uint32_t stamp, entry, on_path;
	} * frames;
	uint32_t stamp;
};

static struct entry_cache *entry_of(struct entries *e, uint32_t tuple, uint32_t frame)
{
	struct entry_cache *cache = &e->frames[frame];
	if (cache->stamp == e->stamp) return cache;
	bool is_new;
	uint64_t *id = u64map_put(&e->by_cells, (uint64_t)tuple << 32 | frame, &is_new);
	if (is_new) {
		*id = e->event->entries.count;
		const struct cells *tuples = &e->hist->tuples, *frames = &e->hist->frames;
		bool hidden = cells_get(tuples, tuple)[tuples->width - 1] ||
			      cells_get(frames, frame)[frames->width - 1];
		vec_push(&e->event->entries,
			 ((struct hist_entry){ .tuple = tuple, .frame = frame, .filtered = hidden }));
		if (e->hist->options.sums) {
			vec_reserve(&e->event->sums, e->event->entries.count);
			memset(vec_add(&e->event->sums), 0, sizeof(*e->event->sums.items));
		}
	}
	*cache = (struct entry_cache){ .stamp = e->stamp, .entry = (uint32_t)*id };
	return cache;
}

static void add_own(struct entries *e, uint32_t entry_id, uint32_t node)
{
	const struct cct_index *x = &e->event->tree;
	struct hist_entry *entry = &e->event->entries.items[entry_id];
	entry->period += cct_own_period(x, node);
	entry->count += cct_own_count(x, node);
	/* the link of a chain that its own address stands for is not counted */
	uint32_t depth = x->depth[node] - !!(x->frame[node] & HIST_LEAF);
	if (depth > entry->depth) entry->depth = depth;
	if (!e->hist->options.sums) return;
	uint64_t *sums = e->event->sums.items[entry_id].sums;
	for (unsigned i = 0; i < HIST_SUMS; i++) sums[i] += cct_index_extra(x, node)[i];
}

/* The greatest depth at or below each node. */
static uint16_t *deepest_below(const struct cct_index *x)
{
	uint16_t *deepest = xmalloc(x->count * sizeof(*deepest) + 1);
	for (uint32_t i = 0; i < x->count; i++) deepest[i] = (uint16_t)(x->depth[i] - !!(x->frame[i] & HIST_LEAF));
	for (uint32_t i = x->count; i-- > 0;)
		if (x->parent[i] != CCT_NONE && deepest[i] > deepest[x->parent[i]]) deepest[x->parent[i]] = deepest[i];
	return deepest;
}

static void with_children(struct entries *e)
{
	const struct cct_index *x = &e->event->tree;
	bool caller_first = e->hist->options.caller_first;
	_free_ uint16_t *deepest = caller_first ? deepest_below(x) : NULL;
	struct step {
		uint32_t end, frame;
	}; /* where its subtree ends */
	VEC(struct step) path = VEC_INIT;
	uint32_t tuple = 0;
	for (uint32_t node = 0; node < x->count; node++) {
		while (path.count && vec_last(&path)->end <= node) e->frames[path.items[--path.count].frame].on_path--;
		if (x->parent[node] == CCT_NONE) {
			tuple = x->frame[node];
			e->stamp++;
			continue;
		}
		uint32_t frame = e->hist->frame_of_class[x->frame[node] & ~HIST_LEAF];
		struct entry_cache *cache = entry_of(e, tuple, frame);
		struct hist_entry *entry = &e->event->entries.items[cache->entry];
		if (!cache->on_path++) {
			entry->total_period += cct_total_period(x, node);
			entry->total_count += cct_total_count(x, node);
			if (caller_first)
				entry->depth = MAX(entry->depth, (uint32_t)deepest[node] - x->depth[node] + 1);
		}
		if (!caller_first && !(x->frame[node] & HIST_LEAF)) entry->depth = MAX(entry->depth, x->depth[node]);
		if (cct_own_count(x, node)) add_own(e, cache->entry, node);
		vec_push(&path, ((struct step){ .end = x->end[node], .frame = frame }));
	}
	vec_done(&path);
}

static void without_children(struct entries *e)
{
	const struct cct_index *x = &e->event->tree;
	uint32_t tuple = 0;
	for (uint32_t node = 0; node < x->count; node++) {
		if (x->parent[node] == CCT_NONE) {
			tuple = x->frame[node];
			e->stamp++;
		}
		if (cct_own_count(x, node))
			add_own(e, entry_of(e, tuple, e->hist->frame_of_class[x->frame[node] & ~HIST_LEAF])->entry,
				node);
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
	e.frames = xcalloc(cells_count(&hist->frames) + 1, sizeof(*e.frames));
	vec_clear(&event->entries);
	vec_clear(&event->sums);
	if (event->nr_samples) {
		vec_reserve(&event->entries, cells_count(&hist->frames)); /* about as many, in one table of one task */
		u64map_reserve(&e.by_cells, cells_count(&hist->frames));
	}
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
