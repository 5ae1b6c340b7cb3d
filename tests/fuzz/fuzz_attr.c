/* Attrs of any size and byte order, and their texts. Input: flags byte (bit 0 swap), size byte in units of 8, bytes. */
#include "event/attr/attr.h"
#include "event/attr/name.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	if (size < 2) return;
	struct cursor c = cursor_of(data + 2, size - 2, data[0] & 1);
	struct event_attr attr;
	if (attr_decode(&c, (size_t)data[1] * 8, &attr) < 0) return;
	struct strbuf text = STRBUF_INIT;
	attr_format_evlist(&attr, NULL, &text);
	attr_format_dump(&attr, NULL, &text);
	strbuf_done(&text);
	uint8_t bytes[512];
	attr_encode(&attr, attr_smallest_size(&attr), bytes);
}
