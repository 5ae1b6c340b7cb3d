/* Multikey quicksort (Bentley, Sedgewick 1997) of eight characters at a time: a common beginning is looked at once a
 * text, not once a comparison. */
#include "base/sort_text.h"
#include <endian.h>
#include <string.h>
#include "base/compiler.h"

enum { FEW = 12, WORD = sizeof(uint64_t) };

/* Eight characters from depth on as a number that compares as they do; zeros behind the end. head holds it for the
 * depth that is being sorted by. */
static uint64_t word_at(const struct sort_text *t, size_t depth)
{
	uint64_t word = 0;
	if (depth >= t->size) return 0;
	memcpy(&word, t->text + depth, t->size - depth < WORD ? t->size - depth : WORD);
	return be64toh(word);
}

static void swap(struct sort_text *a, struct sort_text *b)
{
	struct sort_text kept = *a;
	*a = *b;
	*b = kept;
}

/* The first depth characters are the same. */
static int compare_from(const struct sort_text *a, const struct sort_text *b, size_t depth)
{
	if (a->head != b->head) return a->head < b->head ? -1 : 1;
	return a->size <= depth + WORD || b->size <= depth + WORD
		       ? (a->size > b->size) - (a->size < b->size)
		       : strcmp(a->text + depth + WORD, b->text + depth + WORD);
}

/* Insertion sort, for so few that partitioning does not pay. */
static void sort_few(struct sort_text *t, size_t count, size_t depth)
{
	for (size_t i = 1; i < count; i++) {
		struct sort_text one = t[i];
		size_t at = i;
		for (; at && compare_from(&t[at - 1], &one, depth) > 0; at--) t[at] = t[at - 1];
		t[at] = one;
	}
}

/* The median of three. */
static uint64_t middle_of(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t low = MIN(a, b), high = MAX(a, b);
	return MAX(low, MIN(high, c));
}

/* A random pivot: no order of the texts is a bad one. */
static uint64_t pivot_of(const struct sort_text *t, size_t count, uint64_t *random)
{
	*random ^= *random << 13, *random ^= *random >> 7, *random ^= *random << 17;
	return middle_of(t[*random % count].head, t[(*random >> 20) % count].head, t[(*random >> 40) % count].head);
}

/* Three-way partition by head: less, equal, more. Those that are equal have eight more characters in common and go
 * round with the next eight; the others are sorted by recursion. All texts agree in their first `depth` characters. */
static void sort_from(struct sort_text *t, size_t count, size_t depth, uint64_t *random)
{
	while (count > FEW) {
		uint64_t pivot = pivot_of(t, count, random);
		size_t less = 0, more = count;
		for (size_t i = 0; i < more;) {
			if (t[i].head < pivot) swap(&t[less++], &t[i++]);
			else if (t[i].head > pivot) swap(&t[i], &t[--more]);
			else i++;
		}
		sort_from(t, less, depth, random);
		sort_from(t + more, count - more, depth, random);
		if ((pivot & 0xff) == 0) return; /* all of them end here */
		t += less;
		count = more - less;
		depth += WORD;
		for (size_t i = 0; i < count; i++) t[i].head = word_at(&t[i], depth);
	}
	sort_few(t, count, depth);
}

void sort_texts(struct sort_text *texts, size_t count)
{
	uint64_t random = 88172645463325252u;
	for (size_t i = 0; i < count; i++) texts[i].head = word_at(&texts[i], 0);
	sort_from(texts, count, 0, &random);
}
