/* Rounds of records in, samples whose past is complete out. The way of a record:
 *
 *     live_add            its turn is worked out (stream/rounds.h), it waits in the reorder buffer
 *     live_round_end      what is due at the horizon is sorted; side band of it goes into the model (apply_due)
 *     ordered:            live_samples_ordered gives out all that is due, and drops it
 *     in pieces:          the reorder buffer holds side band alone; live_pieces gives out the bytes of the round before
 *
 * In pieces, a round comes out when the next one has been taken: then the horizon has passed its records. Two rounds
 * are thus on their way, and `recent` keeps copies of the records that were applied since the older one's horizon: a
 * renewed model begins at that horizon and has them applied again. */
#include "session/live/live.h"

#include "base/threads.h"
#include "base/vec.h"
#include "session/live/live_code.h"
#include "session/symbolizer.h"
#include "stream/reorder_buffer.h"

/* The model is renewed beyond this size, unless options say otherwise. */
#define MODEL_BYTES ((size_t)64 << 20)
/* Rounds are cut into pieces of this size when they are given out as they came. */
#define PIECE_BYTES ((size_t)1 << 20)
/* Records of a batch; batches per thread between begun and finished. */
enum { BATCH_RECORDS = 1024, BATCHES_AHEAD = 8 /* per thread, between begun and finished */ };
/* Takes the place of reorder_entry.part for a record of the side band that was applied; above all numbers of parts. */
enum { IN_MODEL = LIVE_PARTS_MAX + 1 }; /* in place of its part: a record of the side band that was applied */

/* A record that was applied since the round before: its offset in recent_bytes, and its turn. */
struct recent {
	size_t at;
	uint64_t key;
};

struct live {
	struct live_options options;
	struct symbolizer own_symbolizer, *symbolizer;
	struct live_code code; /* that processes generate */
	const struct perf_events *events;
	/* NULL: samples come out whole */
	unsigned (*parts)(void *ctx, const struct sample *sample, struct live_part ret[LIVE_PARTS_MAX]);
	void *parts_ctx;
	struct session_worker *workers; /* [nr_threads] */
	unsigned nr_threads;
	struct reorder_buffer waiting; /* seen; of what is due, the side band is in the model already */
	VEC(uint64_t) horizons;        /* of the rounds that were seen and did not come out as pieces, oldest first */
	VEC(struct recent) recent;
	VEC(uint8_t) recent_bytes; /* copies */
	size_t most_model_bytes, renew_bytes;
	bool renewal_wanted;       /* live_want_renewal */
	size_t nr_exits;           /* since the model was renewed */
	uint64_t nr_out;           /* that came out in order */
	size_t nr_batches;         /* of them */
	struct live_counts before; /* of resolvers that are gone */
	/* the round that comes out in pieces */
	VEC(struct record_run) pieces;
	const struct live_piece_visitor *visitor;
	uint64_t turn_ns;
};

struct live *live_new(const struct live_options *options)
{
	struct live *live = xcalloc(1, sizeof(*live));
	const struct model_options model_options = { .warnings = options->symbols.warnings,
						     .keep_exited = options->keep_exited,
						     .kernel_name = options->kernel_name };
	live->options = *options;
	live->nr_threads = options->threads ? options->threads : threads_default();
	live->workers = xcalloc_apart(live->nr_threads, sizeof(*live->workers));
	live->symbolizer = options->symbolizer;
	if (!live->symbolizer) {
		live->symbolizer = &live->own_symbolizer;
		symbolizer_init(live->symbolizer, &model_options, live->nr_threads);
		symbolizer_open_symbols(live->symbolizer, &options->symbols);
		symbolizer_begin(live->symbolizer,
				 &(struct symbolizer_frames){ .live = true, .inlines = options->inlines });
	}
	live->code = (struct live_code)LIVE_CODE_INIT(live->symbolizer->symbols);
	live->most_model_bytes = options->most_model_bytes ? options->most_model_bytes : MODEL_BYTES;
	live->renew_bytes = live->most_model_bytes;
	return live;
}

void live_free(struct live *live)
{
	if (!live) return;
	for (unsigned i = 0; i < live->nr_threads; i++) sample_scratch_done(&live->workers[i].scratch);
	free(live->workers);
	live_code_done(&live->code);
	symbolizer_done(&live->own_symbolizer);
	reorder_buffer_done(&live->waiting);
	vec_done(&live->horizons);
	vec_done(&live->recent);
	vec_done(&live->recent_bytes);
	vec_done(&live->pieces);
	free(live);
}

void live_begin(struct live *live, const struct perf_events *events) { live->events = events; }

void live_set_parts(struct live *live,
		    unsigned (*parts)(void *ctx, const struct sample *sample, struct live_part ret[LIVE_PARTS_MAX]),
		    void *ctx)
{
	live->parts = parts;
	live->parts_ctx = ctx;
}

static struct session_worker *worker_ready(struct live *live, unsigned index)
{
	struct session_worker *worker = &live->workers[index];
	worker->index = index;
	worker->resolver = symbolizer_resolver(live->symbolizer, index);
	return worker;
}

/* -- the side band -- */

/* Whether records of this type go into the model. */
static bool wants(const struct live *live, uint32_t type)
{
	bool is_map = type == RECORD_MMAP || type == RECORD_MMAP2;
	return model_wants(type) && !(is_map && live->options.skip_maps);
}

/* Into the model; `applies` is called first: what it adds of a jitdump has to come before the mapping. */
static void apply(struct live *live, const struct record *r, uint64_t time_ns)
{
	if (live->options.applies) live->options.applies(live->options.ctx, r, time_ns);
	/* what does not decode is warned of by the model; the rest is as good as before */
	(void)!model_apply(live->symbolizer->model, r, time_ns);
	live->nr_exits += r->type == RECORD_EXIT;
	if (live->options.follows_code) live_code_note(&live->code, r);
}

/* Whether code has come since it was last asked. */
static bool poll_code(struct live *live, uint64_t time_ns)
{
	return live->options.follows_code && live_code_poll(&live->code, live->symbolizer->model, time_ns);
}

void live_known(struct live *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);)
		if (wants(live, r.type)) apply(live, &r, 0);
	(void)poll_code(live, 0);
	symbolizer_grown(live->symbolizer);
}

/* Copies the record, since the round that it is in may be gone when the model is renewed. */
static void keep_recent(struct live *live, const struct record *r, uint64_t key)
{
	size_t at = live->recent_bytes.count;
	vec_push(&live->recent, ((struct recent){ at, key }));
	vec_reserve(&live->recent_bytes, at + r->size);
	memcpy(live->recent_bytes.items + at, r->data, r->size);
	live->recent_bytes.count += r->size;
}

static uint64_t live_time_ns(const void *ctx, const struct record *r)
{
	return events_record_time(((const struct live *)ctx)->events, r);
}

/* Applies what happened up to the horizon, in order. */
static void apply_due(struct live *live)
{
	size_t count = reorder_buffer_sort(&live->waiting, live_time_ns, live);
	bool any = false;
	live->recent.count = live->recent_bytes.count = 0;
	for (size_t i = 0; i < count; i++) {
		struct reorder_entry *entry = reorder_buffer_at(&live->waiting, i);
		if (entry->part == IN_MODEL || !wants(live, entry->record.type)) continue;
		entry->part = IN_MODEL;
		apply(live, &entry->record, turn_time_ns(entry->key));
		if (live->horizons.count) keep_recent(live, &entry->record, entry->key);
		any = true;
	}
	if (any && live->options.applies) model_advance(live->symbolizer->model, live->waiting.rounds.horizon_ns);
	if (any) symbolizer_grown(live->symbolizer);
	if (!live->options.ordered) reorder_buffer_drop(&live->waiting);
}

/* -- renewing -- */

static struct live_counts count_all(const struct live *live)
{
	const struct unwind_counts nothing = { 0 };
	struct live_counts counts = live->before;
	for (unsigned i = 0; i < live->nr_threads; i++) {
		struct resolver *resolver = live->symbolizer->resolvers[i];
		if (resolver)
			unwind_counts_add(&counts.unwinding, unwinder_counts(resolver_unwinder(resolver)), &nothing);
	}
	return counts;
}

/* Replaces the model by one of what is there at the horizon of the round that waits, with the records applied again
 * that came since. The past is of no use once its samples came out. Caches of workers are gone, and so worker_begin
 * will be called again. */
static void renew(struct live *live)
{
	const struct record_run run = { .data = live->recent_bytes.items, .size_bytes = live->recent_bytes.count };
	bool waits = live->horizons.count;
	struct record r;
	live->before = count_all(live);
	live->before.nr_renewed++;
	struct symbolizer_past past = symbolizer_renew(live->symbolizer, waits ? live->horizons.items[0]
									       : live->waiting.rounds.horizon_ns);
	for (size_t i = 0; waits && i < live->recent.count; i++) {
		size_t pos = live->recent.items[i].at;
		if (record_run_next(&run, false, &pos, &r))
			(void)!model_apply(live->symbolizer->model, &r, turn_time_ns(live->recent.items[i].key));
	}
	live_code_renew(&live->code);
	symbolizer_grown(live->symbolizer);
	live->nr_exits = 0;
	for (unsigned i = 0; i < live->nr_threads; i++) live->workers[i].begun = false;
	/* if most of the model is needed, renewing again soon would be for nothing */
	live->renew_bytes = MAX(live->most_model_bytes, 4 * model_size_bytes(live->symbolizer->model));
	live->renewal_wanted = false;
	if (live->options.renewed) live->options.renewed(live->options.ctx);
	symbolizer_past_done(&past);
}

/* Asked at the beginning of a round. */
static bool is_to_be_renewed(const struct live *live)
{
	if (live->waiting.order.count) return false; /* nobody took what is due: it is still to be asked about */
	return model_size_bytes(live->symbolizer->model) > live->renew_bytes ||
	       (live->options.most_exits && live->nr_exits > live->options.most_exits) || live->options.always_renew ||
	       live->renewal_wanted;
}

void live_want_renewal(struct live *live) { live->renewal_wanted = true; }

/* -- a round -- */

/* A sample that stands for several things is added once for each, with a turn of its own; never later than the
 * sample's. */
static void add_sample(struct live *live, const struct record *r, uint64_t key)
{
	const struct perf_event *event = live->parts ? events_of_record(live->events, r) : NULL;
	struct session_worker *worker = &live->workers[0];
	struct live_part parts[LIVE_PARTS_MAX];
	unsigned count = 0;
	if (event && sample_decode_again(event, r, &worker->scratch, &worker->sample) == 0)
		count = live->parts(live->parts_ctx, &worker->sample, parts);
	if (!count) reorder_buffer_add(&live->waiting, r, key, 0);
	for (unsigned i = 0; i < count; i++) {
		uint64_t own = parts[i].time_ns == UINT64_MAX ? key : turn_key(parts[i].time_ns, TURN_IN_TIME);
		reorder_buffer_add(&live->waiting, r, MIN(own, key), parts[i].part);
	}
}

void live_round_begin(struct live *live)
{
	if (is_to_be_renewed(live)) renew(live);
	/* code that ran in this round was there when the round was taken: it is put where the round begins */
	if (poll_code(live, live->waiting.rounds.horizon_ns)) symbolizer_grown(live->symbolizer);
}

void live_add(struct live *live, const struct record *r)
{
	struct rounds *rounds = &live->waiting.rounds;
	if (r->type >= RECORD_USER_TYPE_START) {
		if (r->type == RECORD_FINISHED_ROUND) rounds_mark(rounds);
		if (live->options.all_records)
			reorder_buffer_add(&live->waiting, r, turn_key(rounds->horizon_ns, TURN_UNTIMED), 0);
		return;
	}
	uint64_t key = rounds_turn(rounds, events_record_time(live->events, r));
	if (r->type == RECORD_SAMPLE && live->options.ordered) add_sample(live, r, key);
	else if (wants(live, r->type) || live->options.all_records) reorder_buffer_add(&live->waiting, r, key, 0);
}

void live_round_end(struct live *live) { apply_due(live); }

void live_end(struct live *live)
{
	reorder_buffer_end(&live->waiting);
	apply_due(live);
}

void live_round(struct live *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	live_round_begin(live);
	if (size_bytes && !live->options.ordered) vec_push(&live->horizons, live->waiting.rounds.horizon_ns);
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);)
		if (r.type < RECORD_USER_TYPE_START) live_add(live, &r);
	rounds_mark(&live->waiting.rounds);
	live_round_end(live);
}

/* -- out, in order -- */

/* Decodes one sample and gives it to the visitor, with the resolver set to its time. */
static void visit_sample(struct live *live, struct session_worker *worker, const struct sample_visitor *visitor,
			 const struct reorder_entry *entry, uint64_t turn)
{
	const struct record *r = &entry->record;
	const struct perf_event *event = events_of_record(live->events, r);
	struct warnings *warnings = live->options.symbols.warnings;
	if (visitor->from_ns || visitor->to_ns) {
		uint64_t time_ns = events_record_time(live->events, r);
		if (time_ns < visitor->from_ns || (visitor->to_ns && time_ns > visitor->to_ns)) return;
	}
	if (unlikely(!event)) {
		warnings_add(warnings, "unknown event", "a sample belongs to none of the events");
		return;
	}
	if (visitor->skip_events && visitor->skip_events[event->idx]) return;
	if (unlikely(sample_decode_again(event, r, &worker->scratch, &worker->sample) < 0)) {
		warnings_add(warnings, "damaged sample", "a sample is shorter than its fields say");
		return;
	}
	worker->part = entry->part;
	resolver_set_now(worker->resolver, turn_time_ns(entry->key));
	worker->sample.turn = turn;
	visitor->sample(visitor->ctx, worker, &worker->sample);
}

static void visit_other(struct live *live, struct session_worker *worker, const struct sample_visitor *visitor,
			const struct record *r)
{
	struct sample_id id = { 0 };
	if (r->type < RECORD_USER_TYPE_START && events_sample_id(live->events, r, &id) < 0)
		id = (struct sample_id){ 0 };
	visitor->other(visitor->ctx, worker, r, &id, id.present & SAMPLE_TIME ? id.time_ns : UINT64_MAX);
}

/* What is due, cut into batches. */
struct given {
	struct live *live;
	const struct sample_visitor *visitor;
	size_t batch_size, nr_batches;
	void **states; /* [nr_batches] */
};

static void live_run_batch(void *ctx, unsigned index, size_t item)
{
	struct given *given = ctx;
	struct live *live = given->live;
	const struct sample_visitor *visitor = given->visitor;
	struct session_worker *worker = worker_ready(live, index);
	size_t first = item * given->batch_size, end = MIN(first + given->batch_size, live->waiting.order.count);
	if (!worker->begun && visitor->worker_begin) visitor->worker_begin(visitor->ctx, worker);
	worker->begun = true;
	given->states[item] = visitor->batch_begin ? visitor->batch_begin(visitor->ctx, worker, live->nr_batches + item)
						   : NULL;
	for (size_t i = first; i < end; i++) {
		const struct reorder_entry *entry = reorder_buffer_at(&live->waiting, i);
		if (entry->record.type == RECORD_SAMPLE) visit_sample(live, worker, visitor, entry, live->nr_out + i);
		else if (visitor->other) visit_other(live, worker, visitor, &entry->record);
	}
	if (visitor->batch_done) visitor->batch_done(visitor->ctx, worker, given->states[item]);
}

/* In the order of batches, on one thread at a time. */
static int live_finish_batch(void *ctx, size_t item)
{
	struct given *given = ctx;
	const struct sample_visitor *visitor = given->visitor;
	void *state = take(given->states[item]);
	return visitor->batch_finish ? visitor->batch_finish(visitor->ctx, state) : 0;
}

int live_samples_ordered(struct live *live, const struct sample_visitor *visitor)
{
	size_t count = live->waiting.order.count;
	bool alone = visitor->sequential || live->nr_threads == 1 || count < 2 * (size_t)BATCH_RECORDS;
	unsigned threads = alone ? 1 : live->nr_threads;
	struct given given = { .live = live,
			       .visitor = visitor,
			       .batch_size = alone ? MAX(count, (size_t)1) : BATCH_RECORDS };
	given.nr_batches = MAX((count + given.batch_size - 1) / given.batch_size, (size_t)1);
	given.states = xcalloc(given.nr_batches, sizeof(*given.states));
	int r = threads_ordered(threads, given.nr_batches, (size_t)threads * BATCHES_AHEAD, live_run_batch,
				live_finish_batch, &given);
	for (size_t i = 0; r && visitor->batch_drop && i < given.nr_batches; i++)
		if (given.states[i]) visitor->batch_drop(visitor->ctx, given.states[i]);
	free(given.states);
	live->nr_out += count;
	live->nr_batches += given.nr_batches;
	reorder_buffer_drop(&live->waiting);
	return r;
}

/* -- out, in pieces -- */

/* Small rounds stay one piece: threads would cost more than they bring. */
static void cut_into_pieces(struct live *live, const uint8_t *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	size_t first = 0, pos = 0;
	struct record r;
	live->pieces.count = 0;
	if (live->nr_threads > 1 && size_bytes > 2 * PIECE_BYTES) {
		while (record_run_next(&run, false, &pos, &r)) {
			if (pos - first < PIECE_BYTES) continue;
			vec_push(&live->pieces,
				 ((struct record_run){ .data = records + first, .size_bytes = pos - first }));
			first = pos;
		}
	}
	if (first < size_bytes)
		vec_push(&live->pieces,
			 ((struct record_run){ .data = records + first, .size_bytes = size_bytes - first }));
}

static void live_run_piece(void *ctx, unsigned index, size_t item)
{
	struct live *live = ctx;
	live->visitor->piece(live->visitor->ctx, worker_ready(live, index), item, &live->pieces.items[item]);
}

void live_pieces(struct live *live, const void *records, size_t size_bytes, const struct live_piece_visitor *visitor)
{
	if (!live->horizons.count) return;
	live->turn_ns = live->horizons.items[0];
	live->horizons.count--;
	memmove(live->horizons.items, live->horizons.items + 1, live->horizons.count * sizeof(*live->horizons.items));
	cut_into_pieces(live, records, size_bytes);
	live->visitor = visitor;
	if (visitor->begin) visitor->begin(visitor->ctx, live->pieces.count);
	threads_for(live->nr_threads, live->pieces.count, live_run_piece, live);
}

/* Samples without a time, and late ones, take effect at the horizon of their round. */
uint64_t live_turn_ns(const struct live *live, uint64_t time_ns)
{
	return time_ns == 0 || time_ns == UINT64_MAX ? live->turn_ns : MAX(time_ns, live->turn_ns);
}

/* -- questions -- */

struct model *live_model(const struct live *live) { return live->symbolizer->model; }
struct frame_space *live_frames(const struct live *live) { return live->symbolizer->frames; }
struct symbol_store *live_symbols(const struct live *live) { return live->symbolizer->symbols; }
struct resolver *live_resolver(struct live *live) { return symbolizer_resolver(live->symbolizer, 0); }
unsigned live_threads(const struct live *live) { return live->nr_threads; }
struct live_counts live_counts(const struct live *live) { return count_all(live); }
const struct rounds *live_rounds(const struct live *live) { return &live->waiting.rounds; }
