/* internals inject-build-id: `perf inject -b` reads a recording from a pipe, made here, of libraries that this machine
 * has. */
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include "base/clock.h"
#include "base/vec.h"
#include "commands/bench/bench_result.h"
#include "event/attr/attr.h"

enum { DSOS_MAX = 400, MAP_BYTES = 8192, PATH_BYTES_MAX = 512, PID = 1000000 };

struct values {
	unsigned nr_iterations, nr_mmaps, nr_samples;
	bool verbose;
};

/* The libraries found so far: nftw(3) has no way to hand it over. */
static struct {
	char *paths[DSOS_MAX];
	size_t count;
} dsos;

static int add_dso(const char *path, const struct stat *status, int kind, struct FTW *at)
{
	if (kind == FTW_F && strstr(path + at->base, ".so") && status->st_size > MAP_BYTES &&
	    strlen(path) < PATH_BYTES_MAX)
		dsos.paths[dsos.count++] = xstrdup(path);
	return dsos.count == DSOS_MAX;
}

/* A record without its trailer: pid and tid, then the time. */
static void put_trailer(struct outbuf *out, uint64_t time)
{
	out_u32(out, PID);
	out_u32(out, PID);
	out_u64(out, time);
}

static void put_header(struct outbuf *out, uint32_t type, uint16_t misc, size_t size)
{
	out_u32(out, type);
	out_u16(out, misc);
	out_u16(out, (uint16_t)size);
}

static void put_mmap(struct outbuf *out, unsigned index, uint64_t time)
{
	const char *path = dsos.paths[index % dsos.count];
	size_t room = (strlen(path) + 8) & ~(size_t)7;
	put_header(out, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, 8 + 64 + room + 16);
	out_u32(out, PID);
	out_u32(out, PID);
	out_u64(out, UINT64_C(0x10000) + (uint64_t)index * MAP_BYTES);
	out_u64(out, MAP_BYTES);
	out_zeros(out, 8 + 24); /* offset; device, inode and its generation */
	out_u32(out, 5);        /* PROT_READ | PROT_EXEC */
	out_u32(out, 2);        /* MAP_PRIVATE */
	out_str(out, path);
	out_zeros(out, room - strlen(path));
	put_trailer(out, time);
}

/* A recording in pipe form: one event, and for each mapping as many samples in it. */
static void make_recording(const struct values *values, struct outbuf *out)
{
	struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
				   .size = PERF_ATTR_SIZE_VER5,
				   .config = PERF_COUNT_SW_TASK_CLOCK,
				   .sample_period = 1,
				   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
				   .flags = ATTR_SAMPLE_ID_ALL };
	uint64_t time = 1;
	out_str(out, "PERFILE2");
	out_u64(out, 16);
	put_header(out, 64 /* HEADER_ATTR */, 0, 8 + PERF_ATTR_SIZE_VER5 + 8);
	out_mem(out, &attr, PERF_ATTR_SIZE_VER5);
	out_u64(out, 1); /* its id */
	for (unsigned i = 0; i < values->nr_mmaps; i++) {
		put_mmap(out, i, time++);
		for (unsigned k = 0; k < values->nr_samples; k++) {
			put_header(out, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, 8 + 24);
			out_u64(out, UINT64_C(0x10000) + (uint64_t)i * MAP_BYTES + k % MAP_BYTES);
			put_trailer(out, time++);
		}
	}
	put_header(out, 68 /* FINISHED_ROUND */, 0, 8);
}

static _noreturn_ void run_inject(int from, const char *how)
{
	int null = open("/dev/null", O_WRONLY);
	if (null < 0 || dup2(from, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 ||
	    dup2(null, STDERR_FILENO) < 0) /* libraries without build-ids are no news */
		_exit(127);
	execl("/proc/self/exe", "perf", "inject", how, (char *)NULL);
	_exit(127);
}

/* From the start of the program to its end. 0 or an errno. */
static int inject_once(const struct outbuf *recording, const char *how, uint64_t *ret_ns, long *ret_kb)
{
	int ends[2], status = 0;
	struct rusage usage;
	size_t at = 0;
	if (pipe2(ends, O_CLOEXEC) < 0) return errno;
	uint64_t began = clock_now_ns();
	pid_t pid = fork();
	if (!pid) run_inject(ends[0], how);
	close(ends[0]);
	while (pid > 0 && at < recording->size) {
		ssize_t n = write(ends[1], recording->data + at, recording->size - at);
		if (n < 0 && errno != EINTR) break;
		at += n > 0 ? (size_t)n : 0;
	}
	close(ends[1]);
	if (pid < 0) return EAGAIN;
	while (wait4(pid, &status, 0, &usage) < 0)
		if (errno != EINTR) return errno;
	*ret_ns = clock_now_ns() - began;
	*ret_kb = usage.ru_maxrss;
	return status || at < recording->size ? EPROTO : 0;
}

static int measure(const struct bench_run *run, const struct values *values, const struct outbuf *recording, bool all)
{
	const char *name = all ? "build-id-all" : "build-id";
	struct bench_stats ms = { 0 }, us = { 0 }, kb = { 0 };
	double nr_events = (double)values->nr_mmaps * (values->nr_samples + 1.0);
	if (values->verbose) out_printf(run->out, "  %s injection benchmark\n", all ? "Build-id-all" : "Build-id");
	for (unsigned i = 0; i < values->nr_iterations; i++) {
		uint64_t ns = 0;
		long memory = 0;
		(void)out_flush(run->out);
		int error = inject_once(recording, all ? "--buildid-all" : "-b", &ns, &memory);
		if (error)
			return bench_fail(error, "perf inject ended before its input did",
					  "Try it by hand: perf record -o - true | perf inject -b");
		if (values->verbose) out_printf(run->out, "  Iteration #%u\n", i + 1);
		bench_stats_add(&ms, (double)ns / 1e6);
		bench_stats_add(&us, (double)ns / 1e3 / nr_events);
		bench_stats_add(&kb, (double)memory);
	}
	out_printf(run->out, "  Average %s injection took: %.3f msec (+- %.3f msec)\n", name, ms.mean,
		   bench_stats_error(&ms));
	out_printf(run->out, "  Average time per event: %.3f usec (+- %.3f usec)\n", us.mean, bench_stats_error(&us));
	out_printf(run->out, "  Average memory usage: %.0f KB (+- %.0f KB)\n", kb.mean, bench_stats_error(&kb));
	return 0;
}

static const char *const usage[] = { "perf bench internals inject-build-id <options>", NULL };
static const struct option options[] = {
	OPTION_UINT('i', "iterations", struct values, nr_iterations,
		    "Number of iterations used to compute average (default: 100)"),
	OPTION_UINT('m', "nr-mmaps", struct values, nr_mmaps,
		    "Number of mmap events for each iteration (default: 100)"),
	OPTION_UINT('n', "nr-samples", struct values, nr_samples,
		    "Number of sample events per mmap event (default: 100)"),
	OPTION_BOOL('v', "verbose", struct values, verbose, "be more verbose (show iteration count, DSO name, etc)"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

int bench_internals_inject_build_id(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_iterations = 100, .nr_mmaps = 100, .nr_samples = 100 };
	struct sigaction ignored = { .sa_handler = SIG_IGN }, before;
	struct outbuf recording;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_iterations || !values.nr_mmaps ||
	    (uint64_t)values.nr_mmaps * (values.nr_samples + 1ull) > 10000000)
		return option_table_usage_error(&table, "1 to 10000000 events in all, and at least one iteration");
	if (!dsos.count) (void)nftw("/usr/lib", add_dso, 10, FTW_PHYS);
	if (!dsos.count) return bench_fail(ENOENT, "Libraries below /usr/lib", NULL);
	if (values.verbose) out_printf(run->out, "  Collected %zu DSOs\n", dsos.count);
	out_init(&recording, -1);
	make_recording(&values, &recording);
	sigaction(SIGPIPE, &ignored, &before); /* its end is an error of write(2) */
	status = measure(run, &values, &recording, false);
	if (!status) status = measure(run, &values, &recording, true);
	sigaction(SIGPIPE, &before, NULL);
	out_done(&recording);
	while (dsos.count) free(dsos.paths[--dsos.count]);
	return status;
}
