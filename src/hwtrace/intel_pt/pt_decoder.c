/* Packets, one after the other: what each does to the position, the time and the state. */
#include "hwtrace/intel_pt/pt_decoder.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "hwtrace/intel_pt/pt_private.h"

enum { MAX_LOOPS = 100000 };

struct pt_decoder *pt_decoder_new(const struct pt_config *config, const struct pt_code_source *source,
				  struct pt_runs *runs)
{
	struct pt_decoder *d = calloc(1, sizeof(*d) + sizeof(*config));
	if (!d) return NULL;
	struct pt_config *own = (struct pt_config *)(d + 1);
	*own = *config;
	if (!own->max_loops) own->max_loops = MAX_LOOPS;
	d->config = own;
	d->source = source;
	d->runs = runs;
	return d;
}

void pt_decoder_free(struct pt_decoder *decoder) { free(decoder); }

const struct pt_when *pt_decoder_when(const struct pt_decoder *decoder) { return &decoder->when; }
bool pt_decoder_goes_on(const struct pt_decoder *decoder) { return !decoder->lost; }

const char *pt_error_text(enum pt_error error)
{
	static const char *const texts[PT_ERROR_NR] = {
		[PT_ERROR_MEMORY] = "Memory allocation failed",
		[PT_ERROR_BAD_PACKET] = "Bad packet",
		[PT_ERROR_NO_CODE] = "Failed to get instruction",
		[PT_ERROR_BAD_CODE] = "Failed to get instruction",
		[PT_ERROR_MISMATCH] = "Trace doesn't match instruction",
		[PT_ERROR_OVERFLOW] = "Overflow packet",
		[PT_ERROR_ENDLESS_LOOP] = "Never-ending loop",
		[PT_ERROR_EMULATED_PTWRITE] = "Broken emulated ptwrite",
	};
	return texts[error];
}

/* As behind nothing: all that a PSB+ tells is told again. */
static void begin(struct pt_decoder *d, const struct pt_piece *piece, const struct pt_sink *sink)
{
	*d = (struct pt_decoder){ .config = d->config, .source = d->source, .runs = d->runs };
	d->sink = sink;
	d->piece = piece;
	d->bits = 64;
	d->lost = !piece->goes_on;
	d->when.cr3 = PT_NO_CR3;
	d->when.interrupts_off = d->told_off = d->config->event_trace;
	pt_time_init(&d->time, d->config);
}

/* An event is of the time that packets tell. ip 0: the packet has none, and where the processor is then is the best
 * guess. */
static void say_event(struct pt_decoder *d, const struct pt_packet *packet, uint64_t ip)
{
	struct pt_event event = { .packet = *packet, .ip = ip ? ip : pt_walk_ip(d) };
	struct pt_when when = d->when;
	when.tsc = d->time.tsc;
	if (d->sink->event) d->sink->event(d->sink->ctx, &event, &when);
}

static void say_branch(struct pt_decoder *d, uint64_t from, uint64_t to, unsigned flags)
{
	struct pt_branch branch = { .from = from, .to = to, .flags = (uint8_t)flags, .to_guest = d->told_guest };
	pt_walk_count_branch(d);
	if (d->sink->branch) d->sink->branch(d->sink->ctx, &branch, &d->when);
}

static void say_place(struct pt_decoder *d, uint64_t ip, const struct pt_branch *branch)
{
	if (!d->config->quick || !d->sink->place) return;
	d->when.tsc = d->time.tsc;
	d->sink->place(d->sink->ctx, ip, branch, &d->when);
}

/* Goes to an address without passing over anything; where the position was lost, the trace begins there. */
static void set_position(struct pt_decoder *d, uint64_t ip)
{
	bool begins = d->lost;
	d->lost = false;
	d->when.tsc = d->time.tsc;
	if (pt_walk_set(d, ip) && begins) say_branch(d, 0, ip, PT_BRANCH_BEGIN);
}

/* The event waits for the address that the next FUP tells, or is said as it is. */
static void take_event(struct pt_decoder *d, const struct pt_packet *packet)
{
	if (!packet->ip) {
		say_event(d, packet, 0);
		return;
	}
	d->event = (struct pt_event){ .packet = *packet };
	d->fup_for = FUP_FOR_EVENT;
}

/* Tracing is on from ip. */
static void take_begin(struct pt_decoder *d, uint64_t ip)
{
	d->enabled = true;
	d->fup_for = FUP_FOR_NONE;
	d->lost = true;
	d->when.tsc = d->time.tsc;
	pt_walk_change_machine(d);
	const struct pt_branch begin = { .to = ip, .flags = PT_BRANCH_BEGIN, .to_guest = d->told_guest };
	pt_walk_toggle(d, &begin);
	set_position(d, ip);
	pt_walk_toggled(d);
	say_place(d, ip, NULL);
}

/* An address in PSB+: where the processor is. Whoever was there before walks there. */
static void take_sync(struct pt_decoder *d, uint64_t ip)
{
	d->psb_told = true;
	bool known = d->have_ip && d->enabled;
	d->enabled = true;
	if (known && pt_walk_to(d, ip)) return;
	d->lost = false; /* a PSB is no beginning */
	set_position(d, ip);
}

/* How control goes on at the address of a FUP packet: with PT_TIP or PT_TIP_PGD when such a packet comes behind those
 * that tell no flow, else PT_BAD. */
static enum pt_packet_type goes_on_with(const struct pt_decoder *d, const struct pt_packet *fup)
{
	const uint8_t *at = d->piece->from + d->when.offset + fup->size;
	struct pt_packet next;
	for (; at < d->piece->end && !pt_packet_decode(at, d->piece->end, 0, &next); at += next.size) {
		switch ((enum pt_packet_type)next.type) {
		case PT_TIP:
		case PT_TIP_PGD: return next.type;
		case PT_PAD:
		case PT_TSC:
		case PT_MTC:
		case PT_TMA:
		case PT_CYC:
		case PT_CBR:
		case PT_MODE_EXEC:
		case PT_PIP:
		case PT_VMCS:
		case PT_MNT: break;
		default: return PT_BAD;
		}
	}
	return PT_BAD;
}

/* What CFE tells, with the data that came before it. */
static void say_event_trace(struct pt_decoder *d, const struct pt_packet *packet, uint64_t ip,
			    const struct pt_branch *branch)
{
	struct pt_event event = {
		.packet = *packet, .ip = ip, .branch = branch, .data = d->event_data, .nr_data = d->nr_event_data
	};
	struct pt_when when = d->when;
	when.tsc = d->time.tsc;
	if (d->sink->event) d->sink->event(d->sink->ctx, &event, &when);
	d->nr_event_data = 0;
}

static void take_event_data(struct pt_decoder *d, const struct pt_packet *packet)
{
	if (d->nr_event_data == PT_MOST_EVENT_DATA) return;
	d->event_data[d->nr_event_data++] = (struct pt_event_data){ .type = (uint8_t)packet->payload,
								    .value = packet->value };
}

/* While tracing is on, a FUP tells where it happened. */
static void take_event_trace(struct pt_decoder *d, const struct pt_packet *packet)
{
	if (!packet->ip && !d->enabled) {
		say_event_trace(d, packet, d->last_from, NULL);
		return;
	}
	d->event = (struct pt_event){ .packet = *packet };
	d->event.packet.ip = true;
	d->fup_for = FUP_FOR_EVENT_TRACE;
}

/* Where the event happened; an interrupt leads elsewhere from there. */
static void take_event_fup(struct pt_decoder *d, const struct pt_packet *fup, uint64_t ip)
{
	enum pt_packet_type next = goes_on_with(d, fup);
	/* where to is not known yet, only that it is known soon */
	const struct pt_branch branch = { .from = ip, .to = ip, .flags = PT_BRANCH_ASYNC };
	d->async = next != PT_BAD;
	d->async_from = ip;
	say_event_trace(d, &d->event.packet, ip, next == PT_TIP ? &branch : NULL);
	if (!d->async) say_place(d, ip, NULL);
}

/* The instruction at ip changed the interrupt flag. */
static void take_flag_change(struct pt_decoder *d, uint64_t ip)
{
	if (d->have_ip && d->enabled) pt_walk_to(d, ip);
	else set_position(d, ip);
	struct pt_when when = d->when;
	when.tsc = d->time.tsc;
	when.interrupts_toggle = true;
	const struct pt_event event = { .packet = { .type = PT_MODE_EXEC, .payload = d->told_off ? 0 : PT_EXEC_IF },
					.ip = ip };
	if (d->sink->event) d->sink->event(d->sink->ctx, &event, &when);
	if (d->sink->insns) d->set_off_at_next = true;
	else pt_walk_toggled(d);
}

static void take_fup(struct pt_decoder *d, const struct pt_packet *packet)
{
	bool told = pt_packet_ip(packet, &d->last_ip);
	uint64_t ip = d->last_ip;
	enum fup_for why = d->fup_for;
	d->fup_for = FUP_FOR_NONE;
	if (!told) return;
	if (d->nr_deferred) pt_walk_fail(d, PT_ERROR_MISMATCH);
	if (d->in_psb) {
		take_sync(d, ip);
		return;
	}
	if (!d->have_ip || !d->enabled) pt_walk_change_machine(d);
	bool toggles = d->config->event_trace && d->told_off != d->when.interrupts_off;
	if (why == FUP_FOR_NONE && toggles && goes_on_with(d, packet) == PT_BAD) {
		take_flag_change(d, ip);
		return;
	}
	switch (why) {
	case FUP_FOR_OVERFLOW:
		d->enabled = true;
		set_position(d, ip);
		say_place(d, ip, NULL);
		break;
	case FUP_FOR_EVENT:
	case FUP_FOR_TRANSACTION:
		if (d->have_ip && d->enabled) pt_walk_to(d, ip);
		say_event(d, &d->event.packet, ip);
		say_place(d, ip, NULL);
		break;
	case FUP_FOR_EVENT_TRACE:
		if (!d->have_ip || !d->enabled || !pt_walk_to(d, ip)) set_position(d, ip);
		take_event_fup(d, packet, ip);
		break;
	case FUP_FOR_ABORT:
	case FUP_FOR_NONE:
		/* something happens there: a TIP or TIP.PGD says where that leads */
		if (!d->have_ip || !d->enabled || !pt_walk_to(d, ip)) set_position(d, ip);
		if (why == FUP_FOR_ABORT) say_event(d, &d->event.packet, ip);
		d->async_from = ip;
		d->async = true;
		d->aborts = why == FUP_FOR_ABORT;
		break;
	}
}

/* To the address of a TIP behind a FUP. */
static void take_async(struct pt_decoder *d, bool told, uint64_t ip, bool ends)
{
	unsigned flags = PT_BRANCH_ASYNC;
	if (d->aborts) flags |= PT_BRANCH_ABORT;
	if (ends) flags |= PT_BRANCH_END;
	d->async = d->aborts = false;
	pt_walk_end_value(d);
	d->when.tsc = d->time.tsc;
	const struct pt_branch branch = {
		.from = d->async_from, .to = told ? ip : 0, .flags = (uint8_t)flags, .to_guest = d->told_guest
	};
	if (!ends) pt_walk_toggle(d, &branch);
	say_place(d, branch.from, &branch);
	if (branch.from && branch.to) pt_walk_count_crossing(d);
	say_branch(d, branch.from, branch.to, flags);
	if (ends) d->last_from = d->async_from;
	else pt_walk_toggled(d);
	if (!told || ends) pt_walk_lose(d);
	pt_walk_change_machine(d);
	if (told && !ends) pt_walk_set(d, ip);
	if (told && !ends) say_place(d, ip, NULL);
}

static void take_tip(struct pt_decoder *d, const struct pt_packet *packet)
{
	bool told = pt_packet_ip(packet, &d->last_ip);
	uint64_t ip = d->last_ip;
	if (d->async) {
		take_async(d, told, ip, false);
		return;
	}
	if (!told) { /* the address was suppressed: it comes with the next packet that has one */
		pt_walk_lose(d);
		pt_walk_change_machine(d);
		return;
	}
	if (d->have_ip && d->enabled) {
		pt_walk_tip(d, ip);
	} else {
		d->enabled = true;
		pt_walk_change_machine(d);
		set_position(d, ip);
	}
	say_place(d, ip, NULL);
}

static void take_tip_end(struct pt_decoder *d, const struct pt_packet *packet)
{
	bool told = pt_packet_ip(packet, &d->last_ip);
	if (d->async) take_async(d, told, d->last_ip, true);
	else if (d->have_ip && d->enabled) pt_walk_end(d, told, d->last_ip);
	pt_walk_lose(d);
	pt_walk_change_machine(d);
	d->enabled = false;
}

/* Packets were lost: nothing of before counts, but the time. */
static void take_overflow(struct pt_decoder *d)
{
	pt_walk_error(d, PT_ERROR_OVERFLOW, pt_walk_ip(d));
	pt_walk_lose(d);
	d->lost = true;
	d->in_psb = d->async = d->aborts = false;
	d->block_bytes = 0;
	d->fup_for = FUP_FOR_OVERFLOW;
}

static void take_mode(struct pt_decoder *d, const struct pt_packet *packet)
{
	if (packet->type == PT_MODE_EXEC) {
		unsigned width = packet->payload & (PT_EXEC_CS_L | PT_EXEC_CS_D);
		d->bits = 16;
		if (width == PT_EXEC_CS_L) d->bits = 64;
		else if (width == PT_EXEC_CS_D) d->bits = 32;
		if (!d->config->event_trace) return;
		d->told_off = !(packet->payload & PT_EXEC_IF);
		if (d->in_psb) d->when.interrupts_off = d->told_off;
		return;
	}
	d->when.in_transaction = packet->payload & PT_TSX_IN;
	d->event = (struct pt_event){ .packet = *packet };
	if (!d->in_psb) d->fup_for = packet->payload & PT_TSX_ABORT ? FUP_FOR_ABORT : FUP_FOR_TRANSACTION;
}

static void take_psb(struct pt_decoder *d)
{
	d->last_ip = 0;
	d->nr_returns = 0;
	d->in_psb = true;
	d->psb_told = false;
	d->async = d->aborts = false;
	d->block_bytes = 0;
	d->fup_for = FUP_FOR_NONE;
}

/* All that PSB+ tells is known: the event is of the place and time of its end. */
static void take_psbend(struct pt_decoder *d)
{
	struct pt_packet psb = { .type = PT_PSB };
	uint64_t offset = d->when.offset;
	if (!d->in_psb) return;
	d->in_psb = false;
	d->when.offset = d->psb_offset;
	say_event(d, &psb, 0);
	d->when.offset = offset;
	if (d->have_ip && d->psb_told) say_place(d, pt_walk_ip(d), NULL);
}

/* The space of the code, in or outside of a guest. Outside of PSB+ the packet stands in front of the one that tells
 * where the branch into it goes. */
static void take_space(struct pt_decoder *d, const struct pt_packet *packet)
{
	if (packet->type != PT_PIP) return;
	d->when.cr3 = (packet->payload >> 1) << 5;
	d->told_guest = packet->payload & 1;
	if (!d->in_psb || d->when.guest == d->told_guest) return;
	bool has_run = d->run;
	pt_walk_change_machine(d);
	if (has_run) pt_walk_set(d, d->ip);
}

/* Whether quick decoding passes over the packet. */
static bool is_passed_over(const struct pt_decoder *d, const struct pt_packet *packet)
{
	if (packet->type == PT_TNT) return true;
	return d->config->quick > 1 && !d->in_psb && packet->type != PT_PSB && packet->type != PT_TSC;
}

static void take_packet(struct pt_decoder *d, const struct pt_packet *packet)
{
	if (unlikely(d->config->quick) && is_passed_over(d, packet)) return;
	switch ((enum pt_packet_type)packet->type) {
	case PT_TNT:
		if (d->have_ip && d->enabled) pt_walk_tnt(d, packet->payload, packet->count);
		break;
	case PT_TIP: take_tip(d, packet); break;
	case PT_TIP_PGE:
		if (pt_packet_ip(packet, &d->last_ip)) take_begin(d, d->last_ip);
		break;
	case PT_TIP_PGD: take_tip_end(d, packet); break;
	case PT_FUP: take_fup(d, packet); break;
	case PT_TSC:
	case PT_MTC:
	case PT_TMA:
	case PT_CYC:
	case PT_CBR:
		pt_time_take(&d->time, packet);
		if (d->time.tsc != d->when.told_tsc) d->when.insns_since_told = 0;
		d->when.told_tsc = d->time.tsc;
		if (!d->when.first_tsc) d->when.first_tsc = d->time.tsc;
		d->when.cbr = d->time.cbr;
		d->when.cycles = d->time.cycles;
		if (packet->type == PT_CYC) d->cycles_came = true;
		if (packet->type == PT_CBR && !d->in_psb) say_event(d, packet, 0);
		break;
	case PT_MODE_EXEC:
	case PT_MODE_TSX: take_mode(d, packet); break;
	case PT_PIP:
	case PT_VMCS: take_space(d, packet); break;
	case PT_PSB:
		take_psb(d);
		d->psb_offset = d->when.offset;
		break;
	case PT_PSBEND: take_psbend(d); break;
	case PT_OVF: take_overflow(d); break;
	case PT_TRACESTOP:
		d->enabled = false;
		pt_walk_lose(d);
		say_event(d, packet, 0);
		break;
	case PT_PTW:
	case PT_EXSTOP:
	case PT_MWAIT:
	case PT_PWRE:
	case PT_PWRX:
	case PT_BIP: take_event(d, packet); break;
	case PT_CFE: take_event_trace(d, packet); break;
	case PT_EVD: take_event_data(d, packet); break;
	case PT_BBP:
		d->block_bytes = packet->count;
		take_event(d, packet);
		break;
	case PT_BEP:
		d->block_bytes = 0;
		take_event(d, packet);
		break;
	case PT_PAD:
	case PT_MNT:
	case PT_BAD:
	case PT_NR_TYPES: break;
	}
}

/* To the next PSB: what is between is not certain. */
static const uint8_t *resync(struct pt_decoder *d, const uint8_t *at)
{
	pt_walk_error(d, PT_ERROR_BAD_PACKET, pt_walk_ip(d));
	pt_walk_lose(d);
	d->lost = true;
	d->enabled = false;
	const uint8_t *psb = pt_packet_find_psb(at + 1, d->piece->end);
	return psb ? psb : d->piece->end;
}

/* Behind the piece: only to the address that its PSB+ tells, so that what lies before that is part of this piece. */
static void finish(struct pt_decoder *d)
{
	pt_walk_end_value(d);
	struct pt_packet packet;
	uint64_t last_ip = 0;
	if (!d->have_ip || !d->enabled || d->async) return;
	for (const uint8_t *at = d->piece->to; !pt_packet_decode(at, d->piece->end, 0, &packet); at += packet.size) {
		if (packet.type == PT_PSBEND || packet.type == PT_OVF) return;
		if (packet.type != PT_FUP || !pt_packet_ip(&packet, &last_ip)) continue;
		pt_walk_to(d, last_ip);
		return;
	}
}

/* The packets that most of a trace consists of, where as many bytes as any packet has are there; false: another one. */
static inline bool decode_quickly(const uint8_t *at, struct pt_packet *ret)
{
	static const uint8_t sizes[8] = { 1, 3, 5, 7, 7, 0, 9, 0 };
	static const uint8_t types[32] = { [0x01] = PT_TIP_PGD, [0x0d] = PT_TIP, [0x11] = PT_TIP_PGE, [0x1d] = PT_FUP };
	const unsigned byte = *at;
	uint64_t payload;
	if (!(byte & 1)) {
		if (byte <= 2) return false;
		const unsigned top = 31 - (unsigned)__builtin_clz(byte >> 1);
		*ret = (struct pt_packet){
			.type = PT_TNT, .size = 1, .count = (uint8_t)top, .payload = (byte >> 1) ^ 1U << top
		};
		return true;
	}
	memcpy(&payload, at + 1, sizeof(payload));
	payload = le64toh(payload);
	if (byte == 0x19) { /* seven bytes */
		*ret = (struct pt_packet){ .type = PT_TSC, .size = 8, .payload = payload & ((1ULL << 56) - 1) };
		return true;
	}
	const unsigned size = sizes[byte >> 5];
	if (!types[byte & 31] || !size) return false;
	*ret = (struct pt_packet){ .type = types[byte & 31], .size = (uint8_t)size, .count = (uint8_t)(byte >> 5) };
	if (size > 1) ret->payload = payload & (~0ULL >> (72 - 8 * size));
	return true;
}

/* Whether the packet at `at` tells an address: MWAIT has one where branches are traced. */
static bool is_fup(const struct pt_decoder *d, const uint8_t *at)
{
	struct pt_packet next;
	return at < d->piece->end && !pt_packet_decode(at, d->piece->end, 0, &next) && next.type == PT_FUP;
}

void pt_decoder_decode(struct pt_decoder *decoder, const struct pt_piece *piece, const struct pt_sink *sink)
{
	struct pt_decoder *d = decoder;
	begin(d, piece, sink);
	const uint8_t *at = piece->from;
	while (at < piece->to) {
		struct pt_packet packet;
		d->when.offset = (uint64_t)(at - piece->from);
		bool is_far = piece->end - at >= PT_PACKET_MAX_BYTES && !d->block_bytes;
		int rc = is_far && decode_quickly(at, &packet)
				 ? 0
				 : pt_packet_decode(at, piece->end, d->block_bytes, &packet);
		if (rc == -ENODATA) break; /* the last packet was cut */
		if (unlikely(sink->packet != NULL)) sink->packet(sink->ctx, &packet, at, &d->when);
		if (rc) {
			at = resync(d, at);
			continue;
		}
		at += packet.size;
		if (packet.type == PT_MWAIT) packet.ip = is_fup(d, at);
		take_packet(d, &packet);
	}
	finish(d);
}
