/* Attributes shared by every folder: cleanup on scope exit, checked results, printf checking. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define _cleanup_(fn) __attribute__((cleanup(fn)))
#define _warn_unused_ __attribute__((warn_unused_result))
#define _printf_(fmt, args) __attribute__((format(printf, fmt, args)))
#define _unused_ __attribute__((unused))
#define _noreturn_ __attribute__((noreturn))

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* Moves a pointer out of a variable that has a cleanup: the variable becomes NULL, the caller owns the value. */
#define take(p)                                 \
	__extension__({                         \
		__typeof__(p) take_value = (p); \
		(p) = NULL;                     \
		take_value;                     \
	})

/* For pointers that their scope owns: "_free_ char *text = xstrdup(...);" is freed when the scope is left, unless
 * take(text) gave it away before. */
static inline void free_pointer(void *p) { free(*(void **)p); }
#define _free_ _cleanup_(free_pointer)

/* malloc family that never returns NULL: out of memory prints one line and aborts (docs/ARCHITECTURE.md, "Errors and
 * memory"). Sizes that come from outside must be bounded by the caller first. */
/* The linker sees other names, because libiberty defines the usual ones too. */
#define _linked_as_(name) __asm__(name)
/* Uninitialised. Freed by free, as all of these. A size of 0 is allowed. */
void *xmalloc(size_t size_bytes) _linked_as_("base_xmalloc");
/* Zeroed; for a product that overflows it aborts like for one that is too large. */
void *xcalloc(size_t count, size_t size_bytes) _linked_as_("base_xcalloc");
void *xrealloc(void *p, size_t size_bytes) _linked_as_("base_xrealloc");
/* xrealloc for an array; aborts when the product overflows. */
void *xreallocarray(void *p, size_t count, size_t size_bytes) _linked_as_("base_xreallocarray");
/* Zeroed; items that different threads write, of a type that is _apart_: none shares a cache line with another, nor the
 * line beside it, which processors fetch along. Freed by free. */
#define APART_BYTES 128
#define _apart_ __attribute__((aligned(APART_BYTES)))
void *xcalloc_apart(size_t count, size_t size_bytes) _linked_as_("base_xcalloc_apart");
/* Uninitialised memory at the start of a cache line; where the size is worth it, of huge pages if the system has them:
 * for tables that are looked into at random, and for much memory that is filled at once. Not for realloc; freed by
 * free. */
void *xmalloc_huge(size_t size_bytes) _linked_as_("base_xmalloc_huge");
/* Copies of texts, and a text made by printf. xstrndup copies at most size_bytes and adds a NUL. */
char *xstrdup(const char *text) _linked_as_("base_xstrdup");
char *xstrndup(const char *text, size_t size_bytes) _linked_as_("base_xstrndup");
char *xasprintf(const char *format, ...) _linked_as_("base_xasprintf") _printf_(1, 2);

#endif
