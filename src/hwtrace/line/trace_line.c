#include "hwtrace/line/trace_line.h"

enum { BEGIN_BYTES = 24, SLOT_BYTES = 3 };

static char *put_hex(char *to, uint64_t value, unsigned digits)
{
	for (unsigned i = digits; i--; value >>= 4) to[i] = "0123456789abcdef"[value & 15];
	return to + digits;
}

void trace_line_begin(struct outbuf *out, uint64_t offset, const uint8_t *at, size_t size, size_t width)
{
	char *line = out_reserve(out, BEGIN_BYTES + width * SLOT_BYTES), *to = line;
	memcpy(to, ".  ", 3);
	to = put_hex(to + 3, offset, offset >> 32 ? 16 : 8);
	memcpy(to, ": ", 2);
	to += 2;
	for (size_t i = 0; i < width; i++) {
		*to++ = ' ';
		if (i < size) {
			to = put_hex(to, at[i], 2);
			continue;
		}
		memcpy(to, "  ", 2);
		to += 2;
	}
	*to++ = ' ';
	out->size += (size_t)(to - line);
}
