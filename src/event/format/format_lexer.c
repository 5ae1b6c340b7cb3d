/* A hand-written lexer: white space, words, strings (several in a row are one), characters, and marks of one or two
 * characters. */
#include "event/format/format_lexer.h"

#include <string.h>

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/* ASCII only, whatever the locale: formats are the kernel's. */
static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Behind the quoted text that begins at from; NULL when it does not end. Lines may end within, but upstream does not
 * understand tabs. */
static const char *skip_quoted(const char *from, const char *end)
{
	const char quote = *from;
	for (const char *p = from + 1; p < end && *p != '\t'; p++) {
		if (*p == quote) return p + 1;
		if (*p == '\\' && ++p == end) break;
	}
	return NULL;
}

/* The next character that is no white space, or end. */
static const char *skip_space(const char *p, const char *end)
{
	while (p < end && is_space(*p)) p++;
	return p;
}

void format_lexer_next(struct format_lexer *lexer)
{
	static const char pairs[][2] = { { '-', '>' }, { '<', '<' }, { '>', '>' }, { '<', '=' }, { '>', '=' },
					 { '=', '=' }, { '!', '=' }, { '&', '&' }, { '|', '|' } };
	const char *start = skip_space(lexer->next, lexer->end), *p = start;

	lexer->kind = FORMAT_END;
	lexer->text = (struct text_view){ start, 0 };
	if (p == lexer->end || lexer->error) {
		lexer->next = lexer->end;
		return;
	}
	/* p moves behind the token, whose kind its first character decides; p is NULL where it has no end, or is
	 * none */
	if (is_word(*p)) {
		while (p < lexer->end && is_word(*p)) p++;
		lexer->kind = FORMAT_WORD;
	} else if (*p == '"') {
		/* adjacent strings are one, as in C */
		for (const char *more = p; more && more < lexer->end && *more == '"';
		     more = p ? skip_space(p, lexer->end) : NULL)
			p = skip_quoted(more, lexer->end);
		lexer->kind = FORMAT_STRING;
	} else if (*p == '\'') {
		p = skip_quoted(p, lexer->end);
		lexer->kind = FORMAT_CHAR;
	} else if (*p > ' ' && *p < 0x7f) {
		lexer->kind = FORMAT_MARK;
		lexer->mark = (uint8_t)*p++;
		for (size_t i = 0; p < lexer->end && i < ARRAY_SIZE(pairs); i++)
			if (pairs[i][0] == *start && pairs[i][1] == *p) {
				lexer->mark = FORMAT_MARK2(*start, *p);
				p++;
				break;
			}
	} else {
		p = NULL;
	}
	if (!p) {
		lexer->kind = FORMAT_END;
		lexer->error = true;
		lexer->next = lexer->end;
		return;
	}
	lexer->text.size = (size_t)(p - start);
	lexer->next = p;
}

struct format_lexer format_lexer_of(struct text_view text)
{
	struct format_lexer lexer = { .next = text.text, .end = text.text + text.size };
	format_lexer_next(&lexer);
	return lexer;
}

bool format_lexer_expect(struct format_lexer *lexer, uint16_t mark)
{
	if (!format_lexer_is(lexer, mark)) lexer->error = true;
	format_lexer_next(lexer);
	return !lexer->error;
}

bool format_lexer_is_word(const struct format_lexer *lexer, const char *word)
{
	return lexer->kind == FORMAT_WORD && lexer->text.size == strlen(word) &&
	       memcmp(lexer->text.text, word, lexer->text.size) == 0;
}

char *format_lexer_string(const struct format_lexer *lexer, struct arena *arena)
{
	const char *p = lexer->text.text, *end = p + lexer->text.size;
	/* without the quotes it cannot be longer than the token */
	char *joined = arena_alloc(arena, lexer->text.size + 1), *to = joined;
	while (p < end) {
		const char *close = skip_quoted(p, end);
		if (!close) /* cannot be: the token was cut where a quote closes */
			break;
		memcpy(to, p + 1, (size_t)(close - p) - 2);
		to += close - p - 2;
		p = skip_space(close, end);
	}
	*to = 0;
	return joined;
}
