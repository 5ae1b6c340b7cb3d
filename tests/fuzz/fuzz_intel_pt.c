/* Packets and code at random: the first half of the input is a trace, the second half code that it walks over. */
#include <errno.h>
#include "base/compiler.h"
#include "hwtrace/intel_pt/pt_decoder.h"
#include "hwtrace/intel_pt/pt_pebs.h"
#include "tests/fuzz/fuzz.h"

struct code {
	const uint8_t *bytes;
	size_t size;
};

static int code_find(void *ctx, const struct pt_place *place, struct pt_image *ret)
{
	const struct code *code = ctx;
	uint64_t start = place->ip & ~0xffffULL; /* the same bytes in each 64 KiB */
	if (place->ip - start >= code->size) return -ENOENT;
	*ret = (struct pt_image){ .bytes = code->bytes,
				  .start = start,
				  .end = start + code->size,
				  .id = start | 1,
				  .valid_until_tsc = place->tsc + 1000 };
	return 0;
}

static uint64_t seen;
static void see_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	(void)ctx;
	seen += branch->from + branch->to + when->insns;
}
static void see_event(void *ctx, const struct pt_event *event, const struct pt_when *when)
{
	seen += event->ip + when->tsc;
	if (event->packet.type == PT_BBP || event->packet.type == PT_BIP) pt_pebs_take(ctx, &event->packet);
}
static void see_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	(void)ctx;
	seen += (uint64_t)error + ip + when->offset;
}
static void see_insns(void *ctx, uint64_t ip, const uint8_t *bytes, const struct pt_run *run, unsigned count,
		      const struct pt_when *when)
{
	(void)ctx;
	(void)when;
	if (run->nr_insns < count) abort();
	seen += ip + (run->end > run->start ? bytes[run->end - run->start - 1] : 0);
}

FUZZ(data, size)
{
	if (size < 2) return;
	size_t half = size / 2;
	struct code code = { data + half, size - half };
	const struct pt_code_source source = { &code, code_find };
	const struct pt_config config = { .branches = true,
					  .return_compression = data[0] & 1,
					  .mtc_shift = data[0] >> 4,
					  .tsc_ctc_numerator = data[1] & 15,
					  .tsc_ctc_denominator = data[1] >> 4,
					  .max_non_turbo_ratio = 20,
					  .max_loops = 100 };
	struct pt_pebs pebs = { .group = -1 };
	const struct pt_sink sink = { .ctx = &pebs,
				      .branch = see_branch,
				      .event = see_event,
				      .error = see_error,
				      .insns = data[0] & 2 ? see_insns : NULL };
	struct pt_runs *runs = pt_runs_new();
	struct pt_decoder *decoder = pt_decoder_new(&config, &source, runs);
	struct pt_piece piece = { data + 1, data + half, data + half };
	if (runs && decoder) pt_decoder_decode(decoder, &piece, &sink);
	pt_decoder_free(decoder);
	pt_runs_free(runs);
}
