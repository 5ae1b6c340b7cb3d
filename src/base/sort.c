/* Two sorts with the same frame: the array is cut into one stretch (run) for each thread, each thread sorts its own,
 * then pairs of neighbouring runs are merged until one is left. Merging alternates between the array and a spare one of
 * its size.
 *
 *     sort_parallel   runs sorted by qsort_r and a comparison
 *     sort_words      runs sorted by radix, bytes of the keys from the least important one on
 *
 * Merging and radix passes are stable. Runs of sort_parallel, and fewer than FEW items of sort_words, are as stable as
 * qsort_r is: glibc's merges, but neither C nor POSIX promises that. */
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
	unsigned item_words, key_words; /* sort_words */
};

static void sort_run(void *ctx, unsigned worker, size_t item)
{
	struct sorting *s = ctx;
	size_t begin = item * s->run, count = MIN(s->run, s->count - begin);
	qsort_r(s->items + begin * s->item_size, count, s->item_size, s->compare, s->ctx);
}

/* Merges two neighbouring runs of `items` into the same place of `spare`. Equal items are taken from the first run,
 * which keeps the sort stable. */
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

/* Merges sorted runs until there is one. */
static void merge_all(struct sorting *s, unsigned threads)
{
	uint8_t *items = s->items, *spare = s->spare;
	for (; s->run < s->count; s->run *= 2) {
		threads_for(threads, (s->count + 2 * s->run - 1) / (2 * s->run), merge_runs, s);
		uint8_t *merged = s->spare;
		s->spare = s->items;
		s->items = merged;
	}
	if (s->items != items) memcpy(items, s->items, s->count * s->item_size);
	s->items = items;
	s->spare = spare;
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
	threads_for(threads, (count + s.run - 1) / s.run, sort_run, &s);
	merge_all(&s, threads);
	free(s.spare);
}

/* ---- by words: digit after digit, the least important first. A digit is a byte of a word. */

enum { DIGIT_BITS = 8, DIGIT_VALUES = 256, FEW = 64 /* sooner compared than counted */ };

static int compare_words(const void *pa, const void *pb, void *ctx)
{
	const uint64_t *a = pa, *b = pb;
	for (unsigned i = 0; i < *(const unsigned *)ctx; i++)
		if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
	return 0;
}

/* The bits in which the items' words differ. */
static uint64_t differing_bits(const uint64_t *items, size_t count, unsigned item_words, unsigned word)
{
	uint64_t any = 0, all = UINT64_MAX;
	for (const uint64_t *item = items, *end = items + count * item_words; item < end; item += item_words) {
		any |= item[word];
		all &= item[word];
	}
	return any ^ all;
}

/* Moves items to where a digit of theirs says, those with the same digit in the order in which they are. */
static inline void move_by_digit(const uint64_t *from, uint64_t *to, size_t count, unsigned item_words, unsigned word,
				 unsigned shift)
{
	size_t places[DIGIT_VALUES] = { 0 }, place = 0;
	const uint64_t *end = from + count * item_words;
	for (const uint64_t *item = from; item < end; item += item_words) places[(uint8_t)(item[word] >> shift)]++;
	for (unsigned value = 0; value < DIGIT_VALUES; value++) {
		size_t items = places[value];
		places[value] = place;
		place += items;
	}
	for (const uint64_t *item = from; item < end; item += item_words) {
		uint64_t *moved = to + places[(uint8_t)(item[word] >> shift)]++ * item_words;
		for (unsigned n = 0; n < item_words; n++) moved[n] = item[n];
	}
}

/* Radix sort of one run. Bytes that are the same in all keys of the run are skipped. The usual item sizes are
 * constants, for which the compiler makes moves without a loop. */
static void sort_run_by_words(void *ctx, unsigned worker, size_t item)
{
	const struct sorting *s = ctx;
	size_t begin = item * s->run, count = MIN(s->run, s->count - begin);
	uint64_t *items = (uint64_t *)(void *)s->items + begin * s->item_words,
		 *spare = (uint64_t *)(void *)s->spare + begin * s->item_words, *from = items, *to = spare;
	for (unsigned word = s->key_words; word-- > 0;) {
		uint64_t differing = differing_bits(from, count, s->item_words, word);
		for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
			if (!(uint8_t)(differing >> shift)) continue;
			if (s->item_words == 2) move_by_digit(from, to, count, 2, word, shift);
			else if (s->item_words == 3) move_by_digit(from, to, count, 3, word, shift);
			else move_by_digit(from, to, count, s->item_words, word, shift);
			uint64_t *moved = to;
			to = from;
			from = moved;
		}
	}
	if (from != items) memcpy(items, from, count * s->item_size);
}

void sort_words(uint64_t *items, size_t count, unsigned item_words, unsigned key_words, unsigned threads)
{
	struct sorting s = { .items = (uint8_t *)items,
			     .count = count,
			     .run = count,
			     .item_size = item_words * sizeof(*items),
			     .compare = compare_words,
			     .ctx = &key_words,
			     .item_words = item_words,
			     .key_words = key_words };
	if (count < FEW) {
		if (count > 1) qsort_r(items, count, s.item_size, compare_words, &key_words);
		return;
	}
	s.spare = xmalloc_huge(count * s.item_size);
	if (threads > 1 && count >= SMALL) s.run = (count + threads - 1) / threads;
	threads_for(threads, (count + s.run - 1) / s.run, sort_run_by_words, &s);
	merge_all(&s, threads);
	free(s.spare);
}
