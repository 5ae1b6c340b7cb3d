/* Samples by instruction. Each worker counts by address (annotate_tally.h); a snapshot asks what is there
 * (annotate_cells.h), and puts the counts together by (function, event, address in the object). */
#include "analysis/annotate/annotate.h"

#include <string.h>
#include "analysis/annotate/annotate_branches.h"
#include "analysis/annotate/annotate_cells.h"
#include "analysis/annotate/annotate_cycles.h"
#include "analysis/annotate/annotate_data.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/u64map.h"

struct annotate_worker {
	struct annotate *annotate;
	struct resolver *resolver;
	struct annotate_tally tally;
	struct annotate_weight *totals;    /* [nr_events] */
	struct annotate_cycles cycles;     /* of branch stacks */
	struct annotate_branches branches; /* likewise */
	struct annotate_data data;
} _apart_;

struct annotate {
	struct annotate_input input;
	struct annotate_options options;
	struct annotate_worker *workers;
	struct annotate_carried carried; /* annotate_carry */
	/* the last snapshot */
	VEC(struct annotate_count) counts;
	VEC(struct annotate_function) functions;
	struct annotate_weight *totals;
	size_t nr_nameless;
	struct u64map by_symbol; /* symbol -> index of function */
	struct annotate_cycles cycles;
	struct annotate_branches branches;
	struct annotate_data data;
	struct arena arena;
};

struct annotate *annotate_begin(const struct annotate_input *input, const struct annotate_options *options)
{
	struct annotate *annotate = xcalloc(1, sizeof(*annotate));
	*annotate = (struct annotate){ .input = *input, .options = *options };
	annotate->workers = xcalloc_apart(input->nr_workers, sizeof(*annotate->workers));
	for (unsigned i = 0; i < input->nr_workers; i++) {
		annotate->workers[i].annotate = annotate;
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
	vec_clear(&annotate->branches.ranges);
	annotate_data_clear(&annotate->data);
	arena_reset(&annotate->arena);
}

void annotate_free(struct annotate *annotate)
{
	if (!annotate) return;
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		annotate_tally_done(&annotate->workers[i].tally);
		annotate_cycles_done(&annotate->workers[i].cycles);
		annotate_branches_done(&annotate->workers[i].branches);
		annotate_data_done(&annotate->workers[i].data);
		free(annotate->workers[i].totals);
	}
	forget_snapshot(annotate);
	vec_done(&annotate->carried.list);
	vec_done(&annotate->counts);
	vec_done(&annotate->functions);
	annotate_cycles_done(&annotate->cycles);
	annotate_branches_done(&annotate->branches);
	annotate_data_done(&annotate->data);
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

static void add_weight(struct annotate_weight *weight, uint64_t nr_samples, uint64_t period)
{
	weight->nr_samples += nr_samples;
	weight->period += period;
}

size_t annotate_nr_nameless(const struct annotate *annotate) { return annotate->nr_nameless; }

/* Totals are those of the places that are shown, which are known at the end. */
static bool of_shown(const struct annotate_options *options) { return options->symbol || options->total_of_shown; }

void annotate_add(struct annotate_worker *worker, const struct sample *sample, const struct sample_task *task)
{
	const struct annotate_options *options = &worker->annotate->options;
	const struct sample_filter *filter = options->filter;
	uint32_t event = sample->event->idx;
	uint64_t period = annotate_period_of(options, sample);

	if (options->event_switch && !event_switch_passes(options->event_switch, sample)) return;
	if (filter && sample_filter_drops(filter, sample)) return;
	if (!of_shown(options)) add_weight(&worker->totals[event], 1, period);
	if (filter && sample_filter_hides_task(filter, sample, task)) return;
	if (sample->nr_branches) {
		annotate_cycles_add(&worker->cycles, worker->resolver, sample, task, options->symbol);
		annotate_branches_add(&worker->branches, worker->resolver, sample, task, options->symbol);
	}
	if (options->with_data) annotate_data_add(&worker->data, worker->resolver, sample, task, period);
	struct resolver_mode mode = resolver_mode(task, (enum cpumode)sample->cpumode);
	annotate_tally_add(&worker->tally, &mode, sample->ip, event, period);
}

static void decay_weight(struct annotate_weight *weight, double factor)
{
	weight->nr_samples = (uint64_t)((double)weight->nr_samples * factor);
	weight->period = (uint64_t)((double)weight->period * factor);
}

void annotate_decay(struct annotate *annotate, double factor)
{
	size_t kept = 0;
	for (size_t i = 0; i < annotate->carried.list.count; i++) {
		struct annotate_cell *cell = &annotate->carried.list.items[i];
		decay_weight(&cell->weight, factor);
		if (cell->weight.nr_samples) annotate->carried.list.items[kept++] = *cell;
	}
	annotate->carried.list.count = kept;
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		struct annotate_worker *worker = &annotate->workers[i];
		annotate_tally_decay(&worker->tally, factor);
		for (size_t j = 0; j < annotate->input.events->count; j++) decay_weight(&worker->totals[j], factor);
	}
}

/* Symbols of these are the frame space's, which is another one with another model. */
static bool has_own_symbols(const struct dso *dso) { return dso->kind == DSO_BPF || dso->kind == DSO_OOL; }

static void carry_function(struct annotate *to, const struct annotate_function *function, struct model *model)
{
	if (has_own_symbols(function->dso)) return;
	const struct dso *dso = model_dso_like(model, function->dso);
	(void)frame_space_object(to->input.frames, dso);
	for (size_t i = 0; i < function->nr_counts; i++) {
		const struct annotate_count *count = &function->counts[i];
		vec_push(&to->carried.list, ((struct annotate_cell){ .symbol = function->symbol,
								     .dso = dso,
								     .addr = count->addr,
								     .event = count->event,
								     .level = function->level,
								     .weight = count->weight }));
	}
}

void annotate_carry(struct annotate *to, const struct annotate *from, struct model *model)
{
	struct annotate_worker *worker = &to->workers[0];
	for (size_t i = 0; i < from->functions.count; i++) carry_function(to, &from->functions.items[i], model);
	for (size_t i = 0; i < from->input.events->count; i++)
		add_weight(&worker->totals[i], from->totals[i].nr_samples, from->totals[i].period);
	annotate_cycles_append(&worker->cycles, &from->cycles);
}

/* ---- snapshots */

static struct annotate_function *new_function(struct annotate *annotate, const struct annotate_cell *cell)
{
	const struct dso *dso = cell->dso;
	struct annotate_function function = {
		.symbol = cell->symbol,
		.dso = dso,
		.object = frame_space_object(annotate->input.frames, dso),
		.level = cell->level,
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
	bool is_same = function && function->symbol == cell->symbol;

	if (!is_same) function = new_function(annotate, cell);
	/* Equal files of one store may be several of the model's: the first counts. */
	if (cell->dso->id < function->dso->id) function->dso = cell->dso;
	if (!is_same || count->event != cell->event || count->addr != cell->addr) {
		struct annotate_count next = { .addr = cell->addr, .event = cell->event };
		vec_push(&annotate->counts, next);
		count = vec_last(&annotate->counts);
		if (!function->nr_counts) function->counts = count;
		function->nr_counts++;
	}
	add_weight(&count->weight, cell->weight.nr_samples, cell->weight.period);
	add_weight(&function->weights[cell->event], cell->weight.nr_samples, cell->weight.period);
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

static void add_shown(struct annotate *annotate, const struct annotate_cells *cells)
{
	for (size_t i = 0; i < cells->count; i++) {
		const struct annotate_cell *cell = &cells->items[i];
		if (!cell->symbol && !cell->is_nameless) continue;
		add_weight(&annotate->totals[cell->event], cell->weight.nr_samples, cell->weight.period);
	}
}

/* How many places without a symbol there are in cells. */
static size_t count_nameless(const struct annotate_cells *cells)
{
	struct u64map places = U64MAP_INIT;
	for (size_t i = 0; i < cells->count; i++) {
		const struct annotate_cell *cell = &cells->items[i];
		uint64_t dso_1 = cell->dso ? (uint64_t)cell->dso->id + 1 : 0;
		if (cell->is_nameless) (void)u64map_put(&places, hash_pair(dso_1, cell->addr), NULL);
	}
	size_t nr = places.count;
	u64map_done(&places);
	return nr;
}

static void add_worker(struct annotate *annotate, struct annotate_worker *worker)
{
	annotate_tally_flush(&worker->tally);
	for (size_t i = 0; i < annotate->input.events->count; i++)
		add_weight(&annotate->totals[i], worker->totals[i].nr_samples, worker->totals[i].period);
	annotate_cycles_append(&annotate->cycles, &worker->cycles);
	annotate_branches_append(&annotate->branches, &worker->branches);
	annotate_data_append(&annotate->data, &worker->data);
}

void annotate_snapshot(struct annotate *annotate)
{
	const struct annotate_tally **tallies = xcalloc(annotate->input.nr_workers, sizeof(*tallies));
	struct annotate_cells cells;

	forget_snapshot(annotate);
	memset(annotate->totals, 0, annotate->input.events->count * sizeof(*annotate->totals));
	for (unsigned i = 0; i < annotate->input.nr_workers; i++) {
		add_worker(annotate, &annotate->workers[i]);
		tallies[i] = &annotate->workers[i].tally;
	}
	annotate_cycles_merge(&annotate->cycles);
	annotate_branches_sort(&annotate->branches);
	annotate_data_sort(&annotate->data);
	annotate_cells_make(&annotate->input, &annotate->options, tallies, &annotate->carried, &cells);
	if (of_shown(&annotate->options)) add_shown(annotate, &cells);
	vec_reserve(&annotate->counts, cells.count);
	for (size_t i = 0; i < cells.count; i++) {
		const struct annotate_cell *cell = &cells.items[(uint32_t)cells.order[i].first_index];
		if (!cell->symbol) break;
		add_cell(annotate, cell);
	}
	annotate->nr_nameless = annotate->options.count_nameless ? count_nameless(&cells) : 0;
	annotate_cells_done(&cells);
	free(tallies);
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

const struct annotate_branches *annotate_branches(const struct annotate *annotate) { return &annotate->branches; }

const struct annotate_data *annotate_data(const struct annotate *annotate) { return &annotate->data; }

const struct perf_events *annotate_events(const struct annotate *annotate) { return annotate->input.events; }

/* What an order is by: the first event, where that is equal the next one of the group. */
struct annotate_order_by {
	const struct annotate *annotate;
	size_t event, nr_events;
};

static int compare_periods(const void *a, const void *b, void *ctx)
{
	const struct annotate_order_by *by = ctx;
	const struct annotate_function *x = &by->annotate->functions.items[*(const uint32_t *)a];
	const struct annotate_function *y = &by->annotate->functions.items[*(const uint32_t *)b];
	for (size_t i = by->event; i < by->event + by->nr_events; i++) {
		uint64_t px = x->weights[i].period, py = y->weights[i].period;
		if (px != py) return px > py ? -1 : 1;
	}
	return compare_places(x, y);
}

size_t annotate_order(const struct annotate *annotate, size_t event, size_t nr_events, uint32_t **ret)
{
	size_t count = 0, members = MIN(nr_events, annotate->input.events->count - event);
	struct annotate_order_by by = { annotate, event, members };
	uint32_t *order = xmalloc((annotate->functions.count + 1) * sizeof(*order));
	for (size_t i = 0; i < annotate->functions.count; i++) {
		uint64_t nr_samples = 0;
		for (size_t j = event; j < event + members; j++)
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
