#include "symbol/bpf_lines.h"

#include <stdlib.h>
#include <string.h>
#include "btf/btf.h"

/* Offsets in struct bpf_prog_info, and bits of the arrays. */
enum {
	INFO_BTF_ID = 128,
	INFO_NR_LINES = 148,
	INFO_LINES = 152,
	INFO_ADDRS = 160,
	INFO_NR_ADDRS = 168,
	INFO_LINE_BYTES = 172,
	INFO_ADDR_BYTES = 176,
	INFO_END = 180,
};
enum { HAS_LINES = 1 << 6, HAS_ADDRS = 1 << 7 };
/* Of struct bpf_line_info; line and column are one number. */
enum { LINE_FILE = 4, LINE_TEXT = 8, LINE_NUMBER = 12, LINE_MIN = 16, COLUMN_BITS = 10, ADDR_MIN = 8 };

void bpf_strings_add(struct bpf_strings *strings, struct arena *arena, uint32_t id, const void *data, size_t size_bytes)
{
	struct btf btf;
	if (btf_parse(data, size_bytes, &btf) < 0) return;
	vec_reserve(strings, strings->count + 1);
	strings->items[strings->count].id = id;
	strings->items[strings->count].text = arena_memdup(arena, btf.strings, btf.strings_bytes);
	strings->items[strings->count++].size_bytes = btf.strings_bytes;
}

static uint32_t u32_at(struct cursor c, size_t off)
{
	cursor_seek(&c, off);
	return cursor_u32(&c);
}

static struct cursor array_at(struct cursor info, struct cursor arrays, size_t off)
{
	cursor_seek(&info, off);
	cursor_seek(&arrays, cursor_u64(&info));
	return arrays;
}

/* One line of struct bpf_line_info. text: the strings. False: it names nothing. */
static bool parse_line(struct cursor line, const char *text, size_t text_bytes, struct bpf_line *ret)
{
	uint32_t file = u32_at(line, LINE_FILE), words = u32_at(line, LINE_TEXT);
	if (file >= text_bytes || words >= text_bytes) return false;
	ret->file = text + file;
	ret->text = text + words;
	ret->number = u32_at(line, LINE_NUMBER) >> COLUMN_BITS;
	return true;
}

static int by_start(const void *pa, const void *pb)
{
	const struct bpf_line *a = pa, *b = pb;
	return (a->start > b->start) - (a->start < b->start);
}

struct bpf_line_list bpf_lines_read(struct cursor info, struct cursor arrays, uint64_t has,
				    const struct bpf_strings *strings, struct arena *arena)
{
	struct bpf_line_list lines = { NULL, 0 };
	size_t at = 0;
	if ((has & (HAS_LINES | HAS_ADDRS)) != (HAS_LINES | HAS_ADDRS) || info.size < INFO_END) return lines;
	uint32_t id = u32_at(info, INFO_BTF_ID), count = u32_at(info, INFO_NR_LINES),
		 line_bytes = u32_at(info, INFO_LINE_BYTES), addr_bytes = u32_at(info, INFO_ADDR_BYTES);
	while (at < strings->count && strings->items[at].id != id) at++;
	if (at == strings->count || count != u32_at(info, INFO_NR_ADDRS) || line_bytes < LINE_MIN ||
	    addr_bytes < ADDR_MIN || count > arrays.size / LINE_MIN)
		return lines;
	struct cursor line = array_at(info, arrays, INFO_LINES), addr = array_at(info, arrays, INFO_ADDRS);
	lines.items = arena_alloc(arena, (count + 1) * sizeof(*lines.items));
	for (uint32_t i = 0; i < count; i++) {
		struct cursor one_line = cursor_sub(&line, line_bytes), one_addr = cursor_sub(&addr, addr_bytes);
		struct bpf_line found = { .start = cursor_u64(&one_addr) };
		if (!cursor_ok(&line) || !cursor_ok(&addr)) break;
		if (parse_line(one_line, strings->items[at].text, strings->items[at].size_bytes, &found))
			lines.items[lines.count++] = found;
	}
	qsort(lines.items, lines.count, sizeof(*lines.items), by_start);
	return lines;
}

struct bpf_line_list bpf_lines_within(const struct bpf_line_list *lines, uint64_t start, uint64_t end)
{
	size_t first = 0;
	if (!lines->count) return (struct bpf_line_list){ 0 };
	while (first < lines->count && lines->items[first].start < start) first++;
	struct bpf_line_list found = { lines->items + first, 0 };
	while (first + found.count < lines->count && found.items[found.count].start < end) found.count++;
	return found;
}
