#include "session/live/live_unwinding.h"

#include "base/threads.h"
#include "base/vec.h"
#include "frame/resolver.h"
#include "model/model.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"
#include "session/live/live_code.h"
#include "stream/order.h"
#include "stream/rounds.h"

#define MODEL_BYTES ((size_t)64 << 20)
#define PIECE_BYTES ((size_t)1 << 20) /* of a round: the work of one thread at a time */
#define RECORD_BYTES_MAX 65528

struct side_band {
	struct record record;
	uint64_t key;
};
struct recent {
	size_t at;
	uint64_t key;
};

struct live_worker {
	struct resolver *resolver;
	struct sample_scratch scratch;
	uint64_t ips[RECORD_BYTES_MAX / 8];
	uint64_t nr_chains, nr_without_user, nr_damaged;
};

struct live_unwinding {
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct live_code code; /* that processes generate */
	const struct perf_events *raw, *written;
	struct warnings *warnings;
	struct rounds rounds;          /* as they are behind the last record that was seen */
	VEC(uint64_t) horizons;        /* of the rounds that were seen and not rewritten, oldest first */
	VEC(struct side_band) pending; /* seen and not applied: newer than the horizon */
	struct order_list order, spare;
	VEC(struct recent) recent;
	VEC(uint8_t) recent_bytes; /* what the last round that was seen let happen: copies */
	struct live_worker *workers;
	unsigned nr_threads;
	size_t most_model_bytes, renew_bytes;
	bool always_renew;
	struct live_unwinding_counts before; /* of resolvers that are gone */
	/* the round that is being rewritten */
	VEC(struct record_run) pieces;
	VEC(struct outbuf) outs;
	uint64_t horizon_ns;
};

/* -- what is known -- */

void live_unwinding_keep(struct live_unwinding *live) { symbol_store_keep(live->symbols); }

static void begin_frames(struct live_unwinding *live)
{
	live->frames = frame_space_new(live->model, live->symbols);
	frame_space_set_live(live->frames);
}

struct live_unwinding *live_unwinding_new(const struct live_unwinding_options *options)
{
	struct live_unwinding *live = xcalloc(1, sizeof(*live));
	/* what is mapped just now is the process's own */
	const struct symbol_options symbols = {
		.warnings = options->warnings, .cache = options->cache, .use_running_kernel = true, .any_owner = true
	};
	live->warnings = options->warnings;
	live->model = model_new(&(struct model_options){ .warnings = options->warnings });
	live->symbols = symbol_store_new(&symbols);
	live->code = (struct live_code)LIVE_CODE_INIT(live->symbols);
	live->nr_threads = options->threads ? options->threads : threads_default();
	live->workers = xcalloc(live->nr_threads, sizeof(*live->workers));
	live->most_model_bytes = options->most_model_bytes ? options->most_model_bytes : MODEL_BYTES;
	live->renew_bytes = live->most_model_bytes;
	live->always_renew = options->always_renew;
	begin_frames(live);
	return live;
}

static void count_worker(const struct live_worker *worker, struct live_unwinding_counts *sum)
{
	const struct unwind_counts nothing = { 0 };
	sum->nr_chains += worker->nr_chains;
	sum->nr_without_user += worker->nr_without_user;
	sum->nr_damaged += worker->nr_damaged;
	if (worker->resolver)
		unwind_counts_add(&sum->unwinding, unwinder_counts(resolver_unwinder(worker->resolver)), &nothing);
}

struct live_unwinding_counts live_unwinding_counts(const struct live_unwinding *live)
{
	struct live_unwinding_counts counts = live->before;
	for (unsigned i = 0; i < live->nr_threads; i++) count_worker(&live->workers[i], &counts);
	return counts;
}

static void end_workers(struct live_unwinding *live)
{
	for (unsigned i = 0; i < live->nr_threads; i++) {
		resolver_free(live->workers[i].resolver);
		sample_scratch_done(&live->workers[i].scratch);
		live->workers[i] = (struct live_worker){ 0 };
	}
}

void live_unwinding_free(struct live_unwinding *live)
{
	if (!live) return;
	end_workers(live);
	free(live->workers);
	live_code_done(&live->code);
	frame_space_free(live->frames);
	symbol_store_free(live->symbols);
	model_free(live->model);
	vec_done(&live->horizons);
	vec_done(&live->pending);
	vec_done(&live->recent);
	vec_done(&live->recent_bytes);
	vec_done(&live->pieces);
	for (size_t i = 0; i < live->outs.count; i++) out_done(&live->outs.items[i]);
	vec_done(&live->outs);
	order_list_done(&live->order);
	order_list_done(&live->spare);
	free(live);
}

void live_unwinding_begin(struct live_unwinding *live, const struct perf_events *raw, const struct perf_events *written)
{
	live->raw = raw;
	live->written = written;
}

static void grown(struct live_unwinding *live)
{
	model_seal(live->model);
	frame_space_grow(live->frames);
	for (unsigned i = 0; i < live->nr_threads; i++)
		if (live->workers[i].resolver) resolver_forget_tasks(live->workers[i].resolver);
}

void live_unwinding_know(struct live_unwinding *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (!model_wants(r.type)) continue;
		(void)!model_apply(live->model, &r, 0);
		live_code_note(&live->code, &r);
	}
	(void)live_code_poll(&live->code, live->model, 0);
	grown(live);
}

static void keep_recent(struct live_unwinding *live, const struct record *r, uint64_t key)
{
	size_t at = live->recent_bytes.count;
	vec_push(&live->recent, ((struct recent){ at, key }));
	vec_reserve(&live->recent_bytes, at + r->size);
	memcpy(live->recent_bytes.items + at, r->data, r->size);
	live->recent_bytes.count += r->size;
}

/* Applies what happened up to the horizon, in order. */
static void apply_pending(struct live_unwinding *live)
{
	uint64_t horizon_key = turn_key(live->rounds.horizon_ns, TURN_LATE);
	size_t nr_left = 0;
	live->order.count = 0;
	for (size_t i = 0; i < live->pending.count; i++)
		if (live->pending.items[i].key <= horizon_key)
			order_list_push(&live->order, live->pending.items[i].key, i);
	live->recent.count = live->recent_bytes.count = 0;
	if (!live->order.count) return;
	order_list_sort(&live->order, &live->spare);
	for (size_t i = 0; i < live->order.count; i++) {
		const struct side_band *item = &live->pending.items[live->order.items[i].place];
		(void)!model_apply(live->model, &item->record, turn_time_ns(item->key));
		live_code_note(&live->code, &item->record);
		keep_recent(live, &item->record, item->key);
	}
	for (size_t i = 0; i < live->pending.count; i++)
		if (live->pending.items[i].key > horizon_key) live->pending.items[nr_left++] = live->pending.items[i];
	live->pending.count = nr_left;
	grown(live);
}

/* The past is of no use once its samples were rewritten: what is there at the horizon of the round that waits, and what
 * happened since. */
static void renew(struct live_unwinding *live)
{
	struct model *present = model_present(live->model,
					      live->horizons.count ? live->horizons.items[0] : live->rounds.horizon_ns);
	const struct record_run run = { .data = live->recent_bytes.items, .size_bytes = live->recent_bytes.count };
	struct record r;
	live->before = live_unwinding_counts(live);
	live->before.nr_renewed++;
	end_workers(live);
	frame_space_free(live->frames);
	model_free(live->model);
	live->model = present;
	for (size_t i = 0; live->horizons.count && i < live->recent.count; i++) {
		size_t pos = live->recent.items[i].at;
		if (record_run_next(&run, false, &pos, &r))
			(void)!model_apply(present, &r, turn_time_ns(live->recent.items[i].key));
	}
	live_code_renew(&live->code);
	begin_frames(live);
	grown(live);
	live->renew_bytes = MAX(live->most_model_bytes, 4 * model_size_bytes(present));
}

void live_unwinding_see(struct live_unwinding *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	if (model_size_bytes(live->model) > live->renew_bytes || live->always_renew) renew(live);
	/* code that ran in this round was there when the round was taken: it is put where the round begins */
	if (live_code_poll(&live->code, live->model, live->rounds.horizon_ns)) grown(live);
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (r.type >= RECORD_USER_TYPE_START) continue;
		uint64_t key = rounds_turn(&live->rounds, events_record_time(live->raw, &r));
		if (r.type != RECORD_SAMPLE && model_wants(r.type))
			vec_push(&live->pending, ((struct side_band){ r, key }));
	}
	if (size_bytes) vec_push(&live->horizons, live->rounds.horizon_ns);
	rounds_mark(&live->rounds);
	apply_pending(live);
}

/* -- rewriting -- */

static void put_u64(uint8_t **to, uint64_t value)
{
	memcpy(*to, &value, 8);
	*to += 8;
}

static void put_bytes(uint8_t **to, const uint8_t *from, size_t size_bytes)
{
	if (size_bytes) memcpy(*to, from, size_bytes);
	*to += size_bytes;
}

/* Where in the record the fields behind the chain are: their order is that of linux/perf_event.h. */
struct places {
	const uint8_t *chain, *chain_end, *regs, *behind_stack;
};
static struct places places_of(const struct sample *sample)
{
	const struct event_attr *attr = &sample->event->attr;
	struct places at = { .chain = (const uint8_t *)sample->callchain - 8,
			     .chain_end = (const uint8_t *)(sample->callchain + sample->nr_callchain) };
	const uint8_t *p = at.chain_end;
	if (attr->sample_type & SAMPLE_RAW) p += 4 + sample->raw_size;
	if (attr->sample_type & SAMPLE_BRANCH_STACK) {
		p += 8 + sample->nr_branches * sizeof(struct branch_entry);
		if (attr->branch_sample_type & BRANCH_HW_INDEX) p += 8;
		if (attr->branch_sample_type & BRANCH_COUNTERS) p += 8 * sample->nr_branches;
	}
	at.regs = p;
	p += 8 + (sample->user_regs.abi ? 8 * (size_t)__builtin_popcountll(attr->sample_regs_user) : 0);
	p += 8 + (sample->stack_size ? sample->stack_size + 8 : 0);
	at.behind_stack = p;
	return at;
}

static void put_regs(uint8_t **to, const struct sample_regs *regs, uint64_t mask)
{
	put_u64(to, regs->abi);
	if (!regs->abi) return;
	const uint64_t *value = regs->values;
	for (uint64_t left = regs->mask; left; left &= left - 1, value++)
		if (left & -left & mask) put_u64(to, *value);
}

static void rewrite_sample(struct live_unwinding *live, struct live_worker *worker, const struct perf_event *event,
			   const struct record *r, struct outbuf *out)
{
	const struct event_attr *written = &live->written->items[event->idx]->attr;
	struct sample sample;
	struct sample_task task;
	size_t count = 0, most = written->sample_max_stack
					 ? MIN((size_t)written->sample_max_stack, ARRAY_SIZE(worker->ips))
					 : UNWIND_USUAL_FRAMES;
	if (unlikely(sample_decode(event, r, &worker->scratch, &sample) < 0 || !(sample.present & SAMPLE_CALLCHAIN))) {
		worker->nr_damaged++;
		return;
	}
	uint64_t turn_ns = sample.time_ns == 0 || sample.time_ns == UINT64_MAX ? live->horizon_ns
									       : MAX(sample.time_ns, live->horizon_ns);
	resolver_set_now(worker->resolver, turn_ns);
	resolver_task(worker->resolver, &sample, &task);
	(void)unwinder_run(resolver_unwinder(worker->resolver), &task, &sample, most, worker->ips, &count);
	const struct places at = places_of(&sample);
	bool with_regs = written->sample_type & SAMPLE_REGS_USER;
	size_t rest = (size_t)(r->data + r->size - at.behind_stack), head = (size_t)(at.chain - r->data);
	size_t size = head + 8 + 8 * sample.nr_callchain + (size_t)(at.regs - at.chain_end) +
		      (with_regs ? 8 + 8 * 64 : 0) + rest;
	if (count && size + 8 * (count + 1) > RECORD_BYTES_MAX)
		count = RECORD_BYTES_MAX - size < 16 ? 0 : (RECORD_BYTES_MAX - size) / 8 - 1;
	uint8_t *start = (uint8_t *)out_reserve(out, size + 8 * (count + 1)), *to = start;
	put_bytes(&to, r->data, head);
	put_u64(&to, sample.nr_callchain + (count ? count + 1 : 0));
	put_bytes(&to, (const uint8_t *)sample.callchain, 8 * sample.nr_callchain);
	if (count) put_u64(&to, CONTEXT_USER);
	put_bytes(&to, (const uint8_t *)worker->ips, 8 * count);
	put_bytes(&to, at.chain_end, (size_t)(at.regs - at.chain_end));
	if (with_regs) put_regs(&to, &sample.user_regs, written->sample_regs_user);
	put_bytes(&to, at.behind_stack, rest);
	uint16_t record_size = (uint16_t)(to - start);
	memcpy(start + 6, &record_size, sizeof(record_size));
	out->size += record_size;
	worker->nr_chains++;
	worker->nr_without_user += !sample.user_regs.abi;
}

static bool is_rewritten(const struct live_unwinding *live, const struct perf_event *event)
{
	return event && event->attr.sample_type & SAMPLE_STACK_USER &&
	       !(live->written->items[event->idx]->attr.sample_type & SAMPLE_STACK_USER);
}

static void rewrite_piece(void *ctx, unsigned index, size_t item)
{
	struct live_unwinding *live = ctx;
	struct live_worker *worker = &live->workers[index];
	struct outbuf *out = &live->outs.items[item];
	struct record r;
	if (!worker->resolver) worker->resolver = resolver_new(live->frames);
	for (size_t pos = 0; record_run_next(&live->pieces.items[item], false, &pos, &r);) {
		const struct perf_event *event = r.type == RECORD_SAMPLE ? events_of_record(live->raw, &r) : NULL;
		if (is_rewritten(live, event)) rewrite_sample(live, worker, event, &r, out);
		else out_mem(out, r.data, r.size);
	}
}

static void cut_into_pieces(struct live_unwinding *live, const uint8_t *records, size_t size_bytes)
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

void live_unwinding_rewrite(struct live_unwinding *live, const void *records, size_t size_bytes, struct outbuf *out)
{
	if (!live->horizons.count) return;
	live->horizon_ns = live->horizons.items[0];
	live->horizons.count--;
	memmove(live->horizons.items, live->horizons.items + 1, live->horizons.count * sizeof(*live->horizons.items));
	cut_into_pieces(live, records, size_bytes);
	while (live->outs.count < live->pieces.count) out_init(vec_add(&live->outs), -1);
	threads_for(live->nr_threads, live->pieces.count, rewrite_piece, live);
	for (size_t i = 0; i < live->pieces.count; i++) {
		out_mem(out, live->outs.items[i].data, live->outs.items[i].size);
		live->outs.items[i].size = 0;
	}
}
