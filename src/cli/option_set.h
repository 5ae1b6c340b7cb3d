/* Sets of words that the value of an option, or an argument, is made of: what completion offers, and what a wrong word
 * is compared with. */
#ifndef CLI_OPTION_SET_H
#define CLI_OPTION_SET_H

#include <stdbool.h>
#include "base/strbuf.h"

struct option_set {
	const char *what;         /* one of them: "sort key" */
	const char *const *names; /* NULL-terminated; NULL: visit names them, each of which needs to last for the call
				     of add only */
	void (*visit)(void (*add)(void *ctx, const char *name), void *ctx);
	bool is_list; /* several may stand in a value, with commas (or spaces) between them */
	bool is_open; /* other words may be right, too: they are compared and completed, but not told to be all */
};

void option_set_visit(const struct option_set *set, void (*add)(void *ctx, const char *name), void *ctx);
bool option_set_has(const struct option_set *set, const char *word, size_t word_size);
/* Appends what may have been meant by a word that the set does not have, and the set, each line ended: "Did you mean
 * this?", "Known are: a, b". An open set, and one too long to be read, is not listed. */
void option_set_format(const struct option_set *set, const char *word, struct strbuf *out);

#endif
