/* What the profile lacks, and what to do about it: the remarks of perf report, of all that came in so far. */
#include "commands/top/top_show.h"
#include "render/listing/profile_remarks.h"

/* Samples that waited until they were lost are told by the numbers, but not what to do about them. */
void top_remarks(const struct top *top, void (*line)(void *ctx, const char *text), void *ctx)
{
	struct profile_gaps gaps;
	hist_gaps(live_profile_hist(top->profile), &gaps);
	const struct profile_facts facts = {
		.nr_samples = gaps.nr_samples,
		.nr_lost = top->stats.all.nr_lost,
		.nr_chains = gaps.nr_chains,
		.nr_lone = gaps.nr_lone,
		.nr_generated = gaps.nr_generated,
		.generated_pid = gaps.generated_pid,
		.generated_by = gaps.generated_by,
		.nr_gone = gaps.nr_gone,
		.gone = gaps.gone,
	};
	profile_remarks(&facts, line, ctx);
}
