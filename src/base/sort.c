#include "base/sort.h"
#include <stdbool.h>
#include <string.h>
#include "base/threads.h"

enum { SMALL = 4096 }; /* not worth a thread */

struct sorting {
	uint8_t *items, *spare;
	size_t count, item_size, run; /* run: items of a sorted stretch */
	int (*compare)(const void *a, const void *b, void *ctx);
	void *ctx;
};

static void sort_run(void *ctx, unsigned worker, size_t item)
{
	struct sorting *s = ctx;
	size_t begin = item * s->run, count = MIN(s->run, s->count - begin);
	qsort_r(s->items + begin * s->item_size, count, s->item_size, s->compare, s->ctx);
}

static void merge_runs(void *ctx, unsigned worker, size_t item)
{
	struct sorting *s = ctx;
	size_t begin = item * 2 * s->run, middle = MIN(begin + s->run, s->count), end = MIN(middle + s->run, s->count),
	       size = s->item_size;
	const uint8_t *a = s->items + begin * size, *a_end = s->items + middle * size, *b = a_end,
		      *b_end = s->items + end * size;
	uint8_t *to = s->spare + begin * size;
	while (a < a_end && b < b_end) {
		bool from_b = s->compare(a, b, s->ctx) > 0;
		memcpy(to, from_b ? b : a, size);
		if (from_b) b += size;
		else a += size;
		to += size;
	}
	memcpy(to, a, (size_t)(a_end - a));
	memcpy(to + (a_end - a), b, (size_t)(b_end - b));
}

void sort_parallel(void *items, size_t count, size_t item_size, int (*compare)(const void *a, const void *b, void *ctx),
		   void *ctx, unsigned threads)
{
	if (threads < 2 || count < SMALL) {
		if (count > 1) qsort_r(items, count, item_size, compare, ctx);
		return;
	}
	struct sorting s = { .items = items,
			     .spare = xreallocarray(NULL, count, item_size),
			     .count = count,
			     .item_size = item_size,
			     .compare = compare,
			     .ctx = ctx };
	s.run = (count + threads - 1) / threads;
	uint8_t *spare = s.spare;
	threads_for(threads, (count + s.run - 1) / s.run, sort_run, &s);
	for (; s.run < count; s.run *= 2) {
		threads_for(threads, (count + 2 * s.run - 1) / (2 * s.run), merge_runs, &s);
		uint8_t *swapped = s.items;
		s.items = s.spare;
		s.spare = swapped;
	}
	if (s.items != items) memcpy(items, s.items, count * item_size);
	free(spare);
}
