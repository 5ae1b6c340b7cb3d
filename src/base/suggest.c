/* Distances between words: Damerau-Levenshtein with costs that depend on the edit, as people rather leave out a letter
 * than add one. */
#include "base/suggest.h"

#include <string.h>
#include <strings.h>
#include "base/compiler.h"

#define NAME_MAX_LENGTH 64 /* longer ones are cut: nobody mistypes a name into one with the same first 64 letters */
enum { COST_SWAP = 1, COST_SUBSTITUTE = 2, COST_INSERT = 1, COST_DELETE = 2, COST_LIMIT = 6 };

/* The usual table of distances between prefixes, of which three rows are kept. */
unsigned suggest_distance(const char *typed, const char *name)
{
	unsigned rows[3][NAME_MAX_LENGTH + 1], *above2 = rows[0], *above = rows[1], *row = rows[2];
	size_t typed_size = strnlen(typed, NAME_MAX_LENGTH), name_size = strnlen(name, NAME_MAX_LENGTH);

	for (size_t j = 0; j <= name_size; j++) above[j] = (unsigned)j * COST_INSERT;
	for (size_t i = 0; i < typed_size; i++) {
		row[0] = (unsigned)(i + 1) * COST_DELETE;
		for (size_t j = 0; j < name_size; j++) {
			unsigned best = above[j] + COST_SUBSTITUTE * (typed[i] != name[j]);
			if (i && j && typed[i - 1] == name[j] && typed[i] == name[j - 1])
				best = MIN(best, above2[j - 1] + COST_SWAP);
			best = MIN(best, above[j + 1] + COST_DELETE);
			row[j + 1] = MIN(best, row[j] + COST_INSERT);
		}
		unsigned *spare = above2;
		above2 = above;
		above = row;
		row = spare;
	}
	return above[name_size];
}

void suggest_add(struct suggest *suggest, const char *name)
{
	size_t typed_size = strlen(suggest->typed);
	unsigned distance = strncmp(name, suggest->typed, typed_size) == 0 && typed_size > 1
				    ? 0
				    : suggest_distance(suggest->typed, name);

	if (strcasecmp(suggest->typed, name) == 0) distance = 0;
	for (size_t i = 0; i < suggest->count; i++)
		if (strcmp(suggest->best[i], name) == 0) return;
	if (distance > COST_LIMIT || distance > suggest->distance || distance > MAX(typed_size, (size_t)1))
		return; /* nor what is another word */
	if (distance < suggest->distance) suggest->count = 0;
	suggest->distance = distance;
	if (suggest->count < ARRAY_SIZE(suggest->best)) suggest->best[suggest->count++] = name;
}

void suggest_format(const struct suggest *suggest, const char *prefix, struct strbuf *out)
{
	if (!suggest->count) return;
	strbuf_printf(out, "Did you mean %s?\n", suggest->count == 1 ? "this" : "one of these");
	for (size_t i = 0; i < suggest->count; i++) strbuf_printf(out, "\t%s%s\n", prefix, suggest->best[i]);
}
