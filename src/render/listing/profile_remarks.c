/* Advice. Shares are only of interest when there are enough samples; what counts as notable is in the constants below,
 * which the manual pages repeat. */
#include "render/listing/profile_remarks.h"
#include <stdbool.h>
#include <string.h>
#include "base/printable.h"
#include "base/strbuf.h"

enum { SAMPLES_MIN = 100, LOST_PERCENT = 5, GENERATED_PERCENT = 10, GONE_PERCENT = 10, LONE_PERCENT = 30 };

/* Of enough samples, and at least so many percent. A part of 0 never is. */
static bool is_notable(uint64_t part, uint64_t all, unsigned percent)
{
	return all >= SAMPLES_MIN && part && (double)part * 100 >= (double)all * percent;
}

/* Rounded; all is not 0. */
static unsigned percent_of(uint64_t part, uint64_t all) { return (unsigned)(100.0 * (double)part / (double)all + 0.5); }

/* How programs that generate code are asked for the names of it: by the beginning of their file's name. */
static const struct {
	const char *program, *remedy;
} runtimes[] = {
	{ "node", "start it as 'node --perf-basic-prof'" },
	{ "java", "start it as 'java -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit'" },
	{ "python3", "start it as 'python3 -X perf' (3.12 and later)" },
	{ "dotnet", "start it with DOTNET_PerfMapEnabled=1 in the environment" },
	{ "ruby", "start it as 'ruby --yjit --yjit-perf'" },
	{ "beam.smp", "start it as 'erl +JPperf true'" },
	{ "julia", "start it with ENABLE_JITPROFILING=1 in the environment" },
	{ "wasmtime", "start it as 'wasmtime --profile=perfmap'" },
};

/* By the beginning of the program's file name, so that "node18" is node. */
static const char *remedy_of(const char *program)
{
	const char *slash = program ? strrchr(program, '/') : NULL, *base = slash ? slash + 1 : program;
	for (size_t i = 0; base && i < ARRAY_SIZE(runtimes); i++)
		if (strncmp(base, runtimes[i].program, strlen(runtimes[i].program)) == 0) return runtimes[i].remedy;
	return "have it write /tmp/perf-PID.map or a jitdump";
}

/* Each remark says a share, what it means, and what to do about it. */
void profile_remarks(const struct profile_facts *f, void (*line)(void *ctx, const char *text), void *ctx)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT, scratch = STRBUF_INIT;
	if (is_notable(f->nr_lost, f->nr_samples + f->nr_lost, LOST_PERCENT)) {
		strbuf_printf(
			&text,
			"%u%% of the samples were lost: record with larger buffers (-m 64M) or fewer samples (-F 1000)",
			percent_of(f->nr_lost, f->nr_samples + f->nr_lost));
		line(ctx, strbuf_text(&text));
		strbuf_clear(&text);
	}
	if (is_notable(f->nr_generated, f->nr_samples, GENERATED_PERCENT)) {
		strbuf_printf(&text,
			      "%u%% of the samples are in code without names, made at run time (process %d%s%s): %s",
			      percent_of(f->nr_generated, f->nr_samples), f->generated_pid, f->generated_by ? ", " : "",
			      f->generated_by ? printable(f->generated_by, &scratch) : "", remedy_of(f->generated_by));
		line(ctx, strbuf_text(&text));
		strbuf_clear(&text);
	}
	if (is_notable(f->nr_gone, f->nr_samples, GONE_PERCENT)) {
		strbuf_printf(&text,
			      "%u%% of the samples are in files that are not here (most in %s): put copies below a "
			      "directory DIR and use report --symfs DIR",
			      percent_of(f->nr_gone, f->nr_samples), f->gone ? printable(f->gone, &scratch) : "?");
		line(ctx, strbuf_text(&text));
		strbuf_clear(&text);
	}
	if (is_notable(f->nr_lone, f->nr_chains, LONE_PERCENT)) {
		strbuf_printf(&text,
			      "%u%% of the call chains have one frame (code without frame pointers): record with "
			      "--call-graph dwarf",
			      percent_of(f->nr_lone, f->nr_chains));
		line(ctx, strbuf_text(&text));
	}
}
