/* What an event goes without on kernels that do not know all of it: against a kernel that the test plays. */
#include "kernel/event_open.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "tests/unit/test.h"

/* A kernel that refuses attrs with any of these bits. */
struct kernel {
	uint64_t no_flags, no_sample_type, no_read_format;
	bool no_cloexec;
	int code;      /* what it refuses with; 0: -EINVAL */
	int fails;     /* the first so many attempts, with -EMFILE */
	unsigned nr;   /* attempts */
	uint64_t last; /* attr flags of the last one */
};

static int kernel_open(void *ctx, const struct event_attr *attr, const struct event_place *place, bool cloexec)
{
	struct kernel *kernel = ctx;
	kernel->nr++;
	kernel->last = attr->flags;
	if (kernel->fails && kernel->fails--) return -EMFILE;
	if (attr->flags & kernel->no_flags || attr->sample_type & kernel->no_sample_type ||
	    attr->read_format & kernel->no_read_format || (cloexec && kernel->no_cloexec))
		return kernel->code ? kernel->code : -EINVAL;
	return 42;
}

static struct kernel kernel;
static const struct event_opener opener = { kernel_open, &kernel };
static const struct event_place place = { .pid = 0, .cpu = -1, .group_fd = -1 };
static char noted[512];

static void note(const struct event_open_trace *trace, const char *text)
{
	snprintf(noted + strlen(noted), sizeof(noted) - strlen(noted), "%s\n", text);
}

static struct event_open_trace trace = { .note = note, .name = "cycles" };

static int try(struct event_attr *attr, uint64_t required, struct event_support *support)
{
	noted[0] = '\0';
	kernel.nr = 0;
	return event_open(attr, &place, required, support, &trace);
}

TEST(all_is_known)
{
	struct event_support support = { .opener = &opener };
	struct event_attr attr = { .flags = ATTR_MMAP2 | ATTR_KSYMBOL, .read_format = READ_LOST };
	kernel = (struct kernel){ 0 };
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(kernel.nr, 1);
	CHECK_INT(attr.flags, ATTR_MMAP2 | ATTR_KSYMBOL);
	CHECK_INT(attr.read_format, READ_LOST);
	CHECK_INT(support.missing, 0);
	CHECK_STR(noted, "");
}

/* Newest first, until it is accepted; the next event is asked for without them at once. */
TEST(newest_first)
{
	struct event_support support = { .opener = &opener };
	const struct event_attr asked = { .flags = ATTR_MMAP2 | ATTR_KSYMBOL | ATTR_BUILD_ID,
					  .read_format = READ_LOST };
	struct event_attr attr = asked;
	kernel = (struct kernel){ .no_flags = ATTR_KSYMBOL };
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(kernel.nr, 4);
	CHECK_INT(attr.flags, ATTR_MMAP2);
	CHECK_INT(attr.read_format, 0);
	CHECK_STR(noted, "switching off PERF_FORMAT_LOST: this kernel refuses cycles with it\n"
			 "switching off build_id in mmap2: this kernel refuses cycles with it\n"
			 "switching off ksymbol: this kernel refuses cycles with it\n");
	attr = asked;
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(kernel.nr, 1);
	CHECK_INT(attr.flags, ATTR_MMAP2);
	CHECK_STR(noted, "");
	attr = asked;
	event_support_apply(&support, &attr);
	CHECK_INT(attr.flags, ATTR_MMAP2);
	CHECK_INT(attr.read_format, 0);
}

/* What the user asked for by name is not left out. */
TEST(required)
{
	struct event_support support = { .opener = &opener };
	struct event_attr attr = { .sample_type = SAMPLE_CODE_PAGE_SIZE | SAMPLE_CGROUP };
	kernel = (struct kernel){ .no_sample_type = SAMPLE_CODE_PAGE_SIZE };
	CHECK_INT(try(&attr, SAMPLE_CODE_PAGE_SIZE, &support), -EINVAL);
	CHECK_INT(attr.sample_type, SAMPLE_CODE_PAGE_SIZE | SAMPLE_CGROUP);
	CHECK_INT(support.missing, 0); /* a failure proves nothing of what was tried on the way */
	CHECK(!support.no_cloexec);
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(attr.sample_type, SAMPLE_CGROUP);
}

TEST(older_forms)
{
	struct event_support support = { .opener = &opener };
	struct event_attr attr = { .sample_type = SAMPLE_WEIGHT_STRUCT };
	kernel = (struct kernel){ .no_sample_type = SAMPLE_WEIGHT_STRUCT };
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(attr.sample_type, SAMPLE_WEIGHT);
	kernel = (struct kernel){ .no_cloexec = true };
	support = (struct event_support){ .opener = &opener };
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK(support.no_cloexec);
	CHECK_INT(attr.sample_type, SAMPLE_WEIGHT);
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(kernel.nr, 1);
}

/* Other refusals are no matter of features: the first is what is told. */
TEST(other_refusals)
{
	struct event_support support = { .opener = &opener };
	struct event_attr attr = { .flags = ATTR_KSYMBOL };
	kernel = (struct kernel){ .no_flags = ATTR_KSYMBOL, .code = -EACCES };
	CHECK_INT(try(&attr, 0, &support), -EACCES);
	CHECK_INT(kernel.nr, 1);
	CHECK_INT(attr.flags, ATTR_KSYMBOL);
	kernel.code = -E2BIG;
	CHECK_INT(try(&attr, 0, &support), 42);
	CHECK_INT(attr.flags, 0);
}

/* Once in a session, and not again when that was no help. */
TEST(more_files)
{
	struct event_support support = { .opener = &opener };
	struct event_attr attr = { .flags = 0 };
	struct rlimit before, lower;
	CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
	lower = (struct rlimit){ 64, before.rlim_max };
	CHECK(setrlimit(RLIMIT_NOFILE, &lower) == 0);
	kernel = (struct kernel){ .fails = 1 };
	CHECK_INT(try(&attr, 0, &support), before.rlim_max > 64 ? 42 : -EMFILE);
	CHECK(getrlimit(RLIMIT_NOFILE, &lower) == 0 && lower.rlim_cur >= before.rlim_max);
	CHECK(strstr(noted, "RLIMIT_NOFILE"));
	kernel = (struct kernel){ .fails = 1 };
	CHECK_INT(try(&attr, 0, &support), -EMFILE);
	CHECK_INT(kernel.nr, 1);
}

/* A descriptor that gives these words, as events do when they are read. */
static int words_fd(size_t count)
{
	const uint64_t words[] = { 100, 101, 102, 103, 104, 105 };
	int fd = memfd_create("words", MFD_CLOEXEC);
	CHECK(write(fd, words, count * 8) == (ssize_t)(count * 8) && lseek(fd, 0, SEEK_SET) == 0);
	return fd;
}

/* perf_event_open(2), "Reading results": value, times, id, lost; of a group its size and the times come first. */
TEST(what_is_read)
{
	static const struct {
		uint64_t read_format;
		size_t count, id, lost; /* at which word; 0: not there */
	} cases[] = {
		{ 0, 0, 0, 0 },
		{ READ_ID, 0, 1, 0 },
		{ READ_LOST, 0, 0, 1 },
		{ READ_ID | READ_LOST, 0, 1, 2 },
		{ READ_ID | READ_LOST | READ_TOTAL_TIME_ENABLED, 0, 2, 3 },
		{ READ_ID | READ_LOST | READ_TOTAL_TIME_ENABLED | READ_TOTAL_TIME_RUNNING, 0, 3, 4 },
		{ READ_ID | READ_LOST | READ_GROUP, 1, 0, 0 },
		{ READ_GROUP | READ_TOTAL_TIME_ENABLED | READ_TOTAL_TIME_RUNNING, 3, 0, 0 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct event_attr attr = { .read_format = cases[i].read_format };
		uint64_t count = 0, id = 0;
		int fd = words_fd(6);
		CHECK_INT(event_count(fd, &attr, &count), 0);
		CHECK_INT(count, 100 + cases[i].count);
		close(fd);
		fd = words_fd(6); /* no event: asks as old kernels do without the ioctl */
		CHECK_INT(event_id(fd, &attr, &id), cases[i].id ? 0 : -ENOTTY);
		CHECK_INT(id, cases[i].id ? 100 + cases[i].id : 0);
		close(fd);
		fd = words_fd(6);
		CHECK_INT(event_lost(fd, &attr), cases[i].lost ? 100 + cases[i].lost : 0);
		close(fd);
		fd = words_fd(cases[i].lost); /* too short */
		CHECK_INT(event_lost(fd, &attr), 0);
		close(fd);
		fd = words_fd(cases[i].count);
		CHECK_INT(event_count(fd, &attr, &count), -EIO);
		close(fd);
	}
}

TEST_MAIN
