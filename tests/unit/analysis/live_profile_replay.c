/* live_profile_replay FILE PASSES [SORT [chains|stitched]]: an hour of perf top in fast motion. The records of a
 * recording are given to a live profile round by round, as they came out of the rings, PASSES times one behind the
 * other: each time later, and with other numbers of processes. Behind each pass there is a refresh. Prints the memory
 * in use after each tenth of the passes, in bytes, and what is shown at the end. With "chains" it is what perf top -g
 * shows on a terminal: call graphs, samples that are kept, and the code of all functions. With "stitched" it is what
 * perf top
 * --call-graph lbr --stitch-lbr shows: shares of all rows, with what they called. */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/profile/rows/hist_report.h"
#include "analysis/profile/live/live_profile.h"
#include "base/vec.h"
#include "perfdata/perfdata.h"
#include "session/stitched_stacks.h"

/* Process ids of a pass are those of the recording and so many more; kernel's threads and idle ones stay. */
enum { PIDS_A_PASS = 1 << 16, PASSES_OF_PIDS = 64, ROUND_RECORDS = 2000 };

struct round {
	VEC(uint64_t) words;
	size_t nr_records;
};

struct replay {
	struct live_profile *profile;
	const struct perf_events *events;
	struct hist_layout layout;
	struct round rounds[2];
	unsigned open;
	bool waits, chains, stitched;
	uint64_t later_ns, first_ns, last_ns;
	uint32_t more_pids;
};

static void end_round(struct replay *replay)
{
	struct round *open = &replay->rounds[replay->open], *other = &replay->rounds[!replay->open];
	if (!open->nr_records) return;
	live_profile_round(replay->profile, open->words.items, open->words.count * 8);
	if (replay->waits) live_profile_due(replay->profile, other->words.items, other->words.count * 8);
	other->words.count = 0;
	other->nr_records = 0;
	replay->waits = true;
	replay->open = !replay->open;
}

static void shift_u64(uint8_t *at, uint64_t by)
{
	uint64_t value;
	memcpy(&value, at, 8);
	value += by;
	memcpy(at, &value, 8);
}

/* Two words beside each other, pid and tid; 0 and -1 stay. */
static void shift_pids(const struct replay *replay, uint8_t *at)
{
	uint32_t pids[2];
	memcpy(pids, at, 8);
	for (unsigned i = 0; i < 2; i++)
		if (pids[i] && pids[i] != UINT32_MAX) pids[i] += replay->more_pids;
	memcpy(at, pids, 8);
}

/* Later, and of other processes. */
static void shift(const struct replay *replay, const struct record *r, uint8_t *data)
{
	const struct perf_event *event = events_of_record(replay->events, r);
	if (!event) return;
	if (r->type == RECORD_SAMPLE) {
		if (event->off_time >= 0) shift_u64(data + event->off_time, replay->later_ns);
		if (event->off_tid >= 0) shift_pids(replay, data + event->off_tid);
		return;
	}
	if (event->trailer_time) shift_u64(data + r->size - event->trailer_time, replay->later_ns);
	switch (r->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
	case RECORD_COMM: shift_pids(replay, data + 8); break;
	case RECORD_FORK:
	case RECORD_EXIT: { /* pid, ppid, tid, ptid */
		shift_pids(replay, data + 8);
		shift_pids(replay, data + 16);
		break;
	}
	default: break;
	}
}

static void add(struct replay *replay, const struct record *r)
{
	struct round *round = &replay->rounds[replay->open];
	size_t at = round->words.count, words = (r->size + 7u) / 8;
	uint64_t time_ns = events_record_time(replay->events, r);
	vec_reserve(&round->words, at + words);
	memcpy(round->words.items + at, r->data, r->size);
	shift(replay, r, (uint8_t *)(round->words.items + at));
	round->words.count += words;
	if (time_ns && time_ns != UINT64_MAX) {
		if (!replay->first_ns || time_ns < replay->first_ns) replay->first_ns = time_ns;
		if (time_ns > replay->last_ns) replay->last_ns = time_ns;
	}
	if (++round->nr_records >= ROUND_RECORDS) end_round(replay);
}

static void show(struct replay *replay)
{
	struct hist_event *event = hist_event_at(live_profile_hist(replay->profile), 0);
	const struct hist_report_options options = { .threads = 1,
						     .graphs = replay->chains && !replay->stitched,
						     .max_rows = replay->stitched ? 0 : 1 };
	struct table table;
	table_init(&table);
	hist_report(live_profile_hist(replay->profile), &event, 1, &replay->layout, &options, &table);
	for (size_t i = 0; i < table.rows.count; i++)
		printf("top %.2f %s\n", table.rows.items[i].cells[0].value,
		       table.rows.items[i].cells[table.nr_cells - 1].text);
	table_done(&table);
}

static bool begin(struct replay *replay, struct perfdata *perfdata, const char *sort)
{
	enum { MOST_KEPT = 1 << 14 };
	bool chains = replay->chains;
	_err_done_ struct err err = ERR_INIT;
	const char *wrong;
	replay->events = perfdata_events(perfdata);
	const struct hist_layout_options layout = { .sort = sort, .events = replay->events, .children = chains };
	if (hist_layout_make(&replay->layout, &layout, &wrong, &err) < 0) return false;
	const struct live_profile_options options = {
		.hist = { .keys = replay->layout.keys.items,
			  .nr_keys = replay->layout.keys.count,
			  .use_chains = chains,
			  .children = chains,
			  .caller_first = chains,
			  .max_stack = chains ? 127 : 0,
			  .keep_samples = chains,
			  .most_kept = MOST_KEPT },
		.symbols = { .any_owner = true },
		.stitch_registers = replay->stitched ? stitched_stacks_registers(perfdata_header(perfdata)) : 0,
		.threads = 1
	};
	return live_profile_new(&options, replay->events, NULL, &replay->profile, &err) >= 0;
}

int main(int argc, char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct replay replay = { 0 };
	struct perfdata *first = NULL;
	struct live_profile_stats stats = { .nr_renewed = 0 };
	replay.stitched = argc > 4 && strcmp(argv[4], "stitched") == 0;
	replay.chains = replay.stitched || (argc > 4 && strcmp(argv[4], "chains") == 0);
	unsigned nr_passes = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	for (unsigned pass = 0; pass < nr_passes; pass++) {
		struct perfdata *perfdata;
		struct record r;
		if (perfdata_open(argv[1], &(struct perfdata_options){ 0 }, &perfdata, &err) < 0) return 1;
		while (perfdata_next(perfdata, &r) > 0) {
			if (!replay.profile && !begin(&replay, perfdata, argc > 3 ? argv[3] : "dso,sym")) return 1;
			if (r.type < RECORD_USER_TYPE_START) add(&replay, &r);
			else if (r.type == RECORD_FINISHED_ROUND) end_round(&replay);
		}
		end_round(&replay);
		live_profile_refresh(replay.profile, 7.0 / 8, &stats);
		if (replay.chains) (void)live_profile_annotate(replay.profile);
		replay.later_ns += replay.last_ns - replay.first_ns + 1000000;
		replay.more_pids = (pass + 1) % PASSES_OF_PIDS * PIDS_A_PASS;
		unsigned measured = nr_passes < 10 ? 1 : nr_passes / 10;
		/* measured a while after the model is renewed: between two of these memory grows and falls */
		if ((pass + 5) % measured == 0) live_want_renewal(live_profile_live(replay.profile));
		if ((pass + 1) % measured == 0) {
			malloc_trim(0);
			printf("memory %zu\n", mallinfo2().uordblks + mallinfo2().hblkhd);
		}
		if (!first) first = perfdata; /* its events are needed */
		else perfdata_close(perfdata);
	}
	if (!replay.profile) return 1;
	printf("samples %" PRIu64 ", renewed %" PRIu64 "\n", stats.all.nr_samples, stats.nr_renewed);
	show(&replay);
	live_profile_free(replay.profile);
	hist_layout_done(&replay.layout);
	perfdata_close(first);
	for (unsigned i = 0; i < 2; i++) vec_done(&replay.rounds[i].words);
	return 0;
}
