/* The cursor's less frequent reads. */
#include "base/cursor.h"

struct cursor cursor_sub(struct cursor *c, size_t n)
{
	const void *data = cursor_bytes(c, n);
	struct cursor sub = cursor_of(data, data ? n : 0, c->swap);
	sub.error = !data;
	return sub;
}

const char *cursor_string(struct cursor *c, size_t max)
{
	if (c->error)
		return NULL;
	size_t left = cursor_left(c);
	if (max > left)
		max = left;
	const char *text = max ? (const char *)c->data + c->pos : NULL;
	const char *end = max ? memchr(text, '\0', max) : NULL;
	if (!end) {
		c->error = true;
		return NULL;
	}
	c->pos += (size_t)(end - text) + 1;
	return text;
}

/* DWARF 5, section 7.6. Bits beyond the 64th are dropped: producers pad with empty bytes. */
uint64_t cursor_uleb128(struct cursor *c)
{
	uint64_t value = 0;
	for (unsigned shift = 0;; shift += 7) {
		uint8_t byte = cursor_u8(c);
		if (c->error)
			return 0;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		else
			shift = 64;
		if (!(byte & 0x80))
			return value;
	}
}

int64_t cursor_sleb128(struct cursor *c)
{
	uint64_t value = 0;
	for (unsigned shift = 0;; shift += 7) {
		uint8_t byte = cursor_u8(c);
		if (c->error)
			return 0;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		else
			shift = 64;
		if (!(byte & 0x80)) {
			if (shift + 7 < 64 && (byte & 0x40))
				value |= ~(uint64_t)0 << (shift + 7);
			return (int64_t)value;
		}
	}
}
