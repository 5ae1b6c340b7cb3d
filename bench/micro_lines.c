/* How long source lines and inlined calls take: cold (nothing read yet, but for the symbols) and warm.
 *
 *     micro_lines FILE [ADDRESSES [THREADS]]                        (5000 addresses in functions, 1 thread) */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "base/threads.h"
#include "symbol/object_lines.h"
#include "symbol/source/symbol_source.h"

#define ROUNDS 5
#define WARM_ROUNDS 200

static double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
	return *state;
}

struct asked {
	struct object *object;
	const uint64_t *addresses;
	_Atomic size_t frames;
	bool only_lines;
};

static void ask(void *ctx, unsigned worker, size_t i)
{
	struct asked *asked = ctx;
	if (asked->only_lines) {
		struct source_line line;
		asked->frames += object_line(asked->object, asked->addresses[i], &line);
	} else {
		const struct code_frames *frames = object_frames(asked->object, asked->addresses[i]);
		asked->frames += frames ? frames->count : 0;
	}
}

static double debug_mb(const char *path)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	_free_ char *copy = xstrdup(path);
	uint64_t bytes = 0;
	if (symbol_file_open(&copy, &file) < 0) return 0;
	for (size_t i = 0; i < file.image.nr_sections; i++)
		if (strncmp(file.image.sections[i].name, ".debug_", 7) == 0) bytes += file.image.sections[i].size_bytes;
	symbol_file_close(&file);
	return (double)bytes / 1e6;
}

static void bench_cold(const char *path, size_t count, unsigned threads, bool only_lines)
{
	struct symbol_options options = { .demangle = true, .build_id_dir = "/nonexistent" };
	struct object_identity identity = { .kind = OBJECT_USER, .path = path, .pid = -1 };
	double best_ms = 0, first_ms = 0, mb = 0;
	size_t frames = 0;
	for (int round = 0; round < ROUNDS; round++) {
		struct symbol_store *store = symbol_store_new(&options);
		struct object *object = symbol_store_object(store, &identity);
		size_t n = object_nr_symbols(object);
		_free_ uint64_t *addresses = xcalloc(count, sizeof(*addresses));
		uint64_t state = 88172645463325252u;
		for (size_t i = 0; i < count && n; i++) {
			const struct symbol *symbol = object_symbol(object, next_random(&state) % n);
			addresses[i] = symbol->start + next_random(&state) % (symbol->end - symbol->start);
		}
		struct asked asked = { .object = object, .addresses = addresses, .only_lines = only_lines };
		double start_ms = now_ms();
		ask(&asked, 0, 0);
		double one_ms = now_ms() - start_ms;
		threads_for(threads, count, ask, &asked);
		double ms = now_ms() - start_ms;
		if (!round || ms < best_ms)
			best_ms = ms, first_ms = one_ms, frames = asked.frames,
			mb = object_lines_path(object) ? debug_mb(object_lines_path(object)) : 0;
		if (round + 1 < ROUNDS) {
			symbol_store_free(store);
			continue;
		}
		printf("%s, cold: %.1f ms for %zu addresses on %u threads (first one %.1f ms), %zu frames; %.1f MB of "
		       "debug information, %.2f ms a MB\n",
		       only_lines ? "lines" : "frames", best_ms, count, threads, first_ms, frames, mb,
		       mb ? best_ms / mb : 0);
		start_ms = now_ms();
		for (int i = 0; i < WARM_ROUNDS; i++)
			for (size_t j = 0; j < count; j++) ask(&asked, 0, j);
		printf("%s, warm: %.1f ns\n", only_lines ? "lines" : "frames",
		       (now_ms() - start_ms) * 1e6 / WARM_ROUNDS / (double)count);
		symbol_store_free(store);
	}
}

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 4) {
		fprintf(stderr, "usage: micro_lines FILE [ADDRESSES [THREADS]]\n");
		return 2;
	}
	size_t count = argc > 2 ? strtoul(argv[2], NULL, 0) : 5000;
	unsigned threads = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 1;
	bench_cold(argv[1], count, threads, true);
	bench_cold(argv[1], count, threads, false);
	return 0;
}
