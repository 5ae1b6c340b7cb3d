/* Recordings written anew, in both byte orders. */
#include "tests/unit/test.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "perfdata/record/sample.h"
#include "perfdata/rewriter.h"
#include "perfdata/writer.h"

static char hostname[] = "there", other_hostname[] = "here";

/* COMM first, MMAP2, three samples, EXIT. */
static void put_records(struct outbuf *out, const struct perf_event *event)
{
	const struct sample_id id = { .present = event_trailer_bits(&event->attr), .pid = 1, .tid = 1, .time_ns = 9 };
	(void)!record_encode_comm(out, (struct record_envelope){ .type = RECORD_COMM, .id = &id },
				  &(struct record_comm){ .pid = 1, .tid = 1, .comm = "first" });
	(void)!record_encode_mmap(out, (struct record_envelope){ .type = RECORD_MMAP2, .misc = 2, .id = &id },
				  &(struct record_mmap){ .pid = 1, .start = 4096, .len = 4096, .filename = "/bin/x" });
	for (uint64_t i = 0; i < 3; i++)
		(void)!sample_encode(out, event, &(struct sample){ .ip = 100 + i, .tid = 1, .time_ns = 10 + i });
	(void)!record_encode_task(out, (struct record_envelope){ .type = RECORD_EXIT, .id = &id },
				  &(struct record_task){ .pid = 1, .tid = 1 });
}

static int make(unsigned form, size_t *ret_size)
{
	struct perf_events events;
	struct perf_header header;
	struct perfdata_writer *writer;
	struct outbuf out;
	const struct event_attr attr = { .size = 64,
					 .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME,
					 .flags = ATTR_SAMPLE_ID_ALL };
	static const uint64_t id = 0x1122;
	int fd = memfd_create("test", 0);
	events_init(&events);
	struct perf_event *event = events_add(&events, &attr, "cycles");
	events_add_ids(&events, event, &id, 1);
	header_init(&header, &events);
	header.hostname = hostname;
	header_set(&header, FEATURE_HOSTNAME);
	header_set(&header, FEATURE_EVENT_DESC);
	out_init(&out, -1);
	out.swap = form & WRITER_SWAPPED;
	put_records(&out, event);
	CHECK_INT(perfdata_writer_new(fd, form, &events, &writer, NULL), 0);
	CHECK_INT(perfdata_writer_features(writer, &header, NULL), 0);
	if (!(form & WRITER_PIPE)) CHECK_INT(perfdata_writer_cut(writer, 0), 0);
	CHECK_INT(perfdata_writer_append(writer, &(struct iovec){ out.data, out.size }, 1), 0);
	CHECK_INT(perfdata_writer_finish(writer, &header, NULL), 0);
	perfdata_writer_free(writer);
	*ret_size = out.size;
	out_done(&out);
	header_done(&header);
	events_done(&events);
	return fd;
}

struct opened {
	struct perfdata *pd;
	uint8_t *data;
	size_t size;
	struct warnings *warnings;
};

static struct opened open_fd(int fd)
{
	struct stat st;
	struct opened o = { .warnings = warnings_new() };
	CHECK_INT(fstat(fd, &st), 0);
	o.size = (size_t)st.st_size;
	o.data = mmap(NULL, o.size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	CHECK_INT(perfdata_open_memory(o.data, o.size, "test", &(struct perfdata_options){ .warnings = o.warnings },
				       &o.pd, NULL),
		  0);
	return o;
}
static void opened_close(struct opened *o)
{
	perfdata_close(o->pd);
	munmap(o->data, o->size);
	warnings_free(o->warnings);
}

static int rewrite(struct perfdata *pd, const struct perfdata_rewriter *rewriter)
{
	int fd = memfd_create("rewritten", 0);
	CHECK_INT(perfdata_rewrite(pd, fd, rewriter, NULL), 0);
	return fd;
}

static enum rewrite keep(void *ctx, const struct record *r, struct outbuf *out)
{
	out_u64(out, 7); /* nothing that is meant */
	return REWRITE_KEEP;
}

static enum rewrite change(void *ctx, const struct record *r, struct outbuf *out)
{
	struct sample_id id;
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	struct record_comm comm;
	const struct perf_events *events = ctx;
	switch (r->type) {
	case RECORD_MMAP2: return REWRITE_DROP;
	case RECORD_COMM:
		CHECK_INT(events_sample_id(events, r, &id), 0);
		CHECK_INT(record_decode_comm(r, &comm), 0);
		comm.comm = "renamed and longer";
		CHECK_INT(record_encode_comm(out, (struct record_envelope){ .type = r->type, .id = &id }, &comm), 0);
		return REWRITE_REPLACE;
	case RECORD_SAMPLE:
		CHECK_INT(sample_decode(events->items[0], r, &scratch, &sample), 0);
		sample_scratch_done(&scratch);
		if (sample.ip != 101) return REWRITE_KEEP;
		sample.ip = 777;
		CHECK_INT(sample_encode(out, events->items[0], &sample), 0);
		return REWRITE_INSERT;
	default: return REWRITE_KEEP;
	}
}
static void change_header(void *ctx, struct perf_header *header) { header->hostname = other_hostname; }
static void add_end(void *ctx, struct outbuf *out)
{
	(void)!record_encode_bare(out, (struct record_envelope){ .type = RECORD_FINISHED_ROUND },
				  &(struct record_bare){ 0 });
}

/* What is in a recording, as text. */
static char *text_of(struct perfdata *pd)
{
	struct outbuf out;
	struct record r;
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	struct record_comm comm;
	out_init(&out, -1);
	while (perfdata_next(pd, &r) > 0) {
		if (r.type == RECORD_EVENT_UPDATE) continue; /* names, of which the header has some */
		out_str(&out, record_type_name(r.type));
		if (r.type == RECORD_COMM && record_decode_comm(&r, &comm) == 0) out_printf(&out, "(%s)", comm.comm);
		if (r.type == RECORD_SAMPLE && sample_decode(perfdata_events(pd)->items[0], &r, &scratch, &sample) == 0)
			out_printf(&out, "(%u@%u)", (unsigned)sample.ip, (unsigned)sample.time_ns);
		if (r.type < RECORD_USER_TYPE_START && r.type != RECORD_SAMPLE)
			CHECK_INT(events_record_time(perfdata_events(pd), &r), 9);
		out_char(&out, ' ');
	}
	out_char(&out, '\0');
	sample_scratch_done(&scratch);
	return out.data;
}

#define FORMS for (unsigned form = 0; form < 4; form++)

TEST(keeps_all)
{
	FORMS
	{
		size_t size;
		int fd = make(form, &size);
		struct opened o = open_fd(fd), again, third;
		CHECK_INT(perfdata_swapped(o.pd), (form & WRITER_SWAPPED) != 0);
		const struct perfdata_rewriter rewriter = { .records = { .record = keep } };
		int once = rewrite(o.pd, &rewriter);
		again = open_fd(once);
		CHECK_INT(perfdata_swapped(again.pd), (form & WRITER_SWAPPED) != 0);
		_free_ char *text = text_of(again.pd);
		CHECK_STR(text, "COMM(first) MMAP2 SAMPLE(100@10) SAMPLE(101@11) SAMPLE(102@12) EXIT ");
		CHECK_STR(perfdata_header(again.pd)->hostname, "there");
		CHECK_STR(perfdata_events(again.pd)->items[0]->name, "cycles");
		CHECK_INT(perfdata_events(again.pd)->items[0]->ids[0], 0x1122);
		CHECK_INT(warnings_count(again.warnings, NULL), 0);
		/* what was rewritten once stays as it is, to the byte */
		perfdata_rewind(again.pd);
		int twice = rewrite(again.pd, &rewriter);
		third = open_fd(twice);
		CHECK(third.size == again.size && memcmp(third.data, again.data, third.size) == 0);
		opened_close(&o);
		opened_close(&again);
		opened_close(&third);
		close(fd);
		close(once);
		close(twice);
	}
}

TEST(drops_replaces_inserts)
{
	FORMS
	{
		size_t size;
		int fd = make(form, &size);
		struct opened o = open_fd(fd), again;
		const struct perfdata_rewriter rewriter = {
			.records = { .ctx = (void *)(uintptr_t)perfdata_events(o.pd), .record = change },
			.header = change_header,
			.end = add_end
		};
		int once = rewrite(o.pd, &rewriter);
		again = open_fd(once);
		_free_ char *text = text_of(again.pd);
		CHECK_STR(text, "COMM(renamed and longer) SAMPLE(100@10) SAMPLE(777@11) SAMPLE(101@11) SAMPLE(102@12) "
				"EXIT FINISHED_ROUND ");
		CHECK_STR(perfdata_header(again.pd)->hostname, "here");
		CHECK_STR(perfdata_header(o.pd)->hostname, "there");
		opened_close(&o);
		opened_close(&again);
		close(fd);
		close(once);
	}
}

/* Samples of 32 bytes: in all more than a stretch that is copied at once. */
enum { NR_LONG = 330000 };

/* A recording whose samples stand in two stretches, with a COMM between. */
static void make_long(const char *path)
{
	struct perf_events events;
	struct perf_header header;
	struct perfdata_writer *writer;
	struct outbuf out;
	static const uint64_t id = 5;
	const struct event_attr attr = { .size = 64, .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME };
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	events_init(&events);
	struct perf_event *event = events_add(&events, &attr, "cycles");
	events_add_ids(&events, event, &id, 1);
	header_init(&header, &events);
	out_init(&out, -1);
	for (uint64_t i = 0; i < 2 * NR_LONG; i++) {
		if (i == NR_LONG)
			(void)!record_encode_comm(&out, (struct record_envelope){ .type = RECORD_COMM },
						  &(struct record_comm){ .pid = 1, .tid = 1, .comm = "first" });
		(void)!sample_encode(&out, event, &(struct sample){ .ip = i, .tid = 1, .time_ns = 10 + i });
	}
	CHECK(out.size > (20 << 20));
	CHECK_INT(perfdata_writer_new(fd, WRITER_FILE, &events, &writer, NULL), 0);
	CHECK_INT(perfdata_writer_append(writer, &(struct iovec){ out.data, out.size }, 1), 0);
	CHECK_INT(perfdata_writer_finish(writer, &header, NULL), 0);
	perfdata_writer_free(writer);
	out_done(&out);
	header_done(&header);
	events_done(&events);
	close(fd);
}

static bool wants_comm(void *ctx, uint32_t type) { return type == RECORD_COMM; }
static enum rewrite only_comm(void *ctx, const struct record *r, struct outbuf *out)
{
	CHECK_INT(r->type, RECORD_COMM);
	++*(int *)ctx;
	return REWRITE_DROP;
}

/* All samples are there, in their order. */
static void check_long(int fd)
{
	struct opened o = open_fd(fd);
	struct record r;
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	uint64_t count = 0;
	while (perfdata_next(o.pd, &r) > 0) {
		CHECK_INT(r.type, RECORD_SAMPLE);
		CHECK_INT(sample_decode(perfdata_events(o.pd)->items[0], &r, &scratch, &sample), 0);
		CHECK_INT(sample.ip, count++);
	}
	CHECK_INT(count, 2 * NR_LONG);
	CHECK_INT(warnings_count(o.warnings, NULL), 0);
	sample_scratch_done(&scratch);
	opened_close(&o);
}

/* What nobody asks about is copied from file to file, or through memory where that cannot be done (a pipe form). */
TEST(stretches)
{
	char path[] = "/tmp/test_rewriter.XXXXXX";
	int made = mkstemp(path);
	CHECK(made >= 0);
	close(made);
	make_long(path);
	for (int pipe = 0; pipe < 2; pipe++) {
		struct perfdata *pd;
		int nr_asked = 0;
		CHECK_INT(perfdata_open(path, &(struct perfdata_options){ 0 }, &pd, NULL), 0);
		const struct perfdata_rewriter rewriter = {
			.records = { .ctx = &nr_asked, .record = only_comm, .wants = wants_comm }, .pipe = pipe
		};
		int fd = rewrite(pd, &rewriter);
		perfdata_close(pd);
		CHECK_INT(nr_asked, 1);
		if (!pipe) check_long(fd);
		else CHECK(lseek(fd, 0, SEEK_END) > (20 << 20));
		close(fd);
	}
	unlink(path);
}

/* What the reader skips is not written, and was warned of. */
TEST(damage_is_left_out)
{
	size_t size;
	int fd = make(WRITER_FILE, &size);
	struct opened o = open_fd(fd), again;
	const struct perfdata_rewriter rewriter = { .records = { .record = keep } };
	struct record r;
	CHECK_INT(perfdata_next(o.pd, &r), 1);
	CHECK_INT(perfdata_next(o.pd, &r), 1);
	CHECK_INT(pwrite(fd, "\0\0", 2, r.data - o.data + 6), 2); /* the MMAP2 has no size */
	opened_close(&o);
	o = open_fd(fd);
	int once = rewrite(o.pd, &rewriter);
	CHECK(warnings_count(o.warnings, NULL) > 0);
	again = open_fd(once);
	_free_ char *text = text_of(again.pd);
	CHECK(strncmp(text, "COMM(first) ", 12) == 0 && !strstr(text, "MMAP2"));
	CHECK(strstr(text, "EXIT"));
	CHECK_INT(warnings_count(again.warnings, NULL), 0);
	opened_close(&o);
	opened_close(&again);
	close(fd);
	close(once);
}

TEST_MAIN
