/* What an Intel PT trace tells beside the way through code: PTWRITE, power, PSB, transactions, and errors. */
#include "session/trace/trace_pt_sampler.h"

#include <stddef.h>
#include <string.h>

/* ---- other events */

/* The bytes of samples of made events, as perf-script(1)'s scripts unpack them: what is common comes first. */
struct raw_synth {
	uint32_t padding, flags;
	uint64_t value;
};
/* The flow is that of the event's branch, where it has one. */
static void give_raw(struct sampler *s, enum trace_event which, const void *raw, size_t size,
		     const struct pt_event *event, const struct pt_when *when)
{
	if (!s->trace->events[which]) return;
	s->found.nr_others++;
	uint64_t time_ns = pt_sampler_time(s, when);
	if (!s->sink) return;
	/* the payload begins 4 bytes before a multiple of 8 */
	enum { OFFSET = 4 };
	uint8_t *bytes = (uint8_t *)arena_alloc(s->sink->arena, OFFSET + size) + OFFSET;
	memcpy(bytes, raw, size);
	struct sample sample = { .ip = event->ip, .time_ns = time_ns, .period = 1, .raw = bytes, .raw_size = size };
	if (event->branch) sample.flow = pt_sampler_branch_flow(event->branch, when);
	pt_sampler_add_interrupts(s, when, &sample);
	pt_sampler_give(s, which, &sample);
}

static void give_synth(struct sampler *s, enum trace_event which, uint32_t flags, uint64_t value,
		       const struct pt_event *event, const struct pt_when *when)
{
	const struct raw_synth raw = { .flags = flags, .value = value };
	const size_t before = offsetof(struct raw_synth, flags);
	give_raw(s, which, &raw.flags, sizeof(raw) - before, event, when);
}

static void give_iflag(struct sampler *s, const struct pt_event *event, const struct pt_when *when)
{
	enum { IFLAG = 1, BY_BRANCH = 2 };
	uint32_t flags = event->packet.payload & PT_EXEC_IF ? IFLAG : 0;
	if (event->branch) flags |= BY_BRANCH;
	give_synth(s, TRACE_EVENT_IFLAG, flags, event->branch ? event->branch->to : 0, event, when);
}

/* What Event Trace tells: the word of the CFE packet, then a pair of words for each of the data that came with it. */
static void give_evt(struct sampler *s, const struct pt_event *event, const struct pt_when *when)
{
	const struct pt_packet *packet = &event->packet;
	uint32_t cfe = (uint32_t)(packet->payload & 0x1f) | (uint32_t)packet->ip << 7 | (uint32_t)packet->count << 8 |
		       event->nr_data << 16;
	uint8_t raw[sizeof(cfe) + PT_MOST_EVENT_DATA * 2 * sizeof(uint64_t)];
	size_t size = sizeof(cfe);
	memcpy(raw, &cfe, sizeof(cfe));
	for (unsigned i = 0; i < event->nr_data; i++) {
		const uint64_t words[] = { event->data[i].type, event->data[i].value };
		memcpy(raw + size, words, sizeof(words));
		size += sizeof(words);
	}
	give_raw(s, TRACE_EVENT_EVT, raw, size, event, when);
}

/* CBR values are multiples of 100 MHz; how fast the TSC is follows from the clock. */
static void give_cbr(struct sampler *s, unsigned cbr, const struct pt_event *event, const struct pt_when *when)
{
	const struct pt_trace *trace = s->trace;
	unsigned ratio = trace->config.max_non_turbo_ratio;
	uint64_t khz = trace_clock_tsc(&trace->clock, trace->clock.zero_ns + 1000000);
	uint64_t freq = ratio ? (cbr * khz + ratio / 2) / ratio : 0;
	if (cbr == s->carry.cbr) return;
	s->carry.cbr = s->found.last_cbr = cbr;
	give_synth(s, TRACE_EVENT_CBR, cbr | (ratio & 0xff) << 16, freq & UINT32_MAX, event, when);
}

static void give_transaction(struct sampler *s, const struct pt_event *event, const struct pt_when *when)
{
	if (!s->trace->events[TRACE_EVENT_TRANSACTIONS]) return;
	s->found.nr_others++;
	struct sample sample = { .ip = event->ip, .time_ns = pt_sampler_time(s, when), .period = 1 };
	if (event->packet.payload & PT_TSX_IN) sample.flow = SAMPLE_FLOW_IN_TRANSACTION;
	if (event->packet.payload & PT_TSX_ABORT) sample.flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_ABORT;
	if (s->sink) pt_sampler_give(s, TRACE_EVENT_TRANSACTIONS, &sample);
}

void trace_pt_event(void *ctx, const struct pt_event *event, const struct pt_when *when)
{
	struct sampler *s = ctx;
	const struct pt_packet *packet = &event->packet;
	switch (packet->type) {
	case PT_PTW: give_synth(s, TRACE_EVENT_PTWRITE, packet->ip, packet->payload, event, when); break;
	case PT_MWAIT: give_synth(s, TRACE_EVENT_MWAIT, 0, packet->payload, event, when); break;
	case PT_PWRE: give_synth(s, TRACE_EVENT_PWRE, 0, packet->payload, event, when); break;
	case PT_EXSTOP: give_synth(s, TRACE_EVENT_EXSTOP, packet->ip, 0, event, when); break;
	case PT_PWRX: give_synth(s, TRACE_EVENT_PWRX, 0, packet->payload, event, when); break;
	case PT_CBR: give_cbr(s, (unsigned)(packet->payload & 0xff), event, when); break;
	case PT_PSB:
		pt_pebs_reset(&s->pebs);
		give_synth(s, TRACE_EVENT_PSB, 0, s->block->from + when->offset, event, when);
		give_cbr(s, when->cbr, event, when);
		break;
	case PT_BBP:
	case PT_BIP:
	case PT_BEP: trace_pt_pebs(s, event, when); break;
	case PT_CFE: give_evt(s, event, when); break;
	case PT_MODE_EXEC: give_iflag(s, event, when); break;
	case PT_MODE_TSX: give_transaction(s, event, when); break;
	default: break;
	}
}

/* When an error is met: instructions since the last told time are taken for two cycles each. */
static uint64_t time_of_error(struct sampler *s, enum pt_error error, const struct pt_when *when)
{
	if (!s->trace->has_time) return 0;
	uint64_t ratio = s->trace->config.max_non_turbo_ratio, ticks = 2 * when->insns_since_told;
	if (when->cbr && ratio) ticks = ticks * ratio / when->cbr;
	if (error == PT_ERROR_OVERFLOW) ticks = 0;
	return when->told_tsc ? trace_clock_ns(&s->trace->clock, when->told_tsc + ticks) : 0;
}

/* Of each object without code one error tells: which of them the blocks have is found while samples are counted. False:
 * nothing is to be said. */
static bool tells_missing(struct sampler *s, const struct dso *dso)
{
	enum { MOST = 64 }; /* what the bits of told_missing are enough for */
	struct pt_block *block = s->block;
	size_t i = 0;
	while (i < block->missing.count && block->missing.items[i].dso_id != dso->id) i++;
	if (!s->sink && i == block->missing.count && i < MOST) {
		struct pt_missing missing = { .dso_id = dso->id };
		vec_push(&block->missing, missing);
		return true;
	}
	if (!s->sink || i == block->missing.count || i >= MOST || !block->missing.items[i].is_told) return false;
	bool was_told = s->told_missing >> i & 1;
	s->told_missing |= 1ULL << i;
	return !was_told;
}

/* Codes and messages are upstream's. */
void trace_pt_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	static const uint8_t codes[PT_ERROR_NR] = {
		[PT_ERROR_MEMORY] = 1,
		[PT_ERROR_BAD_PACKET] = 3,
		[PT_ERROR_NO_CODE] = TRACE_ERROR_NO_CODE,
		[PT_ERROR_BAD_CODE] = TRACE_ERROR_NO_CODE,
		[PT_ERROR_MISMATCH] = 6,
		[PT_ERROR_OVERFLOW] = 7,
		[PT_ERROR_ENDLESS_LOOP] = 9,
		[PT_ERROR_EMULATED_PTWRITE] = 11,
	};
	struct sampler *s = ctx;
	const uint64_t overflow_flag = 1ULL << ('o' - 'a');
	if (error == PT_ERROR_OVERFLOW) pt_pebs_reset(&s->pebs);
	if (error == PT_ERROR_OVERFLOW && s->trace->wants.errors_without & overflow_flag) return;
	uint64_t time_ns = time_of_error(s, error, when);
	s->error_ns = time_ns;
	if (error == PT_ERROR_NO_CODE && s->where.without_code && !tells_missing(s, s->where.without_code)) return;
	s->found.nr_errors++;
	s->found.min_ns = MIN(s->found.min_ns, time_ns);
	s->found.max_ns = MAX(s->found.max_ns, time_ns);
	if (!s->sink || !s->trace->wants.errors) return;
	trace_where_move(&s->where, time_ns);
	const struct trace_error told = { .ip = ip,
					  .time_ns = time_ns,
					  .code = codes[error],
					  .cpu = s->where.queue->cpu,
					  .pid = s->where.pid,
					  .tid = s->where.tid,
					  .message = pt_error_text(error) };
	trace_error_give(s->sink, &told, time_ns);
}
