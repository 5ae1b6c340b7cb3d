/* Regrouping: cells of the new keys are picked out of the old tuples and interned; then the numbers in roots and
 * classes are replaced. What was there is kept beside it and put back. */
#include "analysis/profile/collect/hist_regroup.h"
#include <string.h>
#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/collect/hist_regrouped.h"
#include "base/threads.h"

/* A root of an event's tree, with the tuple that it had. */
struct regrouped_root {
	uint32_t event, node, tuple;
};

/* Where the cells of the new keys are in the old tuples. */
struct projection {
	const struct cells *from;
	struct cells *to;
	unsigned places[HIST_MAX_KEYS + 1];
	uint32_t *numbers; /* by old tuple: the new one */
};
enum { CHUNK_TUPLES = 16384 };

static size_t find_key(const struct key *const *keys, size_t nr_keys, const struct key *key)
{
	size_t i = 0;
	while (i < nr_keys && keys[i] != key) i++;
	return i;
}

size_t hist_collected_keys(const struct hist *hist, const struct key *const **ret)
{
	*ret = hist->regrouped ? hist->regrouped->keys : hist->keys;
	return hist->regrouped ? hist->regrouped->nr_keys : hist->nr_keys;
}

bool hist_is_grouped_by(const struct hist *hist, const struct key *const *keys, size_t nr_keys)
{
	if (nr_keys != hist->nr_keys) return false;
	return !nr_keys || memcmp(keys, hist->keys, nr_keys * sizeof(const struct key *)) == 0;
}

/* threads_for: the new numbers of a chunk of old tuples. */
static void project_chunk(void *ctx, unsigned thread, size_t item)
{
	const struct projection *projection = ctx;
	uint64_t cells[HIST_MAX_KEYS + 1];
	uint32_t end = MIN((uint32_t)(item + 1) * CHUNK_TUPLES, cells_count(projection->from));
	for (uint32_t i = (uint32_t)item * CHUNK_TUPLES; i < end; i++) {
		const uint64_t *from = cells_get(projection->from, i);
		for (unsigned n = 0; n < projection->to->width; n++) cells[n] = from[projection->places[n]];
		projection->numbers[i] = cells_id(projection->to, cells);
	}
}

/* Whether the new tuples are the old ones, cell by cell: their keys are all wanted, in the same order. */
static bool is_same(const struct projection *projection, unsigned width)
{
	if (width != projection->from->width) return false;
	for (unsigned i = 0; i < width; i++)
		if (projection->places[i] != i) return false;
	return true;
}

/* Makes the new tuples. Returns the number of each old one among them, which the caller frees; NULL where all stay, so
 * that the new ones are the old ones themselves. */
static uint32_t *project(struct projection *projection, unsigned width, unsigned threads)
{
	if (is_same(projection, width)) {
		*projection->to = *projection->from;
		return NULL;
	}
	cells_init(projection->to, width);
	size_t count = cells_count(projection->from);
	projection->numbers = xmalloc(count * sizeof(*projection->numbers) + 1);
	threads_for(threads, (count + CHUNK_TUPLES - 1) / CHUNK_TUPLES, project_chunk, projection);
	return projection->numbers;
}

/* Puts the new tuples' numbers into the roots. numbers: NULL where they stay. */
static void renumber_roots(struct hist *hist, const uint32_t *numbers)
{
	for (uint32_t e = 0; e < hist->in.events->count; e++) hist->events[e].has_entries = false;
	hist_select_forget_entries(hist);
	for (uint32_t e = 0; numbers && e < hist->in.events->count; e++) {
		struct cct_index *x = &hist->events[e].tree;
		for (uint32_t node = 0; node < x->count; node = x->end[node]) {
			vec_push(&hist->regrouped->roots, ((struct regrouped_root){ e, node, x->frame[node] }));
			x->frame[node] = numbers[x->frame[node]];
		}
	}
}

/* Puts the new frame cells' numbers into the classes. numbers: NULL where they stay. */
static void renumber_classes(struct hist *hist, const uint32_t *numbers)
{
	const struct frame_cells_id *old = hist->regrouped->cells_of_class;
	if (!numbers) return;
	hist->cells_of_class = xmalloc(hist->nr_classes * sizeof(*hist->cells_of_class) + 1);
	for (uint32_t i = 0; i < hist->nr_classes; i++) hist->cells_of_class[i].n = numbers[old[i].n];
}

/* Fills keys, positions and places, and makes the new tuples and frame cells; the hidden flag is the last cell of both.
 * ret_frame_of: the new number of each of the old frame cells, as project returns it; those of tuples are kept. */
static void place_keys(struct hist *hist, const struct key *const *keys, size_t nr_keys, uint32_t **ret_frame_of)
{
	struct hist_regrouped *old = hist->regrouped;
	struct projection tuples = { .from = &old->tuples, .to = &hist->tuples },
			  frames = { .from = &old->frames, .to = &hist->frames };
	unsigned nr_tuple = 0, nr_frame = 0;
	for (size_t i = 0; i < nr_keys; i++) {
		unsigned place = old->position[find_key(old->keys, old->nr_keys, keys[i])];
		bool is_frame = keys[i]->scope == KEY_FRAME;
		hist->keys[i] = keys[i];
		hist->position[i] = is_frame ? nr_frame++ : nr_tuple++;
		(is_frame ? &frames : &tuples)->places[hist->position[i]] = place;
	}
	hist->nr_keys = nr_keys;
	tuples.places[nr_tuple] = old->tuples.width - 1;
	frames.places[nr_frame] = old->frames.width - 1;
	old->tuple_of = project(&tuples, nr_tuple + 1, hist->in.nr_workers);
	*ret_frame_of = project(&frames, nr_frame + 1, hist->in.nr_workers);
}

bool hist_regroup(struct hist *hist, const struct key *const *keys, size_t nr_keys)
{
	const struct key *const *collected;
	size_t nr_collected = hist_collected_keys(hist, &collected);
	if (hist->chains_on_demand || nr_keys > HIST_MAX_KEYS) return false;
	for (size_t i = 0; i < nr_keys; i++)
		if (find_key(collected, nr_collected, keys[i]) == nr_collected) return false;
	hist_regroup_undo(hist);
	struct hist_regrouped *old = hist->regrouped = xcalloc(1, sizeof(*old));
	old->tuples = hist->tuples;
	old->frames = hist->frames;
	old->nr_keys = hist->nr_keys;
	old->cells_of_class = hist->cells_of_class;
	memcpy(old->keys, hist->keys, sizeof(old->keys));
	memcpy(old->position, hist->position, sizeof(old->position));
	_free_ uint32_t *frame_of = NULL;
	place_keys(hist, keys, nr_keys, &frame_of);
	renumber_classes(hist, frame_of);
	renumber_roots(hist, old->tuple_of);
	return true;
}

void hist_regroup_undo(struct hist *hist)
{
	struct hist_regrouped *old = take(hist->regrouped);
	if (!old) return;
	for (size_t i = 0; i < old->roots.count; i++) {
		const struct regrouped_root *root = &old->roots.items[i];
		hist->events[root->event].tree.frame[root->node] = root->tuple;
	}
	for (uint32_t e = 0; e < hist->in.events->count; e++) hist->events[e].has_entries = false;
	hist_select_forget_entries(hist);
	if (old->tuple_of) cells_done(&hist->tuples);
	if (hist->cells_of_class != old->cells_of_class) {
		cells_done(&hist->frames);
		free(hist->cells_of_class);
	}
	hist->tuples = old->tuples;
	hist->frames = old->frames;
	hist->cells_of_class = old->cells_of_class;
	hist->nr_keys = old->nr_keys;
	memcpy(hist->keys, old->keys, sizeof(hist->keys));
	memcpy(hist->position, old->position, sizeof(hist->position));
	vec_done(&old->roots);
	free(old->tuple_of);
	free(old);
}
