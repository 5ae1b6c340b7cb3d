/* How long a C++ name takes to be made readable, ours and libiberty's, and how many ours leaves to libiberty.
 *
 *     nm /usr/lib/x86_64-linux-gnu/libLLVM-15.so.1 -D | awk '{ print $NF }' | cut -d@ -f1 > names; micro_demangle names
 */
#include <libiberty/demangle.h>
#undef ARRAY_SIZE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "base/vec.h"
#include "symbol/demangle/demangle_cxx.h"

#define ROUNDS 15

static double now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

struct text {
	char bytes[1 << 18];
	size_t size;
};

static void text_add(const char *piece, size_t size, void *opaque)
{
	struct text *text = opaque;
	if (size > sizeof(text->bytes) - text->size) return;
	memcpy(text->bytes + text->size, piece, size);
	text->size += size;
}

int main(int argc, char **argv)
{
	static struct text text;
	VEC(char *) names = VEC_INIT;
	char *line = NULL;
	size_t capacity = 0, left = 0;
	double best_ours_ns = 0, best_theirs_ns = 0;

	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (!file) {
		fprintf(stderr, "usage: micro_demangle FILE-OF-NAMES\n");
		return 2;
	}
	while (getline(&line, &capacity, file) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (strncmp(line, "_Z", 2) == 0) vec_push(&names, xstrdup(line));
	}
	for (int round = 0; round < ROUNDS; round++) {
		double start_ns = now_ns();
		left = 0;
		for (size_t i = 0; i < names.count; i++) {
			char *readable = demangle_cxx(names.items[i]);
			left += !readable;
			free(readable);
		}
		double ours_ns = now_ns() - start_ns;
		start_ns = now_ns();
		for (size_t i = 0; i < names.count; i++) {
			text.size = 0;
			cplus_demangle_v3_callback(names.items[i], DMGL_PARAMS | DMGL_ANSI, text_add, &text);
		}
		double theirs_ns = now_ns() - start_ns;
		if (!round || ours_ns < best_ours_ns) best_ours_ns = ours_ns;
		if (!round || theirs_ns < best_theirs_ns) best_theirs_ns = theirs_ns;
	}
	double count = names.count ? (double)names.count : 1;
	printf("%zu names: ours %.0f ns, libiberty %.0f ns (%.1f times), %.2f %% left to libiberty\n", names.count,
	       best_ours_ns / count, best_theirs_ns / count, best_theirs_ns / best_ours_ns, 100 * (double)left / count);
	for (size_t i = 0; i < names.count; i++) free(names.items[i]);
	vec_done(&names);
	free(line);
	fclose(file);
	return 0;
}
