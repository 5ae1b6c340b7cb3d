/* Microbenchmarks of unwinding copied stacks, one thread.
 *
 *     micro_unwind FILE      a recording with --call-graph dwarf
 *     micro_unwind -c ELF    how long its call frame information takes to compile, and how large it becomes
 *
 * Each sample is unwound again and again while it is in the CPU's caches, which is what the unwinder itself costs; the
 * first round is the one that compiles tables and fills the cache of rules. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "frame/resolver.h"
#include "frame/unwind/unwind.h"
#include "session/session.h"

static double now_ms(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

#define MOST_FRAMES 127
struct bench {
	unsigned rounds;
	uint64_t samples, frames, check;
	double ms;
};

static void sample(void *ctx, struct session_worker *worker, const struct sample *s, const struct record *r,
		   uint64_t ordinal)
{
	struct bench *bench = ctx;
	struct sample_task task;
	uint64_t ips[MOST_FRAMES];
	size_t count;
	(void)r, (void)ordinal;
	if (!(s->present & SAMPLE_STACK_USER)) return;
	resolver_task(worker->resolver, s, &task);
	struct unwinder *unwinder = resolver_unwinder(worker->resolver);
	double start = now_ms();
	for (unsigned i = 0; i < bench->rounds; i++) {
		(void)unwinder_run(unwinder, &task, s, MOST_FRAMES, ips, &count);
		bench->frames += count;
		bench->check += count ? ips[count - 1] : 0;
	}
	bench->ms += now_ms() - start;
	bench->samples++;
}

static int recording(const char *path)
{
	struct session_options options = { .input = path, .threads = 1, .force = true };
	struct session *session;
	struct err err = { 0 };
	if (session_open(&options, &session, &err) < 0) return 1;
	static const unsigned rounds[] = { 1, 1, 50 };
	static const char *const names[] = { "first pass", "second pass", "hot" };
	for (unsigned i = 0; i < ARRAY_SIZE(rounds); i++) {
		struct bench bench = { .rounds = rounds[i] };
		struct sample_visitor visitor = { .ctx = &bench, .sample = sample };
		if (session_samples(session, &visitor, &err) < 0) return 1;
		printf("%-12s %8.1f ms %7.0f ns/sample %6.1f ns/frame  (%lu samples, %.1f frames each)\n", names[i],
		       bench.ms, bench.ms * 1e6 / (double)(bench.samples * rounds[i]),
		       bench.ms * 1e6 / (double)bench.frames, (unsigned long)bench.samples,
		       (double)bench.frames / (double)(bench.samples * rounds[i]));
	}
	session_close(session);
	return 0;
}

static int compiling(const char *path)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	struct blob blob = BLOB_INIT;
	struct image image = IMAGE_INIT;
	FILE *file = fopen(path, "re");
	if (!file) return 1;
	int code = blob_of_fd(dup(fileno(file)), &blob);
	(void)fclose(file);
	if (code < 0 || image_open(&blob, &image) < 0) return 1;
	const struct image_section *section = image_section(&image, ".eh_frame");
	if (!section || image_section_data(&image, section, &bytes) < 0) return 1;
	struct cfi_input input = { .data = bytes.data,
				   .size = bytes.size,
				   .vaddr = section->vaddr,
				   .is64 = image.is64,
				   .swap = image.swap,
				   .machine = image.machine,
				   .segments = image.segments,
				   .nr_segments = image.nr_segments };
	double best = 1e9;
	size_t nr_rows = 0, nr_rules = 0;
	for (int i = 0; i < 5; i++) {
		struct cfi *cfi;
		double start = now_ms();
		if (cfi_new(&input, &cfi) < 0) return 1;
		best = MIN(best, now_ms() - start);
		nr_rows = cfi_nr_rows(cfi);
		nr_rules = cfi_nr_rules(cfi);
		cfi_free(cfi);
	}
	printf("%zu KB of .eh_frame in %.2f ms: %zu rows (%.0f ns each), %zu rules\n", bytes.size >> 10, best, nr_rows,
	       best * 1e6 / (double)nr_rows, nr_rules);
	image_close(&image);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "-c") == 0) return compiling(argv[2]);
	if (argc == 2) return recording(argv[1]);
	fprintf(stderr, "micro_unwind FILE | -c ELF\n");
	return 2;
}
