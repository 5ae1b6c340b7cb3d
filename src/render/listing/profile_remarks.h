/* What makes a profile hopeless, and what to do about it: said once, behind a recording and before a report. */
#ifndef RENDER_LISTING_PROFILE_REMARKS_H
#define RENDER_LISTING_PROFILE_REMARKS_H

#include <stdint.h>

/* Counts of a recording or a report; zero is "none" or "not looked at". */
struct profile_facts {
	uint64_t nr_samples;
	uint64_t nr_lost;            /* besides; 0 where that is told elsewhere */
	uint64_t nr_chains, nr_lone; /* call chains of programs; those of one frame */
	uint64_t nr_generated;       /* samples in code without names that programs made while they ran */
	int32_t generated_pid;       /* the process with the most of them */
	const char *generated_by;    /* its program or name: "/usr/bin/node"; NULL: not known */
	uint64_t nr_gone;            /* samples in files that are not here */
	const char *gone;            /* the file with the most of them; NULL: not known */
};

/* Gives a line (without its end) for each that is notable: of at least 100 samples, 5 % lost, 10 % in generated code,
 * 10 % in files that are not here; of at least 100 call chains, 30 % of one frame. perf-record(1) and perf-report(1)
 * tell these numbers. */
void profile_remarks(const struct profile_facts *facts, void (*line)(void *ctx, const char *text), void *ctx);

#endif
