#include "commands/option/live_option.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include "cli/console.h"
#include "commands/option/cache_option.h"
#include "session/live/live_unwinding.h"

static void begin(void *ctx, const struct perf_events *raw, const struct perf_events *written)
{
	struct live_option *live = ctx;
	live->unwinding = live_unwinding_new(&(struct live_unwinding_options){ .cache = cache_option_get() });
	live_unwinding_begin(live->unwinding, raw, written);
}

static void know(void *ctx, const void *records, size_t size_bytes)
{
	live_unwinding_know(((struct live_option *)ctx)->unwinding, records, size_bytes);
}

static void see(void *ctx, const void *records, size_t size_bytes)
{
	live_unwinding_see(((struct live_option *)ctx)->unwinding, records, size_bytes);
}

static void rewrite(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	live_unwinding_rewrite(((struct live_option *)ctx)->unwinding, records, size_bytes, out);
}

void live_option_begin(struct live_option *live, struct recording_options *recording)
{
	live->rewriter =
		(struct sample_rewriter){ .ctx = live, .begin = begin, .know = know, .see = see, .rewrite = rewrite };
	recording->rewriter = &live->rewriter;
}

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

void live_option_print(const struct live_option *live, const struct recording_result *result)
{
	if (!live->unwinding) return;
	struct live_unwinding_counts counts = live_unwinding_counts(live->unwinding);
	if (result->rewriting.nr_shortened)
		fprintf(stderr,
			"[ perf record: unwinding fell behind: %" PRIu64 " of %" PRIu64
			" chains are cut to their innermost frames; a lower -F, or a smaller stack size, "
			"helps ]\n",
			result->rewriting.nr_shortened, counts.nr_chains);
	if (result->rewriting.nr_waited)
		fprintf(stderr,
			"[ perf record: unwinding fell behind: the buffers were left alone %" PRIu64 " times ]\n",
			result->rewriting.nr_waited);
	if (counts.nr_damaged)
		fprintf(stderr, "[ perf record: %" PRIu64 " samples were damaged and left out ]\n", counts.nr_damaged);
	if (console_verbosity >= 1) print_ends(&counts);
}

void live_option_done(struct live_option *live)
{
	if (live->unwinding) live_unwinding_keep(live->unwinding);
	live_unwinding_free(live->unwinding);
	live->unwinding = NULL;
}
