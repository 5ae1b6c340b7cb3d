/* Files whole and damaged: what is readable is given out, what is not is warned of, nothing is read that is not there.
 */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include <zstd.h>
#include "tests/unit/perfdata/bytes.h"
#include "tests/unit/test.h"

#define TYPE (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_IDENTIFIER)
static const struct attr_fields two[] = {
	{ .type = ATTR_TYPE_SOFTWARE,
	  .config = 1,
	  .period = 1,
	  .sample_type = TYPE,
	  .read_format = READ_ID,
	  .flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP },
	{ .type = ATTR_TYPE_HARDWARE,
	  .config = 1,
	  .period = 1,
	  .sample_type = TYPE | SAMPLE_CPU,
	  .read_format = READ_ID,
	  .flags = ATTR_SAMPLE_ID_ALL },
};

static void put_sample(struct bytes *b, uint64_t id, uint64_t time_ns)
{
	size_t at = record_begin(&b->out, RECORD_SAMPLE, CPUMODE_USER);
	put64(b, id);
	put64(b, 0x1000);
	put32(b, 1);
	put32(b, 2);
	put64(b, time_ns);
	if (id == 101) put64(b, 0); /* CPU */
	(void)record_end(&b->out, at);
}

static void put_comm(struct bytes *b, uint64_t time_ns)
{
	size_t at = record_begin(&b->out, RECORD_COMM, 0);
	put32(b, 1);
	put32(b, 2);
	put_text8(b, "name");
	put32(b, 1);
	put32(b, 2);
	put64(b, time_ns);
	put64(b, 100);
	(void)record_end(&b->out, at);
}

static void put_ten_records(struct bytes *b)
{
	put_comm(b, 5);
	for (unsigned i = 0; i < 8; i++) put_sample(b, 100 + i % 2, 10 + i);
	put_comm(b, 30);
}

struct counted {
	unsigned records, samples, comms;
	uint64_t times;
	int end;
};

static struct counted count(struct perfdata *pd)
{
	struct counted n = { 0 };
	struct record r;
	while ((n.end = perfdata_next(pd, &r)) > 0) {
		n.records++;
		n.samples += r.type == RECORD_SAMPLE;
		n.comms += r.type == RECORD_COMM;
		uint64_t time_ns = events_record_time(perfdata_events(pd), &r);
		if (time_ns != UINT64_MAX) n.times += time_ns;
	}
	return n;
}

TEST(whole_files)
{
	for (int swap = 0; swap < 2; swap++) {
		struct bytes data, file;
		int code;
		bytes_init(&data, swap);
		bytes_init(&file, swap);
		put_ten_records(&data);
		put_file(&file, two, 2, &data, UINT64_MAX);
		struct warnings *warnings = warnings_new();
		struct perfdata *pd = open_bytes_of(&file, file.out.size, warnings, &code);
		CHECK_INT(code, 0);
		CHECK_INT(perfdata_swapped(pd), swap);
		const struct perf_events *events = perfdata_events(pd);
		CHECK_INT(events->count, 2);
		CHECK(!events->uniform);
		CHECK_STR(events->items[0]->name, "task-clock:HG");
		CHECK_INT(events->items[0]->attr.flags, ATTR_SAMPLE_ID_ALL | ATTR_MMAP);
		struct record r;
		unsigned k = 0;
		while (perfdata_next(pd, &r) > 0) {
			if (r.type != RECORD_SAMPLE) continue;
			const struct perf_event *event = events_of_record(events, &r);
			CHECK(event == events->items[k % 2]);
			CHECK_INT(events_record_time(events, &r), 10 + k);
			k++;
		}
		CHECK_INT(k, 8);
		perfdata_rewind(pd);
		struct counted n = count(pd);
		CHECK_INT(n.records, 10);
		CHECK_INT(n.times, 5 + 30 + 8 * 10 + 28);
		CHECK_INT(warnings_count(warnings, NULL), 0);
		perfdata_close(pd);
		warnings_free(warnings);
		bytes_done(&data);
		bytes_done(&file);
	}
}

TEST(trailers)
{
	struct bytes data, file;
	int code;
	bytes_init(&data, true);
	bytes_init(&file, true);
	put_comm(&data, 77);
	put_file(&file, two, 1, &data, UINT64_MAX);
	struct perfdata *pd = open_bytes_of(&file, file.out.size, NULL, &code);
	struct record r;
	struct sample_id id;
	CHECK_INT(perfdata_next(pd, &r), 1);
	CHECK_INT(events_sample_id(perfdata_events(pd), &r, &id), 0);
	CHECK_INT(id.pid, 1);
	CHECK_INT(id.tid, 2);
	CHECK_INT(id.time_ns, 77);
	CHECK_INT(id.id, 100);
	CHECK_INT(id.cpu, (uint32_t)-1);
	CHECK_INT(id.present, SAMPLE_TID | SAMPLE_TIME | SAMPLE_IDENTIFIER);
	perfdata_close(pd);
	bytes_done(&data);
	bytes_done(&file);
}

/* A recorder that was killed has left size 0, and whole records up to some point. */
TEST(killed_recorder)
{
	struct bytes data, file;
	int code;
	bytes_init(&data, false);
	bytes_init(&file, false);
	put_ten_records(&data);
	put_file(&file, two, 2, &data, 0);
	struct warnings *warnings = warnings_new();
	struct perfdata *pd = open_bytes_of(&file, file.out.size - 10, warnings, &code);
	struct counted n = count(pd);
	CHECK_INT(n.records, 9);
	CHECK_INT(n.end, 0);
	CHECK(warnings_count(warnings, "unfinished") > 0);
	CHECK_INT(warnings_count(warnings, "truncated record"), 1);
	perfdata_close(pd);
	warnings_free(warnings);
	bytes_done(&data);
	bytes_done(&file);
}

TEST(garbage_between_records)
{
	struct bytes data, file;
	int code;
	bytes_init(&data, false);
	bytes_init(&file, false);
	put_comm(&data, 5);
	for (unsigned i = 0; i < 5; i++) put64(&data, 0xdeadbeefdeadbeef);
	for (unsigned i = 0; i < 4; i++) put64(&data, 0);
	for (unsigned i = 0; i < 6; i++) put_sample(&data, 100, 10 + i);
	put_file(&file, two, 1, &data, UINT64_MAX);
	struct warnings *warnings = warnings_new();
	struct perfdata *pd = open_bytes_of(&file, file.out.size, warnings, &code);
	struct counted n = count(pd);
	CHECK_INT(n.comms, 1);
	CHECK_INT(n.samples, 6);
	CHECK_INT(n.records, 7);
	CHECK_INT(warnings_count(warnings, "garbage"), 1);
	perfdata_close(pd);
	warnings_free(warnings);
	bytes_done(&data);
	bytes_done(&file);
}

TEST(unknown_types_are_skipped_by_size)
{
	struct bytes data, file;
	int code;
	bytes_init(&data, false);
	bytes_init(&file, false);
	size_t at = record_begin(&data.out, 60, 0);
	for (unsigned i = 0; i < 5; i++) put64(&data, 0);
	(void)record_end(&data.out, at);
	put_sample(&data, 100, 9);
	put_file(&file, two, 1, &data, UINT64_MAX);
	struct warnings *warnings = warnings_new();
	struct perfdata *pd = open_bytes_of(&file, file.out.size, warnings, &code);
	struct counted n = count(pd);
	CHECK_INT(n.records, 2);
	CHECK_INT(n.samples, 1);
	CHECK_INT(warnings_count(warnings, NULL), 0);
	perfdata_close(pd);
	warnings_free(warnings);
	bytes_done(&data);
	bytes_done(&file);
}

/* One zstd stream whose frames are cut at any byte into records; records of the recorder straddle them. */
static void put_compressed(struct bytes *data, const struct bytes *plain, size_t chunk, bool padded)
{
	size_t bound = ZSTD_compressBound(plain->out.size);
	char *packed = malloc(bound);
	size_t size = ZSTD_compress(packed, bound, plain->out.data, plain->out.size, 1);
	for (size_t pos = 0; pos < size; pos += chunk) {
		size_t n = MIN(chunk, size - pos);
		size_t at = record_begin(&data->out, padded ? RECORD_COMPRESSED2 : RECORD_COMPRESSED, 0);
		if (padded) put64(data, n);
		out_mem(&data->out, packed + pos, n);
		for (size_t i = n; padded && i % 8; i++) put8(data, 0);
		(void)record_end(&data->out, at);
	}
	free(packed);
}

TEST(compressed_records)
{
	for (int form = 0; form < 4; form++) {
		for (size_t chunk = 7; chunk < 400; chunk += 50) {
			struct bytes plain, data, file;
			int code;
			bool swap = form & 1;
			bytes_init(&plain, swap);
			bytes_init(&data, swap);
			bytes_init(&file, swap);
			put_ten_records(&plain);
			put_compressed(&data, &plain, chunk, form & 2);
			put_comm(&data, 40);
			put_file(&file, two, 2, &data, UINT64_MAX);
			struct warnings *warnings = warnings_new();
			struct perfdata *pd = open_bytes_of(&file, file.out.size, warnings, &code);
			struct counted n = count(pd);
			CHECK_INT(n.records, 11);
			CHECK_INT(n.samples, 8);
			perfdata_rewind(pd);
			n = count(pd);
			CHECK_INT(n.records, 11);
			CHECK_INT(warnings_count(warnings, NULL), 0);
			perfdata_close(pd);
			warnings_free(warnings);
			bytes_done(&plain);
			bytes_done(&data);
			bytes_done(&file);
		}
	}
}

TEST(payload_of_auxtrace)
{
	struct bytes data, file;
	int code;
	bytes_init(&data, false);
	bytes_init(&file, false);
	size_t at = record_begin(&data.out, RECORD_AUXTRACE, 0);
	put64(&data, 16);
	put64(&data, 0);
	put64(&data, 0);
	put32(&data, 0);
	put32(&data, 1);
	put32(&data, 2);
	put32(&data, 0);
	(void)record_end(&data.out, at);
	out_mem(&data.out, "AUXAREADATA 0123", 16);
	put_sample(&data, 100, 9);
	size_t whole = data.out.size;
	(void)whole;
	put_file(&file, two, 1, &data, UINT64_MAX);
	struct perfdata *pd = open_bytes_of(&file, file.out.size, NULL, &code);
	struct record r;
	CHECK_INT(perfdata_next(pd, &r), 1);
	CHECK_INT(r.payload_size, 16);
	CHECK(memcmp(perfdata_payload(pd, &r), "AUXAREADATA 0123", 16) == 0);
	CHECK_INT(perfdata_next(pd, &r), 1);
	CHECK_INT(r.type, RECORD_SAMPLE);
	perfdata_close(pd);
	bytes_done(&data);
	bytes_done(&file);
}

TEST(what_is_no_recording)
{
	struct bytes file;
	int code;
	bytes_init(&file, false);
	for (unsigned i = 0; i < 40; i++) put64(&file, 0x1234567812345678);
	CHECK(open_bytes_of(&file, file.out.size, NULL, &code) == NULL);
	CHECK_INT(code, -EBADMSG);
	CHECK(open_bytes_of(&file, 5, NULL, &code) == NULL);
	CHECK_INT(code, -EBADMSG);
	bytes_done(&file);
}

static void read_everything(const uint8_t *bytes, size_t size)
{
	/* a copy of its own, so that a checker of memory sees reads behind the end */
	uint8_t *copy = malloc(size ? size : 1);
	memcpy(copy, bytes, size);
	struct warnings *warnings = warnings_new();
	struct perfdata_options options = { .warnings = warnings };
	struct perfdata *pd = NULL;
	if (perfdata_open_memory(copy, size, "damaged", &options, &pd, NULL) == 0) {
		struct record r;
		unsigned n = 0;
		while (perfdata_next(pd, &r) > 0 && n < 100000) {
			struct sample_id id;
			events_of_record(perfdata_events(pd), &r);
			(void)!events_sample_id(perfdata_events(pd), &r, &id);
			n++;
		}
		CHECK(n <= size);
		perfdata_close(pd);
	}
	warnings_free(warnings);
	free(copy);
}

/* Somebody writes to the file, or empties it, while it is read. */
TEST(shorter_meanwhile)
{
	struct bytes data, file;
	char path[] = "/tmp/recording-XXXXXX";
	int fd = mkstemp(path);
	bytes_init(&data, false);
	bytes_init(&file, false);
	for (unsigned i = 0; i < 50000; i++) put_sample(&data, 100, 10 + i);
	put_file(&file, two, 2, &data, UINT64_MAX);
	CHECK(fd >= 0 && write(fd, file.out.data, file.out.size) == (ssize_t)file.out.size);
	struct warnings *warnings = warnings_new();
	struct perfdata *pd = NULL;
	struct record r;
	CHECK_INT(perfdata_open(path, &(struct perfdata_options){ .force = true, .warnings = warnings }, &pd, NULL), 0);
	for (unsigned i = 0; i < 10; i++) CHECK_INT(perfdata_next(pd, &r), 1);
	CHECK(ftruncate(fd, 100000) == 0);
	struct counted n = count(pd);
	CHECK_INT(n.end, 0);
	CHECK(n.samples > 100 && n.samples < 50000);
	CHECK_INT(warnings_count(warnings, "cut meanwhile"), 1);
	perfdata_check_cut(pd);
	CHECK_INT(warnings_count(warnings, "cut meanwhile"), 1);
	perfdata_close(pd);
	warnings_free(warnings);
	unlink(path);
	close(fd);
	bytes_done(&data);
	bytes_done(&file);
}

/* Opens what put_file makes as a file of user `owner`. */
static int open_owned_by(uid_t owner, bool force)
{
	struct bytes data, file;
	char path[] = "/tmp/recording-XXXXXX";
	int fd = mkstemp(path);
	bytes_init(&data, false);
	bytes_init(&file, false);
	put_ten_records(&data);
	put_file(&file, two, 2, &data, UINT64_MAX);
	CHECK(fd >= 0 && write(fd, file.out.data, file.out.size) == (ssize_t)file.out.size);
	if (owner != geteuid()) CHECK(fchown(fd, owner, (gid_t)-1) == 0);
	struct warnings *warnings = warnings_new();
	struct perfdata *pd = NULL;
	int r = perfdata_open(path, &(struct perfdata_options){ .force = force, .warnings = warnings }, &pd, NULL);
	if (r == 0) perfdata_close(pd);
	warnings_free(warnings);
	unlink(path);
	close(fd);
	bytes_done(&data);
	bytes_done(&file);
	return r;
}

TEST(ones_own_recording) { CHECK_INT(open_owned_by(geteuid(), false), 0); }

TEST(recording_of_somebody_else)
{
	if (geteuid()) SKIP("only root can give files away");
	CHECK_INT(open_owned_by(12345, false), -EPERM);
	CHECK_INT(open_owned_by(12345, true), 0);
}

static int writing_end, nr_signals;

/* Closes the pipe at the third signal, so that the end comes right behind an interrupted read. */
static void on_alarm(int number)
{
	int before = errno;
	(void)number;
	if (++nr_signals == 3) {
		setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, NULL);
		close(writing_end);
	}
	errno = before;
}

/* A signal does not end the reading, and the end is not taken for a signal. */
TEST(pipe_and_signals)
{
	int ends[2], input = dup(0);
	CHECK(pipe(ends) == 0);
	CHECK(dup2(ends[0], 0) == 0);
	close(ends[0]);
	writing_end = ends[1];
	nr_signals = 0;
	struct sigaction before, interrupting = { .sa_handler = on_alarm }; /* without SA_RESTART */
	sigaction(SIGALRM, &interrupting, &before);
	const struct itimerval often = { { 0, 2000 }, { 0, 2000 } };
	setitimer(ITIMER_REAL, &often, NULL);
	struct warnings *warnings = warnings_new();
	struct perfdata *pd = NULL;
	CHECK_INT(perfdata_open("-", &(struct perfdata_options){ .warnings = warnings }, &pd, NULL), -ENODATA);
	CHECK_INT(nr_signals, 3);
	sigaction(SIGALRM, &before, NULL);
	warnings_free(warnings);
	CHECK(dup2(input, 0) == 0);
	close(input);
}

TEST(cut_at_every_byte_and_every_byte_flipped)
{
	struct bytes plain, data, file;
	bytes_init(&plain, false);
	bytes_init(&data, false);
	bytes_init(&file, false);
	put_ten_records(&plain);
	put_comm(&data, 3);
	put_compressed(&data, &plain, 50, false);
	put_sample(&data, 100, 50);
	put_file(&file, two, 2, &data, UINT64_MAX);
	uint8_t *bytes = (uint8_t *)file.out.data;
	for (size_t size = 0; size <= file.out.size; size++) read_everything(bytes, size);
	for (size_t i = 0; i < file.out.size; i++) {
		for (unsigned how = 0; how < 3; how++) {
			uint8_t old = bytes[i];
			bytes[i] = how == 0 ? (uint8_t)~old : how == 1 ? old ^ 1 : 0xff;
			read_everything(bytes, file.out.size);
			bytes[i] = old;
		}
	}
	bytes_done(&plain);
	bytes_done(&data);
	bytes_done(&file);
}

TEST_MAIN
