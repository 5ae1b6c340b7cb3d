/* Building strings of unknown length. Always NUL-terminated. */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include "base/compiler.h"

struct strbuf {
	char *text;
	size_t size, capacity;
};
#define STRBUF_INIT        \
	{                  \
		NULL, 0, 0 \
	}

void strbuf_done(struct strbuf *sb);
void strbuf_clear(struct strbuf *sb);
void strbuf_add(struct strbuf *sb, const void *data, size_t size_bytes);
void strbuf_str(struct strbuf *sb, const char *text);
void strbuf_char(struct strbuf *sb, char c);
void strbuf_printf(struct strbuf *sb, const char *format, ...) _printf_(2, 3);
void strbuf_vprintf(struct strbuf *sb, const char *format, va_list args);
/* The text, never NULL. */
const char *strbuf_text(const struct strbuf *sb);
/* The text as a string the caller frees; the buffer is empty afterwards. */
char *strbuf_take(struct strbuf *sb);
#define _strbuf_done_ _cleanup_(strbuf_done)

#endif
