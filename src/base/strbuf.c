/* Growing strings. The buffer doubles; a text that is formatted is tried in the room that is left first, and a second
 * time when it did not fit. */
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"

void strbuf_done(struct strbuf *sb)
{
	free(sb->text);
	*sb = (struct strbuf)STRBUF_INIT;
}

void strbuf_clear(struct strbuf *sb)
{
	sb->size = 0;
	if (sb->text) sb->text[0] = '\0';
}

/* Room for `more` bytes and the NUL. */
static char *reserve(struct strbuf *sb, size_t more)
{
	if (more >= sb->capacity - sb->size) {
		size_t wanted = sb->size + more + 1;
		if (wanted < sb->capacity * 2) wanted = sb->capacity * 2;
		if (wanted < 32) wanted = 32;
		sb->text = xrealloc(sb->text, wanted);
		sb->capacity = wanted;
	}
	return sb->text + sb->size;
}

void strbuf_add(struct strbuf *sb, const void *data, size_t size_bytes)
{
	char *to = reserve(sb, size_bytes);
	if (size_bytes) memcpy(to, data, size_bytes);
	to[size_bytes] = '\0';
	sb->size += size_bytes;
}

void strbuf_str(struct strbuf *sb, const char *text) { strbuf_add(sb, text, strlen(text)); }

void strbuf_char(struct strbuf *sb, char c) { strbuf_add(sb, &c, 1); }

void strbuf_vprintf(struct strbuf *sb, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	size_t room = sb->capacity - sb->size;
	int size = vsnprintf(room ? sb->text + sb->size : NULL, room, format, args);
	if (size >= 0) {
		if ((size_t)size >= room) vsnprintf(reserve(sb, (size_t)size), (size_t)size + 1, format, again);
		sb->size += (size_t)size;
	} else if (room) {
		sb->text[sb->size] = '\0';
	}
	va_end(again);
}

void strbuf_printf(struct strbuf *sb, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	strbuf_vprintf(sb, format, args);
	va_end(args);
}

const char *strbuf_text(const struct strbuf *sb) { return sb->text ? sb->text : ""; }

char *strbuf_take(struct strbuf *sb)
{
	char *text = sb->text ? sb->text : xstrdup("");
	*sb = (struct strbuf)STRBUF_INIT;
	return text;
}
