/* Decoders of records as rows that read like the layouts. Internal to perfdata/.
 *
 *     DECODER(throttle, U64(time_ns) U64(id) U64(stream_id))
 *
 * defines record_decode_throttle, which reads these fields of struct record_throttle in this order and returns 0, or
 * -EBADMSG, leaving *ret alone, when the record ends before. What is no plain field is a statement between them, on the
 * value v, the cursor c, the record r. */
#ifndef PERFDATA_RECORD_RECORD_DECODER_H
#define PERFDATA_RECORD_RECORD_DECODER_H

#include <errno.h>
#include "perfdata/record/record.h"

#define DECODER(name, fields)                                                       \
	int record_decode_##name(const struct record *r, struct record_##name *ret) \
	{                                                                           \
		struct cursor cursor = record_cursor(r), *const c = &cursor;        \
		struct record_##name v = { 0 };                                     \
		fields if (!cursor_ok(c)) return -EBADMSG;                          \
		*ret = v;                                                           \
		return 0;                                                           \
	}

#define U8(field) v.field = cursor_u8(c);
#define U16(field) v.field = cursor_u16(c);
#define U32(field) v.field = cursor_u32(c);
#define U64(field) v.field = cursor_u64(c);
#define SKIP(bytes) cursor_skip(c, bytes);
/* A string that fills the rest of a record up to its trailer. */
#define REST_TEXT(field) v.field = cursor_string(c, cursor_left(c));
#define REST(field) v.field = cursor_sub(c, cursor_left(c));
/* So many items of so many bytes. */
#define ITEMS(count, field, bytes)                               \
	if (v.count > cursor_left(c) / (bytes)) return -EBADMSG; \
	v.field = cursor_sub(c, v.count * (bytes));
/* As many items of so many bytes as there are. */
#define REST_ITEMS(count, field, bytes)     \
	v.count = cursor_left(c) / (bytes); \
	ITEMS(count, field, bytes)
#define WHERE(condition, fields) \
	if (condition) {         \
		fields           \
	}

#endif
