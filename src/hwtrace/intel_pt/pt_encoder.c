#include "hwtrace/intel_pt/pt_encoder.h"

void pt_encoder_init(struct pt_encoder *encoder, struct outbuf *out, size_t psb_bytes)
{
	*encoder = (struct pt_encoder){ .out = out, .psb_bytes = psb_bytes };
}

static void put(struct pt_encoder *e, struct pt_packet packet)
{
	uint8_t *to = (uint8_t *)out_reserve(e->out, PT_PACKET_MAX_BYTES);
	unsigned size = pt_packet_encode(&packet, to);
	e->out->size += size;
	e->nr_since_psb += size;
}

static void put_ip(struct pt_encoder *e, enum pt_packet_type type, uint64_t ip)
{
	put(e, pt_packet_of_ip(type, ip, &e->last_ip));
}

static void put_mode(struct pt_encoder *e) { put(e, (struct pt_packet){ .type = PT_MODE_EXEC, .payload = e->mode }); }

static void put_time(struct pt_encoder *e) { put(e, (struct pt_packet){ .type = PT_TSC, .payload = e->tsc }); }

void pt_encoder_flush(struct pt_encoder *e)
{
	if (!e->nr_tnt) return;
	put(e, (struct pt_packet){ .type = PT_TNT, .count = (uint8_t)e->nr_tnt, .payload = e->tnt });
	e->nr_tnt = 0;
	e->tnt = 0;
}

/* PSB and what is told behind it. ip: of the next instruction, where code is traced. */
static void put_psb(struct pt_encoder *e, uint64_t ip)
{
	pt_encoder_flush(e);
	put(e, (struct pt_packet){ .type = PT_PSB });
	e->last_ip = 0;
	put_time(e);
	put_mode(e);
	if (e->enabled) put_ip(e, PT_FUP, ip);
	put(e, (struct pt_packet){ .type = PT_PSBEND });
	e->nr_since_psb = 0;
	e->began = true;
}

void pt_encoder_time(struct pt_encoder *e, uint64_t tsc)
{
	if (tsc == e->tsc) return;
	e->tsc = tsc;
	if (!e->began) return; /* the first PSB tells */
	pt_encoder_flush(e);
	put_time(e);
}

void pt_encoder_enter(struct pt_encoder *e, uint64_t ip, uint8_t mode)
{
	bool changed = mode != e->mode;
	e->mode = mode;
	if (!e->began) put_psb(e, 0);
	else if (changed) put_mode(e);
	put_ip(e, PT_TIP_PGE, ip);
	e->enabled = true;
}

void pt_encoder_leave(struct pt_encoder *e)
{
	pt_encoder_flush(e);
	put(e, (struct pt_packet){ .type = PT_TIP_PGD, .count = PT_IP_NONE });
	e->enabled = false;
}

void pt_encoder_interrupt(struct pt_encoder *e, uint64_t ip)
{
	pt_encoder_flush(e);
	put_ip(e, PT_FUP, ip);
	pt_encoder_leave(e);
}

void pt_encoder_conditional(struct pt_encoder *e, bool taken)
{
	e->tnt = e->tnt << 1 | taken;
	if (++e->nr_tnt == PT_TNT_MAX) pt_encoder_flush(e);
}

void pt_encoder_indirect(struct pt_encoder *e, uint64_t ip)
{
	pt_encoder_flush(e);
	put_ip(e, PT_TIP, ip);
}

void pt_encoder_sync(struct pt_encoder *e, uint64_t ip)
{
	if (e->enabled && e->nr_since_psb >= e->psb_bytes) put_psb(e, ip);
}
