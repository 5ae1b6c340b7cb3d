/* A sink for what was odd in damaged input: counts each kind, keeps the first few texts of it. Thread safe but for
 * warnings_new and warnings_free. Libraries add, only commands print. */
#ifndef BASE_WARNINGS_H
#define BASE_WARNINGS_H

#include <stdint.h>
#include "base/compiler.h"

struct warnings;

/* Never NULL. Freed by warnings_free (NULL is fine). */
struct warnings *warnings_new(void);
void warnings_free(struct warnings *warnings);

/* kind: a short constant string that groups like with like ("truncated record"); kept by pointer. What %s is given is a
 * name (base/printable.h). The first three texts of a kind are kept, later ones only counted; so are no more than 256
 * kinds. warnings may be NULL. */
void warnings_add(struct warnings *warnings, const char *kind, const char *format, ...) _printf_(3, 4);
/* How often this kind was added; kind NULL: all. 0 when warnings is NULL. */
uint64_t warnings_count(const struct warnings *warnings, const char *kind);
/* The input was lost while it was used: what was made of it is shown, but is no success. warnings may be NULL. */
void warnings_fail(struct warnings *warnings);
/* Whether warnings_fail was called; false for NULL. */
_Bool warnings_has_failed(const struct warnings *warnings);
/* Calls fn for each kept text in the order added; more = how many of that kind were not kept (only at its last text).
 * Texts are borrowed. fn is called under the lock and must not call functions of this file. */
void warnings_visit(const struct warnings *warnings,
		    void (*fn)(void *ctx, const char *kind, const char *text, uint64_t more), void *ctx);

#endif
