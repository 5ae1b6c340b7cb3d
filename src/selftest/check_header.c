/* What is written into a perf.data is read from it: a file in memory (memfd) with this machine's header features, one
 * event and 1000 samples, whose times count up, is written by perfdata_writer and read by perfdata_open_memory.
 *
 * A failure means that a recording made here could not be trusted, or that something of this machine (a topology, a
 * name of a PMU) does not survive its way through the header (docs/perfdata.md). */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "kernel/facts.h"
#include "kernel/machine_root.h"
#include "perfdata/perfdata.h"
#include "perfdata/writer.h"
#include "selftest/selftest.h"

#define SAMPLES 1000

/* A PERF_RECORD_SAMPLE of the attr of round_trip: ip, pid and tid, time, period. */
static struct iovec sample_of(uint64_t bytes[5], uint64_t number)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
	} head = { RECORD_SAMPLE, CPUMODE_USER, 40 };

	/* 8 bytes of header, 32 of what sample_type names */
	memcpy(bytes, &head, sizeof(head));
	bytes[1] = 0x1000 + number; /* ip */
	bytes[2] = (uint64_t)getpid() | (uint64_t)getpid() << 32;
	bytes[3] = number; /* time */
	bytes[4] = 1;      /* period */
	return (struct iovec){ bytes, 40 };
}

/* Events, samples, then the header with its features: the order in which perf record writes. 0 or -errno. */
static int write_file(int fd, struct perf_events *events, struct perf_header *header, struct err *err)
{
	struct perfdata_writer *writer;
	int result = perfdata_writer_new(fd, false, events, &writer, err);

	if (result < 0) return result;
	for (uint64_t i = 0; i < SAMPLES && result >= 0; i++) {
		uint64_t bytes[5];
		struct iovec part = sample_of(bytes, i);
		result = perfdata_writer_append(writer, &part, 1);
	}
	if (result >= 0) result = perfdata_writer_finish(writer, header, err);
	perfdata_writer_free(writer);
	return result;
}

/* Features that hold what the machine is: texts as they are, lists by their size. */
static void compare(struct selftest_run *run, const struct perf_header *wrote, const struct perf_header *read)
{
	SELFTEST_STRING(run, read->hostname, wrote->hostname);
	SELFTEST_STRING(run, read->osrelease, wrote->osrelease);
	SELFTEST_STRING(run, read->arch, wrote->arch);
	SELFTEST_STRING(run, read->cpudesc, wrote->cpudesc);
	SELFTEST_STRING(run, read->cpuid, wrote->cpuid);
	SELFTEST_EQUAL(run, read->nrcpus_online, wrote->nrcpus_online);
	SELFTEST_EQUAL(run, read->total_mem_kib, wrote->total_mem_kib);
	SELFTEST_EQUAL(run, read->nr_core_siblings, wrote->nr_core_siblings);
	SELFTEST_EQUAL(run, read->nr_nodes, wrote->nr_nodes);
	SELFTEST_EQUAL(run, read->nr_pmus, wrote->nr_pmus);
	SELFTEST_EQUAL(run, read->nr_caches, wrote->nr_caches);
	for (uint32_t i = 0; i < read->nr_pmus && i < wrote->nr_pmus; i++)
		SELFTEST_STRING(run, read->pmus[i].name, wrote->pmus[i].name);
}

/* Maps what was written and compares: header, number of samples, and their times. */
static void read_back(struct selftest_run *run, int fd, const struct perf_header *wrote)
{
	_err_done_ struct err err = ERR_INIT;
	off_t size = lseek(fd, 0, SEEK_END);
	void *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	struct perfdata_options options = { 0 };
	struct perfdata *pd;
	struct record record;
	uint64_t samples = 0, times = 0;

	SELFTEST_REQUIRE(run, bytes != MAP_FAILED);
	if (perfdata_open_memory(bytes, (size_t)size, "self-test", &options, &pd, &err) < 0) {
		selftest_fail(run, __FILE__, __LINE__, "%s", err.message);
	} else {
		compare(run, wrote, perfdata_header(pd));
		SELFTEST_EQUAL(run, perfdata_events(pd)->count, 1);
		while (perfdata_next(pd, &record) > 0)
			if (record.type == RECORD_SAMPLE) /* each sample's time is its number */
				times += events_record_time(perfdata_events(pd), &record) == samples++;
		SELFTEST_EQUAL(run, samples, SAMPLES);
		SELFTEST_EQUAL(run, times, SAMPLES);
		perfdata_close(pd);
	}
	munmap(bytes, (size_t)size);
}

/* The header of this machine, one event, and a file that nobody else sees. */
static void round_trip(struct selftest_run *run)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .sample_period = 1,
				   .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD };
	_err_done_ struct err err = ERR_INIT;
	struct perf_events events;
	struct perf_header header;
	const uint64_t id = 1;
	int fd = memfd_create("perf-self-test", MFD_CLOEXEC);

	SELFTEST_REQUIRE(run, fd >= 0);
	events_init(&events);
	events_add_ids(&events, events_add(&events, &attr, "cpu-clock"), &id, 1);
	header_init(&header, &events);
	/* what perf record notes about a machine */
	facts_all(machine_root(), &header);
	if (write_file(fd, &events, &header, &err) < 0)
		selftest_fail(run, __FILE__, __LINE__, "%s", err.message ? err.message : "writing failed");
	else read_back(run, fd, &header);
	header_done(&header);
	events_done(&events);
	close(fd);
}

const struct selftest selftest_check_header = { .name = "perf.data written and read", .run = round_trip };
