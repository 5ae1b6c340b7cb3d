/* Records taken apart and put together, by the rows of record_layout.def.
 *
 * The table is included twice. The first time its words (U32, TEXT, ITEMS, ...) are defined as statements that read
 * from cursor c into v, and LAYOUT makes record_decode_NAME of them; the second time as statements that write v to
 * out, and LAYOUT makes record_encode_NAME. Fields that no word describes are OWN(name): get_name and put_name, below.
 * Cursors remember that they ran over the end, so errors are looked for once, behind the last field. */
#include "perfdata/record/record.h"

#include <errno.h>

const char *record_type_name(uint32_t type)
{
	const char *name = "UNKNOWN";
	switch (type) {
#define RECORD(NAME, number, layout) \
	case number:                 \
		name = #NAME;        \
		break;
#include "perfdata/format/record_type.def"
#undef RECORD
	}
	return strncmp(name, "HEADER_", 7) == 0 ? name + 7 : name;
}

/* -- fields that are not plain: what get_NAME reads, put_NAME writes -- */

enum { BUILD_ID_AT = 4, MMAP_FILE_BYTES = BUILD_ID_AT + BUILD_ID_MAX };

/* A size, three bytes of zero, the build-id, and zeros up to BUILD_ID_MAX. While one event asks for build-ids, kernels
 * also set the flag in records of events that did not ask, whose bytes are an inode. */
static bool holds_build_id(const uint8_t *bytes)
{
	uint8_t size = bytes[0];
	if (!size || size > BUILD_ID_MAX) return false;
	for (size_t i = 1; i < BUILD_ID_AT; i++)
		if (bytes[i]) return false;
	for (size_t i = BUILD_ID_AT + size; i < MMAP_FILE_BYTES; i++)
		if (bytes[i]) return false;
	return true;
}

/* MMAP2 has a build-id or an inode behind what MMAP has. */
static void get_mmap_file(struct cursor *c, const struct record *r, struct record_mmap *v)
{
	struct cursor ahead = *c;
	const uint8_t *bytes = cursor_bytes(&ahead, MMAP_FILE_BYTES);
	if (r->misc & MISC_MMAP_BUILD_ID && bytes && holds_build_id(bytes)) {
		*c = ahead;
		v->has_build_id = true;
		v->build_id.size = bytes[0];
		memcpy(v->build_id.bytes, bytes + BUILD_ID_AT, v->build_id.size);
	} else {
		v->has_inode = true;
		v->maj = cursor_u32(c);
		v->min = cursor_u32(c);
		v->ino = cursor_u64(c);
		v->ino_generation = cursor_u64(c);
	}
}
static void put_mmap_file(struct outbuf *out, struct record_envelope *envelope, const struct record_mmap *v)
{
	if (v->has_build_id) {
		envelope->misc |= MISC_MMAP_BUILD_ID;
		out_u8(out, v->build_id.size);
		out_zeros(out, BUILD_ID_AT - 1);
		out_mem(out, v->build_id.bytes, v->build_id.size);
		out_zeros(out, BUILD_ID_MAX - v->build_id.size);
	} else {
		out_u32(out, v->maj);
		out_u32(out, v->min);
		out_u64(out, v->ino);
		out_u64(out, v->ino_generation);
	}
}

/* More namespaces than there is room for are left out. */
static void get_namespaces(struct cursor *c, const struct record *r, struct record_namespaces *v)
{
	uint64_t count = cursor_u64(c);
	/* Says how many there are, so that more than fit are an error, but more than known are not. */
	if (count > cursor_left(c) / 16) c->error = true;
	else v->count = MIN(count, ARRAY_SIZE(v->link));
	for (size_t i = 0; i < v->count; i++) {
		v->link[i].dev = cursor_u64(c);
		v->link[i].inode = cursor_u64(c);
	}
}
static void put_namespaces(struct outbuf *out, struct record_envelope *envelope, const struct record_namespaces *v)
{
	out_u64(out, v->count);
	for (size_t i = 0; i < v->count; i++) {
		out_u64(out, v->link[i].dev);
		out_u64(out, v->link[i].inode);
	}
}

/* TEXT_POKE: the old bytes, then the new ones, padded to 8. */
static void get_code(struct cursor *c, const struct record *r, struct record_text_poke *v)
{
	v->bytes = cursor_bytes(c, (size_t)v->old_len + v->new_len);
}
static void put_code(struct outbuf *out, struct record_envelope *envelope, const struct record_text_poke *v)
{
	size_t size = (size_t)v->old_len + v->new_len;
	out_mem(out, v->bytes, size);
	out_zeros(out, (8 - (8 + 2 + 2 + size) % 8) % 8);
}

/* SWITCH_CPU_WIDE: who runs next, or ran before. */
static void get_other(struct cursor *c, const struct record *r, struct record_switch *v)
{
	bool has_other = r->type == RECORD_SWITCH_CPU_WIDE;
	v->other_pid = has_other ? cursor_u32(c) : (uint32_t)-1;
	v->other_tid = has_other ? cursor_u32(c) : (uint32_t)-1;
}
static void put_other(struct outbuf *out, struct record_envelope *envelope, const struct record_switch *v)
{
	if (envelope->type != RECORD_SWITCH_CPU_WIDE) return;
	out_u32(out, v->other_pid);
	out_u32(out, v->other_tid);
}

/* The attr, of the size that it says. */
static void get_attr(struct cursor *c, const struct record *r, struct record_header_attr *v)
{
	struct cursor ahead = *c;
	cursor_skip(&ahead, 4);
	uint32_t size = cursor_u32(&ahead);
	if (size == 0) size = 64;
	if (!cursor_ok(&ahead) || size < 64) c->error = true;
	v->attr.data = cursor_bytes(c, size);
	v->attr.size = size;
}
static void put_attr(struct outbuf *out, struct record_envelope *envelope, const struct record_header_attr *v)
{
	out_mem(out, v->attr.data, v->attr.size);
}

/* Two words for each entry, where there is room for them. */
static void get_guests(struct cursor *c, const struct record *r, struct record_id_index *v)
{
	if (cursor_left(c) / 16 >= v->count) v->guests = cursor_sub(c, v->count * 16);
}
static void put_items(struct outbuf *out, struct cursor items, unsigned words, unsigned bytes);
static void put_guests(struct outbuf *out, struct record_envelope *envelope, const struct record_id_index *v)
{
	put_items(out, v->guests, 2, 0);
}

/* The message has room for so many bytes; where nothing follows it, the record may end right behind it, padded to 8. */
enum { AUXTRACE_MESSAGE_MAX = 64 };

static void get_auxtrace_message(struct cursor *c, const struct record *r, struct record_auxtrace_error *v)
{
	v->fills = cursor_left(c) >= AUXTRACE_MESSAGE_MAX;
	struct cursor message = cursor_sub(c, MIN(cursor_left(c), AUXTRACE_MESSAGE_MAX));
	v->message = cursor_string(&message, cursor_left(&message));
	if (!v->message) c->error = true;
}
static void put_text(struct outbuf *out, const char *text);
static void put_auxtrace_message(struct outbuf *out, struct record_envelope *envelope,
				 const struct record_auxtrace_error *v)
{
	size_t size = MIN(strlen(v->message ? v->message : ""), AUXTRACE_MESSAGE_MAX - 1);
	if (!v->fills && !v->has_guest) {
		put_text(out, v->message);
		return;
	}
	out_mem(out, v->message, size);
	out_zeros(out, AUXTRACE_MESSAGE_MAX - size);
}

/* -- the parts of records -- */

/* NUL-terminated and padded to 8, where the fields before fill whole words. */
static void put_text(struct outbuf *out, const char *text)
{
	size_t size = strlen(text ? text : "");
	out_mem(out, text, size);
	out_zeros(out, 8 - size % 8);
}

/* Bytes as they are. */
static void put_rest(struct outbuf *out, struct cursor rest)
{
	size_t size = cursor_left(&rest);
	out_mem(out, rest.data ? rest.data + rest.pos : NULL, size);
}

/* Items of numbers and plain bytes, in the byte order of out. */
static void put_items(struct outbuf *out, struct cursor items, unsigned words, unsigned bytes)
{
	size_t item_size = 8 * (size_t)words + bytes;
	if (items.swap == out->swap) {
		put_rest(out, items);
		return;
	}
	while (cursor_left(&items) >= item_size) {
		for (unsigned i = 0; i < words; i++) out_u64(out, cursor_u64(&items));
		out_mem(out, cursor_bytes(&items, bytes), bytes);
	}
	put_rest(out, items);
}

size_t record_begin(struct outbuf *out, uint32_t type, uint16_t misc)
{
	size_t begin = out->size;
	out_u32(out, type);
	out_u16(out, misc);
	out_u16(out, 0);
	return begin;
}

static void set_u16(struct outbuf *out, size_t at, uint16_t value)
{
	if (out->swap) value = __builtin_bswap16(value);
	memcpy(out->data + at, &value, sizeof(value));
}

int record_end(struct outbuf *out, size_t begin)
{
	size_t size = out->size - begin;
	if (size > UINT16_MAX) {
		out->size = begin;
		return -E2BIG;
	}
	set_u16(out, begin + 6, (uint16_t)size);
	return 0;
}

/* misc is known only now: fields may have added bits to it. */
static int end(struct outbuf *out, size_t begin, const struct record_envelope *envelope)
{
	set_u16(out, begin + 4, envelope->misc);
	if (envelope->id) sample_id_encode(out, envelope->id);
	return record_end(out, begin);
}

/* -- each type -- */

#define NOTHING
#define U8(field) v->field = cursor_u8(c);
#define U16(field) v->field = cursor_u16(c);
#define U32(field) v->field = cursor_u32(c);
#define U64(field) v->field = cursor_u64(c);
#define MISC(field, bit) v->field = r->misc & bit;
#define UNUSED(bytes) cursor_skip(c, bytes);
#define TAIL(bytes) cursor_skip(c, MIN(cursor_left(c), bytes));
#define BYTES(field, count) get_bytes(c, v->field, count);
#define TEXT(field) v->field = cursor_string(c, cursor_left(c));
#define REST(field) v->field = cursor_sub(c, cursor_left(c));
#define REST_PADDED(field) REST(field)
#define REST_WORDS(field) REST(field)
#define ITEMS(count, field, words, bytes)                                         \
	if (v->count > cursor_left(c) / (8 * (words) + (bytes))) return -EBADMSG; \
	v->field = cursor_sub(c, v->count * (8 * (words) + (bytes)));
#define REST_ITEMS(count, field)       \
	v->count = cursor_left(c) / 8; \
	v->field = cursor_sub(c, v->count * 8);
#define WHERE(condition, fields) \
	if (condition) {         \
		fields           \
	}
#define OPTIONAL(has, bytes, fields)        \
	v->has = cursor_left(c) >= (bytes); \
	WHERE(v->has, fields)
#define OWN(name, members) get_##name(c, r, v);
#define LAYOUT(name, fields, shown)                                                 \
	int record_decode_##name(const struct record *r, struct record_##name *ret) \
	{                                                                           \
		const uint32_t type = r->type;                                      \
		struct cursor cursor = record_cursor(r), *const c = &cursor;        \
		struct record_##name value = { 0 }, *const v = &value;              \
		(void)type, (void)v;                                                \
		fields if (!cursor_ok(c)) return -EBADMSG;                          \
		*ret = value;                                                       \
		return 0;                                                           \
	}
static void get_bytes(struct cursor *c, uint8_t *ret, size_t count)
{
	const uint8_t *bytes = cursor_bytes(c, count);
	if (bytes) memcpy(ret, bytes, count);
}
#include "perfdata/record/record_layout.def"
#include "perfdata/record/record_layout_end.def"

#define NOTHING
#define U8(field) out_u8(out, v->field);
#define U16(field) out_u16(out, v->field);
#define U32(field) out_u32(out, v->field);
#define U64(field) out_u64(out, v->field);
#define MISC(field, bit) \
	if (v->field) envelope.misc |= bit;
#define UNUSED(bytes) out_zeros(out, bytes);
#define TAIL(bytes) out_zeros(out, bytes);
#define BYTES(field, count) out_mem(out, v->field, count);
#define TEXT(field) put_text(out, v->field);
#define REST(field) put_rest(out, v->field);
#define REST_PADDED(field)       \
	put_rest(out, v->field); \
	out_zeros(out, (8 - (out->size - begin) % 8) % 8);
#define REST_WORDS(field) put_items(out, v->field, 1, 0);
#define ITEMS(count, field, words, bytes) put_items(out, v->field, words, bytes);
#define REST_ITEMS(count, field) put_items(out, v->field, 1, 0);
#define WHERE(condition, fields) \
	if (condition) {         \
		fields           \
	}
#define OPTIONAL(has, bytes, fields) WHERE(v->has, fields)
#define OWN(name, members) put_##name(out, &envelope, v);
#define LAYOUT(name, fields, shown)                                                                                  \
	int record_encode_##name(struct outbuf *out, struct record_envelope envelope, const struct record_##name *v) \
	{                                                                                                            \
		const uint32_t type = envelope.type;                                                                 \
		size_t begin = record_begin(out, type, envelope.misc);                                               \
		fields return end(out, begin, &envelope);                                                            \
	}
#include "perfdata/record/record_layout.def"
#include "perfdata/record/record_layout_end.def"

int record_decode(const struct record *r, union record_fields *ret)
{
	switch (r->type) {
#define RECORD(NAME, number, layout) \
	case number:                 \
		return record_decode_##layout(r, &ret->as_##layout);
#include "perfdata/format/record_type.def"
#undef RECORD
	default: return -EINVAL;
	}
}

int record_encode(struct outbuf *out, struct record_envelope envelope, const union record_fields *fields)
{
	switch (envelope.type) {
#define RECORD(NAME, number, layout) \
	case number:                 \
		return record_encode_##layout(out, envelope, &fields->as_##layout);
#include "perfdata/format/record_type.def"
#undef RECORD
	default: return -EINVAL;
	}
}
