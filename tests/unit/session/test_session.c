/* A recording made by hand, through both passes: order, threads, time windows, stopping. */
#include <sys/stat.h>
#include "session/live/live_session.h"
#include "tests/unit/session/recording.h"

enum { IP = SAMPLE_IP, BASIC = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME };

static void on_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct sample_task task;
	char line[64];
	resolver_task(worker->resolver, sample, &task);
	snprintf(line, sizeof(line), "%s:%llx ", task.comm, (unsigned long long)sample->ip);
	add(worker->state, line);
}
static char *ordered(unsigned threads, uint64_t from_ns, uint64_t to_ns, int stop_after, int *ret_rc)
{
	struct session *session;
	struct err err = ERR_INIT;
	struct session_options options = { .input = path, .force = true, .threads = threads };
	struct reader reader = { .batches_left = stop_after };
	int rc = session_open(&options, &session, &err);
	CHECK_INT(rc, 0);
	if (rc < 0) return xstrdup("");
	struct sample_visitor visitor = { .ctx = &reader,
					  .worker_begin = worker_begin,
					  .sample = on_sample,
					  .batch_begin = batch_begin,
					  .batch_done = batch_done,
					  .batch_finish = batch_finish,
					  .batch_drop = batch_drop,
					  .from_ns = from_ns,
					  .to_ns = to_ns };
	rc = session_samples_ordered(session, &visitor, &err);
	if (ret_rc) *ret_rc = rc;
	session_close(session);
	err_done(&err);
	return reader.all.data ? reader.all.data : xstrdup("");
}

TEST(order_as_observed)
{
	struct writer w = { .sample_type = BASIC, .flags = ATTR_SAMPLE_ID_ALL };
	put_comm(&w, 1, "z", 0);
	put_sample(&w, 1, 1, 5000);
	put_sample(&w, 1, 2, 3000);
	put_round(&w);
	put_sample(&w, 1, 3, 4000);
	put_sample(&w, 1, 4, 9000);
	put_round(&w);
	put_sample(&w, 1, 5, 4500);
	put_sample(&w, 1, 6, 8000);
	put_comm(&w, 2, "untimed", 0);
	put_sample(&w, 1, 7, 5000);
	put_sample(&w, 2, 8, 5400);
	put_round(&w);
	put_sample(&w, 1, 9, 1000);
	put_sample(&w, 2, 10, 10000);
	write_file(&w);
	_free_ char *text = ordered(1, 0, 0, 0, NULL);
	CHECK_STR(text, "z:2 z:3 z:1 z:5 z:7 untimed:8 z:6 z:4 z:9 untimed:a ");
	_free_ char *some = ordered(2, 4500, 8000, 0, NULL);
	CHECK_STR(some, "z:1 z:5 z:7 untimed:8 z:6 ");
	out_done(&w.out);
}

TEST(late_records_by_their_own_time)
{
	struct writer w = { .sample_type = BASIC, .flags = ATTR_SAMPLE_ID_ALL };
	put_sample(&w, 1, 1, 5000);
	put_round(&w);
	put_sample(&w, 1, 2, 6000);
	put_round(&w);
	put_sample(&w, 1, 3, 400);
	put_sample(&w, 1, 4, 300);
	put_sample(&w, 1, 5, 5500);
	write_file(&w);
	_free_ char *text = ordered(1, 0, 0, 0, NULL);
	CHECK_STR(text, ":1:1 :1:4 :1:3 :1:5 :1:2 ");
	out_done(&w.out);
}

TEST(without_times_in_file_order)
{
	struct writer w = { .sample_type = SAMPLE_IP | SAMPLE_TID, .flags = ATTR_SAMPLE_ID_ALL };
	put_sample(&w, 2, 1, 0);
	put_comm(&w, 2, "x", 0);
	put_sample(&w, 2, 2, 0);
	put_comm(&w, 2, "y", 0);
	put_sample(&w, 2, 3, 0);
	write_file(&w);
	_free_ char *text = ordered(2, 0, 0, 0, NULL);
	CHECK_STR(text, ":2:1 x:2 y:3 ");
	out_done(&w.out);
	/* samples have times, the side band does not: old kernels */
	w = (struct writer){ .sample_type = BASIC };
	put_sample(&w, 2, 1, 5000);
	put_comm(&w, 2, "x", 0);
	put_sample(&w, 2, 2, 4000);
	put_comm(&w, 2, "y", 0);
	put_sample(&w, 2, 3, 6000);
	write_file(&w);
	_free_ char *old = ordered(2, 0, 0, 0, NULL);
	CHECK_STR(old, ":2:1 x:2 y:3 ");
	out_done(&w.out);
}

static void on_group_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	char line[64];
	snprintf(line, sizeof(line), "%llu:%u+%llu ", (unsigned long long)sample->time_ns, sample->event->idx,
		 (unsigned long long)sample->period);
	add(worker->state, line);
}

/* as upstream 6.12: a sample of a group is one for each counter that moved */
TEST(counters_of_a_group)
{
	struct writer w = { .sample_type = SAMPLE_IDENTIFIER | BASIC | SAMPLE_READ, .flags = ATTR_SAMPLE_ID_ALL };
	static const struct {
		uint64_t time_ns, first, second, unknown;
	} rows[] = { { 1200, 150, 30, 0 }, { 1000, 100, 10, 0 }, { 1100, 150, 10, 0 }, { 1300, 200, 31, 5 } };
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct read_value values[] = { { .value = rows[i].first, .id = 7 },
						     { .value = rows[i].second, .id = 8 },
						     { .value = rows[i].unknown, .id = 99 } };
		const struct sample sample = { .id = 7,
					       .ip = 0x1234,
					       .pid = 5,
					       .tid = 5,
					       .time_ns = rows[i].time_ns,
					       .nr_read = rows[i].unknown ? 3 : 2,
					       .read = values,
					       .misc = CPUMODE_USER };
		put_as(&w, &sample, READ_GROUP | READ_ID);
	}
	write_events(&w, 2, READ_GROUP | READ_ID);
	out_done(&w.out);
	for (unsigned threads = 1; threads < 4; threads += 2) {
		struct session *session;
		struct session_options options = { .input = path, .force = true, .threads = threads };
		struct reader reader = { 0 };
		CHECK_INT(session_open(&options, &session, NULL), 0);
		CHECK_INT(session_split_group_reads(session, NULL), 0);
		struct sample_visitor visitor = { .ctx = &reader,
						  .worker_begin = worker_begin,
						  .sample = on_group_sample,
						  .batch_begin = batch_begin,
						  .batch_done = batch_done,
						  .batch_finish = batch_finish };
		CHECK_INT(session_samples_ordered(session, &visitor, NULL), 0);
		CHECK_STR(reader.all.data, "1000:0+100 1000:1+10 1100:0+50 1200:1+20 1300:0+50 1300:1+1 ");
		free(reader.all.data);
		session_close(session);
	}
}

static uint64_t seed = 3;
static unsigned dice(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

/* many rings, many rounds, more than one block and window of records */
static size_t big_file(void)
{
	struct writer w = { .sample_type = BASIC, .flags = ATTR_SAMPLE_ID_ALL };
	size_t nr_samples = 0;
	uint64_t time_ns = 1000;
	for (int round = 0; round < 60; round++) {
		for (uint32_t ring = 0; ring < 8; ring++) {
			uint64_t t = time_ns + dice(50);
			for (unsigned i = 0; i < 50 + dice(400); i++, t += 1 + dice(40)) {
				char name[8];
				snprintf(name, sizeof(name), "c%u", dice(1000));
				if (dice(30) == 0) put_comm(&w, 10 + ring, name, t);
				else {
					put_sample(&w, 10 + dice(8), t, t);
					nr_samples++;
				}
			}
		}
		time_ns += 9000;
		put_round(&w);
	}
	write_file(&w);
	out_done(&w.out);
	return nr_samples;
}

TEST(any_number_of_threads_gives_the_same)
{
	size_t nr_samples = big_file(), count = 0;
	_free_ char *one = ordered(1, 0, 0, 0, NULL);
	_free_ char *two = ordered(2, 0, 0, 0, NULL);
	_free_ char *seven = ordered(7, 0, 0, 0, NULL);
	CHECK(!strcmp(one, two));
	CHECK(!strcmp(one, seven));
	unsigned long long last = 0;
	for (const char *p = one; *p; p = strchr(p, ' ') + 1) {
		unsigned long long t = strtoull(strchr(p + 1, ':') + 1, NULL, 16);
		CHECK(t >= last);
		last = t;
		count++;
	}
	CHECK_INT(count, nr_samples);
}

/* ---- items in order, and pass 1 in pieces */

struct item {
	uint64_t time_ns, ip;
	uint32_t tid;
};
static unsigned on_gather(void *ctx, struct session_worker *worker, const struct sample *sample, void *slot)
{
	struct item *item = slot;
	item->ip = sample->ip;
	item->tid = sample->tid;
	return sample->ip % 5 ? 1 : 0;
}
struct gathered_text {
	struct text text;
	const struct model *model;
	int left;
};
static int on_items(void *ctx, const void *const *items, size_t count)
{
	struct gathered_text *gathered = ctx;
	for (size_t i = 0; i < count; i++) {
		const struct item *item = items[i];
		const struct task *task = model_task(gathered->model, item->tid, item->time_ns, NULL);
		char line[96];
		snprintf(line, sizeof(line), "%s:%llx@%llu ", task ? task_comm(task, item->time_ns, NULL) : "?",
			 (unsigned long long)item->ip, (unsigned long long)item->time_ns);
		add(&gathered->text, line);
	}
	return gathered->left && --gathered->left == 0 ? -EPIPE : 0;
}

/* Totals, then the items, one text. */
static char *gathered(unsigned threads, size_t piece_bytes, int stop_after, int *ret_rc)
{
	struct session *session;
	struct session_options options = {
		.input = path, .force = true, .threads = threads, .piece_bytes = piece_bytes
	};
	struct gathered_text result = { .left = stop_after };
	char line[200];
	CHECK_INT(session_open(&options, &session, NULL), 0);
	const struct session_totals *totals = session_totals(session);
	snprintf(line, sizeof(line), "%llu %llu %llu late %llu %llu-%llu %d ", (unsigned long long)totals->nr_records,
		 (unsigned long long)totals->nr_by_type[RECORD_SAMPLE],
		 (unsigned long long)totals->nr_by_type[RECORD_COMM], (unsigned long long)totals->nr_late,
		 (unsigned long long)totals->first_sample_ns, (unsigned long long)totals->last_sample_ns,
		 totals->in_file_order);
	add(&result.text, line);
	result.model = session_model(session);
	struct sample_gatherer gatherer = { .ctx = &result,
					    .item_size_bytes = sizeof(struct item),
					    .sample = on_gather,
					    .items = on_items,
					    .skip_resolver = true };
	int rc = session_gather(session, &gatherer, NULL);
	if (ret_rc) *ret_rc = rc;
	session_close(session);
	return result.text.data;
}

static void check_gathered(void)
{
	_free_ char *plain = gathered(1, 0, 0, NULL);
	static const size_t piece_bytes[] = { 64, 1000, 4096, 100000 };
	for (size_t i = 0; i < ARRAY_SIZE(piece_bytes); i++) {
		_free_ char *pieces = gathered(2 + (unsigned)i, piece_bytes[i], 0, NULL);
		CHECK_STR(pieces, plain);
	}
}

TEST(items_as_small_as_they_may_be)
{
	struct writer w = { .sample_type = BASIC, .flags = ATTR_SAMPLE_ID_ALL };
	put_comm(&w, 1, "z", 0);
	put_sample(&w, 1, 1, 5000);
	put_sample(&w, 1, 2, 3000);
	put_round(&w);
	put_sample(&w, 1, 3, 6000);
	put_round(&w);
	put_sample(&w, 1, 4, 400);
	put_sample(&w, 1, 5, 350);
	put_sample(&w, 1, 6, 300);
	put_comm(&w, 1, "y", 5500);
	put_sample(&w, 1, 7, 5700);
	write_file(&w);
	_free_ char *text = gathered(1, 0, 0, NULL);
	CHECK_STR(text, "11 7 2 late 3 300-6000 0 z:2@3000 z:1@5000 z:6@300 z:4@400 y:7@5700 y:3@6000 ");
	check_gathered();
	out_done(&w.out);
}

TEST(pieces_of_pass_1_make_no_difference)
{
	big_file();
	check_gathered();
	/* without times */
	struct writer w = { .sample_type = SAMPLE_IP | SAMPLE_TID, .flags = ATTR_SAMPLE_ID_ALL };
	for (uint64_t i = 0; i < 3000; i++) {
		put_sample(&w, 1, i, 0);
		if (i % 100 == 0) put_comm(&w, 1, i % 200 ? "odd" : "even", 0);
	}
	write_file(&w);
	check_gathered();
	out_done(&w.out);
	/* late, untimed, marks everywhere, types that workers leave alone, and holes */
	w = (struct writer){ .sample_type = BASIC, .flags = ATTR_SAMPLE_ID_ALL };
	uint64_t time_ns = 1000;
	for (uint64_t i = 0; i < 20000; i++) {
		time_ns += dice(20);
		put_sample(&w, 1 + dice(3), i, dice(500) ? time_ns : time_ns / 2);
		if (dice(40) == 0) put_round(&w);
		if (dice(300) == 0) put_comm(&w, 1 + dice(3), dice(2) ? "tick" : "tock", dice(3) ? time_ns : 0);
		if (dice(3000) == 0) put_bare(&w, RECORD_FINISHED_INIT);
		if (i % 7000 == 6999)
			for (unsigned k = 0; k < dice(100); k++) out_u64(out_of(&w), 0);
	}
	write_file(&w);
	check_gathered();
	out_done(&w.out);
}

enum { PIECE_BYTES = 4096 };

/* How many pieces in a row were told to be done. */
static void count_pieces(void *ctx, uint64_t done, uint64_t total)
{
	uint64_t *nr_pieces = ctx;
	(void)total;
	*nr_pieces += done == (*nr_pieces + 1) * PIECE_BYTES;
}

/* A plain file is read by all threads: none of its pieces is left to the serial scan. */
TEST(all_pieces_of_pass_1_are_taken)
{
	big_file();
	struct stat st;
	uint64_t nr_pieces = 0;
	struct session *session = NULL;
	struct session_options options = { .input = path,
					   .force = true,
					   .threads = 2,
					   .piece_bytes = PIECE_BYTES,
					   .on_progress = count_pieces,
					   .on_progress_ctx = &nr_pieces };
	CHECK_INT(session_open(&options, &session, NULL), 0);
	CHECK(stat(path, &st) == 0 && st.st_size > 10 * PIECE_BYTES);
	CHECK(nr_pieces >= (uint64_t)st.st_size / PIECE_BYTES - 1);
	session_close(session);
}

TEST(stopping_early)
{
	big_file();
	int rc;
	_free_ char *all = ordered(3, 0, 0, 0, NULL);
	_free_ char *some = ordered(3, 0, 0, 3, &rc);
	CHECK_INT(rc, -EPIPE);
	CHECK(strlen(some) < strlen(all) && !strncmp(some, all, strlen(some)));
	_free_ char *items = gathered(3, 0, 2, &rc);
	CHECK_INT(rc, -EPIPE);
	_free_ char *whole = gathered(3, 0, 0, NULL);
	CHECK(strlen(items) < strlen(whole) && !strncmp(items, whole, strlen(items)));
}

static void count_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	__atomic_fetch_add((uint64_t *)ctx, sample->ip ^ sample->turn << 20, __ATOMIC_RELAXED);
}

TEST(unordered_and_totals)
{
	size_t nr_samples = big_file();
	uint64_t sums[3] = { 0 };
	for (unsigned i = 0; i < 3; i++) {
		struct session *session;
		struct session_options options = { .input = path, .force = true, .threads = 1 + i * 2 };
		CHECK_INT(session_open(&options, &session, NULL), 0);
		CHECK_INT(session_totals(session)->nr_by_type[RECORD_SAMPLE], nr_samples);
		CHECK(session_totals(session)->samples_have_time && !session_totals(session)->in_file_order);
		struct sample_visitor visitor = { .ctx = &sums[i], .sample = count_sample, .skip_resolver = true };
		CHECK_INT(session_samples(session, &visitor, NULL), 0);
		session_close(session);
	}
	CHECK(sums[0] && sums[0] == sums[1] && sums[1] == sums[2]);
	unlink(path);
	struct session *session = NULL;
	struct err err = ERR_INIT;
	CHECK(session_open(&(struct session_options){ .input = "/nowhere/perf.data" }, &session, &err) < 0);
	CHECK(session == NULL && err.message != NULL);
	err_done(&err);
}

/* ---- a pipe that is still being written */

/* The writer is this thread, too: it goes on when it was shown a sample. */
struct talk {
	struct perfdata_writer *writer;
	int fd;
	unsigned nr_samples, nr_when_ended;
	uint64_t last_ns;
};

static void write_round(struct talk *talk, uint64_t time_ns)
{
	struct writer w = { .sample_type = SAMPLE_TID | SAMPLE_TIME | SAMPLE_IP, .flags = ATTR_SAMPLE_ID_ALL };
	for (uint64_t i = 0; i < 3; i++) put_sample(&w, 1, 0x1000, time_ns + i);
	put_round(&w);
	CHECK_INT(perfdata_writer_append(talk->writer, &(struct iovec){ out_of(&w)->data, w.out.size }, 1), 0);
	out_done(&w.out);
}

static void talk_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct talk *talk = ctx;
	(void)worker;
	talk->nr_samples++;
	CHECK(sample->time_ns >= talk->last_ns);
	talk->last_ns = sample->time_ns;
	if (talk->fd < 0) return;
	write_round(talk, 1000);
	close(talk->fd);
	talk->fd = -1;
	talk->nr_when_ended = talk->nr_samples;
}

TEST(samples_come_out_while_the_pipe_is_written)
{
	int ends[2], input = dup(0);
	struct perf_events events;
	const struct writer layout = { .sample_type = SAMPLE_TID | SAMPLE_TIME | SAMPLE_IP,
				       .flags = ATTR_SAMPLE_ID_ALL };
	const struct event_attr attr = attr_of(&layout, 0, 0);
	CHECK(pipe(ends) == 0);
	CHECK(dup2(ends[0], 0) == 0);
	close(ends[0]);
	struct talk talk = { .fd = ends[1] };
	events_init(&events);
	events_add(&events, &attr, NULL);
	CHECK_INT(perfdata_writer_new(ends[1], WRITER_PIPE, &events, &talk.writer, NULL), 0);
	write_round(&talk, 10);
	write_round(&talk, 20);
	write_round(&talk, 30);
	struct session *session = NULL;
	struct session_options options = { .input = "-", .threads = 1 };
	alarm(60); /* a reader that waits for more than it needs waits forever */
	CHECK_INT(live_session_open(&options, &session, NULL), 0);
	if (session) {
		const struct sample_visitor visitor = { .ctx = &talk, .sample = talk_sample };
		CHECK(session_is_live(session));
		CHECK_INT(session_samples_ordered(session, &visitor, NULL), 0);
		CHECK_INT(talk.nr_samples, 12);
		CHECK_INT(talk.nr_when_ended, 1);
		session_close(session);
	}
	alarm(0);
	perfdata_writer_free(talk.writer);
	events_done(&events);
	CHECK(dup2(input, 0) == 0);
	close(input);
}

TEST_MAIN
