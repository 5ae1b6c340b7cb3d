/* Files stand for counters: what is read from them is what the kernel would give. */
#include "count/count_reader.h"

#include <sys/mman.h>
#include <unistd.h>
#include "tests/unit/test.h"

enum { NR_EVENTS = 4, NR_CPUS = 2 };
static int fds[NR_EVENTS * NR_CPUS], missing[NR_EVENTS];
static uint32_t lead[NR_EVENTS];
static int32_t cpus[NR_CPUS] = { 0, 1 }, tids[1] = { -1 };
static struct target target = { .tids = { tids, 1, 1 }, .cpus = { cpus, NR_CPUS, NR_CPUS }, .has_cpu = true };
static struct event_list events;
static struct evset evset;
static struct count_reader reader;
static struct counts counts;

static int counter(const uint64_t *words, size_t nr_words)
{
	int fd = memfd_create("counter", 0);
	if (fd < 0 || write(fd, words, nr_words * sizeof(*words)) != (ssize_t)(nr_words * sizeof(*words)) ||
	    lseek(fd, 0, SEEK_SET) != 0)
		abort();
	return fd;
}
#define COUNTER(...) \
	counter((const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void begin(void)
{
	event_list_done(&events);
	events = (struct event_list)EVENT_LIST_INIT;
	for (unsigned i = 0; i < NR_EVENTS; i++) {
		event_list_add(&events, "e");
		lead[i] = i;
	}
	for (unsigned i = 0; i < NR_EVENTS * NR_CPUS; i++) fds[i] = -1;
	evset = (struct evset){ .events = &events,
				.target = &target,
				.fds = fds,
				.missing = missing,
				.counting = true,
				.gather = { .lead = lead, .count = NR_EVENTS, .led = UINT32_MAX } };
}

static void read_all(void)
{
	count_reader_init(&reader, &evset, NULL);
	counts_init(&counts, NR_EVENTS, NR_CPUS, 1);
	count_reader_describe(&reader, &counts);
	count_reader_read(&reader, &counts, false);
	count_reader_done(&reader);
	for (unsigned i = 0; i < NR_EVENTS * NR_CPUS; i++)
		if (fds[i] >= 0) close(fds[i]);
}

#define CHECK_COUNT(event, cpu, v, e, r)                                    \
	do {                                                                \
		const struct count *c_ = counts_at(&counts, event, cpu, 0); \
		CHECK_INT(c_->value, v);                                    \
		CHECK_INT(c_->enabled_ns, e);                               \
		CHECK_INT(c_->running_ns, r);                               \
	} while (0)

TEST(single_counters)
{
	begin();
	fds[0] = COUNTER(10, 200, 100);
	fds[1] = COUNTER(20, 201, 101, 77 /* an id */);
	fds[3] = COUNTER(5, 6); /* broken off */
	event_list_get(&events, 2)->tool = EVENT_TOOL_DURATION_TIME;
	event_list_get(&events, 3)->tool = EVENT_TOOL_USER_TIME;
	read_all();
	CHECK_COUNT(0, 0, 10, 200, 100);
	CHECK_COUNT(0, 1, 20, 201, 101);
	CHECK_COUNT(1, 1, 0, 0, 0);
	CHECK(counts_is_open(&counts, 0, 1) && !counts_is_open(&counts, 1, 0) && counts_is_open(&counts, 1, 1));
	CHECK(counts_is_open(&counts, 2, 0) && !counts_is_open(&counts, 2, 1)); /* one clock */
	CHECK(counts_is_open(&counts, 3, 0) && counts_is_open(&counts, 3, 1));
	counts_done(&counts);
}

TEST(a_group_is_read_at_once)
{
	begin();
	for (unsigned i = 0; i < 3; i++) {
		struct event_spec *spec = event_list_get(&events, i);
		spec->leader = lead[i] = 0;
		spec->attr.read_format = READ_GROUP | READ_ID;
	}
	event_list_get(&events, 0)->nr_members = 3;
	fds[0] = COUNTER(2, 500, 400, 11, 1, 33, 3);
	fds[4] = COUNTER(0);                         /* the third is open on CPU 0, the second is not */
	fds[1] = COUNTER(3, 501, 401, 12, 1, 22, 2); /* broken off behind the second */
	fds[3] = COUNTER(0);
	fds[5] = COUNTER(0);
	read_all();
	CHECK_COUNT(0, 0, 11, 500, 400);
	CHECK_COUNT(1, 0, 0, 0, 0);
	CHECK_COUNT(2, 0, 33, 500, 400);
	CHECK_COUNT(0, 1, 12, 501, 401);
	CHECK_COUNT(1, 1, 22, 501, 401);
	CHECK_COUNT(2, 1, 0, 0, 0);
	CHECK_INT(counts.state[3], COUNTS_NOT_SUPPORTED);
	counts_done(&counts);
}

TEST(gathered_events_have_no_ids)
{
	begin();
	lead[1] = 0;
	fds[0] = COUNTER(2, 500, 400, 11, 22);
	fds[2] = COUNTER(0);
	read_all();
	CHECK_COUNT(0, 0, 11, 500, 400);
	CHECK_COUNT(1, 0, 22, 500, 400);
	counts_done(&counts);
	begin();
	lead[1] = 0;
	evset.gather.led = 0; /* by an event that is not ours: its value stands before */
	fds[0] = COUNTER(3, 500, 400, 99, 11, 22);
	fds[2] = COUNTER(0);
	read_all();
	CHECK_COUNT(0, 0, 11, 500, 400);
	CHECK_COUNT(1, 0, 22, 500, 400);
	counts_done(&counts);
	event_list_done(&events);
}

TEST_MAIN
