#include "hwtrace/intel_pt/pt_time.h"

enum { CTC_BITS = 16 };

void pt_time_init(struct pt_time *time, const struct pt_config *config)
{
	*time = (struct pt_time){ .config = config };
}

/* value * numerator / denominator without overflow of the product, for quotients that fit. */
static uint64_t scale(uint64_t value, uint64_t numerator, uint64_t denominator)
{
	return (uint64_t)((unsigned __int128)value * numerator / denominator);
}

static uint64_t tsc_of_ctc(const struct pt_config *config, uint64_t ticks)
{
	return scale(ticks, config->tsc_ctc_numerator, config->tsc_ctc_denominator);
}

static bool ctc_tells_time(const struct pt_config *config)
{
	return config->tsc_ctc_numerator && config->tsc_ctc_denominator;
}

/* A new certain time: cycles count from here. What was said before may have been a little ahead. */
static void set_base(struct pt_time *time, uint64_t tsc)
{
	time->base = tsc;
	time->cycles_since_base = 0;
	if (tsc > time->tsc) time->tsc = tsc;
}

/* TSC packets have 56 bits: the others stay as they are. */
static void take_tsc(struct pt_time *time, uint64_t value)
{
	time->have_ctc = false;
	set_base(time, value);
}

/* The tick of CTC was fast-counter ticks before the TSC. */
static void take_tma(struct pt_time *time, uint64_t payload)
{
	if (!ctc_tells_time(time->config) || !time->base) return;
	time->ctc = payload & ((1U << CTC_BITS) - 1);
	time->ctc_tsc = time->base - (payload >> CTC_BITS);
	time->have_ctc = true;
}

/* Eight bits of the clock: as many ticks are added to the last known value as make them come out. */
static void take_mtc(struct pt_time *time, unsigned bits)
{
	unsigned shift = time->config->mtc_shift;
	if (!time->have_ctc) return;
	uint64_t periods = (bits - (time->ctc >> shift)) & 0xff;
	uint64_t at = ((time->ctc >> shift) + periods) << shift;
	time->ctc_tsc += tsc_of_ctc(time->config, at - time->ctc);
	time->ctc = at;
	set_base(time, time->ctc_tsc);
}

static void take_cyc(struct pt_time *time, uint64_t cycles)
{
	time->cycles += cycles;
	if (!time->cbr || !time->config->max_non_turbo_ratio || !time->base) return;
	time->cycles_since_base += cycles;
	uint64_t tsc = time->base + scale(time->cycles_since_base, time->config->max_non_turbo_ratio, time->cbr);
	if (tsc > time->tsc) time->tsc = tsc;
}

void pt_time_take(struct pt_time *time, const struct pt_packet *packet)
{
	switch (packet->type) {
	case PT_TSC: take_tsc(time, packet->payload); break;
	case PT_TMA: take_tma(time, packet->payload); break;
	case PT_MTC: take_mtc(time, (unsigned)packet->payload); break;
	case PT_CYC: take_cyc(time, packet->payload); break;
	case PT_CBR:
		/* cycles at the old speed are time that has passed */
		time->base = time->base ? time->tsc : 0;
		time->cycles_since_base = 0;
		time->cbr = packet->payload & 0xff;
		break;
	default: break;
	}
}
