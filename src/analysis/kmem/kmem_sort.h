/* By what rows of kernel memory are ordered. */
#ifndef ANALYSIS_KMEM_KMEM_SORT_H
#define ANALYSIS_KMEM_KMEM_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* By what rows can be ordered: not all are for slabs, not all for pages (kmem_sort.c). */
enum kmem_key {
	KMEM_BY_PTR,
	KMEM_BY_CALLSITE,
	KMEM_BY_HIT,
	KMEM_BY_BYTES,
	KMEM_BY_PINGPONG,
	KMEM_BY_FRAG,
	KMEM_BY_PAGE,
	KMEM_BY_ORDER,
	KMEM_BY_MIGTYPE,
	KMEM_BY_GFP
};
/* An order: by the first key, then the second ..., the largest first. What is equal by all keys is in the order of
 * addresses. */
struct kmem_sort {
	uint8_t keys[16];
	size_t nr_keys;
};

/* Reads "bytes,hit" as keys of slabs, or of pages. False: *ret_bad is the first word that is none (ret_bad_size
 * bytes within text), and *ret is unchanged. */
bool kmem_sort_parse(const char *text, bool of_pages, struct kmem_sort *ret, const char **ret_bad,
		     size_t *ret_bad_size);
/* As strcmp: < 0 when a is smaller. */
static inline int kmem_sort_compare(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

#endif
