/* Addresses become lines of listings by halving. When their samples were taken is found in a pass: workers remember the
 * place of each frame that is in a listing, and note slice, thread and place of its samples. */
#include "analysis/annotate/annotate_times.h"
#include <stdlib.h>
#include "base/u64map.h"
#include "frame/frame_array.h"

#define NO_PLACE UINT32_MAX

/* ---- what lines weigh */

/* A listing with its instructions. */
struct listed_code {
	const struct code_listing *listing;
	uint32_t *insns; /* lines, by address */
	size_t nr_insns;
};

static void find_insns(struct listed_code *code, const struct code_listing *listing)
{
	*code = (struct listed_code){ .listing = listing };
	code->insns = xmalloc((listing->lines.count + 1) * sizeof(*code->insns));
	for (size_t i = 0; i < listing->lines.count; i++)
		if (listing->lines.items[i].kind == CODE_INSN) code->insns[code->nr_insns++] = (uint32_t)i;
}

/* The line whose instruction an address of the object is in; CODE_NO_LINE: none. */
static uint32_t line_at(const struct listed_code *code, uint64_t addr)
{
	uint64_t vaddr = addr - code->listing->bias;
	size_t first = 0, end = code->nr_insns;
	while (first < end) {
		size_t middle = first + (end - first) / 2;
		const struct code_line *line = &code->listing->lines.items[code->insns[middle]];
		if (line->vaddr + line->length > vaddr) end = middle;
		else first = middle + 1;
	}
	if (first == code->nr_insns) return CODE_NO_LINE;
	uint32_t found = code->insns[first];
	return code->listing->lines.items[found].vaddr <= vaddr ? found : CODE_NO_LINE;
}

static void add_places(struct code_weights *weights, const struct annotate_function *function, size_t event,
		       const struct listed_code *code, uint32_t listing)
{
	for (size_t i = 0; i < function->nr_counts; i++) {
		const struct annotate_count *count = &function->counts[i];
		uint32_t line = count->event == event ? line_at(code, count->addr) : CODE_NO_LINE;
		if (line == CODE_NO_LINE) continue;
		struct code_place *place = weights->nr_places ? &weights->places[weights->nr_places - 1] : NULL;
		if (!place || place->listing != listing || place->line != line) {
			place = &weights->places[weights->nr_places++];
			*place = (struct code_place){ .listing = listing, .line = line };
		}
		place->nr_samples += count->weight.nr_samples;
		place->period += count->weight.period;
	}
}

void annotate_weigh(const struct annotate *annotate, const struct annotate_wanted *wanted, struct code_weights *weights)
{
	size_t nr_counts = 0;
	for (size_t i = 0; i < wanted->nr_listed; i++) nr_counts += wanted->listed[i].function->nr_counts;
	for (size_t e = 0; e < wanted->nr_events; e++)
		weights[e] = (struct code_weights){ .places = xmalloc((nr_counts + 1) * sizeof(*weights->places)),
						    .is_timed = xcalloc(wanted->nr_listed + 1,
									sizeof(*weights->is_timed)) };
	for (size_t i = 0; i < wanted->nr_listed; i++) {
		struct listed_code code;
		find_insns(&code, wanted->listed[i].listing);
		for (size_t e = 0; e < wanted->nr_events; e++)
			add_places(&weights[e], wanted->listed[i].function, wanted->events[e].event, &code,
				   (uint32_t)i);
		free(code.insns);
	}
}

/* The number of a place; NO_PLACE: there is none. */
static uint32_t place_of(const struct code_weights *weights, uint32_t listing, uint32_t line)
{
	uint64_t wanted = (uint64_t)listing << 32 | line;
	size_t first = 0, end = weights->nr_places;
	while (first < end) {
		size_t middle = first + (end - first) / 2;
		const struct code_place *place = &weights->places[middle];
		if (((uint64_t)place->listing << 32 | place->line) < wanted) first = middle + 1;
		else end = middle;
	}
	bool is_there = first < weights->nr_places && weights->places[first].listing == listing &&
			weights->places[first].line == line;
	return is_there ? (uint32_t)first : NO_PLACE;
}

/* ---- when */

/* The pass. What workers share is only read. */
struct times_pass {
	const struct annotate_options *options;
	const struct annotate_wanted *wanted;
	const struct code_weights *weights;
	struct listed_code *codes;     /* by listing */
	struct u64map listings;        /* symbol -> number */
	size_t *number_of, nr_all;     /* index of the session's event -> place in wanted->events, or nr_events */
	struct u64map *threads;        /* by place there: pid << 32 | tid -> number */
	struct times_worker **workers; /* NULL: not needed yet */
};

/* What is known of a frame: number of its place + 2; 1: it has none; 0: nothing yet. */
struct known_place {
	uint32_t place_2;
};

struct times_worker {
	const struct times_pass *pass;
	struct resolver *resolver;
	FRAME_ARRAY(struct known_place) * known; /* [wanted->nr_events] */
	moment_words_vec *words;                 /* likewise */
};

static void annotate_times_worker(void *ctx, struct session_worker *worker)
{
	struct times_pass *pass = ctx;
	struct times_worker *w = xcalloc(1, sizeof(*w));
	w->pass = pass;
	w->resolver = worker->resolver;
	w->known = xcalloc(pass->wanted->nr_events + 1, sizeof(*w->known));
	w->words = xcalloc(pass->wanted->nr_events + 1, sizeof(*w->words));
	worker->state = pass->workers[worker->index] = w;
}

static void free_worker(struct times_worker *w)
{
	for (size_t e = 0; w && e < w->pass->wanted->nr_events; e++) {
		frame_array_done(&w->known[e]);
		vec_done(&w->words[e]);
	}
	if (!w) return;
	free(w->known);
	free(w->words);
	free(w);
}

/* The number of the place that a frame is in for an event; NO_PLACE: none. */
static uint32_t find_place(const struct times_pass *pass, const struct frame *frame, size_t event)
{
	const uint64_t *listing = frame->symbol && frame->map ? u64map_find(&pass->listings, (uintptr_t)frame->symbol)
							      : NULL;
	const struct sample_filter *filter = pass->options->filter;
	if (!listing || (filter && sample_filter_hides_frame(filter, frame))) return NO_PLACE;
	uint32_t line = line_at(&pass->codes[*listing], frame->object_addr);
	return line == CODE_NO_LINE ? NO_PLACE : place_of(&pass->weights[event], (uint32_t)*listing, line);
}

static void annotate_times_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	const struct times_pass *pass = ctx;
	const struct annotate_options *options = pass->options;
	struct times_worker *w = worker->state;
	size_t e = pass->number_of[sample->event->idx];
	struct sample_task task;
	if (e == pass->wanted->nr_events) return;
	const struct flame_times *times = pass->wanted->events[e].times;
	if (sample->time_ns < times->first_ns || sample->time_ns > times->last_ns) return;
	if (options->event_switch && !event_switch_passes(options->event_switch, sample)) return;
	if (options->filter && sample_filter_drops(options->filter, sample)) return;
	resolver_task(w->resolver, sample, &task);
	if (options->filter && sample_filter_hides_task(options->filter, sample, &task)) return;
	const struct frame *frame = resolver_sample_ip(w->resolver, &task, sample);
	struct known_place *known = frame_array_at(&w->known[e], frame);
	if (unlikely(!known->place_2)) known->place_2 = find_place(pass, frame, e) + 2;
	if (known->place_2 == 1) return;
	const uint64_t *thread = u64map_find(&pass->threads[e], (uint64_t)sample->pid << 32 | sample->tid);
	if (thread)
		vec_push(&w->words[e], moment_words_of(flame_times_slice(times, sample->time_ns), (uint32_t)*thread,
						       known->place_2 - 2, annotate_period_of(options, sample)));
}

/* Forgets the moments of listings behind those that max_moments are enough for. */
static void limit_moments(struct code_weights *weights, const struct annotate_wanted *wanted)
{
	_free_ size_t *counts = xcalloc(wanted->nr_listed + 1, sizeof(*counts));
	size_t kept = 0, sum = 0;
	for (size_t i = 0; i < weights->nr_moments; i++) counts[weights->places[weights->moments[i].node].listing]++;
	for (size_t i = 0; i < wanted->nr_listed && sum + counts[i] <= wanted->max_moments; i++) {
		sum += counts[i];
		weights->is_timed[i] = true;
	}
	for (size_t i = 0; i < weights->nr_moments; i++)
		if (weights->is_timed[weights->places[weights->moments[i].node].listing])
			weights->moments[kept++] = weights->moments[i];
	weights->nr_moments = kept;
}

static void begin_pass(struct times_pass *pass, const struct session *session)
{
	const struct annotate_wanted *wanted = pass->wanted;
	pass->nr_all = session_events(session)->count;
	pass->workers = xcalloc(session_threads(session) + 1, sizeof(*pass->workers));
	pass->codes = xcalloc(wanted->nr_listed + 1, sizeof(*pass->codes));
	pass->number_of = xcalloc(pass->nr_all + 1, sizeof(*pass->number_of));
	pass->threads = xcalloc(wanted->nr_events + 1, sizeof(*pass->threads));
	for (size_t i = 0; i < pass->nr_all; i++) pass->number_of[i] = wanted->nr_events;
	for (size_t i = 0; i < wanted->nr_listed; i++) {
		find_insns(&pass->codes[i], wanted->listed[i].listing);
		*u64map_put(&pass->listings, (uintptr_t)wanted->listed[i].function->symbol, NULL) = i;
	}
	for (size_t e = 0; e < wanted->nr_events; e++) {
		const struct flame_times *times = wanted->events[e].times;
		if (times) pass->number_of[wanted->events[e].event] = e;
		for (size_t i = 0; times && i < times->nr_threads; i++)
			*u64map_put(&pass->threads[e], (uint64_t)times->threads[i].pid << 32 | times->threads[i].tid,
				    NULL) = i;
	}
}

static void end_pass(struct times_pass *pass, unsigned nr_workers)
{
	for (unsigned i = 0; i < nr_workers; i++) free_worker(pass->workers[i]);
	for (size_t i = 0; i < pass->wanted->nr_listed; i++) free(pass->codes[i].insns);
	for (size_t e = 0; e < pass->wanted->nr_events; e++) u64map_done(&pass->threads[e]);
	u64map_done(&pass->listings);
	free(pass->workers);
	free(pass->codes);
	free(pass->number_of);
	free(pass->threads);
}

int annotate_weigh_times(struct session *session, const struct annotate_options *options,
			 const struct annotate_wanted *wanted, struct code_weights *weights, struct err *err)
{
	struct times_pass pass = { .options = options, .wanted = wanted, .weights = weights };
	struct sample_visitor visitor = { .ctx = &pass,
					  .worker_begin = annotate_times_worker,
					  .sample = annotate_times_sample };
	unsigned nr_workers = session_threads(session);
	bool any = false;
	for (size_t e = 0; e < wanted->nr_events; e++) any |= wanted->events[e].times != NULL;
	if (!any || !wanted->nr_listed) return 0;
	begin_pass(&pass, session);
	int r = session_samples(session, &visitor, err);
	for (size_t e = 0; r == 0 && e < wanted->nr_events; e++) {
		moment_words_vec words = VEC_INIT;
		if (!wanted->events[e].times) continue;
		for (unsigned i = 0; i < nr_workers; i++)
			for (size_t n = 0; pass.workers[i] && n < pass.workers[i]->words[e].count; n++)
				vec_push(&words, pass.workers[i]->words[e].items[n]);
		weights[e].moments = flame_moments_add_up(&words, nr_workers, &weights[e].nr_moments);
		limit_moments(&weights[e], wanted);
		vec_done(&words);
	}
	end_pass(&pass, nr_workers);
	return r;
}
