/* Taking words off an event list, one character at a time and without looking back: who calls knows which word may
 * come. Blanks are only skipped where the caller says so (lexer_skip_blanks), as they end an event. */
#include "event/pmu/event_lexer.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include "base/strbuf.h"

void lexer_skip_blanks(struct event_lexer *lexer)
{
	while (isspace((unsigned char)lexer_peek(lexer))) lexer->pos++;
}

/* Globs, the '@' of driver terms and the '%' of SDT events are part of names here. */
static bool is_name_char(char c) { return c && (isalnum((unsigned char)c) || strchr("_-.*?@%![]+~", c)); }

char *lexer_take_name(struct event_lexer *lexer)
{
	size_t start = lexer->pos;
	while (is_name_char(lexer_peek(lexer))) lexer->pos++;
	return xstrndup(lexer->text + start, lexer->pos - start);
}

char *lexer_take_value(struct event_lexer *lexer, bool *ret_quoted)
{
	const char *rest = lexer->text + lexer->pos;
	*ret_quoted = *rest == '\'' || *rest == '"';
	if (*ret_quoted) {
		/* without a second quote the value goes on to the end of the text */
		const char *end = strchr(rest + 1, *rest);
		size_t n = end ? (size_t)(end - rest) - 1 : strlen(rest + 1);
		lexer->pos += n + 1 + (end != NULL);
		return xstrndup(rest + 1, n);
	}
	size_t n = strcspn(rest, ",/");
	lexer->pos += n;
	while (n && isspace((unsigned char)rest[n - 1])) n--;
	return xstrndup(rest, n);
}

bool lexer_take_number(struct event_lexer *lexer, uint64_t *ret)
{
	const char *text = lexer->text + lexer->pos;
	/* no base 0 for strtoull(3): "010" is ten, not eight */
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = hex ? text + 2 : text;
	if (!(hex ? isxdigit((unsigned char)*digits) : isdigit((unsigned char)*digits))) return false;
	char *end;
	errno = 0;
	uint64_t value = strtoull(digits, &end, hex ? 16 : 10);
	if (errno) return false;
	lexer->pos += (size_t)(end - text);
	*ret = value;
	return true;
}

bool event_number_parse(const char *text, uint64_t *ret)
{
	struct event_lexer lexer = { .text = text };
	uint64_t value;
	if (!lexer_take_number(&lexer, &value) || lexer_peek(&lexer)) return false;
	*ret = value;
	return true;
}

int lexer_error(const struct event_lexer *lexer, size_t pos, int code, struct err *err, const char *format, ...)
{
	/* how far right the arrow may be before the front of the text is cut */
	enum { ARROW_MAX = 13 };
	_strbuf_done_ struct strbuf message = STRBUF_INIT;
	va_list args;
	va_start(args, format);
	strbuf_vprintf(&message, format, args);
	va_end(args);
	/* 2: the two dots that stand for what was cut */
	size_t cut = pos > ARROW_MAX ? pos - ARROW_MAX + 2 : 0;
	size_t arrow = cut ? ARROW_MAX : pos;
	return err_set(err, code, "event syntax error: '%s%s'\n%*s\\___ %s", cut ? ".." : "", lexer->text + cut,
		       (int)(strlen("event syntax error: '") + arrow), "", strbuf_text(&message));
}
