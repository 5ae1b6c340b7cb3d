/* Building strings of unknown length, for messages and names; text output in quantity is an outbuf (base/outbuf.h).
 * Always NUL-terminated, grows as needed (at least by a factor of two), never fails. Not thread safe.
 *
 *     _strbuf_done_ struct strbuf sb = STRBUF_INIT;
 *     strbuf_printf(&sb, "%u files", count);
 *     return strbuf_take(&sb); */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include "base/compiler.h"

/* text: NULL before the first byte; read it by strbuf_text. size: without the NUL. A zeroed struct is empty. */
struct strbuf {
	char *text;
	size_t size, capacity;
};
#define STRBUF_INIT        \
	{                  \
		NULL, 0, 0 \
	}

/* Frees the text. The buffer is empty afterwards and may be used again. */
void strbuf_done(struct strbuf *sb);
/* Makes it empty but keeps the memory for what comes next. */
void strbuf_clear(struct strbuf *sb);
/* Append bytes, a text, a character. The data must not be a part of the buffer itself. */
void strbuf_add(struct strbuf *sb, const void *data, size_t size_bytes);
void strbuf_str(struct strbuf *sb, const char *text);
void strbuf_char(struct strbuf *sb, char c);
/* Append as printf does; nothing when the format fails. %s is taken as it is: strbuf_name (base/printable.h)
 * escapes. */
void strbuf_printf(struct strbuf *sb, const char *format, ...) _printf_(2, 3);
void strbuf_vprintf(struct strbuf *sb, const char *format, va_list args);
/* The text, never NULL. Borrowed; valid until the buffer changes. */
const char *strbuf_text(const struct strbuf *sb);
/* The text, never NULL, as a string that the caller frees; the buffer is empty afterwards. */
char *strbuf_take(struct strbuf *sb);
#define _strbuf_done_ _cleanup_(strbuf_done)

#endif
