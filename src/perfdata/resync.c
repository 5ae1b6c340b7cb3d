/* Finding records again behind garbage: a record is believed to begin where three headers in a row are plausible, each
 * where the one before says that it ends, or where such a chain ends exactly with the data. Sizes are multiples of 8,
 * but for those of a few types that perf makes, so only every eighth byte is tried. */
#include "perfdata/reader.h"

#define CHAIN 3 /* records in a row that are believed */

bool resync_plausible(const uint8_t *p, const uint8_t *end, bool swap, size_t *ret_size)
{
	if (end - p < 8) return false;
	struct cursor c = cursor_of(p, 8, swap);
	uint32_t type = cursor_u32(&c);
	cursor_u16(&c);
	uint16_t size = cursor_u16(&c);
	*ret_size = size;
	return type > 0 && type < RECORD_TYPE_MAX && size >= 8 && size % 8 == 0;
}

const uint8_t *resync_find(const uint8_t *p, const uint8_t *end, bool swap)
{
	for (; end - p >= 8; p += 8) {
		const uint8_t *q = p;
		size_t size;
		int n = 0;
		while (n < CHAIN && resync_plausible(q, end, swap, &size) && size <= (size_t)(end - q)) {
			q += size;
			n++;
			if (q == end) return p; /* ends where the data ends */
		}
		if (n == CHAIN) return p;
	}
	return end;
}
