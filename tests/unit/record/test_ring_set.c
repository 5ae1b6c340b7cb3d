/* Which rings there are and which events write there; and, with the mappings of this thread, which the kernel records
 * one by one, that a ring which grows loses none of them, and that one which may not says how many it lost. */
#include "record/ring/ring_set.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>
#include "kernel/cpu_list.h"
#include "perfdata/format/format.h"
#include "record/drain/drain.h"
#include "tests/unit/test.h"

static const struct kernelfs machine = { "" };
static struct event_list events;
static struct target target;
static struct evset evset;
static struct ring_set rings;
static struct cpu_list online;

static void add(uint64_t flags)
{
	struct event_spec *spec = event_list_add(&events, "dummy:u");
	spec->attr = (struct event_attr){ .type = ATTR_TYPE_SOFTWARE,
					  .config = ATTR_SOFTWARE_DUMMY,
					  .sample_period = 1,
					  .sample_type = SAMPLE_TID | SAMPLE_TIME,
					  .read_format = READ_ID | READ_LOST,
					  .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_SAMPLE_ID_ALL | flags };
}

/* This thread, on each CPU or wherever it runs. */
static void begin(bool per_cpu)
{
	events = (struct event_list)EVENT_LIST_INIT;
	target = (struct target){ .per_thread = !per_cpu };
	cpu_list_online(&machine, &online);
	for (size_t i = 0; per_cpu && i < online.cpus.count; i++) vec_push(&target.cpus, online.cpus.items[i]);
	if (!per_cpu) vec_push(&target.cpus, -1);
	vec_push(&target.tids, 0);
}

static int open_rings(struct ring_set_options options)
{
	const struct evset_options evset_options = { .fs = &machine };
	int r = evset_open(&evset, &evset_options, &events, &target, NULL);
	return r < 0 ? r : ring_set_open(&rings, &evset, &options, NULL);
}

static void end(void)
{
	ring_set_done(&rings);
	evset_done(&evset);
	event_list_done(&events);
	target_done(&target);
	vec_done(&online.cpus);
}

static bool is_allowed(void)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = ATTR_SOFTWARE_DUMMY,
				   .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
	int fd = event_open_exact(&attr, &(struct event_place){ .pid = 0, .cpu = -1, .group_fd = -1 }, true);
	if (fd >= 0) close(fd);
	return fd >= 0;
}

TEST(one_for_each_cpu)
{
	if (!is_allowed()) SKIP("no perf_event_open(2) here");
	begin(true);
	add(0);
	add(0);
	add(ATTR_WRITE_BACKWARD);
	CHECK_INT(open_rings((struct ring_set_options){ .pages = 1 }), 0);
	CHECK_INT(rings.count, 2 * online.cpus.count); /* those that are overwritten are apart */
	CHECK_INT(rings.pages, 1);
	for (size_t i = 0; i < rings.count; i++) {
		const struct buffer *buffer = rings.buffers[i];
		size_t cpu = i % online.cpus.count;
		bool backward = i >= online.cpus.count;
		CHECK_INT(buffer->cpu, online.cpus.items[cpu]);
		CHECK_INT(buffer->tally.cpu, online.cpus.items[cpu]);
		CHECK_INT(buffer->backward, backward);
		CHECK_INT(buffer->fds.count, backward ? 1 : 2);
		CHECK_INT(buffer->fds.items[0], evset_fd(&evset, backward ? 2 : 0, cpu, 0));
		CHECK_INT(buffer->ring.size_bytes, sysconf(_SC_PAGESIZE));
		CHECK_INT(buffer->max_bytes, 0);
		CHECK_INT(rings.buffer_of[evset_fd_index(&evset, backward ? 2 : 1, cpu, 0)], i);
	}
	end();
}

TEST(one_for_each_thread)
{
	if (!is_allowed()) SKIP("no perf_event_open(2) here");
	begin(false);
	add(0);
	CHECK_INT(open_rings((struct ring_set_options){ .first_pages = 2 }), 0);
	CHECK_INT(rings.count, 1);
	CHECK_INT(rings.buffers[0]->cpu, -1);
	CHECK_INT(rings.buffers[0]->tally.tid, 0);
	CHECK_INT(rings.buffers[0]->max_bytes, 0); /* they do not grow */
	end();
}

/* -- records, as many as are wanted -- */

enum { PAGES = 4096 };
static uint8_t *place;

/* The next `count` pages of `place`: one record each, in their order. */
static void map_pages(unsigned from, unsigned count)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	for (unsigned i = from; i < from + count; i++) {
		int prot = i & 1 ? PROT_READ
				 : PROT_READ | PROT_WRITE; /* neighbours that are alike become one mapping */
		CHECK(mmap(place + i * page, page, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
		      place + i * page);
	}
}

static void begin_mapping(void)
{
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET((unsigned)sched_getcpu(), &one);
	CHECK(sched_setaffinity(0, sizeof(one), &one) == 0);
	place = mmap(NULL, (size_t)PAGES * (size_t)sysconf(_SC_PAGESIZE), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		     0);
	begin(true);
	add(ATTR_MMAP | ATTR_MMAP_DATA);
}

static void end_mapping(void)
{
	munmap(place, (size_t)PAGES * (size_t)sysconf(_SC_PAGESIZE));
	cpu_set_t all;
	memset(&all, 0xff, sizeof(all));
	(void)sched_setaffinity(0, sizeof(all), &all);
	end();
}

/* What was drained to a memory file. */
struct drained {
	int fd;
	struct perf_events described;
	struct drain drain;
	unsigned nr_maps, nr_lost;
	bool in_order;
};

static void begin_drain(struct drained *drained)
{
	*drained = (struct drained){ .fd = memfd_create("drained", MFD_CLOEXEC) };
	drained->drain = (struct drain){ .buffers = rings.buffers,
					 .nr_buffers = rings.count,
					 .writer = perfdata_writer_new_bare(drained->fd),
					 .no_rounds = true };
}

static void end_drain(struct drained *drained)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = perfdata_writer_size(drained->drain.writer);
	uint8_t *data = mmap(NULL, size ? size : 1, PROT_READ, MAP_SHARED, drained->fd, 0);
	const struct record_run run = { .data = data, .size_bytes = size };
	struct record r;
	uint64_t last = 0;
	drained->in_order = true;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (r.type == RECORD_LOST) drained->nr_lost += record_u64_at(&r, 16);
		if (r.type != RECORD_MMAP) continue;
		uint64_t addr = record_u64_at(&r, 16);
		if (addr < (uintptr_t)place || addr >= (uintptr_t)place + PAGES * page) continue; /* the harness' own */
		drained->nr_maps++;
		drained->in_order &= addr > last;
		last = addr;
	}
	munmap(data, size ? size : 1);
	perfdata_writer_free(drained->drain.writer);
	drain_done(&drained->drain);
	close(drained->fd);
}

/* Of the CPU that this thread stays on. */
static struct buffer *used(void)
{
	struct buffer *found = rings.buffers[0];
	for (size_t i = 0; i < rings.count; i++)
		if (rings.buffers[i]->cpu == sched_getcpu()) found = rings.buffers[i];
	return found;
}

/* Twice, each time with records that come meanwhile. */
TEST(growing_loses_nothing)
{
	enum { A_ROUND = 50, WANTED = 2 }; /* of 64 bytes: more than three quarters of a page */
	struct drained drained;
	unsigned from = 0;
	if (!is_allowed()) SKIP("no perf_event_open(2) here");
	begin_mapping();
	CHECK_INT(open_rings((struct ring_set_options){ .first_pages = 1 }), 0);
	if (!rings.buffers[0]->max_bytes) {
		end_mapping();
		SKIP("rings may not grow here");
	}
	begin_drain(&drained);
	for (unsigned grown = 0; grown < WANTED; grown++) {
		unsigned count = grown ? 4 * A_ROUND : A_ROUND;
		map_pages(from, count);
		from += count;
		CHECK(drain_round(&drained.drain, true) > 0);
		/* growing takes the kernel its time, while a record comes now and then */
		for (; from + 5 * A_ROUND < PAGES && buffer_state(used()) != BUFFER_ONE; from++) {
			usleep(2000);
			map_pages(from, 1);
			CHECK(drain_round(&drained.drain, true) > 0);
		}
	}
	CHECK_INT(used()->tally.nr_grown, WANTED);
	CHECK_INT(used()->ring.size_bytes, 16 * sysconf(_SC_PAGESIZE));
	map_pages(from, 1);
	CHECK(drain_round(&drained.drain, true) > 0);
	end_drain(&drained);
	CHECK_INT(drained.nr_maps, from + 1);
	CHECK_INT(drained.nr_lost, 0);
	CHECK(drained.in_order);
	end_mapping();
}

/* A ring that is full says how much it could not take, and the events themselves say the same. */
TEST(losses_are_counted)
{
	struct drained drained;
	if (!is_allowed()) SKIP("no perf_event_open(2) here");
	begin_mapping();
	CHECK_INT(open_rings((struct ring_set_options){ .pages = 1 }), 0);
	begin_drain(&drained);
	map_pages(0, 1000);
	CHECK(drain_round(&drained.drain, true) > 0);
	map_pages(1000, 1); /* which brings the account of what was lost */
	CHECK(drain_round(&drained.drain, true) > 0);
	bool tells = event_list_get(&events, 0)->attr.read_format & READ_LOST; /* since Linux 6.0 */
	uint64_t lost = ring_set_lost(&rings, 0);
	const struct ring_tally tally = used()->tally;
	end_drain(&drained);
	CHECK_INT(drained.nr_maps + drained.nr_lost, 1001);
	CHECK(drained.nr_lost > 900 && drained.in_order);
	CHECK_INT(tally.nr_lost, drained.nr_lost);
	CHECK_INT(tally.nr_lost_records, 1);
	CHECK_INT(ring_tally_lost(&tally), drained.nr_lost);
	CHECK_INT(lost, tells ? drained.nr_lost : 0);
	CHECK_INT(tally.nr_lost_samples, lost);
	end_mapping();
}

TEST_MAIN
