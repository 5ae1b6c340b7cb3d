/* Taking words off an event list. pos is a byte offset into the text, so that an error can point at the culprit:
 *     event syntax error: 'cpu/evnt=1/'
 *                              \___ unknown term 'evnt' for pmu 'cpu' */
#ifndef EVENT_PMU_EVENT_LEXER_H
#define EVENT_PMU_EVENT_LEXER_H

#include <stdbool.h>
#include <string.h>
#include "base/err.h"

/* text is borrowed; lexer_peek at its end gives the NUL. */
struct event_lexer {
	const char *text;
	size_t pos;
};

/* The next character; NUL at the end, as often as one looks. */
static inline char lexer_peek(const struct event_lexer *lexer) { return lexer->text[lexer->pos]; }
/* Steps over c if it is next. */
static inline bool lexer_accept(struct event_lexer *lexer, char c)
{
	if (lexer->text[lexer->pos] != c) return false;
	lexer->pos++;
	return true;
}
/* White space of all kinds, newlines as well. */
void lexer_skip_blanks(struct event_lexer *lexer);
/* A name of an event, PMU, tracepoint or term, globs included: letters, digits and any of "_-.*?@%![]+~". Empty string
 * when there is none. The caller frees. */
char *lexer_take_name(struct event_lexer *lexer);
/* A term's value: up to ',' or '/' without trailing blanks, or what is between quotes, without them (*ret_quoted). The
 * caller frees. */
char *lexer_take_value(struct event_lexer *lexer, bool *ret_quoted);
/* "0x1f" or "31"; numbers of events are never octal. False without moving when there is none, or one that 64 bits
 * cannot hold. */
bool lexer_take_number(struct event_lexer *lexer, uint64_t *ret);
/* The same for a whole text. */
bool event_number_parse(const char *text, uint64_t *ret);
/* Sets err to "event syntax error: 'TEXT'" with an arrow below pos and the message. Of a long text in front of pos
 * only the last bytes are shown. Returns code. */
int lexer_error(const struct event_lexer *lexer, size_t pos, int code, struct err *err, const char *format, ...)
	_printf_(5, 6);

#endif
