/* Unwinding while recording: of each sample with registers and a stack copy it writes a shorter one with a call chain.
 *
 *     raw:      head | chain of the kernel                              | raw, branches | regs | stack | rest
 *     written:  head | chain of the kernel, PERF_CONTEXT_USER, user ips | raw, branches | regs? |      | rest
 *
 * Fields between are copied as they are: their order is that of PERF_RECORD_SAMPLE in linux/perf_event.h. All other
 * records pass unchanged. A round is cut into pieces that workers rewrite into buffers of their own, which are then
 * written in order. */
#include "session/live/live_unwinding.h"

#include "base/vec.h"
#include "frame/unwind/unwind.h"
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"
#include "session/live/live.h"

/* The largest multiple of 8 that a record's 16-bit size can hold. */
#define RECORD_BYTES_MAX 65528

/* What a worker has for itself: room for one chain, and its part of the counts. */
struct live_worker {
	uint64_t ips[RECORD_BYTES_MAX / 8];
	uint64_t nr_chains, nr_without_user, nr_damaged;
};

struct live_unwinding {
	struct live *live;
	const struct perf_events *raw, *written;
	struct live_worker *workers; /* [nr_workers] */
	unsigned nr_workers;
	VEC(struct outbuf) outs; /* of the pieces of the round that is being rewritten */
};

struct live_unwinding *live_unwinding_new(const struct live_unwinding_options *options)
{
	struct live_unwinding *unwinding = xcalloc(1, sizeof(*unwinding));
	const struct live_options live_options = {
		/* what is mapped just now is the process's own */
		.symbols = { .warnings = options->warnings,
			     .cache = options->cache,
			     .use_running_kernel = true,
			     .any_owner = true },
		.threads = options->threads,
		.follows_code = true,
		.always_renew = options->always_renew,
		.most_model_bytes = options->most_model_bytes,
	};
	unwinding->live = live_new(&live_options);
	unwinding->nr_workers = live_threads(unwinding->live);
	unwinding->workers = xcalloc(unwinding->nr_workers, sizeof(*unwinding->workers));
	return unwinding;
}

struct live_unwinding_counts live_unwinding_counts(const struct live_unwinding *unwinding)
{
	const struct live_counts of_all = live_counts(unwinding->live);
	struct live_unwinding_counts counts = { .unwinding = of_all.unwinding, .nr_renewed = of_all.nr_renewed };
	for (unsigned i = 0; i < unwinding->nr_workers; i++) {
		counts.nr_chains += unwinding->workers[i].nr_chains;
		counts.nr_without_user += unwinding->workers[i].nr_without_user;
		counts.nr_damaged += unwinding->workers[i].nr_damaged;
	}
	return counts;
}

void live_unwinding_free(struct live_unwinding *unwinding)
{
	if (!unwinding) return;
	live_free(unwinding->live);
	free(unwinding->workers);
	for (size_t i = 0; i < unwinding->outs.count; i++) out_done(&unwinding->outs.items[i]);
	vec_done(&unwinding->outs);
	free(unwinding);
}

void live_unwinding_keep(struct live_unwinding *unwinding) { symbol_store_keep(live_symbols(unwinding->live)); }

void live_unwinding_begin(struct live_unwinding *unwinding, const struct perf_events *raw,
			  const struct perf_events *written)
{
	unwinding->raw = raw;
	unwinding->written = written;
	live_begin(unwinding->live, raw);
}

void live_unwinding_known(struct live_unwinding *unwinding, const void *records, size_t size_bytes)
{
	live_known(unwinding->live, records, size_bytes);
}

void live_unwinding_round(struct live_unwinding *unwinding, const void *records, size_t size_bytes)
{
	live_round(unwinding->live, records, size_bytes);
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

/* The record of a sample was decoded, so that its sizes are within it; sample->callchain points into the record itself.
 */
struct places {
	const uint8_t *chain, *chain_end, *regs, *behind_stack;
};
/* Finds the fields behind the chain: their order is that of PERF_RECORD_SAMPLE in linux/perf_event.h. */
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

/* The registers of `mask` alone, which is a part of those that were recorded; values stand in the order of their bits.
 */
static void put_regs(uint8_t **to, const struct sample_regs *regs, uint64_t mask)
{
	put_u64(to, regs->abi);
	if (!regs->abi) return;
	const uint64_t *value = regs->values;
	for (uint64_t left = regs->mask; left; left &= left - 1, value++)
		if (left & -left & mask) put_u64(to, *value);
}

/* Appends the rewritten sample to out; one that does not decode is left out and counted. The chain is cut where the
 * record would grow beyond its 16-bit size. */
static void rewrite_sample(struct live_unwinding *unwinding, struct session_worker *session_worker,
			   const struct perf_event *event, const struct record *r, struct outbuf *out)
{
	struct live_worker *worker = &unwinding->workers[session_worker->index];
	struct resolver *resolver = session_worker->resolver;
	const struct event_attr *written = &unwinding->written->items[event->idx]->attr;
	struct sample sample;
	struct sample_task task;
	size_t count = 0, most = written->sample_max_stack
					 ? MIN((size_t)written->sample_max_stack, ARRAY_SIZE(worker->ips))
					 : UNWIND_USUAL_FRAMES;
	if (unlikely(sample_decode(event, r, &session_worker->scratch, &sample) < 0 ||
		     !(sample.present & SAMPLE_CALLCHAIN))) {
		worker->nr_damaged++;
		return;
	}
	resolver_set_now(resolver, live_turn_ns(unwinding->live, sample.time_ns));
	resolver_task(resolver, &sample, &task);
	(void)unwinder_run(resolver_unwinder(resolver), &task, &sample, most, worker->ips, &count);
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
	/* perf_event_header.size */
	uint16_t record_size = (uint16_t)(to - start);
	memcpy(start + 6, &record_size, sizeof(record_size));
	out->size += record_size;
	worker->nr_chains++;
	worker->nr_without_user += !sample.user_regs.abi;
}

/* Samples of events that copied stacks, and are written without. */
static bool is_rewritten(const struct live_unwinding *unwinding, const struct perf_event *event)
{
	return event && event->attr.sample_type & SAMPLE_STACK_USER &&
	       !(unwinding->written->items[event->idx]->attr.sample_type & SAMPLE_STACK_USER);
}

/* One buffer for each piece; they are kept for the next round. */
static void live_unwinding_pieces(void *ctx, size_t nr_pieces)
{
	struct live_unwinding *unwinding = ctx;
	while (unwinding->outs.count < nr_pieces) out_init(vec_add(&unwinding->outs), -1);
}

static void live_unwinding_piece(void *ctx, struct session_worker *worker, size_t index,
				 const struct record_run *records)
{
	struct live_unwinding *unwinding = ctx;
	struct outbuf *out = &unwinding->outs.items[index];
	struct record r;
	for (size_t pos = 0; record_run_next(records, false, &pos, &r);) {
		const struct perf_event *event = r.type == RECORD_SAMPLE ? events_of_record(unwinding->raw, &r) : NULL;
		if (is_rewritten(unwinding, event)) rewrite_sample(unwinding, worker, event, &r, out);
		else out_mem(out, r.data, r.size);
	}
}

void live_unwinding_due(struct live_unwinding *unwinding, const void *records, size_t size_bytes, struct outbuf *out)
{
	const struct live_piece_visitor visitor = { .ctx = unwinding,
						    .begin = live_unwinding_pieces,
						    .piece = live_unwinding_piece };
	live_pieces(unwinding->live, records, size_bytes, &visitor);
	for (size_t i = 0; i < unwinding->outs.count; i++) {
		out_mem(out, unwinding->outs.items[i].data, unwinding->outs.items[i].size);
		unwinding->outs.items[i].size = 0;
	}
}
