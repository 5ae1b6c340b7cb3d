/* live_replay FILE...: what unwinding while recording would have written for the samples of a recording made with
 * --call-graph dwarf. The records of the file are given round by round to session/live/live_unwinding, as they came out
 * of the rings; each chain it writes has to be, address for address, the chain that is unwound from the file
 * afterwards; but for programs whose files are gone and that still run, which are read through the process while
 * recording only. Prints what was compared; status 1: something differs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/threads.h"
#include "base/vec.h"
#include "perfdata/perfdata.h"
#include "session/live/live_unwinding.h"
#include "session/session.h"

struct kept {
	uint64_t *ips;
	size_t count;
	bool known;
};
struct offline {
	struct kept *of_record;
	struct chain *chains;
};

static void worker_begin(void *ctx, struct session_worker *worker) { (void)ctx, (void)worker; }

static void keep(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct offline *offline = ctx;
	struct chain *chain = &offline->chains[worker->index];
	struct kept *kept = &offline->of_record[sample->turn];
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	if (callchain_resolve(worker->resolver, &task, sample,
			      &(struct callchain_options){ .max_stack = UNWIND_USUAL_FRAMES }, chain) < 0)
		return;
	kept->known = true;
	kept->count = chain->count;
	kept->ips = xcalloc(chain->count + 1, sizeof(uint64_t));
	for (size_t i = 0; i < chain->count; i++) kept->ips[i] = chain->frames[i]->ip;
}

struct round {
	VEC(uint64_t) words;
	VEC(uint64_t) ordinals;
};

struct replay {
	const char *path;
	const struct offline *offline;
	struct perf_events written;
	struct live_unwinding *live;
	struct round rounds[2];
	unsigned open; /* which of them is being filled */
	bool waits;    /* the other one was seen and not rewritten */
	uint64_t nr_equal, nr_different, nr_frames;
};

static void compare(struct replay *replay, const struct record *r, uint64_t ordinal)
{
	struct sample sample = { 0 };
	struct sample_scratch scratch = { 0 };
	const struct perf_event *event = events_of_record(&replay->written, r);
	const struct kept *kept = &replay->offline->of_record[ordinal];
	size_t count = 0;
	bool same = event && kept->known && sample_decode(event, r, &scratch, &sample) == 0 &&
		    !(sample.present & SAMPLE_STACK_USER);
	for (uint64_t i = 0; i < sample.nr_callchain; i++) {
		if (sample.callchain[i] >= CONTEXT_MAX) continue;
		same = same && count < kept->count && kept->ips[count] == sample.callchain[i];
		count++;
	}
	same = same && count == kept->count;
	if (!same && replay->nr_different < 5)
		fprintf(stderr, "%s: sample of thread %u at %" PRIu64 " ns: %zu addresses, offline %zu\n", replay->path,
			sample.tid, sample.time_ns, count, kept->count);
	replay->nr_equal += same;
	replay->nr_different += !same;
	replay->nr_frames += count;
	sample_scratch_done(&scratch);
}

static void rewrite(struct replay *replay, struct round *round)
{
	struct outbuf out;
	struct record r;
	size_t nr = 0;
	out_init(&out, -1);
	live_unwinding_due(replay->live, round->words.items, round->words.count * 8, &out);
	struct record_run run = { .data = (const uint8_t *)out.data, .size_bytes = out.size };
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r); nr++)
		if (r.type == RECORD_SAMPLE && nr < round->ordinals.count)
			compare(replay, &r, round->ordinals.items[nr]);
	if (nr != round->ordinals.count) {
		fprintf(stderr, "%s: a round of %zu records became one of %zu\n", replay->path, round->ordinals.count,
			nr);
		replay->nr_different++;
	}
	out_done(&out);
	round->words.count = round->ordinals.count = 0;
}

static void end_round(struct replay *replay, bool last)
{
	struct round *open = &replay->rounds[replay->open], *other = &replay->rounds[!replay->open];
	bool has_records = open->words.count;
	if (!has_records && !replay->waits) return;
	live_unwinding_round(replay->live, open->words.items, open->words.count * 8);
	if (replay->waits) rewrite(replay, other);
	replay->waits = has_records;
	replay->open = !replay->open;
	if (last) end_round(replay, false);
}

static void add(struct round *round, const struct record *r, uint64_t ordinal)
{
	size_t at = round->words.count, words = (r->size + 7u) / 8;
	vec_reserve(&round->words, at + words);
	memcpy(round->words.items + at, r->data, r->size);
	round->words.count += words;
	vec_push(&round->ordinals, ordinal);
}

static void as_written(const struct perf_events *raw, struct perf_events *ret)
{
	events_init(ret);
	for (size_t i = 0; i < raw->count; i++) {
		struct event_attr attr = raw->items[i]->attr;
		if (attr.sample_type & SAMPLE_STACK_USER) {
			attr.sample_type &= ~(uint64_t)(SAMPLE_STACK_USER | SAMPLE_REGS_USER);
			attr.sample_stack_user = 0;
			attr.sample_regs_user = 0;
		}
		events_add_ids(ret, events_add(ret, &attr, raw->items[i]->name), raw->items[i]->ids,
			       raw->items[i]->nr_ids);
	}
}

static bool replay_file(const char *path, const struct offline *offline, bool always_renew)
{
	_err_done_ struct err err = ERR_INIT;
	struct replay replay = { .path = path, .offline = offline };
	struct perfdata *perfdata;
	struct record r;
	if (perfdata_open(path, &(struct perfdata_options){ 0 }, &perfdata, &err) < 0) return false;
	bool begun = false;
	replay.live = live_unwinding_new(&(struct live_unwinding_options){ .always_renew = always_renew });
	for (uint64_t ordinal = 0; perfdata_next(perfdata, &r) > 0; ordinal++) {
		if (!begun) {
			as_written(perfdata_events(perfdata), &replay.written);
			live_unwinding_begin(replay.live, perfdata_events(perfdata), &replay.written);
			begun = true;
		}
		if (r.type < RECORD_USER_TYPE_START) add(&replay.rounds[replay.open], &r, ordinal);
		else if (r.type == RECORD_FINISHED_ROUND) end_round(&replay, false);
	}
	end_round(&replay, true);
	struct live_unwinding_counts counts = live_unwinding_counts(replay.live);
	printf("%s%s: %" PRIu64 " chains of %" PRIu64 " frames equal, %" PRIu64 " different; renewed %" PRIu64
	       " times\n",
	       path, always_renew ? " (renewing)" : "", replay.nr_equal, replay.nr_frames, replay.nr_different,
	       counts.nr_renewed);
	for (unsigned i = 0; i < 2; i++) {
		vec_done(&replay.rounds[i].words);
		vec_done(&replay.rounds[i].ordinals);
	}
	live_unwinding_free(replay.live);
	if (begun) events_done(&replay.written);
	perfdata_close(perfdata);
	return replay.nr_equal && !replay.nr_different;
}

static bool check(const char *path)
{
	_err_done_ struct err err = ERR_INIT;
	struct session *session;
	if (session_open(&(struct session_options){ .input = path }, &session, &err) < 0) {
		fprintf(stderr, "%s: %s\n", path, err.message ? err.message : "cannot be read");
		return false;
	}
	uint64_t nr_records = session_totals(session)->nr_records;
	unsigned threads = session_threads(session);
	struct offline offline = { .of_record = xcalloc(nr_records + 1, sizeof(struct kept)),
				   .chains = xcalloc(threads, sizeof(struct chain)) };
	struct sample_visitor visitor = { .ctx = &offline, .worker_begin = worker_begin, .sample = keep };
	bool good = session_samples(session, &visitor, &err) >= 0;
	session_close(session);
	good = good && replay_file(path, &offline, false);
	good = good && replay_file(path, &offline, true);
	for (uint64_t i = 0; i < nr_records; i++) free(offline.of_record[i].ips);
	for (unsigned i = 0; i < threads; i++) chain_done(&offline.chains[i]);
	free(offline.of_record);
	free(offline.chains);
	return good;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;
	for (int i = 1; i < argc; i++) good &= check(argv[i]);
	return !good;
}
