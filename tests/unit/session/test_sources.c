/* Samples that are no records of the file, as those of a hardware trace will be: merged with the file's in order of
 * time, the same in all passes and for any number of threads. */
#include <malloc.h>
#include <stdlib.h>
#include "base/vec.h"
#include "tests/unit/session/recording.h"

enum { BASIC = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME, NR_BLOCKS = 7, PER_BLOCK = 40 };

/* A trace of two CPUs that nobody recorded: block i holds moments around i * 1000, and one of the block after it. */
struct made_up {
	struct session *session;
	size_t failing; /* this block cannot be decoded */
	bool too_many;
	/* so much each block holds while it waits; the most that malloc had mapped when one was decoded */
	size_t ballast_bytes, most_mapped;
	struct source_block blocks[NR_BLOCKS];
};

static uint64_t moment(size_t block, unsigned i) { return block * 1000 + (i * 37) % PER_BLOCK * 50 + 1; }

static int made_up_decode(void *ctx, size_t block, struct sample_sink *sink, struct err *err)
{
	struct made_up *made_up = ctx;
	const struct perf_event *event = session_events(made_up->session)->items[0];
	if (made_up->ballast_bytes) {
		made_up->most_mapped = MAX(made_up->most_mapped, mallinfo2().hblkhd);
		(void)arena_alloc(sink->arena, made_up->ballast_bytes);
	}
	if (block == made_up->failing) return err_set(err, -EBADMSG, "block %zu has no beginning", block);
	for (unsigned i = 0; i < PER_BLOCK + made_up->too_many; i++) {
		uint64_t *chain = arena_alloc(sink->arena, 2 * sizeof(*chain));
		chain[0] = CONTEXT_USER;
		chain[1] = block << 16 | i;
		struct sample sample = { .event = event,
					 .present = BASIC | SAMPLE_CALLCHAIN,
					 .ip = 0xabc000 + block,
					 .time_ns = moment(block, i),
					 .pid = 5,
					 .tid = 5,
					 .cpumode = CPUMODE_USER,
					 .nr_callchain = 2,
					 .callchain = chain };
		sink->sample(sink, &sample);
	}
	return 0;
}

static struct sample_source source_of(struct made_up *made_up, struct session *session)
{
	made_up->session = session;
	for (size_t i = 0; i < NR_BLOCKS; i++)
		made_up->blocks[i] = (struct source_block){ .min_ns = i * 1000,
							    .max_ns = i * 1000 + 50 * PER_BLOCK,
							    .max_samples = PER_BLOCK,
							    .size_bytes = 3 << 20 };
	return (struct sample_source){ .name = "made up",
				       .ctx = made_up,
				       .blocks = made_up->blocks,
				       .nr_blocks = NR_BLOCKS,
				       .decode = made_up_decode };
}

/* Samples of the file at some of the source's times, a name that changes, over many rounds. times: false: without. */
static void write_recording(bool times, bool late)
{
	struct writer w = { .sample_type = times ? BASIC : SAMPLE_IP | SAMPLE_TID, .flags = ATTR_SAMPLE_ID_ALL };
	put_comm(&w, 5, "first", 0);
	for (uint64_t i = 0; i < 8000; i += 9) {
		if (i == 4500) put_comm(&w, 5, "second", i);
		put_sample(&w, 5, i, i % 50 == 1 ? i : i / 10 * 10 + 1);
		if (i % 450 == 0) put_round(&w);
		if (late && i % 900 == 0 && i) put_sample(&w, 5, 1 << 20 | i, i / 2);
	}
	write_file(&w);
	out_done(&w.out);
}

/* ---- what comes out, as text */

static void line_of(char *line, size_t size, const struct sample *sample, const char *comm)
{
	snprintf(line, size, "%llu %s %llx %llx #%llu\n", (unsigned long long)sample->time_ns, comm,
		 (unsigned long long)sample->ip, sample->nr_callchain ? (unsigned long long)sample->callchain[1] : 0,
		 (unsigned long long)sample->turn);
}

static void sources_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct sample_task task;
	char line[120];
	resolver_task(worker->resolver, sample, &task);
	line_of(line, sizeof(line), sample, task.comm);
	add(worker->state, line);
}

struct opened {
	struct session *session;
	struct made_up made_up;
	struct sample_source source;
	struct warnings *warnings;
};

static void open_with_source(struct opened *opened, unsigned threads, bool with_source)
{
	opened->warnings = warnings_new();
	struct session_options options = {
		.input = path, .force = true, .threads = threads, .warnings = opened->warnings
	};
	CHECK_INT(session_open(&options, &opened->session, NULL), 0);
	opened->made_up.failing = SIZE_MAX;
	opened->source = source_of(&opened->made_up, opened->session);
	if (with_source) CHECK_INT(session_add_source(opened->session, &opened->source, NULL), 0);
}

static void close_opened(struct opened *opened)
{
	session_close(opened->session);
	warnings_free(opened->warnings);
}

static char *in_order(unsigned threads, bool with_source, uint64_t from_ns, uint64_t to_ns)
{
	struct opened opened = { 0 };
	struct reader reader = { 0 };
	open_with_source(&opened, threads, with_source);
	struct sample_visitor visitor = { .ctx = &reader,
					  .worker_begin = worker_begin,
					  .sample = sources_sample,
					  .batch_begin = batch_begin,
					  .batch_done = batch_done,
					  .batch_finish = batch_finish,
					  .from_ns = from_ns,
					  .to_ns = to_ns };
	CHECK_INT(session_samples_ordered(opened.session, &visitor, NULL), 0);
	close_opened(&opened);
	return reader.all.data ? reader.all.data : xstrdup("");
}

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The lines of a text, sorted: what came out, whatever the order. */
static char *sorted_lines(char *text)
{
	VEC(char *) lines = VEC_INIT;
	struct text sorted = { 0 };
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) vec_push(&lines, line);
	qsort(lines.items, lines.count, sizeof(*lines.items), compare_lines);
	for (size_t i = 0; i < lines.count; i++) {
		add(&sorted, lines.items[i]);
		add(&sorted, "\n");
	}
	vec_done(&lines);
	return sorted.data ? sorted.data : xstrdup("");
}

static char *in_any_order(unsigned threads)
{
	struct opened opened = { 0 };
	struct reader reader = { 0 };
	struct text all = { 0 };
	open_with_source(&opened, threads, true);
	struct sample_visitor visitor = { .ctx = &reader, .worker_begin = worker_begin, .sample = sources_sample };
	CHECK_INT(session_samples(opened.session, &visitor, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(reader.workers); i++) {
		if (reader.workers[i].data) add(&all, reader.workers[i].data);
		free(reader.workers[i].data);
	}
	close_opened(&opened);
	char *sorted = sorted_lines(all.data);
	free(all.data);
	return sorted;
}

/* ---- items */

struct moment_item {
	uint64_t time_ns, ip, leaf, turn;
	uint32_t tid;
};

static unsigned sources_item(void *ctx, struct session_worker *worker, const struct sample *sample, void *items)
{
	struct moment_item *item = items;
	item->ip = sample->ip;
	item->leaf = sample->nr_callchain ? sample->callchain[1] : 0;
	item->turn = sample->turn;
	return 1;
}

static int sources_items(void *ctx, const void *const *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct moment_item *item = items[i];
		char line[120];
		snprintf(line, sizeof(line), "%llu %llx %llx #%llu\n", (unsigned long long)item->time_ns,
			 (unsigned long long)item->ip, (unsigned long long)item->leaf, (unsigned long long)item->turn);
		add(ctx, line);
	}
	return 0;
}

static char *as_items(unsigned threads)
{
	struct opened opened = { 0 };
	struct text text = { 0 };
	open_with_source(&opened, threads, true);
	struct sample_gatherer gatherer = { .ctx = &text,
					    .item_size_bytes = sizeof(struct moment_item),
					    .sample = sources_item,
					    .items = sources_items,
					    .skip_resolver = true };
	CHECK_INT(session_gather(opened.session, &gatherer, NULL), 0);
	close_opened(&opened);
	return text.data;
}

/* The text of an ordered pass without the names. */
static char *without_names(const char *text)
{
	struct text out = { 0 };
	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		const char *name = strchr(line, ' '), *behind = strchr(name + 1, ' ');
		_free_ char *start = strndup(line, (size_t)(name - line));
		_free_ char *rest = strndup(behind, (size_t)(strchr(line, '\n') + 1 - behind));
		add(&out, start);
		add(&out, rest);
	}
	return out.data ? out.data : xstrdup("");
}

static size_t count_lines(const char *text)
{
	size_t count = 0;
	for (; (text = strchr(text, '\n')); text++) count++;
	return count;
}

/* Times never fall, and of equal time what is of the file goes first. */
static void check_order(const char *text)
{
	unsigned long long before = 0, turn_before = 0;
	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		unsigned long long time_ns = strtoull(line, NULL, 10), turn = strtoull(strchr(line, '#') + 1, NULL, 10);
		CHECK(time_ns > before || (time_ns == before && (turn > turn_before || !before)));
		before = time_ns;
		turn_before = turn;
	}
}

TEST(merged_in_order_of_time)
{
	write_recording(true, false);
	_free_ char *alone = in_order(1, false, 0, 0), *text = in_order(1, true, 0, 0);
	CHECK_INT(count_lines(text), count_lines(alone) + NR_BLOCKS * PER_BLOCK);
	check_order(text);
	CHECK(strstr(text, "\n4001 first abc002 ") == NULL); /* block 2 ends at 3951 */
	CHECK(strstr(text, "\n3951 first abc002 ") != NULL);
	CHECK(strstr(text, "\n4551 second abc003 ") != NULL);
	for (unsigned threads = 2; threads < 6; threads++) {
		_free_ char *again = in_order(threads, true, 0, 0);
		CHECK_STR(again, text);
	}
}

TEST(the_same_in_all_passes)
{
	for (int late = 0; late < 2; late++) {
		write_recording(true, late);
		_free_ char *text = in_order(1, true, 0, 0), *items = without_names(text);
		_free_ char *sorted = sorted_lines(text);
		for (unsigned threads = 1; threads < 5; threads++) {
			_free_ char *any = in_any_order(threads), *gathered = as_items(threads);
			CHECK_STR(any, sorted);
			CHECK_STR(gathered, items);
		}
	}
}

TEST(windows_of_time)
{
	write_recording(true, false);
	_free_ char *all = in_order(1, true, 0, 0), *some = in_order(3, true, 3000, 3500);
	char *from = strstr(all, "\n3001 ") + 1, *to = strstr(all, "\n3501 ") + 1;
	CHECK(from != (char *)1 && to != (char *)1);
	*to = '\0';
	CHECK_STR(some, from);
}

static void sources_ignore(void *ctx, struct session_worker *worker, const struct sample *sample) {}
static bool wants_even_cpus(void *ctx, const struct source_block *block) { return block->cpu % 2 == 0; }

/* They are not even decoded. */
TEST(blocks_that_are_not_wanted)
{
	write_recording(true, false);
	_free_ char *alone = in_order(1, false, 0, 0);
	for (unsigned threads = 1; threads < 4; threads++) {
		struct opened opened = { 0 };
		struct reader reader = { 0 };
		open_with_source(&opened, threads, true);
		for (uint32_t i = 0; i < NR_BLOCKS; i++) opened.made_up.blocks[i].cpu = i;
		opened.made_up.failing = 3;
		struct sample_visitor visitor = { .ctx = &reader,
						  .worker_begin = worker_begin,
						  .sample = sources_sample,
						  .batch_begin = batch_begin,
						  .batch_done = batch_done,
						  .batch_finish = batch_finish,
						  .wants_block = wants_even_cpus };
		CHECK_INT(session_samples_ordered(opened.session, &visitor, NULL), 0);
		CHECK_INT(count_lines(reader.all.data), count_lines(alone) + (NR_BLOCKS / 2 + 1) * PER_BLOCK);
		CHECK(strstr(reader.all.data, " abc001 ") == NULL);
		free(reader.all.data);
		visitor = (struct sample_visitor){ .sample = sources_ignore, .wants_block = wants_even_cpus };
		CHECK_INT(session_samples(opened.session, &visitor, NULL), 0);
		visitor.wants_block = NULL;
		CHECK_INT(session_samples(opened.session, &visitor, NULL), -EBADMSG);
		close_opened(&opened);
	}
}

TEST(behind_records_without_times)
{
	write_recording(false, false);
	_free_ char *text = in_order(1, true, 0, 0), *alone = in_order(1, false, 0, 0),
		    *again = in_order(3, true, 0, 0);
	CHECK(strncmp(text, alone, strlen(alone)) == 0);
	CHECK_INT(count_lines(text), count_lines(alone) + NR_BLOCKS * PER_BLOCK);
	CHECK(strstr(text + strlen(alone), "1 second abc000 ") == text + strlen(alone));
	CHECK_STR(again, text);
}

static void sources_ignore_other(void *ctx, struct session_worker *worker, const struct record *r,
				 const struct sample_id *id, uint64_t time_ns)
{
}

/* What comes out of blocks that do not overlap; windows: by the other way, which who asks for records gets. */
static char *of_successive(unsigned threads, bool windows, size_t failing)
{
	struct opened opened = { 0 };
	struct reader reader = { 0 };
	open_with_source(&opened, threads, true);
	opened.made_up.failing = failing;
	for (size_t i = 0; i < NR_BLOCKS; i++) opened.made_up.blocks[i].max_ns = (i + 1) * 1000;
	struct sample_visitor visitor = { .ctx = &reader,
					  .worker_begin = worker_begin,
					  .sample = sources_sample,
					  .other = windows ? sources_ignore_other : NULL,
					  .batch_begin = batch_begin,
					  .batch_done = batch_done,
					  .batch_finish = batch_finish,
					  .batch_drop = batch_drop };
	int wanted = failing < NR_BLOCKS ? -EBADMSG : 0;
	CHECK_INT(session_samples_ordered(opened.session, &visitor, NULL), wanted);
	close_opened(&opened);
	return reader.all.data;
}

/* Those are visited as they are decoded: the same samples, and up to a failure those of all blocks before it. */
TEST(blocks_that_follow_each_other)
{
	struct writer w = { .sample_type = BASIC, .flags = ATTR_SAMPLE_ID_ALL };
	put_comm(&w, 5, "first", 0);
	write_file(&w);
	out_done(&w.out);
	_free_ char *wanted = of_successive(1, true, SIZE_MAX);
	CHECK_INT(count_lines(wanted), NR_BLOCKS * PER_BLOCK);
	for (unsigned threads = 1; threads < 4; threads++) {
		_free_ char *text = of_successive(threads, false, SIZE_MAX), *some = of_successive(threads, false, 3);
		CHECK_STR(text, wanted);
		CHECK_INT(count_lines(some), 3 * PER_BLOCK);
		CHECK(strncmp(text, some, strlen(some)) == 0);
	}
}

/* The one block of records waits from the first window to the last, a block of the source each: none of these is held
 * because of it. */
TEST(what_waits_holds_up_nothing)
{
	enum { BALLAST_BYTES = 24 << 20 };
	write_recording(true, false);
	struct opened opened = { 0 };
	struct reader reader = { 0 };
	open_with_source(&opened, 1, true);
	opened.made_up.ballast_bytes = BALLAST_BYTES;
	for (size_t i = 0; i < NR_BLOCKS; i++) opened.made_up.blocks[i].size_bytes = BALLAST_BYTES;
	size_t before = mallinfo2().hblkhd;
	struct sample_visitor visitor = { .ctx = &reader,
					  .worker_begin = worker_begin,
					  .sample = sources_sample,
					  .batch_begin = batch_begin,
					  .batch_done = batch_done,
					  .batch_finish = batch_finish };
	CHECK_INT(session_samples_ordered(opened.session, &visitor, NULL), 0);
	CHECK_INT(count_lines(reader.all.data), 8000 / 9 + 1 + NR_BLOCKS * PER_BLOCK);
	CHECK(opened.made_up.most_mapped < before + 4 * BALLAST_BYTES);
	CHECK_INT(mallinfo2().hblkhd / BALLAST_BYTES, before / BALLAST_BYTES);
	close_opened(&opened);
	free(reader.all.data);
}

static int sources_ignore_items(void *ctx, const void *const *items, size_t count) { return 0; }

TEST(failures_end_the_pass)
{
	write_recording(true, false);
	for (unsigned threads = 1; threads < 4; threads++) {
		struct opened opened = { 0 };
		struct reader reader = { 0 };
		open_with_source(&opened, threads, true);
		opened.made_up.failing = 3;
		struct sample_visitor visitor = { .ctx = &reader, .sample = sources_ignore };
		struct sample_gatherer gatherer = { .ctx = &reader,
						    .item_size_bytes = sizeof(struct moment_item),
						    .sample = sources_item,
						    .items = sources_ignore_items };
		struct err err = ERR_INIT;
		CHECK_INT(session_samples(opened.session, &visitor, &err), -EBADMSG);
		CHECK_STR(err.message, "block 3 has no beginning");
		CHECK_INT(session_gather(opened.session, &gatherer, &err), -EBADMSG);
		CHECK_STR(err.message, "block 3 has no beginning");
		CHECK_INT(session_samples_ordered(opened.session, &visitor, &err), -EBADMSG);
		CHECK_STR(err.message, "block 3 has no beginning");
		CHECK_INT(session_samples(opened.session, &visitor, NULL), -EBADMSG);
		err_done(&err);
		close_opened(&opened);
	}
}

TEST(what_a_block_may_not_do)
{
	write_recording(true, false);
	struct opened opened = { 0 };
	struct err err = ERR_INIT;
	open_with_source(&opened, 2, true);
	uint64_t nr_turns = session_nr_turns(opened.session);
	CHECK_INT(nr_turns, session_totals(opened.session)->nr_records + NR_BLOCKS * PER_BLOCK);
	opened.made_up.too_many = true;
	struct sample_visitor visitor = { .sample = sources_ignore };
	CHECK_INT(session_samples(opened.session, &visitor, NULL), 0);
	CHECK_INT(warnings_count(opened.warnings, "too many samples"), NR_BLOCKS);
	opened.made_up.blocks[1].max_ns = 0;
	CHECK_INT(session_add_source(opened.session, &opened.source, &err), -EINVAL);
	CHECK_STR(err.message, "made up: block 1 ends before it begins");
	CHECK_INT(session_nr_turns(opened.session), nr_turns);
	err_done(&err);
	close_opened(&opened);
}

/* How far the pass was when each batch came out, in parts of 1000 of the recording. */
struct batches {
	uint64_t now, first, nr;
};

static void note_progress(void *ctx, uint64_t done, uint64_t total)
{
	((struct batches *)ctx)->now = done * 1000 / total;
}

static int note_batch(void *ctx, void *state)
{
	struct batches *batches = ctx;
	if (!batches->nr++) batches->first = batches->now;
	return 0;
}

/* Without marks of rounds all times are known since pass 1 all the same: nothing waits for the end. */
TEST(nobody_waits_for_a_round_that_never_ends)
{
	enum { NR_SAMPLES = 450000, SAMPLE_BYTES = 40 }; /* 18 MB: more than a window */
	struct writer w = { .sample_type = BASIC | SAMPLE_ADDR };
	for (uint64_t i = 1; i <= NR_SAMPLES; i++) put_sample(&w, 5, i, i ^ 1);
	CHECK(w.out.size >= (size_t)NR_SAMPLES * SAMPLE_BYTES);
	write_file(&w);
	out_done(&w.out);
	struct batches batches = { 0 };
	struct session *session;
	const struct session_options options = {
		.input = path, .force = true, .threads = 2, .on_progress = note_progress, .on_progress_ctx = &batches
	};
	CHECK_INT(session_open(&options, &session, NULL), 0);
	struct sample_visitor visitor = { .ctx = &batches, .sample = sources_ignore, .batch_finish = note_batch };
	CHECK_INT(session_samples_ordered(session, &visitor, NULL), 0);
	CHECK_INT(batches.first, 0);
	CHECK(batches.nr >= NR_SAMPLES / 1024);
	session_close(session);
	unlink(path);
}

TEST_MAIN
