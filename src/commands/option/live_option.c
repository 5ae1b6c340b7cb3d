/* --call-graph dwarf,live: hands the recorder who unwinds its stacks, and says how many were, and what was given up.
 *
 * The recorder calls the four functions of a round_consumer in the course of a recording: the source once, then for
 * each round what is known (maps, tasks), the samples of the round, and the time when their chains must be written.
 * Each passes on to analysis's live unwinding. */
#include "commands/option/live_option.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include "cli/console.h"
#include "commands/option/cache_option.h"
#include "session/live/live_unwinding.h"

/* Made here and not earlier: what the recorder knows of its events is ready now. */
static void live_option_source(void *ctx, const struct round_source *source)
{
	struct live_option *live = ctx;
	live->unwinding = live_unwinding_new(&(struct live_unwinding_options){ .cache = cache_option_get() });
	live_unwinding_begin(live->unwinding, source->raw, source->written);
}

/* The three that follow only pass on; ctx is the struct live_option. */
static void live_option_known(void *ctx, const void *records, size_t size_bytes)
{
	live_unwinding_known(((struct live_option *)ctx)->unwinding, records, size_bytes);
}

static void live_option_round(void *ctx, const void *records, size_t size_bytes)
{
	live_unwinding_round(((struct live_option *)ctx)->unwinding, records, size_bytes);
}

static void live_option_due(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	live_unwinding_due(((struct live_option *)ctx)->unwinding, records, size_bytes, out);
}

void live_option_begin(struct live_option *live, struct recording_options *recording)
{
	live->consumer = (struct round_consumer){ .ctx = live,
						  .rewrites = true,
						  .begin = live_option_source,
						  .known = live_option_known,
						  .round = live_option_round,
						  .due = live_option_due };
	recording->consumer = &live->consumer;
}

/* -v: how chains ended, and what the recorder cost in time (getrusage(2), this process with all its threads). */
static void print_ends(const struct live_unwinding_counts *counts)
{
	uint64_t total = 0;
	for (int end = 0; end < NR_UNWIND_ENDS; end++) total += counts->unwinding.ends[end];
	fprintf(stderr,
		"[ perf record: %" PRIu64 " stacks unwound to %" PRIu64 " frames (%" PRIu64 " by frame pointer) ]\n",
		counts->nr_chains - counts->nr_without_user, counts->unwinding.nr_frames,
		counts->unwinding.nr_by_frame_pointer);
	for (int end = 0; end < NR_UNWIND_ENDS; end++) {
		uint64_t count = counts->unwinding.ends[end];
		if (!count || !total) continue;
		fprintf(stderr, "[ perf record: %20s: %10" PRIu64 " chains, %5.1f%% ]\n",
			unwind_end_name((enum unwind_end)end), count, 100.0 * (double)count / (double)total);
	}
	struct rusage usage;
	if (getrusage(RUSAGE_SELF, &usage) == 0)
		fprintf(stderr,
			"[ perf record: the recorder took %ld.%02ld s of user time, %ld.%02ld s of system time ]\n",
			usage.ru_utime.tv_sec, usage.ru_utime.tv_usec / 10000, usage.ru_stime.tv_sec,
			usage.ru_stime.tv_usec / 10000);
}

/* Nothing is printed when all chains were unwound in time, unless -v asks. */
void live_option_print(const struct live_option *live, const struct recording_result *result)
{
	if (!live->unwinding) return;
	struct live_unwinding_counts counts = live_unwinding_counts(live->unwinding);
	if (result->rounds.nr_shortened)
		fprintf(stderr,
			"[ perf record: unwinding fell behind: %" PRIu64 " of %" PRIu64
			" chains are cut to their innermost frames; a lower -F, or a smaller stack size, "
			"helps ]\n",
			result->rounds.nr_shortened, counts.nr_chains);
	if (result->rounds.nr_waited)
		fprintf(stderr,
			"[ perf record: unwinding fell behind: the buffers were left alone %" PRIu64 " times ]\n",
			result->rounds.nr_waited);
	if (counts.nr_damaged)
		fprintf(stderr, "[ perf record: %" PRIu64 " samples were damaged and left out ]\n", counts.nr_damaged);
	if (console.verbosity >= 1) print_ends(&counts);
}

/* What was learnt goes to the cache first: freeing drops it. */
void live_option_done(struct live_option *live)
{
	if (live->unwinding) live_unwinding_keep(live->unwinding);
	live_unwinding_free(live->unwinding);
	live->unwinding = NULL;
}
