/* Rounds of hostile bytes through session/live. Input: one byte of modes, sample_type (4 bytes), branch type bits and
 * register mask (1 byte each), then rounds: a length (2 bytes) and so many bytes. */
#include "session/live/live.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/resolve_all.h"

enum {
	MODE_ORDERED = 1,
	MODE_RENEWS = 2,
	MODE_KEEPS_EXITED = 4,
	MODE_PARTS = 8,
	MODE_KNOWN_FIRST = 16,
	MODE_SKIPS = 32
};

static unsigned fuzz_rounds_parts(void *ctx, const struct sample *sample, struct live_part ret[LIVE_PARTS_MAX])
{
	(void)ctx;
	ret[0] = (struct live_part){ sample->time_ns - sample->addr, 1 };
	ret[1] = (struct live_part){ UINT64_MAX, 2 };
	return sample->tid % (LIVE_PARTS_MAX + 1);
}

static void fuzz_rounds_piece(void *ctx, struct session_worker *worker, size_t index, const struct record_run *records)
{
	const struct perf_events *events = ctx;
	struct sample_scratch scratch = { 0 };
	struct sample sample;
	struct record r;
	(void)index;
	for (size_t pos = 0; record_run_next(records, false, &pos, &r);)
		if (r.type == RECORD_SAMPLE && sample_decode(events->items[0], &r, &scratch, &sample) == 0)
			resolve_all_sample(NULL, worker, &sample);
	sample_scratch_done(&scratch);
}

static void give(struct live *live, unsigned modes, const struct perf_events *events, const uint8_t *before,
		 size_t size_bytes)
{
	const struct sample_visitor ordered = { .sample = resolve_all_sample };
	const struct live_piece_visitor pieces = { .ctx = (void *)(uintptr_t)events, .piece = fuzz_rounds_piece };
	if (!(modes & MODE_ORDERED)) live_pieces(live, before, size_bytes, &pieces);
	else if (!(modes & MODE_SKIPS) || size_bytes % 2) (void)live_samples_ordered(live, &ordered);
}

FUZZ(data, size)
{
	if (size < 7) return;
	unsigned modes = data[0];
	uint32_t sample_type;
	memcpy(&sample_type, data + 1, 4);
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .sample_type = sample_type & ((1u << 25) - 1),
				   .flags = ATTR_SAMPLE_ID_ALL,
				   .branch_sample_type = (uint64_t)data[5] << 14,
				   .sample_regs_user = data[6] };
	struct warnings *warnings = warnings_new();
	const struct live_options options = { .symbols = { .symfs = "/nonexistent-symfs",
							   .build_id_dir = "/nonexistent-debug",
							   .kallsyms = "/dev/null",
							   .warnings = warnings },
					      .threads = 2,
					      .ordered = modes & MODE_ORDERED,
					      .keep_exited = modes & MODE_KEEPS_EXITED,
					      .always_renew = modes & MODE_RENEWS,
					      .follows_code = true,
					      .most_exits = 2 };
	struct perf_events events;
	events_init(&events);
	events_add(&events, &attr, "event");
	struct live *live = live_new(&options);
	live_begin(live, &events);
	if (modes & MODE_PARTS) live_set_parts(live, fuzz_rounds_parts, NULL);
	enum { KEPT_ROUNDS = 64 }; /* with MODE_SKIPS, records wait for longer than a round */
	uint8_t *kept[KEPT_ROUNDS] = { NULL };
	size_t nr_rounds = 0, before = 0;
	for (size_t at = 7; at + 2 <= size && nr_rounds < KEPT_ROUNDS; nr_rounds++) {
		size_t bytes = data[at] | (size_t)data[at + 1] << 8;
		at += 2;
		bytes = bytes < size - at ? bytes : size - at;
		kept[nr_rounds] = malloc(bytes + 1);
		memcpy(kept[nr_rounds], data + at, bytes);
		at += bytes;
		if (nr_rounds == 0 && modes & MODE_KNOWN_FIRST) {
			live_known(live, kept[0], bytes);
			continue;
		}
		live_round(live, kept[nr_rounds], bytes);
		if (before) give(live, modes, &events, kept[nr_rounds - 1], before);
		before = bytes;
		if (!(modes & MODE_SKIPS) && nr_rounds) {
			free(kept[nr_rounds - 1]);
			kept[nr_rounds - 1] = NULL;
		}
	}
	live_round(live, NULL, 0);
	if (before) give(live, modes, &events, kept[nr_rounds - 1], before);
	live_free(live);
	for (size_t i = 0; i < nr_rounds; i++) free(kept[i]);
	events_done(&events);
	warnings_free(warnings);
}
