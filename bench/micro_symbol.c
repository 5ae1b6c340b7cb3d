/* How much processor time symbols take: loading an object, the search, making names readable.
 *
 *     micro_symbol user /usr/lib/gcc/x86_64-linux-gnu/12/cc1plus
 *     micro_symbol kernel /proc/kallsyms                          (or a copy: reading /proc/kallsyms is mostly the
 * kernel's work) */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "symbol/object.h"

#define ROUNDS 15
#define LOOKUPS 4000000u

static double now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
	return *state;
}

/* Addresses spread evenly over the middle 80 % of the symbols: no locality, the worst case. */
static void bench_lookups(struct object *object)
{
	size_t n = object_nr_symbols(object);
	if (n < 10) return;
	uint64_t low = object_symbol(object, n / 10)->start, high = object_symbol(object, n - 1 - n / 10)->start,
		 state = 88172645463325252u;
	for (int round = 0; round < 2; round++) { /* the first one makes the symbols */
		size_t found = 0;
		double start_ns = now_ns();
		for (unsigned i = 0; i < LOOKUPS; i++)
			found += object_find(object,
					     low + (uint64_t)((unsigned __int128)next_random(&state) * (high - low) >>
							      64)) != NULL;
		printf("%s look-up: %.1f ns (%.0f %% found)\n", round ? "later" : "first",
		       (now_ns() - start_ns) / LOOKUPS, 100.0 * (double)found / LOOKUPS);
	}
}

int main(int argc, char **argv)
{
	if (argc != 3 || (strcmp(argv[1], "user") != 0 && strcmp(argv[1], "kernel") != 0)) {
		fprintf(stderr, "usage: micro_symbol user|kernel FILE\n");
		return 2;
	}
	bool kernel = strcmp(argv[1], "kernel") == 0;
	struct symbol_options options = { .demangle = true,
					  .kallsyms = kernel ? argv[2] : NULL,
					  .build_id_dir = "/nonexistent" };
	struct object_identity identity = { .kind = kernel ? OBJECT_KERNEL : OBJECT_USER,
					    .path = kernel ? "[kernel.kallsyms]" : argv[2],
					    .pid = -1 };
	double best_ns = 0;

	for (int round = 0; round < ROUNDS; round++) {
		struct symbol_store *store = symbol_store_new(&options);
		double start_ns = now_ns();
		struct object *object = symbol_store_object(store, &identity);
		size_t n = object_nr_symbols(object);
		double load_ns = now_ns() - start_ns;
		if (!round || load_ns < best_ns) best_ns = load_ns;
		if (round == ROUNDS - 1) {
			printf("load: %.2f ms for %zu symbols from %s\n", best_ns / 1e6, n,
			       object_source_path(object) ? object_source_path(object) : "nowhere");
			start_ns = now_ns();
			for (size_t i = 0; i < n; i++) (void)object_symbol(object, i);
			if (n)
				printf("all names readable: %.2f ms, %.0f ns each\n", (now_ns() - start_ns) / 1e6,
				       (now_ns() - start_ns) / (double)n);
			bench_lookups(object);
		}
		symbol_store_free(store);
	}
	return 0;
}
