/* Tokens of a tracepoint's format text: the declarations of fields, and the C expressions of its print format.
 * Internal to event/.
 * The lexer always stands on a token (kind, text); format_lexer_next goes to the next. It never reads outside its
 * text and never fails: what is no token sets error, for good, and reads as FORMAT_END. */
#ifndef EVENT_FORMAT_FORMAT_LEXER_H
#define EVENT_FORMAT_FORMAT_LEXER_H

#include "base/arena.h"
#include "event/format/tracing_data.h"

/* What the lexer stands on. Words and numbers are one kind: who parses tells them apart. */
enum format_token_kind {
	FORMAT_END,
	FORMAT_WORD,   /* letters, digits and '_': names and numbers */
	FORMAT_STRING, /* "one" "two": from the first quote to the last */
	FORMAT_CHAR,   /* 'x', with its quotes */
	FORMAT_MARK,   /* an operator or bracket of one or two characters */
};

/* The mark of an operator of two characters, such as FORMAT_MARK2('-', '>'). */
#define FORMAT_MARK2(a, b) ((uint16_t)((a) | (b) << 8))

/* A value without memory of its own: copy it to come back to a place. */
struct format_lexer {
	const char *next, *end;
	enum format_token_kind kind; /* of the token the lexer stands on */
	uint16_t mark;               /* FORMAT_MARK: its character, or FORMAT_MARK2 */
	struct text_view text;       /* in the text lexed */
	bool error;
};

/* A lexer that stands on the first token of text, which must outlive it. To come back to a place later, copy the
 * lexer. */
struct format_lexer format_lexer_of(struct text_view text);
/* Goes to the next token; at the end, and after an error, stays on FORMAT_END. */
void format_lexer_next(struct format_lexer *lexer);

/* Whether the lexer stands on this mark: a character, or FORMAT_MARK2. */
static inline bool format_lexer_is(const struct format_lexer *lexer, uint16_t mark)
{
	return lexer->kind == FORMAT_MARK && lexer->mark == mark;
}
/* Steps over this mark; anything else sets error. Returns whether there is none so far. */
bool format_lexer_expect(struct format_lexer *lexer, uint16_t mark);
/* Whether the lexer stands on this word, all of it. */
bool format_lexer_is_word(const struct format_lexer *lexer, const char *word);
/* What stands between the quotes of the string the lexer is on, its parts joined, escapes as written. The arena's. */
char *format_lexer_string(const struct format_lexer *lexer, struct arena *arena);

#endif
