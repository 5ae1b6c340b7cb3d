/* "Did you mean this?": the known names nearest to a mistyped one. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>
#include "base/strbuf.h"

/* Edits that make one text of the other: swapped neighbours and substitutions and insertions are cheap, deletions dear;
 * 0 means equal. */
unsigned suggest_distance(const char *typed, const char *name);

/* The best few of a list: add every known name, then read best[0..count). */
struct suggest {
	const char *typed;
	unsigned distance; /* of the best so far */
	size_t count;
	const char *best[4];
};

static inline struct suggest suggest_for(const char *typed)
{
	return (struct suggest){ .typed = typed, .distance = ~0u };
}
void suggest_add(struct suggest *suggest, const char *name);
/* Appends "Did you mean this?\n\tname\n"; nothing when nothing is near. */
void suggest_format(const struct suggest *suggest, const char *prefix, struct strbuf *out);

#endif
