/* The cursor's less frequent reads: parts, strings, LEB128 numbers. The fixed-size ones are inline in cursor.h. */
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
	if (c->error) return NULL;
	size_t left = cursor_left(c);
	if (max > left) max = left;
	const char *text = max ? (const char *)c->data + c->pos : NULL;
	const char *end = max ? memchr(text, '\0', max) : NULL;
	if (!end) {
		c->error = true;
		return NULL;
	}
	c->pos += (size_t)(end - text) + 1;
	return text;
}

/* DWARF 5, section 7.6: seven bits a byte, the lowest first; the high bit says that more follow. Bits beyond the 64th
 * are dropped, as producers may pad numbers with empty bytes. *ret_bits: how many bits were read, at most 70.
 * *ret_negative: the highest bit that was read. Returns 0 after an error. */
static uint64_t read_leb128(struct cursor *c, unsigned *ret_bits, bool *ret_negative)
{
	uint64_t value = 0;
	unsigned bits = 0;
	uint8_t byte;
	do {
		byte = cursor_u8(c);
		if (bits < 64) {
			value |= (uint64_t)(byte & 0x7f) << bits;
			bits += 7;
		}
		/* ends at the end of the data too, where reads give 0 */
	} while (byte & 0x80);
	*ret_bits = bits;
	*ret_negative = byte & 0x40;
	return c->error ? 0 : value;
}

uint64_t cursor_uleb128(struct cursor *c)
{
	unsigned bits;
	bool negative;
	return read_leb128(c, &bits, &negative);
}

int64_t cursor_sleb128(struct cursor *c)
{
	unsigned bits;
	bool negative;
	uint64_t value = read_leb128(c, &bits, &negative);
	if (negative && bits < 64) value |= ~(uint64_t)0 << bits;
	return (int64_t)value;
}
