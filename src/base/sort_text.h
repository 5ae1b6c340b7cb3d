/* Sorting many texts, most of which begin alike. */
#ifndef BASE_SORT_TEXT_H
#define BASE_SORT_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct sort_text {
	const char *text;
	size_t size;   /* strlen(text) */
	uint64_t head; /* the sort's own */
};

/* By strcmp. */
void sort_texts(struct sort_text *texts, size_t count);

#endif
