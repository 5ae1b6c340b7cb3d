/* Places are resolved in order of their addresses: neighbours have their map and symbol in the cache. Processes that
 * run the same program have places of their own for the same code: each thread adds them up at once. */
#include "analysis/annotate/annotate_cells.h"

#include <string.h>
#include "base/hash.h"
#include "base/sort.h"
#include "base/threads.h"

enum { CHUNK = 2048 }; /* places that a thread resolves at once */

/* Cells of one thread. */
struct resolved {
	struct u64map by_code; /* hash -> index in cells + 1: a shortcut, cells may be of the same code nevertheless */
	VEC(struct annotate_cell) cells;
} _apart_;

/* What the threads share. */
struct resolving {
	const struct annotate_input *input;
	const struct annotate_options *options;
	const struct annotate_tally *spaces; /* knows those of all tallies */
	const struct annotate_places *places;
	struct resolved *resolved; /* [threads] */
};

static struct annotate_cell cell_of(const struct resolving *r, const struct annotate_place *place,
				    const struct frame *frame)
{
	const struct annotate_options *options = r->options;
	struct annotate_cell cell = { .dso = frame->map ? frame->map->dso : NULL,
				      .addr = frame->object_addr,
				      .event = annotate_place_event(place),
				      .level = frame->level,
				      .weight = { place->nr_samples, place->period } };
	if (options->filter && sample_filter_hides_frame(options->filter, frame)) return cell;
	cell.is_nameless = !options->symbol && (!frame->symbol || !frame->map);
	bool counts = frame->symbol && frame->map &&
		      (!options->symbol || strcmp(frame->symbol->name, options->symbol) == 0);
	if (counts) cell.symbol = frame->symbol;
	return cell;
}

static bool is_same_code(const struct annotate_cell *a, const struct annotate_cell *b)
{
	return a->symbol == b->symbol && a->dso == b->dso && a->addr == b->addr && a->event == b->event &&
	       a->level == b->level && a->is_nameless == b->is_nameless;
}

static void add_resolved(struct resolved *resolved, const struct annotate_cell *cell)
{
	uint64_t what = hash_pair((uintptr_t)cell->symbol, (uintptr_t)cell->dso);
	uint64_t hash = hash_pair(hash_pair(what, cell->event), cell->addr);
	uint64_t *index_1 = u64map_put(&resolved->by_code, hash, NULL);
	struct annotate_cell *known = *index_1 ? &resolved->cells.items[*index_1 - 1] : NULL;
	if (known && is_same_code(known, cell)) {
		known->first = MIN(known->first, cell->first);
		known->weight.nr_samples += cell->weight.nr_samples;
		known->weight.period += cell->weight.period;
	} else {
		vec_push(&resolved->cells, *cell);
		*index_1 = resolved->cells.count;
	}
}

static void resolve_chunk(void *ctx, unsigned worker, size_t chunk)
{
	const struct resolving *r = ctx;
	size_t first = chunk * CHUNK, end = MIN(first + CHUNK, r->places->list.count);
	bool wants_nameless = r->options->count_nameless || r->options->total_of_shown;
	struct resolver_mode mode = { .key = UINT64_MAX };
	for (size_t i = first; i < end; i++) {
		const struct annotate_place *place = &r->places->list.items[i];
		struct frame frame;
		if (annotate_place_key(place) != mode.key)
			mode = annotate_tally_mode(r->spaces, annotate_place_key(place));
		frame_resolve(r->input->frames, &mode, place->ip, &frame);
		struct annotate_cell cell = cell_of(r, place, &frame);
		cell.first = (uint32_t)i;
		if (cell.symbol || (cell.is_nameless && wants_nameless)) add_resolved(&r->resolved[worker], &cell);
	}
}

/* Which function comes first does not matter here, as functions are ordered afterwards; no symbol: last. */
static void order_cells(struct annotate_cells *cells, unsigned threads)
{
	cells->order = xmalloc_huge((cells->count + 1) * sizeof(*cells->order));
	for (size_t i = 0; i < cells->count; i++) {
		const struct annotate_cell *cell = &cells->items[i];
		uint64_t symbol_id = cell->symbol ? cell->symbol->id : UINT32_MAX;
		uint64_t first_index = (uint64_t)cell->first << 32 | i;
		cells->order[i] = (struct annotate_cell_order){ symbol_id, cell->event, cell->addr, first_index };
	}
	sort_words((uint64_t *)(void *)cells->order, cells->count, 4, 4, threads);
}

/* Moves the cells of all threads to *ret, behind them the carried ones. nr_places: these come after all others. */
static void join_cells(struct resolved *resolved, unsigned threads, const struct annotate_carried *carried,
		       size_t nr_places, struct annotate_cells *ret)
{
	size_t count = carried->list.count;
	for (unsigned i = 0; i < threads; i++) count += resolved[i].cells.count;
	*ret = (struct annotate_cells){ .items = xmalloc_huge((count + 1) * sizeof(*ret->items)) };
	for (unsigned i = 0; i < threads; i++) {
		for (size_t j = 0; j < resolved[i].cells.count; j++)
			ret->items[ret->count++] = resolved[i].cells.items[j];
		u64map_done(&resolved[i].by_code);
		vec_done(&resolved[i].cells);
	}
	for (size_t i = 0; i < carried->list.count; i++) {
		ret->items[ret->count] = carried->list.items[i];
		ret->items[ret->count++].first = (uint32_t)(nr_places + i);
	}
}

void annotate_cells_done(struct annotate_cells *cells)
{
	free(cells->items);
	free(cells->order);
}

void annotate_cells_make(const struct annotate_input *input, const struct annotate_options *options,
			 const struct annotate_tally *const *tallies, const struct annotate_carried *carried,
			 struct annotate_cells *ret)
{
	struct annotate_tally spaces = { 0 };
	struct annotate_places places = { 0 };
	for (unsigned i = 0; i < input->nr_workers; i++) {
		annotate_tally_merge_spaces(&spaces, tallies[i]);
		annotate_tally_append(tallies[i], &places);
	}
	size_t count = places.list.count;
	struct resolved *resolved = xcalloc_apart(input->nr_workers, sizeof(*resolved));
	struct resolving resolving = {
		.input = input, .options = options, .spaces = &spaces, .places = &places, .resolved = resolved
	};
	sort_words((uint64_t *)(void *)places.list.items, count, 4, 2, input->nr_workers);
	threads_for_near(input->nr_workers, (count + CHUNK - 1) / CHUNK, resolve_chunk, &resolving);
	vec_done(&places.list);
	join_cells(resolved, input->nr_workers, carried, count, ret);
	order_cells(ret, input->nr_workers);
	free(resolved);
	annotate_tally_done(&spaces);
}
