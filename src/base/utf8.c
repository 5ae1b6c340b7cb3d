/* Well-formed UTF-8 by the ranges of RFC 3629, section 4: no overlong forms, no surrogates, nothing above U+10FFFF. The
 * first byte gives the length, and limits the second byte more than the others. */
#include "base/printable.h"

size_t utf8_length(const uint8_t *text, size_t left)
{
	uint8_t lead = text[0];
	uint8_t low = 0x80, high = 0xbf; /* of the second byte */
	size_t length;
	if (lead >= 0xc2 && lead <= 0xdf) {
		length = 2;
	} else if (lead >= 0xe0 && lead <= 0xef) {
		length = 3;
		if (lead == 0xe0) low = 0xa0;
		if (lead == 0xed) high = 0x9f;
	} else if (lead >= 0xf0 && lead <= 0xf4) {
		length = 4;
		if (lead == 0xf0) low = 0x90;
		if (lead == 0xf4) high = 0x8f;
	} else {
		return 0;
	}
	if (left < length || text[1] < low || text[1] > high) return 0;
	for (size_t i = 2; i < length; i++)
		if (text[i] < 0x80 || text[i] > 0xbf) return 0;
	return length;
}
