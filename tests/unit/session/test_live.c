/* Rounds made by hand through session/live: order, late records, threads that come and go between rounds, renewing,
 * memory, damaged bytes. A round's bytes are freed when it was due, as the recorder does. */
#include "session/live/live.h"

#include <unistd.h>
#include "base/strbuf.h"
#include "tests/unit/session/round_builder.h"
#include "tests/unit/symbol/jitdump_builder.h"
#include "tests/unit/test.h"

/* -- a recorder: it hands over rounds, and keeps each until it was due -- */

struct feed {
	struct live *live;
	struct perf_events events;
	struct live_options options;
	struct round before; /* that waits for the next */
	struct strbuf out;   /* "TIME:NAME " of each sample; "TIME:NAME@OBJECT " with show_objects */
	bool show_objects, show_side_band;
	unsigned nr_renewed;
	size_t most_bytes; /* the model ever held */
};

static void feed_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct feed *feed = ctx;
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	strbuf_printf(&feed->out, "%llu:%s", (unsigned long long)sample->time_ns, task.comm);
	if (feed->show_objects) {
		const struct frame *frame = resolver_sample_ip(worker->resolver, &task, sample);
		strbuf_printf(&feed->out, "@%s", frame->map ? frame->map->dso->name : "-");
	}
	if (worker->part) strbuf_printf(&feed->out, "/%u", worker->part);
	strbuf_printf(&feed->out, " ");
}

static void feed_other(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		       uint64_t time_ns)
{
	struct feed *feed = ctx;
	(void)worker, (void)id;
	if (feed->show_side_band) strbuf_printf(&feed->out, "%lld:%s ", (long long)time_ns, record_type_name(r->type));
}

static void feed_renewed(void *ctx) { ((struct feed *)ctx)->nr_renewed++; }

static void feed_begin(struct feed *feed)
{
	if (!feed->options.symbols.symfs) feed->options.symbols.symfs = "/nonexistent-symfs";
	feed->options.symbols.kallsyms = "/dev/null";
	feed->options.threads = feed->options.threads ? feed->options.threads : 1;
	feed->options.renewed = feed_renewed;
	feed->options.ctx = feed;
	feed->live = live_new(&feed->options);
	events_init(&feed->events);
	events_add(&feed->events, &attr, "clock");
	live_begin(feed->live, &feed->events);
}

/* Hands the round over; takes over its memory. */
static void feed_round(struct feed *feed, struct round *round)
{
	const struct sample_visitor visitor = { .ctx = feed, .sample = feed_sample, .other = feed_other };
	live_round(feed->live, round->items, round->count * 8);
	CHECK_INT(live_samples_ordered(feed->live, &visitor), 0);
	feed->most_bytes = MAX(feed->most_bytes, model_size_bytes(live_model(feed->live)));
	free(feed->before.items);
	feed->before = *round;
	*round = (struct round){ 0 };
}

static const char *feed_text(struct feed *feed) { return strbuf_text(&feed->out); }

/* What is left comes out: the text of all; feed_done follows. */
static const char *feed_end(struct feed *feed)
{
	struct round nothing = { 0 };
	feed_round(feed, &nothing);
	feed_round(feed, &nothing);
	return feed_text(feed);
}

static void feed_done(struct feed *feed)
{
	live_free(feed->live);
	free(feed->before.items);
	events_done(&feed->events);
	strbuf_done(&feed->out);
}

/* -- order -- */

TEST(samples_come_out_by_time)
{
	struct feed feed = { .options = { .ordered = true } };
	struct round round = { 0 };
	feed_begin(&feed);
	add_sample(&round, 5, 50);
	add_sample(&round, 3, 30);
	feed_round(&feed, &round);
	CHECK_STR(feed_text(&feed), ""); /* something older may be in the next round */
	add_sample(&round, 9, 90);
	add_sample(&round, 4, 40);
	feed_round(&feed, &round);
	CHECK_STR(feed_text(&feed), "30::3 40::4 50::5 ");
	CHECK_STR(feed_end(&feed), "30::3 40::4 50::5 90::9 ");
	feed_done(&feed);
}

TEST(late_samples_come_at_once_by_their_own_time)
{
	struct feed feed = { .options = { .ordered = true } };
	struct round round = { 0 };
	feed_begin(&feed);
	add_comm(&round, 7, "old", false, 20);
	add_comm(&round, 7, "new", false, 40);
	add_sample(&round, 1, 50);
	feed_round(&feed, &round);
	add_sample(&round, 1, 60);
	feed_round(&feed, &round); /* the horizon is 50 */
	add_sample(&round, 7, 45);
	add_sample(&round, 7, 30);
	add_sample(&round, 1, 70);
	feed_round(&feed, &round);
	/* they take effect at the horizon, and are named as of it */
	CHECK_STR(feed_text(&feed), "50::1 30:new 45:new 60::1 ");
	CHECK_STR(feed_end(&feed), "50::1 30:new 45:new 60::1 70::1 ");
	feed_done(&feed);
}

TEST(late_side_band_takes_effect_at_the_horizon)
{
	struct feed feed = { .options = { .ordered = true } };
	struct round round = { 0 };
	feed_begin(&feed);
	feed.show_side_band = true;
	add_sample(&round, 7, 50);
	feed_round(&feed, &round);
	add_sample(&round, 7, 60);
	feed_round(&feed, &round);
	add_comm(&round, 7, "late", false, 10);
	add_sample(&round, 7, 55);
	feed_round(&feed, &round);
	CHECK_STR(feed_end(&feed), "50::7 10:COMM 55:late 60:late ");
	feed_done(&feed);
}

TEST(what_happened_before_is_known_at_once)
{
	struct feed feed = { .options = { .ordered = true } };
	struct round known = { 0 }, round = { 0 };
	feed_begin(&feed);
	feed.show_objects = true;
	add_comm(&known, 7, "init", false, 0);
	add_map(&known, 7, CODE, "/bin/init", 0);
	live_known(feed.live, known.items, known.count * 8);
	free(known.items);
	add_sample(&round, 7, 1);
	feed_round(&feed, &round);
	CHECK_STR(feed_end(&feed), "1:init@/bin/init ");
	feed_done(&feed);
}

/* -- threads -- */

/* sh forks a child, which becomes ls and ends, a round each. */
static void feed_life(struct feed *feed)
{
	struct round round = { 0 };
	add_comm(&round, 10, "sh", true, 10);
	add_map(&round, 10, CODE, "/bin/sh", 11);
	add_sample(&round, 10, 20);
	feed_round(feed, &round);
	add_fork(&round, 11, 10, 30);
	add_sample(&round, 11, 35);
	feed_round(feed, &round);
	add_comm(&round, 11, "ls", true, 40);
	add_map(&round, 11, CODE, "/bin/ls", 41);
	add_sample(&round, 11, 45);
	add_sample(&round, 10, 46);
	feed_round(feed, &round);
	add_exit(&round, 11, 50);
	add_sample(&round, 11, 55);
	add_sample(&round, 10, 56);
	feed_round(feed, &round);
}

static void check_life(bool keep_exited, bool always_renew, const char *want)
{
	struct feed feed = { .options = { .ordered = true, .keep_exited = keep_exited, .always_renew = always_renew },
			     .show_objects = true };
	feed_begin(&feed);
	feed_life(&feed);
	CHECK_STR(feed_end(&feed), want);
	CHECK(!always_renew == !feed.nr_renewed);
	CHECK_INT(live_counts(feed.live).nr_renewed, feed.nr_renewed);
	feed_done(&feed);
}

TEST(fork_exec_and_exit_between_rounds)
{
	const char *before = "20:sh@/bin/sh 35:sh@/bin/sh 45:ls@/bin/ls 46:sh@/bin/sh ";
	_strbuf_done_ struct strbuf kept = STRBUF_INIT, gone = STRBUF_INIT;
	strbuf_printf(&kept, "%s55:ls@/bin/ls 56:sh@/bin/sh ", before);
	strbuf_printf(&gone, "%s55::11@- 56:sh@/bin/sh ", before);
	for (unsigned always_renew = 0; always_renew < 2; always_renew++) {
		check_life(true, always_renew, strbuf_text(&kept));
		check_life(false, always_renew, strbuf_text(&gone));
	}
}

TEST(a_thread_id_is_used_again)
{
	for (unsigned always_renew = 0; always_renew < 2; always_renew++) {
		struct feed feed = { .options = {
					     .ordered = true, .keep_exited = true, .always_renew = always_renew } };
		struct round round = { 0 };
		feed_begin(&feed);
		feed_life(&feed);
		add_comm(&round, 12, "cc", true, 60);
		feed_round(&feed, &round);
		add_fork(&round, 11, 12, 70);
		add_sample(&round, 11, 75);
		feed_round(&feed, &round);
		feed_end(&feed);
		const char *text = feed_text(&feed), *end = strstr(text, "56:");
		CHECK_STR(end, "56:sh 75:cc ");
		feed_done(&feed);
	}
}

/* -- renewing -- */

TEST(renewing_keeps_what_runs_and_forgets_what_ended)
{
	struct feed feed = { .options = { .ordered = true, .keep_exited = true, .most_exits = 10 },
			     .show_objects = true };
	struct round round = { 0 };
	feed_begin(&feed);
	add_comm(&round, 10, "sh", true, 10);
	add_map(&round, 10, CODE, "/bin/sh", 11);
	feed_round(&feed, &round);
	for (uint32_t i = 0; i < 11; i++) {
		add_fork(&round, 100 + i, 10, 20 + 2 * i);
		add_exit(&round, 100 + i, 21 + 2 * i);
		feed_round(&feed, &round);
	}
	CHECK_INT(feed.nr_renewed, 0);
	CHECK_INT(model_nr_tasks(live_model(feed.live)), 1 + 1 + 10); /* swapper, sh; the last fork is not due */
	add_fork(&round, 200, 10, 100);
	add_sample(&round, 200, 101);
	feed_round(&feed, &round);
	add_sample(&round, 10, 102);
	feed_round(&feed, &round);
	CHECK_INT(feed.nr_renewed, 1);
	CHECK_INT(model_nr_tasks(live_model(feed.live)), 3); /* swapper, sh, its last child */
	add_sample(&round, 105, 103);                        /* of a thread that is forgotten */
	feed_round(&feed, &round);
	CHECK_STR(feed_end(&feed), "101:sh@/bin/sh 102:sh@/bin/sh 103::105@- ");
	feed_done(&feed);
}

TEST(what_is_due_and_was_not_taken_keeps_its_past)
{
	struct feed feed = { .options = { .ordered = true, .always_renew = true } };
	struct round first = { 0 }, second = { 0 }, third = { 0 };
	feed_begin(&feed);
	add_comm(&first, 7, "old", false, 10);
	add_sample(&first, 7, 20);
	add_comm(&first, 7, "new", false, 30);
	add_fork(&first, 8, 7, 0); /* without a time: at once, and once only */
	add_sample(&second, 7, 40);
	add_sample(&third, 7, 50);
	live_round(feed.live, first.items, first.count * 8);
	live_round(feed.live, second.items, second.count * 8);
	unsigned nr_renewed = feed.nr_renewed;
	live_round(feed.live, third.items, third.count * 8);
	CHECK_INT(feed.nr_renewed, nr_renewed);
	CHECK_INT(model_nr_tasks(live_model(feed.live)), 3);
	CHECK_STR(feed_end(&feed), "20:old 40:new 50:new ");
	feed_done(&feed);
	free(first.items);
	free(second.items);
	free(third.items);
}

/* A shell that starts 10,000 commands, a round each. */
static void feed_commands(struct feed *feed, void (*give)(struct feed *feed, struct round *round))
{
	enum { ROUNDS = 10000 };
	struct round round = { 0 };
	uint64_t time_ns = 1;
	add_comm(&round, 10, "sh", true, time_ns++);
	add_map(&round, 10, CODE, "/bin/sh", time_ns++);
	give(feed, &round);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t tid = 100 + i;
		char name[16];
		snprintf(name, sizeof(name), "/bin/c%u", i % 7);
		add_fork(&round, tid, 10, time_ns++);
		add_comm(&round, tid, name + 5, true, time_ns++);
		for (unsigned k = 0; k < 4; k++) add_map(&round, tid, CODE + k * CODE_BYTES, name, time_ns++);
		add_sample(&round, tid, time_ns++);
		add_exit(&round, tid, time_ns++);
		give(feed, &round);
	}
}

TEST(memory_depends_on_what_runs)
{
	enum { MODEL_BYTES = 256 << 10 };
	struct feed feed = {
		.options = { .ordered = true, .keep_exited = true, .most_model_bytes = MODEL_BYTES },
		.show_objects = true,
	};
	feed_begin(&feed);
	feed_commands(&feed, feed_round);
	const char *text = feed_end(&feed);
	size_t count = 0, good = 0;
	for (const char *p = text; (p = strchr(p, ':')); p++, count++) {
		char want[32];
		snprintf(want, sizeof(want), ":c%zu@/bin/c%zu ", count % 7, count % 7);
		good += strncmp(p, want, strlen(want)) == 0;
	}
	CHECK_INT(count, 10000);
	CHECK_INT(good, 10000);
	CHECK(feed.nr_renewed >= 10);
	CHECK(feed.most_bytes <= 2 * MODEL_BYTES); /* it is taken in blocks that double */
	CHECK(model_nr_tasks(live_model(feed.live)) < 2000);
	feed_done(&feed);
}

/* -- in pieces -- */

struct piece {
	size_t nr_records;
	struct strbuf text;
};
struct pieces {
	struct feed *feed;
	struct piece *items;
	size_t count;
};

static void pieces_begin(void *ctx, size_t nr_pieces)
{
	struct pieces *pieces = ctx;
	pieces->items = xcalloc(nr_pieces, sizeof(*pieces->items));
	pieces->count = nr_pieces;
}

static void pieces_piece(void *ctx, struct session_worker *worker, size_t index, const struct record_run *records)
{
	struct pieces *pieces = ctx;
	struct piece *piece = &pieces->items[index];
	struct sample_scratch scratch = { 0 };
	struct sample sample;
	struct sample_task task;
	struct record r;
	for (size_t pos = 0; record_run_next(records, false, &pos, &r); piece->nr_records++) {
		if (r.type != RECORD_SAMPLE || sample_decode(pieces->feed->events.items[0], &r, &scratch, &sample) < 0)
			continue;
		resolver_set_now(worker->resolver, live_turn_ns(pieces->feed->live, sample.time_ns));
		resolver_task(worker->resolver, &sample, &task);
		strbuf_printf(&piece->text, "%llu:%s ", (unsigned long long)sample.time_ns, task.comm);
	}
	sample_scratch_done(&scratch);
}

/* As feed_round, in pieces. */
static void feed_pieces(struct feed *feed, struct round *round)
{
	struct pieces pieces = { .feed = feed };
	const struct live_piece_visitor visitor = { .ctx = &pieces, .begin = pieces_begin, .piece = pieces_piece };
	live_round(feed->live, round->items, round->count * 8);
	feed->most_bytes = MAX(feed->most_bytes, model_size_bytes(live_model(feed->live)));
	if (feed->before.count) live_pieces(feed->live, feed->before.items, feed->before.count * 8, &visitor);
	for (size_t i = 0; i < pieces.count; i++) {
		strbuf_printf(&feed->out, "%s", strbuf_text(&pieces.items[i].text));
		strbuf_done(&pieces.items[i].text);
	}
	free(pieces.items);
	free(feed->before.items);
	feed->before = *round;
	*round = (struct round){ 0 };
}

TEST(pieces_keep_the_order_of_the_round)
{
	for (unsigned always_renew = 0; always_renew < 2; always_renew++) {
		struct feed feed = { .options = { .always_renew = always_renew } };
		struct round round = { 0 };
		feed_begin(&feed);
		add_comm(&round, 10, "sh", true, 10);
		add_sample(&round, 10, 25);
		add_sample(&round, 10, 20);
		feed_pieces(&feed, &round);
		add_comm(&round, 10, "late", false, 23); /* another ring's: before a sample of the round before */
		add_comm(&round, 10, "next", false, 30);
		add_sample(&round, 10, 35);
		feed_pieces(&feed, &round);
		CHECK_STR(feed_text(&feed), "25:late 20:sh ");
		feed_pieces(&feed, &round);
		CHECK_STR(feed_text(&feed), "25:late 20:sh 35:next ");
		feed_done(&feed);
	}
}

TEST(renewing_keeps_what_the_waiting_round_saw)
{
	struct feed feed = { .options = { .always_renew = true } };
	struct round round = { 0 };
	feed_begin(&feed);
	add_comm(&round, 7, "first", false, 10);
	add_sample(&round, 1, 20);
	feed_pieces(&feed, &round);
	add_sample(&round, 1, 100);
	feed_pieces(&feed, &round);
	add_sample(&round, 7, 45);
	add_comm(&round, 7, "old", false, 50); /* another ring's; applied at once, its samples wait */
	add_sample(&round, 7, 60);
	add_comm(&round, 7, "new", false, 70);
	add_sample(&round, 7, 80);
	feed_pieces(&feed, &round);
	add_sample(&round, 7, 110);
	feed_pieces(&feed, &round);
	CHECK_STR(feed_text(&feed), "20::1 100::1 45:first 60:old 80:new ");
	feed_pieces(&feed, &round);
	CHECK_STR(feed_text(&feed), "20::1 100::1 45:first 60:old 80:new 110:new ");
	feed_done(&feed);
}

TEST(large_rounds_are_cut_into_pieces)
{
	enum { SAMPLES = 200000 };
	struct feed feed = { .options = { .threads = 3 } };
	struct round round = { 0 }, nothing = { 0 };
	_strbuf_done_ struct strbuf want = STRBUF_INIT;
	feed_begin(&feed);
	for (unsigned i = 0; i < SAMPLES; i++) {
		add_sample(&round, 10, i + 1);
		strbuf_printf(&want, "%u::10 ", i + 1);
	}
	feed_pieces(&feed, &round);
	feed_pieces(&feed, &nothing);
	CHECK(strcmp(feed_text(&feed), strbuf_text(&want)) == 0);
	feed_done(&feed);
}

TEST(memory_depends_on_what_runs_in_pieces)
{
	enum { MODEL_BYTES = 256 << 10 };
	struct feed feed = { .options = { .most_model_bytes = MODEL_BYTES } };
	struct round nothing = { 0 };
	feed_begin(&feed);
	feed_commands(&feed, feed_pieces);
	feed_pieces(&feed, &nothing);
	size_t count = 0, good = 0;
	for (const char *p = feed_text(&feed); (p = strchr(p, ':')); p++, count++)
		good += p[1] == 'c' && (size_t)(p[2] - '0') == count % 7;
	CHECK_INT(count, 10000);
	CHECK_INT(good, 10000);
	CHECK(feed.nr_renewed >= 10);
	CHECK(feed.most_bytes <= 2 * MODEL_BYTES); /* it is taken in blocks that double */
	feed_done(&feed);
}

/* -- parts -- */

static unsigned feed_parts(void *ctx, const struct sample *sample, struct live_part ret[LIVE_PARTS_MAX])
{
	(void)ctx;
	if (sample->tid != 2) return 0;
	ret[0] = (struct live_part){ sample->time_ns - 25, 1 };
	ret[1] = (struct live_part){ UINT64_MAX, 2 };
	return 2;
}

TEST(parts_have_turns_of_their_own)
{
	struct feed feed = { .options = { .ordered = true } };
	struct round round = { 0 };
	feed_begin(&feed);
	live_set_parts(feed.live, feed_parts, NULL);
	add_comm(&round, 2, "in", false, 10);
	add_sample(&round, 1, 20);
	add_comm(&round, 2, "out", false, 30);
	add_sample(&round, 2, 40);
	feed_round(&feed, &round);
	CHECK_STR(feed_end(&feed), "40:in/1 20::1 40:out/2 ");
	feed_done(&feed);
}

/* -- damage -- */

TEST(rounds_that_are_cut_off)
{
	struct round whole = { 0 };
	add_comm(&whole, 10, "sh", true, 10);
	add_sample(&whole, 10, 20);
	add_map(&whole, 10, CODE, "/bin/sh", 21);
	add_sample(&whole, 10, 30);
	for (size_t size = 0; size <= whole.count * 8; size++) {
		struct feed feed = { .options = { .ordered = true } };
		uint8_t *cut = xmalloc(size + 1);
		const struct sample_visitor visitor = { .ctx = &feed, .sample = feed_sample };
		feed_begin(&feed);
		memcpy(cut, whole.items, size);
		live_round(feed.live, cut, size);
		live_round(feed.live, NULL, 0);
		CHECK_INT(live_samples_ordered(feed.live, &visitor), 0);
		const char *want = size < 40 + 32 ? "" : "20:sh ";
		CHECK_STR(feed_text(&feed), size < whole.count * 8 ? want : "20:sh 30:sh ");
		feed_done(&feed);
		free(cut);
	}
	free(whole.items);
}

/* They come out where all are asked for, else the buffer is not burdened with them. */
TEST(records_that_the_model_does_not_want)
{
	for (int all = 0; all < 2; all++) {
		struct feed feed = { .options = { .ordered = true, .all_records = all }, .show_side_band = true };
		struct round round = { 0 };
		feed_begin(&feed);
		add_comm(&round, 10, "sh", true, 10);
		add_short(&round, RECORD_LOST, 40);
		add_sample(&round, 10, 20);
		feed_round(&feed, &round);
		const char *text = feed_end(&feed);
		CHECK_INT(strstr(text, record_type_name(RECORD_LOST)) != NULL, all);
		CHECK(strstr(text, "20:sh "));
		feed_done(&feed);
	}
}

TEST(damaged_samples_are_left_out)
{
	struct feed feed = { .options = { .ordered = true } };
	struct round round = { 0 };
	feed_begin(&feed);
	add_comm(&round, 10, "sh", true, 10);
	add_short(&round, RECORD_SAMPLE, 16); /* shorter than its fields */
	add_short(&round, RECORD_COMM, 8);
	add_sample(&round, 10, 20);
	feed_round(&feed, &round);
	CHECK_STR(feed_end(&feed), "20:sh ");
	feed_done(&feed);
}

/* -- code that a process generates: this one, whose memory has copies that its file does not name -- */

enum { BODY = 32, STRIDE = 64, SLOTS = 16, PAGE = STRIDE * SLOTS };

struct generated {
	char path[64];
	uint8_t *memory; /* SLOTS of code, then SLOTS without, and again */
	struct jitdump_builder dump;
	size_t written;
};

static void generated_write(struct generated *g)
{
	FILE *file = fopen(g->path, "a");
	size_t size = g->dump.bytes.size - g->written;
	CHECK(file && fwrite(g->dump.bytes.text + g->written, 1, size, file) == size);
	if (file) fclose(file);
	g->written = g->dump.bytes.size;
}

/* Code with rules of unwinding, which is what copies are looked for of. */
static void generated_load(struct generated *g, size_t page, size_t slot, uint64_t index)
{
	static const char rules[16] = { 0 };
	jd_unwinding(&g->dump, 1, rules, sizeof(rules), rules, 4, false);
	jd_load(&g->dump, 1, (uint64_t)(uintptr_t)g->memory + page * PAGE + slot * STRIDE, BODY, index, "code", 'c');
}

static void generated_begin(struct generated *g)
{
	*g = (struct generated){ .memory = xcalloc(4, PAGE) };
	for (size_t i = 0; i < 4 * SLOTS; i++)
		if (i / SLOTS % 2 == 0) memset(g->memory + i * STRIDE, 'c', BODY);
	snprintf(g->path, sizeof(g->path), "/tmp/jit-%d.dump", (int)getpid());
	unlink(g->path);
	jd_header(&g->dump);
	generated_load(g, 0, 0, 1);
	generated_load(g, 0, 1, 2);
	generated_write(g);
}

static void generated_done(struct generated *g)
{
	unlink(g->path);
	strbuf_done(&g->dump.bytes);
	free(g->memory);
}

/* Which of some slots have code in the model at that time: '1', else '0'. */
static const char *slots_at(struct feed *feed, const struct generated *g, uint64_t time_ns)
{
	static const struct {
		size_t page, slot;
	} asked[] = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, SLOTS - 1 }, { 1, 0 }, { 2, 0 }, { 2, 1 }, { 3, 0 } };
	static char result[ARRAY_SIZE(asked) + 1];
	struct round round = { 0 }, nothing = { 0 };
	strbuf_clear(&feed->out);
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++) {
		uint64_t vaddr = (uint64_t)(uintptr_t)g->memory + asked[i].page * PAGE + asked[i].slot * STRIDE + 5;
		add_sample_at(&round, (uint32_t)getpid(), time_ns + i, vaddr);
	}
	feed_round(feed, &round);
	feed_round(feed, &nothing);
	feed_round(feed, &nothing);
	const char *at = feed_text(feed);
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++) {
		at = strchr(at, '@');
		CHECK(at);
		if (!at) return "";
		result[i] = strncmp(++at, g->path, strlen(g->path)) == 0 ? '1' : '0';
	}
	return result;
}

TEST(generated_code_and_its_copies)
{
	struct generated g;
	struct feed feed = { .options = { .ordered = true, .follows_code = true, .symbols.symfs = "/" },
			     .show_objects = true };
	struct round round = { 0 };
	uint32_t pid = (uint32_t)getpid();
	generated_begin(&g);
	feed_begin(&feed);
	add_comm(&round, pid, "compiler", true, 10);
	add_map(&round, pid, 0x7000000, g.path, 11);
	feed_round(&feed, &round);
	slots_at(&feed, &g, 100);
	/* the two that the file names, and all that stand behind them in memory */
	CHECK_STR(slots_at(&feed, &g, 200), "11110000");
	/* it names some of those by now, and two in another place */
	generated_load(&g, 0, 2, 3);
	generated_load(&g, 2, 0, 4);
	generated_write(&g);
	slots_at(&feed, &g, 300);
	CHECK_STR(slots_at(&feed, &g, 400), "11110110");
	/* another process runs another program */
	add_comm(&round, pid + 1, "other", true, 500);
	feed_round(&feed, &round);
	slots_at(&feed, &g, 550);
	generated_load(&g, 3, 0, 5);
	generated_write(&g);
	slots_at(&feed, &g, 600);
	CHECK_STR(slots_at(&feed, &g, 700), "11110111");
	/* it does so itself: what the file says from then on is not read */
	add_comm(&round, pid, "next", true, 800);
	feed_round(&feed, &round);
	slots_at(&feed, &g, 900);
	generated_load(&g, 1, 0, 6);
	generated_write(&g);
	slots_at(&feed, &g, 1000);
	CHECK_STR(slots_at(&feed, &g, 1100), "11110111");
	feed_done(&feed);
	generated_done(&g);
}

TEST_MAIN
