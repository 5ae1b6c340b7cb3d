/* Sets of words that the value of an option, or an argument, is made of. One set serves three readers: completion
 * lists it, a check compares with it, and a message about a wrong word shows what may have been meant.
 *
 * A set is constant: its words are an array, or a function names them where they come from a table or from the
 * machine. */
#ifndef CLI_OPTION_SET_H
#define CLI_OPTION_SET_H

#include <stdbool.h>
#include "base/strbuf.h"

/* Either names or visit is given. */
struct option_set {
	/* What one of the words is, for messages: "sort key". */
	const char *what;
	/* NULL-terminated; NULL: visit names them, each of which needs to last for the call of add only. */
	const char *const *names;
	void (*visit)(void (*add)(void *ctx, const char *name), void *ctx);
	/* Several may stand in a value, with commas or spaces between them. */
	bool is_list;
	/* Other words may be right, too: the words here are compared and completed, but not listed as all there are. */
	bool is_open;
};

/* Calls add once a word, in the set's order. The same word may come twice. name lasts for that call only. */
void option_set_visit(const struct option_set *set, void (*add)(void *ctx, const char *name), void *ctx);
/* Whether the word, word_size bytes that need no NUL behind them, is in the set, in the same case of letters. */
bool option_set_has(const struct option_set *set, const char *word, size_t word_size);
/* Appends what may have been meant by a word that the set does not have, and the set, each line ended: "Did you mean
 * this?", "Known are: a, b". An open set, and one too long to be read, is not listed. */
void option_set_format(const struct option_set *set, const char *word, struct strbuf *out);

#endif
