/* Time out of packets (Intel SDM volume 3, "Intel Processor Trace", sections on TSC, TMA, MTC, CYC and CBR packets).
 *
 *   TSC        the time-stamp counter
 *   TMA        which tick of the crystal clock (CTC) that was, and how many TSC ticks behind it (fast counter)
 *   MTC        eight bits of CTC >> mtc_shift, each time they change
 *   CYC        core cycles since the CYC packet before
 *   CBR        how fast the core runs: cycles become TSC ticks by max_non_turbo_ratio / CBR
 *
 * Time never goes back: cycles that would be ahead of the next MTC or TSC wait for it. */
#ifndef HWTRACE_INTEL_PT_PT_TIME_H
#define HWTRACE_INTEL_PT_PT_TIME_H

#include "hwtrace/intel_pt/pt_decoder.h"

struct pt_time {
	const struct pt_config *config;
	uint64_t tsc;  /* now; 0: not known */
	uint64_t base; /* at the last TSC or MTC packet: from there CYC packets count */
	uint64_t cycles_since_base, cycles;
	/* Of the last TMA or MTC: the clock, and the TSC at which its tick was. */
	uint64_t ctc, ctc_tsc;
	bool have_ctc;
	unsigned cbr;
};

void pt_time_init(struct pt_time *time, const struct pt_config *config);
/* Takes a TSC, TMA, MTC, CYC or CBR packet; any values. */
void pt_time_take(struct pt_time *time, const struct pt_packet *packet);

#endif
