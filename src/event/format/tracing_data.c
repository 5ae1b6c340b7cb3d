/* Reads the blob from front to back with a cursor, which checks every size; nothing is copied. The order of what
 * follows each other here is the layout that tracing_data.h shows. After damage the cursor stays in error and every
 * further read gives nothing, so that only the end has to look (cursor_ok). */
#include <errno.h>
#include "event/format/tracing_data.h"

/* A count from outside promises nothing: each item takes at least this many bytes. */
static bool plausible(const struct cursor *c, uint32_t count, size_t item_bytes)
{
	return cursor_ok(c) && count <= cursor_left(c) / item_bytes;
}

/* The next size_bytes bytes; sets the cursor's error where there are fewer. */
static struct text_view sized_text(struct cursor *c, uint64_t size_bytes)
{
	struct text_view view = { NULL, 0 };
	if (size_bytes > cursor_left(c)) {
		c->error = true;
		return view;
	}
	view.text = cursor_bytes(c, (size_t)size_bytes);
	view.size = view.text ? (size_t)size_bytes : 0;
	return view;
}

/* Whether the next string is name; anything else is an error. */
static bool named(struct cursor *c, const char *name)
{
	const char *text = cursor_string(c, strlen(name) + 1);
	if (!text || strcmp(text, name) != 0) c->error = true;
	return cursor_ok(c);
}

/* u32 count, then each format with a u64 size in front. */
static void read_formats(struct cursor *c, const char *system, struct tracing_data *td)
{
	uint32_t count = cursor_u32(c);
	if (!plausible(c, count, 8)) c->error = true;
	for (uint32_t i = 0; i < count && cursor_ok(c); i++) {
		struct text_view text = sized_text(c, cursor_u64(c));
		if (cursor_ok(c)) vec_push(&td->formats, ((struct tracing_format){ system, text }));
	}
}

int tracing_data_parse(const void *data, size_t size_bytes, struct warnings *warnings, struct tracing_data *ret)
{
	static const uint8_t magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	const uint16_t one = 1;
	struct tracing_data td = { 0 };
	struct cursor c = cursor_of(data, size_bytes, false);

	const void *start = cursor_bytes(&c, sizeof(magic));
	if (!start || memcmp(start, magic, sizeof(magic)) != 0) return -EBADMSG;
	td.version = cursor_string(&c, 16);
	td.big_endian = cursor_u8(&c) != 0;
	td.long_size = cursor_u8(&c);
	/* the first number follows, so that from here on the byte order counts */
	c.swap = td.big_endian == (*(const uint8_t *)&one == 1);
	td.page_size = cursor_u32(&c);
	if (!cursor_ok(&c) || (td.long_size != 4 && td.long_size != 8)) return -EBADMSG;
	if (named(&c, "header_page")) td.header_page = sized_text(&c, cursor_u64(&c));
	if (named(&c, "header_event")) td.header_event = sized_text(&c, cursor_u64(&c));
	if (!cursor_ok(&c)) return -EBADMSG;

	read_formats(&c, "ftrace", &td);
	uint32_t systems = cursor_u32(&c);
	if (!plausible(&c, systems, 5)) c.error = true;
	for (uint32_t i = 0; i < systems && cursor_ok(&c); i++) {
		const char *system = cursor_string(&c, 256);
		if (system) read_formats(&c, system, &td);
	}
	td.kallsyms = sized_text(&c, cursor_u32(&c));
	td.printk_formats = sized_text(&c, cursor_u32(&c));
	/* versions are compared as text */
	if (cursor_ok(&c) && strcmp(td.version, "0.6") >= 0) td.cmdlines = sized_text(&c, cursor_u64(&c));
	if (!cursor_ok(&c))
		warnings_add(warnings, "damaged tracing data",
			     "the tracepoint formats in the file end early: %zu of them could be read",
			     td.formats.count);
	*ret = td;
	return 0;
}

void tracing_data_done(struct tracing_data *td) { vec_done(&td->formats); }
