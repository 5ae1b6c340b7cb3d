/* "Did you mean this?": the known names nearest to a mistyped one. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>
#include "base/strbuf.h"

/* The cost of the edits that make `name` of `typed`: a swap of neighbours or an insertion costs 1, a substitution or
 * deletion 2; 0 means equal. Of both texts the first 64 bytes count. */
unsigned suggest_distance(const char *typed, const char *name);

/* The best few of a list: add every known name, then read best[0..count). Names are borrowed and must outlive it. Of
 * equally good names the first four stay. */
struct suggest {
	const char *typed;
	unsigned distance; /* of the best so far */
	size_t count;
	const char *best[4];
};

/* Begins a search for what was typed, which must outlive it. */
static inline struct suggest suggest_for(const char *typed)
{
	return (struct suggest){ .typed = typed, .distance = ~0u };
}
/* Considers a name. One that begins with what was typed (two letters or more), or differs in case only, is as good as
 * equal; one that would need too many edits is no suggestion. */
void suggest_add(struct suggest *suggest, const char *name);
/* Appends "Did you mean this?\n\tname\n" (or "one of these"), each name behind prefix; nothing when nothing is near. */
void suggest_format(const struct suggest *suggest, const char *prefix, struct strbuf *out);

#endif
