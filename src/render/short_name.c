/* Shortening names, from what tells least on:
 *
 *     std::vector<std::pair<int, long>>::insert(const int&, long)     as it is
 *     std::vector<std::pair<...>>::insert(const int&, long)           innermost template arguments
 *     std::vector<...>::insert(const int&, long)                      those around them
 *     std::vector<...>::insert(...)                                   parameters
 *     std::vector...ert(...)                                          the middle
 *
 * Brackets of operators (operator<<, operator->) are no brackets. Widths count characters of UTF-8, as one column
 * each. */
#include "render/short_name.h"
#include <ctype.h>
#include <string.h>

enum { SHORTEST = 8 };
#define DOTS "..."

unsigned short_name_width(const char *text, size_t size_bytes)
{
	unsigned width = 0;
	for (size_t i = 0; i < size_bytes; i++) width += (text[i] & 0xc0) != 0x80;
	return width;
}

/* How many bytes at `at` are the sign of an operator ("operator<<", "operator->", "operator()"), which bracket nothing.
 */
static size_t operator_sign(const char *name, size_t at)
{
	static const char word[] = "operator";
	size_t length = sizeof(word) - 1;
	if (at < length || memcmp(name + at - length, word, length) != 0) return 0;
	if (at > length && (isalnum((unsigned char)name[at - length - 1]) || name[at - length - 1] == '_')) return 0;
	if (strncmp(name + at, "()", 2) == 0) return 2;
	if (strncmp(name + at, "<=>", 3) == 0) return 3;
	if (strncmp(name + at, "->", 2) == 0) return 2;
	return name[at] == '<' || name[at] == '>' ? strspn(name + at, name[at] == '<' ? "<=" : ">=") : 0;
}

/* Appends the name without what is within brackets that are `depth` deep or deeper; "..." stands for it where that is
 * shorter. Returns how deep the brackets are, 0 when they do not match. "->" and a ">" alone close nothing. One walk;
 * what is between begin and the closing bracket has not been written when the bracket comes, so that either it or the
 * dots can follow. */
static unsigned without_depth(const char *name, char open, char close, unsigned depth, struct outbuf *out)
{
	unsigned level = 0, deepest = 0;
	size_t begin = 0; /* of what is left out */
	for (size_t i = 0; name[i];) {
		size_t sign = operator_sign(name, i);
		if (!sign && name[i] == '-' && name[i + 1] == '>') sign = 2;
		if (sign) {
			if (level < depth) out_mem(out, name + i, sign);
			i += sign;
			continue;
		}
		if (name[i] == close && level && level-- == depth) {
			if (i - begin < sizeof(DOTS)) out_mem(out, name + begin, i - begin);
			else out_lit(out, DOTS);
		}
		if (level < depth) out_char(out, name[i]);
		if (name[i] == open && ++level == depth) begin = i + 1;
		deepest = MAX(deepest, level);
		i++;
	}
	return level ? 0 : deepest; /* brackets that do not close are none */
}

/* The longest form of *name without what is within brackets from some depth on that fits; false: none does, and *name
 * is the shortest. */
static bool shorten_brackets(struct outbuf *name, char open, char close, unsigned width)
{
	struct outbuf shorter;
	out_init(&shorter, -1);
	/* a first walk with a depth that nothing reaches: only to learn how deep it goes */
	unsigned deepest = without_depth(name->data, open, close, UINT32_MAX, &shorter);
	bool fits = false;
	/* 64: a bound for the work on names that are made to harm */
	for (unsigned depth = MIN(deepest, 64u); depth && !fits; depth--) {
		shorter.size = 0;
		without_depth(name->data, open, close, depth, &shorter);
		fits = short_name_width(shorter.data, shorter.size) <= width;
	}
	/* the shortest form is kept even if it does not fit: what follows shortens that */
	if (deepest) {
		out_char(&shorter, 0);
		name->size = 0;
		out_mem(name, shorter.data, shorter.size);
	}
	out_done(&shorter);
	return fits;
}

/* The bytes of the first `count` characters. */
static size_t bytes_of(const char *text, unsigned count)
{
	size_t i = 0;
	for (; text[i]; i++)
		if ((text[i] & 0xc0) != 0x80 && count-- == 0) break;
	return i;
}

/* The beginning and the end, with dots between. */
static void write_ends(const char *name, unsigned width, struct outbuf *out)
{
	unsigned whole = short_name_width(name, strlen(name)), left = width - (sizeof(DOTS) - 1), first = left / 2;
	out_mem(out, name, bytes_of(name, first));
	out_lit(out, DOTS);
	out_str(out, name + bytes_of(name, whole - (left - first)));
}

void short_name_write(const char *name, unsigned width, struct outbuf *out)
{
	struct outbuf text;
	width = MAX(width, (unsigned)SHORTEST);
	if (short_name_width(name, strlen(name)) <= width) {
		out_str(out, name);
		return;
	}
	out_init(&text, -1);
	out_mem(&text, name, strlen(name) + 1);
	if (shorten_brackets(&text, '<', '>', width) || shorten_brackets(&text, '(', ')', width))
		out_str(out, text.data);
	else if (short_name_width(text.data, strlen(text.data)) <= width) out_str(out, text.data);
	else write_ends(text.data, width, out);
	out_done(&text);
}

size_t short_name_row(const struct outbuf *out)
{
	size_t at = out->size;
	while (at && out->data[at - 1] != '\n') at--;
	return at;
}

/* What follows a colour's escape sequence ("\033[31m"), or `at` itself where there is none. The sequence ends with the
 * first byte that is neither a digit nor ';'. */
static size_t behind_colour(const struct outbuf *out, size_t at)
{
	size_t end = at + 2;
	if (out->size < end || out->data[at] != '\033' || out->data[at + 1] != '[') return at;
	/* numbers separated by ';' (ECMA-48, SGR) */
	while (end < out->size && (isdigit((unsigned char)out->data[end]) || out->data[end] == ';')) end++;
	return end < out->size ? end + 1 : end;
}

unsigned short_name_columns(const struct outbuf *out, size_t row_at)
{
	enum { TAB = 8 };
	unsigned width = 0;
	for (size_t i = row_at; i < out->size;) {
		size_t next = behind_colour(out, i);
		if (next == i) {
			if (out->data[i] == '\t') width += TAB - width % TAB;
			else width += (out->data[i] & 0xc0) != 0x80;
			next++;
		}
		i = next;
	}
	return width;
}

void short_name_fit(struct outbuf *out, const struct short_name_place *place, unsigned columns)
{
	/* bytes are at least as many as columns: such a name is short enough already */
	if (place->size_bytes <= SHORT_NAME_MIN) return;
	unsigned whole = short_name_columns(out, place->row_at);
	if (whole <= columns) return;
	unsigned width = short_name_width(out->data + place->name_at, place->size_bytes), excess = whole - columns;
	_free_ char *name = xstrndup(out->data + place->name_at, place->size_bytes);
	size_t rest_at = place->name_at + place->size_bytes;
	/* what is behind the name is put aside, as the name's length changes */
	struct outbuf rest;
	out_init(&rest, -1);
	out_mem(&rest, out->data + rest_at, out->size - rest_at);
	out->size = place->name_at;
	short_name_write(name, width > excess ? MAX(width - excess, (unsigned)SHORT_NAME_MIN) : SHORT_NAME_MIN, out);
	out_mem(out, rest.data, rest.size);
	out_done(&rest);
}
