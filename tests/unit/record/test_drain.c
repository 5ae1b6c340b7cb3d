/* From rings to a file: rounds, runs and their order; and what a look back over it finds. */
#include "record/drain/drain.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>
#include "perfdata/perfdata.h"
#include "record/drain/compressor.h"
#include "record/objects/hits.h"
#include "tests/unit/test.h"

static struct perf_event_mmap_page pages[2];
static uint8_t data[2][1 << 16];
static struct buffer buffers[2], *buffer_list[2] = { &buffers[0], &buffers[1] };

static void produce(unsigned ring, const void *record, size_t size)
{
	for (size_t i = 0; i < size; i++)
		data[ring][(pages[ring].data_head + i) & 0xffff] = ((const uint8_t *)record)[i];
	pages[ring].data_head += size;
}

static void sample(unsigned ring, uint64_t ip, uint32_t pid, uint64_t time_ns)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
		uint64_t ip;
		uint32_t pid, tid;
		uint64_t time_ns;
	} s = { RECORD_SAMPLE, CPUMODE_USER, sizeof(s), ip, pid, pid, time_ns };
	produce(ring, &s, sizeof(s));
}

static void lost(unsigned ring, uint64_t count)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
		uint64_t id, lost;
		uint32_t pid, tid;
		uint64_t time_ns;
	} l = { RECORD_LOST, 0, sizeof(l), 1, count, 0, 0, 5 };
	produce(ring, &l, sizeof(l));
}

struct recorded {
	int fd;
	struct perf_events events;
	struct perfdata_writer *writer;
	struct drain drain;
};

static void begin(struct recorded *rec)
{
	const struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
					 .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME,
					 .flags = ATTR_SAMPLE_ID_ALL };
	const uint64_t id = 1;
	rec->fd = memfd_create("recording", MFD_CLOEXEC);
	events_init(&rec->events);
	events_add_ids(&rec->events, events_add(&rec->events, &attr, "cpu-clock"), &id, 1);
	CHECK_INT(perfdata_writer_new(rec->fd, false, &rec->events, &rec->writer, NULL), 0);
	for (unsigned i = 0; i < 2; i++) {
		pages[i].data_head = pages[i].data_tail = 0;
		buffers[i] = (struct buffer){ .holder_fd = -1 };
		ring_init(&buffers[i].ring, &pages[i], data[i], sizeof(data[i]));
	}
	rec->drain = (struct drain){ .buffers = buffer_list, .nr_buffers = 2, .writer = rec->writer, .flush_bytes = 1 };
}

static void end(struct recorded *rec)
{
	perfdata_writer_free(rec->writer);
	drain_done(&rec->drain);
	events_done(&rec->events);
	close(rec->fd);
}

static void collect(struct recorded *rec, struct hits *hits)
{
	uint64_t stop = perfdata_writer_offset(rec->writer), size = perfdata_writer_size(rec->writer);
	uint8_t *file = mmap(NULL, stop, PROT_READ, MAP_SHARED, rec->fd, 0);
	struct kernelfs fs = { "" };
	struct hits_options options = { .fs = &fs };
	_free_ struct record_run *runs = xcalloc(rec->drain.runs.count + 1, sizeof(*runs));
	drain_runs(&rec->drain, file + (stop - size), size, runs);
	const struct hits_source source = { .events = &rec->events, .runs = runs, .nr_runs = rec->drain.runs.count };
	hits_collect(hits, &options, &source);
	munmap(file, stop);
}

TEST(rounds)
{
	struct recorded rec;
	begin(&rec);
	CHECK_INT(drain_round(&rec.drain, true), 0);
	CHECK_INT(perfdata_writer_size(rec.writer), 0);
	sample(0, 0x1000, 7, 10);
	sample(1, 0x2000, 7, 9);
	CHECK_INT(drain_round(&rec.drain, true), 64);
	CHECK_INT(perfdata_writer_size(rec.writer), 72); /* and FINISHED_ROUND */
	uint64_t expected = 2;
	for (unsigned i = 0; i < 20000; i++) { /* many times round the rings */
		sample(i & 1, i, i % 5, 11 + i);
		expected++;
		if (i % 700 == 0) CHECK(drain_round(&rec.drain, true) > 0);
	}
	lost(0, 42);
	produce(1, &(struct {
			uint32_t type;
			uint16_t misc, size;
			uint64_t time_ns, id, stream_id, trailer[2];
		}){ RECORD_THROTTLE, 0, 48, 1, 1, 1, { 0, 0 } },
		48);
	drain_round(&rec.drain, true);
	struct hits hits = { 0 };
	collect(&rec, &hits);
	CHECK_INT(hits.nr_samples, expected);
	CHECK_INT(hits.nr_lost, 42);
	CHECK_INT(hits.nr_lost_records, 1);
	CHECK_INT(hits.nr_throttled, 1);
	CHECK_INT(hits.first_ns, 9);
	CHECK_INT(hits.last_ns, 11 + 19999);
	/* each ring has its own account */
	CHECK_INT(buffers[0].tally.nr_samples, 1 + 10000);
	CHECK_INT(buffers[1].tally.nr_samples, 1 + 10000);
	CHECK_INT(buffers[0].tally.nr_lost, 42);
	CHECK_INT(buffers[0].tally.nr_lost_records, 1);
	CHECK_INT(ring_tally_lost(&buffers[0].tally), 42);
	CHECK_INT(ring_tally_lost(&buffers[1].tally), 0);
	hits_done(&hits);
	end(&rec);
}

/* A LOST record may run over the end of the ring, at each of its words. */
TEST(tally_across_the_end)
{
	uint64_t words[8] = { 0 };
	const struct {
		uint32_t type;
		uint16_t misc, size;
		uint64_t id, lost;
	} l = { RECORD_LOST, 0, 24, 1, 7 };
	const struct {
		uint32_t type;
		uint16_t misc, size;
		uint64_t ip;
	} s = { RECORD_SAMPLE, 0, 16, 1 };
	memcpy(words, &s, 16);
	memcpy(words + 2, &l, 24);
	memcpy(words + 5, &s, 16);
	for (size_t cut = 8; cut < 56; cut += 8) {
		const struct iovec parts[2] = { { words, cut }, { (uint8_t *)words + cut, 56 - cut } };
		struct ring_tally tally = { .nr_lost_samples = 3 };
		ring_tally_add(&tally, parts, 2, NULL);
		CHECK_INT(tally.nr_samples, 2);
		CHECK_INT(tally.nr_lost, 7);
		CHECK_INT(ring_tally_lost(&tally), 7);
		tally.nr_lost_samples = 9;
		CHECK_INT(ring_tally_lost(&tally), 9);
	}
	((uint16_t *)words)[3] = 0; /* a ring that was written over: ends */
	struct ring_tally tally = { 0 };
	ring_tally_add(&tally, &(struct iovec){ words, 56 }, 1, NULL);
	CHECK_INT(tally.nr_samples, 0);
}

TEST(small_amounts_may_wait)
{
	struct recorded rec;
	begin(&rec);
	rec.drain.flush_bytes = 1000;
	sample(0, 1, 1, 1);
	CHECK_INT(drain_round(&rec.drain, false), 0);
	CHECK_INT(drain_round(&rec.drain, true), 32);
	end(&rec);
}

/* Nearly full, twice more than half, or records lost: time to grow. */
TEST(strain)
{
	struct buffer buffer = { .ring.size_bytes = 1 << 20 };
	CHECK_INT(buffer_strain(&buffer, 600 << 10), 0); /* half full is when the kernel wakes us */
	CHECK_INT(buffer_strain(&buffer, 700 << 10), 0);
	CHECK_INT(buffer_strain(&buffer, 100), 0);
	CHECK_INT(buffer_strain(&buffer, 700 << 10), 4);
	buffer.strain = 0;
	CHECK_INT(buffer_strain(&buffer, 800 << 10), 4);
	buffer.strain = 0;
	buffer.tally.nr_lost_records = 1;
	CHECK_INT(buffer_strain(&buffer, 100), 16);
	CHECK_INT(buffer_strain(&buffer, 100), 0); /* the same loss */
}

/* Both rings of a buffer that grows are in each round; the old one is left after the round that found nobody writing to
 * it. */
TEST(two_rings)
{
	struct recorded rec;
	begin(&rec);
	sem_init(&buffers[0].drained, 0, 0);
	buffers[0].newer = buffers[1].ring; /* the second test ring plays the larger one */
	rec.drain.nr_buffers = 1;
	sample(0, 1, 1, 1);
	sample(1, 1, 1, 2);
	CHECK_INT(drain_round(&rec.drain, false), 32);
	atomic_store(&buffers[0].state, BUFFER_BOTH);
	sample(0, 1, 1, 3);
	CHECK_INT(drain_round(&rec.drain, false), 64);
	sample(0, 1, 1, 4);
	sample(1, 1, 1, 5);
	rec.drain.flush_bytes = 1000;
	atomic_store(&buffers[0].state, BUFFER_QUIET);
	CHECK_INT(drain_round(&rec.drain, false), 0); /* it may not be left with records in it */
	CHECK_INT(buffer_state(&buffers[0]), BUFFER_QUIET);
	rec.drain.flush_bytes = 1;
	CHECK_INT(drain_round(&rec.drain, false), 64);
	CHECK_INT(buffer_state(&buffers[0]), BUFFER_CLOSING);
	CHECK(buffers[0].old.data == data[0] && buffers[0].ring.data == data[1]);
	CHECK_INT(buffers[0].tally.nr_samples, 5);
	CHECK_INT(buffers[0].tally.nr_grown, 1);
	sample(1, 1, 1, 6);
	CHECK_INT(drain_round(&rec.drain, false), 32);
	struct hits hits = { 0 };
	collect(&rec, &hits);
	CHECK_INT(hits.nr_samples, 6);
	hits_done(&hits);
	sem_destroy(&buffers[0].drained);
	end(&rec);
}

TEST(compressed)
{
	struct recorded rec;
	begin(&rec);
	rec.drain.compressor = compressor_new(1);
	CHECK(rec.drain.compressor);
	for (unsigned i = 0; i < 1000; i++) sample(0, 0x1000, 7, i);
	CHECK_INT(drain_round(&rec.drain, true), 32000);
	CHECK(perfdata_writer_size(rec.writer) < 16000);
	CHECK_INT(compressor_in(rec.drain.compressor), 32000);
	char path[64];
	struct perfdata *pd = NULL;
	struct record r;
	unsigned samples = 0;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", rec.fd);
	CHECK_INT(perfdata_writer_finish(rec.writer, &(struct perf_header){ .events = &rec.events }, NULL), 0);
	CHECK_INT(perfdata_open(path, &(struct perfdata_options){ .force = true }, &pd, NULL), 0);
	while (pd && perfdata_next(pd, &r) > 0) samples += r.type == RECORD_SAMPLE;
	CHECK_INT(samples, 1000);
	if (pd) perfdata_close(pd);
	compressor_free(rec.drain.compressor);
	end(&rec);
}

TEST_MAIN
