/* The malloc family that never returns NULL (base/compiler.h). A size of 0 gives memory of 1 byte, so that NULL always
 * means "none" to callers. */
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include "base/compiler.h"

/* HUGE_PAGE_BYTES: of x86-64, and of ARM64 with pages of 4 KiB. Where they are larger, the alignment does no harm. */
enum { CACHE_LINE_BYTES = 64, HUGE_PAGE_BYTES = 2 << 20 };

_noreturn_ static void out_of_memory(size_t size_bytes)
{
	fprintf(stderr, "perf: out of memory (%zu bytes wanted)\n", size_bytes);
	abort();
}

void *xmalloc(size_t size_bytes)
{
	void *p = malloc(size_bytes ? size_bytes : 1);
	if (unlikely(!p)) out_of_memory(size_bytes);
	return p;
}

void *xcalloc(size_t count, size_t size_bytes)
{
	void *p = calloc(count ? count : 1, size_bytes ? size_bytes : 1);
	if (unlikely(!p)) out_of_memory(count * size_bytes);
	return p;
}

void *xcalloc_apart(size_t count, size_t size_bytes)
{
	assert(size_bytes % APART_BYTES == 0); /* the type is not _apart_ */
	size_t total;
	void *p = __builtin_mul_overflow(count ? count : 1, size_bytes, &total) ? NULL
										: aligned_alloc(APART_BYTES, total);
	if (!p) out_of_memory(size_bytes);
	return memset(p, 0, total);
}

void *xrealloc(void *p, size_t size_bytes)
{
	p = realloc(p, size_bytes ? size_bytes : 1);
	if (unlikely(!p)) out_of_memory(size_bytes);
	return p;
}

void *xreallocarray(void *p, size_t count, size_t size_bytes)
{
	size_t total;
	if (unlikely(__builtin_mul_overflow(count, size_bytes, &total))) out_of_memory(SIZE_MAX);
	return xrealloc(p, total);
}

void *xmalloc_huge(size_t size_bytes)
{
	bool huge = size_bytes >= HUGE_PAGE_BYTES;
	size_t unit = huge ? HUGE_PAGE_BYTES : CACHE_LINE_BYTES;
	if (size_bytes > SIZE_MAX - unit) out_of_memory(size_bytes);
	size_bytes = (MAX(size_bytes, (size_t)1) + unit - 1) / unit * unit;
	void *p = aligned_alloc(unit, size_bytes);
	if (unlikely(!p)) out_of_memory(size_bytes);
	/* Advice: without transparent huge pages it fails, and the memory is ordinary. */
	if (huge) (void)!madvise(p, size_bytes, MADV_HUGEPAGE);
	return p;
}

char *xstrdup(const char *text)
{
	size_t size = strlen(text) + 1;
	return memcpy(xmalloc(size), text, size);
}

char *xstrndup(const char *text, size_t size_bytes)
{
	size_t size = strnlen(text, size_bytes);
	char *copy = xmalloc(size + 1);
	memcpy(copy, text, size);
	copy[size] = '\0';
	return copy;
}

char *xasprintf(const char *format, ...)
{
	char *text;
	va_list args;
	va_start(args, format);
	int size = vasprintf(&text, format, args);
	va_end(args);
	if (size < 0) out_of_memory(0);
	return text;
}
