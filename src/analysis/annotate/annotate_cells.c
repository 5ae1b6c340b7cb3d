/* Places are resolved in order of their addresses: neighbours have their map and symbol in the cache. */
#include "analysis/annotate/annotate_cells.h"

#include <string.h>
#include "base/sort.h"
#include "base/threads.h"

enum { CHUNK = 2048 }; /* places that a thread resolves at once */

/* What the threads share. */
struct resolving {
	const struct annotate_input *input;
	const struct annotate_options *options;
	const struct annotate_tally *spaces; /* knows those of all tallies */
	const struct annotate_places *places;
	struct annotate_cell *cells; /* [places] */
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

static void resolve_chunk(void *ctx, unsigned worker, size_t chunk)
{
	const struct resolving *r = ctx;
	size_t first = chunk * CHUNK, end = MIN(first + CHUNK, r->places->list.count);
	struct resolver_mode mode = { .key = UINT64_MAX };
	for (size_t i = first; i < end; i++) {
		const struct annotate_place *place = &r->places->list.items[i];
		struct frame frame;
		if (annotate_place_key(place) != mode.key)
			mode = annotate_tally_mode(r->spaces, annotate_place_key(place));
		frame_resolve(r->input->frames, &mode, place->ip, &frame);
		r->cells[i] = cell_of(r, place, &frame);
	}
}

/* Which function comes first does not matter here, as functions are ordered afterwards; no symbol: last. The order
 * takes the memory of the places, which are not needed any more. */
static void order_cells(struct annotate_places *places, unsigned threads, struct annotate_cells *cells)
{
	cells->order = (struct annotate_cell_order *)(void *)places->list.items;
	for (size_t i = 0; i < cells->count; i++) {
		const struct annotate_cell *cell = &cells->items[i];
		uint64_t symbol_id = cell->symbol ? cell->symbol->id : UINT32_MAX;
		cells->order[i] = (struct annotate_cell_order){ symbol_id, cell->event, cell->addr, i };
	}
	sort_words((uint64_t *)(void *)cells->order, cells->count, 4, 3, threads);
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
	size_t count = places.list.count, nr_carried = carried->list.count;
	vec_reserve(&places.list, count + nr_carried); /* the order takes this memory */
	*ret = (struct annotate_cells){ .items = xmalloc_huge((count + nr_carried + 1) * sizeof(*ret->items)),
					.count = count + nr_carried };
	struct resolving resolving = {
		.input = input, .options = options, .spaces = &spaces, .places = &places, .cells = ret->items
	};
	sort_words((uint64_t *)(void *)places.list.items, count, 4, 2, input->nr_workers);
	threads_for_near(input->nr_workers, (count + CHUNK - 1) / CHUNK, resolve_chunk, &resolving);
	for (size_t i = 0; i < nr_carried; i++) ret->items[count + i] = carried->list.items[i];
	order_cells(&places, input->nr_workers, ret);
	annotate_tally_done(&spaces);
}
