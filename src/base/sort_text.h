/* Sorting many texts, most of which begin alike (symbols, paths), faster than qsort with strcmp: the common beginning
 * is not compared again and again. On one thread. */
#ifndef BASE_SORT_TEXT_H
#define BASE_SORT_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The caller sets text (NUL-terminated, borrowed) and size; which text is which the caller tells by its pointer. */
struct sort_text {
	const char *text;
	size_t size;   /* strlen(text) */
	uint64_t head; /* the sort's own */
};

/* Sorts in place, ascending by strcmp. Texts that are equal may come in any order. */
void sort_texts(struct sort_text *texts, size_t count);

#endif
