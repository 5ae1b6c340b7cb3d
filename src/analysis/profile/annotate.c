/* Samples by instruction. Each worker counts by (event, frame), which is an address in one mapping; a snapshot puts the
 * counts of all workers together by (function, event, address). */
#include "analysis/profile/annotate.h"

#include <string.h>
#include "analysis/profile/annotate_cycles.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/u64map.h"
#include "frame/frame_array.h"

/* What a worker has of one frame and event. */
struct annotate_cell {
	const struct frame *frame;
	uint32_t event;
	struct annotate_weight weight;
};

/* What is known of a frame: index + 2 in cells; 1: it is not wanted; 0: nothing yet. */
struct annotate_known {
	uint32_t cell_2;
};

struct annotate_worker {
	struct annotate *annotate;
	struct resolver *resolver;
	FRAME_ARRAY(struct annotate_known) * known; /* [nr_events] */
	VEC(struct annotate_cell) cells;
	struct annotate_weight *totals; /* [nr_events] */
	struct u64map nameless;         /* with options.count_nameless: places without a symbol */
	struct annotate_cycles cycles;  /* of branch stacks */
} _apart_;

struct annotate {
	struct annotate_input input;
	struct annotate_options options;
	struct annotate_worker *workers;
	/* the last snapshot */
	VEC(struct annotate_count) counts;
	VEC(struct annotate_function) functions;
	struct annotate_weight *totals;
	struct u64map by_symbol; /* symbol -> index of function */
	struct annotate_cycles cycles;
	struct arena arena;
};

struct annotate *annotate_begin(const struct annotate_input *input, const struct annotate_options *options)
{
	struct annotate *annotate = xcalloc(1, sizeof(*annotate));
	*annotate = (struct annotate){ .input = *input, .options = *options };
	annotate->workers = xcalloc_apart(input->nr_workers, sizeof(*annotate->workers));
	for (unsigned i = 0; i < input->nr_workers; i++) {
		annotate->workers[i].annotate = annotate;
		annotate->workers[i].known = xcalloc(input->events->count, sizeof(*annotate->workers[i].known));
		annotate->workers[i].totals = xcalloc(input->events->count, sizeof(struct annotate_weight));
	}
	annotate->totals = xcalloc(input->events->count, sizeof(*annotate->totals));
	arena_init(&annotate->arena);
	return annotate;
}

static void forget_snapshot(struct annotate *annotate)
{
	vec_clear(&annotate->counts);
	vec_clear(&annotate->functions);
	u64map_done(&annotate->by_symbol);
	vec_clear(&annotate->cycles.blocks);
	arena_reset(&annotate->arena);
}

void annotate_free(struct annotate *annotate)
{
	if (!annotate) return;
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		for (size_t j = 0; j < annotate->input.events->count; j++)
			frame_array_done(&annotate->workers[i].known[j]);
		free(annotate->workers[i].known);
		u64map_done(&annotate->workers[i].nameless);
		vec_done(&annotate->workers[i].cells);
		annotate_cycles_done(&annotate->workers[i].cycles);
		free(annotate->workers[i].totals);
	}
	forget_snapshot(annotate);
	vec_done(&annotate->counts);
	vec_done(&annotate->functions);
	annotate_cycles_done(&annotate->cycles);
	arena_done(&annotate->arena);
	free(annotate->totals);
	free(annotate->workers);
	free(annotate);
}

struct annotate_worker *annotate_worker(struct annotate *annotate, unsigned index, struct resolver *resolver)
{
	annotate->workers[index].resolver = resolver;
	return &annotate->workers[index];
}

static void add_weight(struct annotate_weight *weight, const struct sample *sample)
{
	weight->nr_samples++;
	weight->period += sample->period;
}

static void note_nameless(struct annotate_worker *worker, const struct frame *frame)
{
	const struct annotate_options *options = &worker->annotate->options;
	if (options->symbol || (options->filter && sample_filter_hides_frame(options->filter, frame))) return;
	uint64_t dso_1 = frame->map ? (uint64_t)frame->map->dso->id + 1 : 0;
	(void)u64map_put(&worker->nameless, hash_pair(dso_1, frame->object_addr), NULL);
}

size_t annotate_nr_nameless(const struct annotate *annotate)
{
	struct u64map all = U64MAP_INIT;
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		uint64_t key, value;
		for (size_t pos = 0; u64map_next(&annotate->workers[i].nameless, &pos, &key, &value);)
			(void)u64map_put(&all, key, NULL);
	}
	size_t nr = all.count;
	u64map_done(&all);
	return nr;
}

void annotate_add(struct annotate_worker *worker, const struct sample *sample, const struct sample_task *task)
{
	const struct annotate_options *options = &worker->annotate->options;
	const struct sample_filter *filter = options->filter;
	uint32_t event = sample->event->idx;

	if (filter && sample_filter_drops(filter, sample)) return;
	if (!options->symbol) add_weight(&worker->totals[event], sample);
	if (filter && sample_filter_hides_task(filter, sample, task)) return;
	if (sample->nr_branches) annotate_cycles_add(&worker->cycles, worker->resolver, sample, task, options->symbol);
	const struct frame *frame = resolver_sample_ip(worker->resolver, task, sample);
	if (!frame->symbol || !frame->map) {
		if (options->count_nameless) note_nameless(worker, frame);
		return;
	}
	struct annotate_known *known = frame_array_at(&worker->known[event], frame);
	if (unlikely(!known->cell_2)) {
		bool wanted = (!options->symbol || strcmp(frame->symbol->name, options->symbol) == 0) &&
			      !(filter && sample_filter_hides_frame(filter, frame));
		if (wanted) vec_push(&worker->cells, ((struct annotate_cell){ .frame = frame, .event = event }));
		known->cell_2 = wanted ? (uint32_t)worker->cells.count + 1 : 1;
	}
	if (known->cell_2 == 1) return;
	if (options->symbol) add_weight(&worker->totals[event], sample);
	add_weight(&worker->cells.items[known->cell_2 - 2].weight, sample);
}

void annotate_decay(struct annotate *annotate, double factor)
{
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		struct annotate_worker *worker = &annotate->workers[i];
		for (size_t j = 0; j < worker->cells.count; j++) {
			struct annotate_weight *weight = &worker->cells.items[j].weight;
			weight->nr_samples = (uint64_t)((double)weight->nr_samples * factor);
			weight->period = (uint64_t)((double)weight->period * factor);
		}
		for (size_t j = 0; j < annotate->input.events->count; j++) {
			worker->totals[j].nr_samples = (uint64_t)((double)worker->totals[j].nr_samples * factor);
			worker->totals[j].period = (uint64_t)((double)worker->totals[j].period * factor);
		}
	}
}

/* ---- snapshots */

/* A cell with what it is sorted by: function, event, address. Which function comes first does not matter here, as they
 * are ordered afterwards. */
struct sorted_cell {
	uint64_t symbol, event, addr;
	const struct annotate_cell *cell;
};
_Static_assert(sizeof(struct sorted_cell) == 4 * sizeof(uint64_t), "sorted as words");

static struct annotate_function *new_function(struct annotate *annotate, const struct annotate_cell *cell)
{
	const struct dso *dso = cell->frame->map->dso;
	struct annotate_function function = {
		.symbol = cell->frame->symbol,
		.dso = dso,
		.object = frame_space_object(annotate->input.frames, dso),
		.level = cell->frame->level,
		.weights = arena_zalloc(&annotate->arena,
					annotate->input.events->count * sizeof(struct annotate_weight)),
	};
	vec_push(&annotate->functions, function);
	return vec_last(&annotate->functions);
}

/* Adds a cell to the last function, or begins the next one. counts do not move any more. */
static void add_cell(struct annotate *annotate, const struct annotate_cell *cell)
{
	struct annotate_function *function = annotate->functions.count ? vec_last(&annotate->functions) : NULL;
	struct annotate_count *count = annotate->counts.count ? vec_last(&annotate->counts) : NULL;
	bool is_same = function && function->symbol == cell->frame->symbol;

	if (!is_same) function = new_function(annotate, cell);
	/* Equal files of one store may be several of the model's: the first counts. */
	if (cell->frame->map->dso->id < function->dso->id) function->dso = cell->frame->map->dso;
	if (!is_same || count->event != cell->event || count->addr != cell->frame->object_addr) {
		struct annotate_count next = { .addr = cell->frame->object_addr, .event = cell->event };
		vec_push(&annotate->counts, next);
		count = vec_last(&annotate->counts);
		if (!function->nr_counts) function->counts = count;
		function->nr_counts++;
	}
	count->weight.nr_samples += cell->weight.nr_samples;
	count->weight.period += cell->weight.period;
	function->weights[cell->event].nr_samples += cell->weight.nr_samples;
	function->weights[cell->event].period += cell->weight.period;
}

static uint64_t all_samples(const struct annotate *annotate, const struct annotate_function *function)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < annotate->input.events->count; i++) sum += function->weights[i].nr_samples;
	return sum;
}

/* Where two are equal in weight: by the file's name, then by the function's. */
static int compare_places(const struct annotate_function *x, const struct annotate_function *y)
{
	int order = strcmp(x->dso->short_name, y->dso->short_name);
	if (!order) order = strcmp(x->symbol->name, y->symbol->name);
	if (!order) order = strcmp(x->dso->long_name, y->dso->long_name);
	if (order) return order;
	return (x->symbol->start > y->symbol->start) - (x->symbol->start < y->symbol->start);
}

static int compare_functions(const void *a, const void *b, void *ctx)
{
	uint64_t x = all_samples(ctx, a), y = all_samples(ctx, b);
	if (x != y) return x > y ? -1 : 1;
	return compare_places(a, b);
}

void annotate_snapshot(struct annotate *annotate)
{
	VEC(struct sorted_cell) cells = VEC_INIT;

	forget_snapshot(annotate);
	memset(annotate->totals, 0, annotate->input.events->count * sizeof(*annotate->totals));
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		const struct annotate_worker *worker = &annotate->workers[i];
		for (size_t j = 0; j < worker->cells.count; j++) {
			const struct annotate_cell *cell = &worker->cells.items[j];
			if (!cell->weight.nr_samples) continue;
			vec_push(&cells, ((struct sorted_cell){ cell->frame->symbol->id, cell->event,
								cell->frame->object_addr, cell }));
		}
		for (size_t j = 0; j < annotate->input.events->count; j++) {
			annotate->totals[j].nr_samples += worker->totals[j].nr_samples;
			annotate->totals[j].period += worker->totals[j].period;
		}
		annotate_cycles_append(&annotate->cycles, &worker->cycles);
	}
	annotate_cycles_merge(&annotate->cycles);
	sort_words((uint64_t *)(void *)cells.items, cells.count, 4, 3, annotate->input.nr_workers);
	vec_reserve(&annotate->counts, cells.count);
	for (size_t i = 0; i < cells.count; i++) add_cell(annotate, cells.items[i].cell);
	vec_done(&cells);
	sort_parallel(annotate->functions.items, annotate->functions.count, sizeof(*annotate->functions.items),
		      compare_functions, annotate, 1);
	for (size_t i = 0; i < annotate->functions.count; i++)
		*u64map_put(&annotate->by_symbol, (uintptr_t)annotate->functions.items[i].symbol, NULL) = i;
}

size_t annotate_nr_functions(const struct annotate *annotate) { return annotate->functions.count; }

const struct annotate_function *annotate_function_at(const struct annotate *annotate, size_t i)
{
	return &annotate->functions.items[i];
}

const struct annotate_function *annotate_function_of(const struct annotate *annotate, const struct symbol *symbol)
{
	const uint64_t *index = u64map_find(&annotate->by_symbol, (uintptr_t)symbol);
	return index ? &annotate->functions.items[*index] : NULL;
}

struct annotate_weight annotate_total(const struct annotate *annotate, size_t event) { return annotate->totals[event]; }

const struct annotate_cycles *annotate_cycles(const struct annotate *annotate) { return &annotate->cycles; }

const struct perf_events *annotate_events(const struct annotate *annotate) { return annotate->input.events; }

/* What an order is by. */
struct annotate_order_by {
	const struct annotate *annotate;
	size_t event;
};

static int compare_periods(const void *a, const void *b, void *ctx)
{
	const struct annotate_order_by *by = ctx;
	const struct annotate_function *x = &by->annotate->functions.items[*(const uint32_t *)a];
	const struct annotate_function *y = &by->annotate->functions.items[*(const uint32_t *)b];
	uint64_t px = x->weights[by->event].period, py = y->weights[by->event].period;
	if (px != py) return px > py ? -1 : 1;
	return compare_places(x, y);
}

size_t annotate_order(const struct annotate *annotate, size_t event, bool of_group, uint32_t **ret)
{
	size_t count = 0, members = of_group ? annotate->input.events->items[event]->nr_members : 1;
	struct annotate_order_by by = { annotate, event };
	uint32_t *order = xmalloc((annotate->functions.count + 1) * sizeof(*order));
	for (size_t i = 0; i < annotate->functions.count; i++) {
		uint64_t nr_samples = 0;
		for (size_t j = event; j < event + members && j < annotate->input.events->count; j++)
			nr_samples += annotate->functions.items[i].weights[j].nr_samples;
		if (nr_samples) order[count++] = (uint32_t)i;
	}
	sort_parallel(order, count, sizeof(*order), compare_periods, &by, 1);
	*ret = order;
	return count;
}

/* ---- a whole recording */

static void annotate_pass_worker(void *ctx, struct session_worker *worker)
{
	worker->state = annotate_worker(ctx, worker->index, worker->resolver);
}

static void annotate_pass_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	annotate_add(worker->state, sample, &task);
}

int annotate_collect(struct session *session, const struct annotate_options *options, struct annotate **ret,
		     struct err *err)
{
	struct annotate_input input = { .events = session_events(session),
					.frames = session_frames(session),
					.nr_workers = session_threads(session) };
	struct annotate *annotate = annotate_begin(&input, options);
	struct sample_visitor visitor = { .ctx = annotate,
					  .worker_begin = annotate_pass_worker,
					  .sample = annotate_pass_sample };
	int r = session_samples(session, &visitor, err);
	if (r < 0) {
		annotate_free(annotate);
		return r;
	}
	annotate_snapshot(annotate);
	*ret = annotate;
	return 0;
}
