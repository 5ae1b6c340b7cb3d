/* Samples through the ring of a software event on ourselves: each page touched is one sample, at the address touched.
 *
 * Needs perf_event_open(2) for one's own user space (kernel.perf_event_paranoid at most 2); the second case needs
 * tracefs too. A failure means that samples are lost, doubled or misread between the kernel's ring and the decoder:
 * nothing that perf record says would be right then. */
#include <sys/mman.h>
#include <unistd.h>
#include "selftest/self_sampling.h"

#define PAGES 64
#define CONFIG_PAGE_FAULTS 2 /* PERF_COUNT_SW_PAGE_FAULTS */

/* What the samples told. */
struct seen {
	uintptr_t start;
	size_t page_size;
	unsigned at_page[PAGES], wrong_tid;
	uint64_t last_time_ns;
	bool disorder;
};

/* A visitor: counts the sample at its page, and looks at thread and order. */
static void note(void *ctx, const struct sample *sample)
{
	struct seen *seen = ctx;
	uint64_t page = (sample->addr - seen->start) / seen->page_size;

	if (sample->addr >= seen->start && page < PAGES) seen->at_page[page]++;
	if (sample->tid != (uint32_t)gettid()) seen->wrong_tid++;
	if (sample->time_ns < seen->last_time_ns) seen->disorder = true;
	seen->last_time_ns = sample->time_ns;
}

/* PAGES pages that nobody has touched yet: the first write to each is a fault, by its address. */
static void page_faults(struct selftest_run *run)
{
	struct event_attr attr = self_sampling_attr(ATTR_TYPE_SOFTWARE, CONFIG_PAGE_FAULTS, 1);
	struct seen seen = { .page_size = (size_t)sysconf(_SC_PAGESIZE) };
	struct self_sampling live;
	unsigned pages = 0;

	attr.sample_type |= SAMPLE_ADDR;
	uint8_t *memory = mmap(NULL, PAGES * seen.page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			       0);
	SELFTEST_REQUIRE(run, memory != MAP_FAILED);
	/* one fault for 512 pages would be none of the others */
	madvise(memory, PAGES * seen.page_size, MADV_NOHUGEPAGE);
	seen.start = (uintptr_t)memory;
	/* 16 pages: room for far more than PAGES samples of 40 bytes */
	if (self_sampling_open(&live, &attr, 0, 16, run)) {
		SELFTEST_EQUAL(run, event_enable(live.fd), 0);
		for (size_t i = 0; i < PAGES; i++) ((volatile uint8_t *)memory)[i * seen.page_size] = 1;
		SELFTEST_EQUAL(run, event_disable(live.fd), 0);
		int samples = self_sampling_visit(&live, note, &seen);
		/* the program may take other faults on the way */
		SELFTEST_CHECK(run, samples >= PAGES);
		SELFTEST_CHECK(run, self_sampling_count(&live) == (uint64_t)samples);
		for (size_t i = 0; i < PAGES; i++) pages += seen.at_page[i] == 1;
		SELFTEST_EQUAL(run, pages, PAGES);
		SELFTEST_EQUAL(run, seen.wrong_tid, 0);
		SELFTEST_CHECK(run, !seen.disorder);
		self_sampling_close(&live);
	}
	munmap(memory, PAGES * seen.page_size);
}

/* A tracepoint counts each call, so that 100 calls are 100 samples, neither more nor fewer. */
static void syscalls(struct selftest_run *run)
{
	uint64_t id = self_sampling_tracepoint_id("syscalls", "sys_enter_getppid");
	struct event_attr attr = self_sampling_attr(ATTR_TYPE_TRACEPOINT, id, 1);
	struct seen seen = { .page_size = 1 };
	struct self_sampling live;

	if (!id) SELFTEST_SKIP(run, "no tracepoints to be seen");
	/* tracepoints are the kernel's: without it there would be no sample at all */
	attr.flags &= ~ATTR_EXCLUDE_KERNEL;
	if (!self_sampling_open(&live, &attr, 0, 16, run)) return;
	SELFTEST_EQUAL(run, event_enable(live.fd), 0);
	for (int i = 0; i < 100; i++) getppid();
	SELFTEST_EQUAL(run, event_disable(live.fd), 0);
	SELFTEST_EQUAL(run, self_sampling_count(&live), 100);
	SELFTEST_EQUAL(run, self_sampling_visit(&live, note, &seen), 100);
	SELFTEST_EQUAL(run, self_sampling_visit(&live, note, &seen), 0); /* what was read is gone */
	SELFTEST_EQUAL(run, seen.wrong_tid, 0);
	self_sampling_close(&live);
}

static const struct selftest_case cases[] = { { "Read samples using the mmap interface", page_faults },
					      { "Every system call is a sample", syscalls },
					      { NULL, NULL } };
const struct selftest selftest_check_ring = { .name = "mmap interface tests", .cases = cases };
