/* The command line of a session, as the configuration has it: words with blanks between. Quotes and backslashes are
 * those of a shell; nothing else of a shell is known, no variables, no patterns. */
#ifndef COMMANDS_DAEMON_DAEMON_COMMAND_LINE_H
#define COMMANDS_DAEMON_DAEMON_COMMAND_LINE_H

#include "base/err.h"
#include "base/vec.h"

/* words: owned, as the texts in it. */
struct daemon_words {
	VEC(char *) words;
};

/* Appends the words of the text. 0, or -EINVAL with err set where a quote is not closed; what was read stays. */
int daemon_words_split(const char *text, struct daemon_words *words, struct err *err) _warn_unused_;
void daemon_words_done(struct daemon_words *words);

#endif
