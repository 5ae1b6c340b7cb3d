/* A record of any type, decoded and encoded. Input: type and misc (2 bytes each), byte order (1), sample type of the
 * event (3), then what follows the record's header. What was encoded once is encoded in the same way again. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/read_all.h"

static void encode(const struct record *r, bool swap, struct outbuf *out)
{
	union record_fields fields;
	out_init(out, -1);
	out->swap = swap;
	if (record_decode(r, &fields) == 0)
		(void)!record_encode(out, (struct record_envelope){ .type = r->type, .misc = r->misc }, &fields);
}

FUZZ(data, size)
{
	struct perf_events events;
	struct event_attr attr = { .flags = ATTR_SAMPLE_ID_ALL };
	struct sample_scratch scratch = { 0 };
	uint8_t *bytes;
	uint16_t type, misc;
	if (size < 8) return;
	size = MIN(size, 60000);
	memcpy(&type, data, 2);
	memcpy(&misc, data + 2, 2);
	memcpy(&attr.sample_type, data + 5, 3);
	bytes = malloc(size);
	memcpy(bytes, data, size);
	struct record r = { .type = type, .misc = misc, .size = (uint16_t)size, .swap = data[4] & 1, .data = bytes };
	events_init(&events);
	(void)events_add(&events, &attr, "e");
	read_all_record(&events, &r, &scratch);
	struct outbuf once, twice;
	encode(&r, r.swap, &once);
	if (once.size) {
		struct record written = r;
		written.size = (uint16_t)once.size;
		written.misc = cursor_u16(&(struct cursor){
			.data = (const uint8_t *)once.data, .size = once.size, .pos = 4, .swap = r.swap });
		written.data = (const uint8_t *)once.data;
		encode(&written, r.swap, &twice);
		if (once.size != twice.size || memcmp(once.data, twice.data, once.size) != 0) abort();
		out_done(&twice);
	}
	out_done(&once);
	sample_scratch_done(&scratch);
	events_done(&events);
	free(bytes);
}
