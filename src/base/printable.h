/* Names from outside (commands, objects, symbols, events, hosts, paths, arguments) as text may show them. A file
 * system, a kernel and a recording let names hold any byte but NUL: one with a newline forges lines of output, one with
 * an escape sequence drives the terminal. So each byte that is a control character (C0, DEL, newline and tab included),
 * part of a C1 control character (U+0080 to U+009F) or not UTF-8 is written as \xNN. All else stays as it is, a
 * backslash too: clean names are never changed.
 *
 * Text writers use these where they write a name; JSON and SVG have escapes of their own. A check is a few instructions
 * for 8 bytes. */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "base/strbuf.h"

/* The length of the UTF-8 sequence at text, of which `left` (more than 0) bytes are there; 0 when it is none: RFC 3629,
 * section 4. */
size_t utf8_length(const uint8_t *text, size_t left);

/* How many bytes from the start need no escape: size_bytes when all is clean. */
size_t printable_prefix(const char *text, size_t size_bytes);
static inline bool printable_is_clean(const char *text)
{
	size_t size = strlen(text);
	return printable_prefix(text, size) == size;
}
/* Bytes, and columns of a terminal (one a character), of the text once it is written with its escapes. */
size_t printable_size(const char *text);
size_t printable_width(const char *text);
/* For printf and the like: the text itself when it is clean, else its escaped form in `scratch`, which is emptied first
 * and must outlive the result. */
const char *printable(const char *text, struct strbuf *scratch);
/* The same, appended. */
void strbuf_name(struct strbuf *sb, const char *name);

/* As vasprintf; what %s is given is a name. The caller frees it. */
char *printable_vformat(const char *format, va_list args);

/* As out_mem, out_str, out_left and out_right; widths count what is written. */
void out_name_mem(struct outbuf *out, const char *name, size_t size_bytes);
static inline void out_name(struct outbuf *out, const char *name) { out_name_mem(out, name, strlen(name)); }
void out_name_left(struct outbuf *out, const char *name, size_t width);
void out_name_right(struct outbuf *out, const char *name, size_t width);

/* The same for what was appended since out->size was `start`. */
void out_name_from(struct outbuf *out, size_t start);

/* Text of several lines that quotes names (a message, a source file): newlines and tabs stay. */
void strbuf_lines(struct strbuf *sb, const char *text, size_t size_bytes);
void out_lines(struct outbuf *out, const char *text, size_t size_bytes);

#endif
