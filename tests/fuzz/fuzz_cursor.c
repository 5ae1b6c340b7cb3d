/* Every read of the cursor, in an order the input decides. */
#include "base/cursor.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	if (size < 16) return;
	struct cursor c = cursor_of(data + 16, size - 16, data[0] & 1);
	for (int i = 0; i < 16; i++) {
		switch (data[i] % 9) {
		case 0: (void)cursor_u8(&c); break;
		case 1: (void)cursor_u16(&c); break;
		case 2: (void)cursor_u32(&c); break;
		case 3: (void)cursor_u64(&c); break;
		case 4: (void)cursor_uleb128(&c); break;
		case 5: (void)cursor_sleb128(&c); break;
		case 6: {
			const char *text = cursor_string(&c, data[i]);
			if (text) (void)strlen(text);
			break;
		}
		case 7: {
			struct cursor sub = cursor_sub(&c, data[i] / 9);
			while (cursor_left(&sub) && cursor_ok(&sub)) (void)cursor_u8(&sub);
			break;
		}
		default: cursor_seek(&c, data[i]);
		}
		if (c.pos > c.size) abort();
	}
}
