/* Parser of perf maps. One pass; names are either copied to the list's arena or, in place, end in a NUL that is
 * written over the newline. */
#include "symbol/jit/perf_map.h"

#include <elf.h>
#include <string.h>

static const int8_t hex_values[256] = {
	['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
	['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* Reads hex digits at *pos; false when there are none or more than 64 bits of them. "0x" in front is allowed. */
static bool hex_parse(const char *text, size_t size, size_t *pos, uint64_t *ret)
{
	uint64_t value = 0;
	size_t i = *pos;

	if (i + 2 < size && text[i] == '0' && (text[i + 1] | 0x20) == 'x') i += 2;
	size_t first = i;
	for (; i < size && hex_values[(uint8_t)text[i]]; i++) {
		if (value >> 60) return false;
		value = value << 4 | (uint64_t)(hex_values[(uint8_t)text[i]] - 1);
	}
	if (i == first) return false;
	*pos = i;
	*ret = value;
	return true;
}

static void blanks_skip(const char *text, size_t size, size_t *pos)
{
	while (*pos < size && (text[*pos] == ' ' || text[*pos] == '\t')) (*pos)++;
}

/* in_place: the line's text stays, and one more byte behind it may be written to. False: not of the form, or an end
 * beyond the last address. */
static bool line_parse(char *line, size_t size, bool in_place, struct symbol_list *list)
{
	uint64_t start, size_bytes;
	size_t pos = 0;

	blanks_skip(line, size, &pos);
	if (!hex_parse(line, size, &pos, &start) || pos++ >= size) return false;
	blanks_skip(line, size, &pos);
	if (!hex_parse(line, size, &pos, &size_bytes) || pos++ >= size || pos >= size) return false;
	if (start + size_bytes < start) return false;
	if (in_place) line[size] = 0;
	const char *name = in_place ? line + pos : arena_strndup(&list->arena, line + pos, size - pos);
	symbol_list_add(list, (struct raw_symbol){ .start = start,
						   .end = start + size_bytes,
						   .name = name,
						   .binding = STB_GLOBAL,
						   .type = STT_FUNC });
	return true;
}

/* Lines end in \n or \r\n; the last one may have no end. */
static size_t lines_parse(char *text, size_t size_bytes, bool in_place, struct symbol_list *list)
{
	size_t skipped = 0;

	for (size_t from = 0; from < size_bytes;) {
		char *newline = memchr(text + from, '\n', size_bytes - from);
		size_t to = newline ? (size_t)(newline - text) : size_bytes, next = to + 1;
		if (to > from && text[to - 1] == '\r') to--;
		skipped += !line_parse(text + from, to - from, in_place, list);
		from = next;
	}
	return skipped;
}

size_t perf_map_parse(const char *text, size_t size_bytes, struct symbol_list *list)
{
	return lines_parse((char *)(uintptr_t)text, size_bytes, false, list);
}

size_t perf_map_parse_in_place(char *text, size_t size_bytes, struct symbol_list *list)
{
	return lines_parse(text, size_bytes, true, list);
}
