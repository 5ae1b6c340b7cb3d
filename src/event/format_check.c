#include "event/format_check.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <traceevent/event-parse.h>

enum { MAX_FORMAT_BYTES = 1 << 18, MAX_NESTING = 100 };

/* Deep nesting would use up the stack. */
static bool is_shallow_text(const char *text, size_t size)
{
	int depth = 0;
	if (size > MAX_FORMAT_BYTES)
		return false;
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '(' || c == '[' || c == '{') {
			if (++depth > MAX_NESTING) return false;
		} else if (c == ')' || c == ']' || c == '}') {
			depth--;
		} else if (c == 0 || (c < ' ' && c != '\n' && c != '\t' && c != '\r')) {
			return false;
		}
	}
	return true;
}

/* "NAME:NUMBER;" at p, with a tab in front: behind it, or NULL. */
static const char *skip_number(const char *p, const char *end, const char *name)
{
	size_t length = strlen(name);
	if ((size_t)(end - p) < length + 3 || p[0] != '\t' || memcmp(p + 1, name, length) != 0 || p[length + 1] != ':') return NULL;
	p += length + 2;
	const char *digits = p;
	if (p < end && *p == '-') p++;
	while (p < end && *p >= '0' && *p <= '9') p++;
	return p > digits && p < end && *p == ';' ? p + 1 : NULL;
}

/* A declaration of at least two words, the last a name, perhaps with a size in brackets. */
static bool has_type_and_name(const char *text, const char *end)
{
	const char *bracket = end > text && end[-1] == ']' ? memrchr(text, '[', (size_t)(end - text)) : NULL;
	const char *last = bracket ? bracket : end, *first;
	while (last > text && isspace((unsigned char)last[-1])) last--;
	for (first = last; first > text && (isalnum((unsigned char)first[-1]) || first[-1] == '_'); first--) {}
	if (first == last) return false;
	for (const char *c = text; c < first; c++)
		if (isalpha((unsigned char)*c)) return true;
	return false;
}

/* "\tfield:DECLARATION;\toffset:N;\tsize:N;\tsigned:N;", the last part not in old kernels. */
static bool is_field_line(const char *line, const char *end)
{
	static const char offset[] = ";\toffset:";
	const char *p = memmem(line, (size_t)(end - line), offset, sizeof(offset) - 1);
	int brackets = 0;
	if (!p) return false;
	for (const char *c = line; c < p; c++) {
		if ((unsigned char)*c >= 0x7f) return false;
		brackets += *c == '[' ? 1 : *c == ']' ? -1 : 0;
	}
	if (brackets || !has_type_and_name(line + strlen("field:"), p)) return false;
	if (!(p = skip_number(p + 1, end, "offset")) || !(p = skip_number(p, end, "size"))) return false;
	return p == end || skip_number(p, end, "signed") == end;
}

/* Every line that begins a field is one: libtraceevent follows null pointers where one breaks off. */
static bool has_sound_fields(const char *text, size_t size)
{
	const char *end = text + size, *newline;
	bool in_fields = false; /* behind "format:" there is nothing else */
	for (const char *line = text; line < end; line = newline + 1) {
		newline = memchr(line, '\n', (size_t)(end - line));
		if (!newline) newline = end;
		if (newline - line >= 10 && memcmp(line, "print fmt:", 10) == 0) return in_fields;
		const char *p = line;
		while (p < newline && (*p == ' ' || *p == '\t')) p++;
		bool is_field = newline - p >= 6 && memcmp(p, "field:", 6) == 0;
		if (is_field && !is_field_line(p, newline)) return false;
		if (!is_field && in_fields && p < newline) return false;
		if (newline - line == 7 && memcmp(line, "format:", 7) == 0) in_fields = true;
	}
	return false; /* broken off before the print format */
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Is there a "field:TYPE NAME;" or "field:TYPE NAME[...];"? */
static bool declares(const char *text, const char *end, const char *name, size_t length)
{
	for (const char *at = text; (at = memmem(at, (size_t)(end - at), "field:", 6)) != NULL;) {
		at += 6;
		const char *stop = memchr(at, ';', (size_t)(end - at));
		if (!stop)
			return false;
		const char *bracket = stop[-1] == ']' ? memrchr(at, '[', (size_t)(stop - at)) : NULL;
		const char *last = bracket ? bracket : stop;
		while (last > at && !is_name(last[-1])) last--;
		const char *first = last;
		while (first > at && is_name(first[-1])) first--;
		if ((size_t)(last - first) == length && memcmp(first, name, length) == 0)
			return true;
		at = stop;
	}
	return false;
}

/* Within __print_flags and __print_symbolic the library uses the field that REC->name stands for without having found it. */
static bool names_known_fields(const char *text, const char *print, const char *end)
{
	if (print >= end || !memmem(print, (size_t)(end - print), "__print_", 8))
		return true;
	for (const char *at = print; (at = memmem(at, (size_t)(end - at), "REC", 3)) != NULL;) {
		at += 3;
		while (at < end && isspace((unsigned char)*at)) at++;
		if (end - at < 2 || at[0] != '-')
			continue;
		at += 1;
		while (at < end && (isspace((unsigned char)*at) || *at == '>')) at++;
		const char *name = at;
		while (at < end && is_name(*at)) at++;
		if (!declares(text, print, name, (size_t)(at - name)))
			return false;
	}
	return true;
}

/* The library computes constants while it parses, without minding a divisor of 0. What stands behind a / or % outside of strings
   must therefore be a number other than 0, the size of a type, or a field, whose value it does not know yet. */
static bool has_sound_divisors(const char *print, const char *end)
{
	bool in_string = false;
	for (const char *at = print; at < end; at++) {
		if (*at == '"' && (at == print || at[-1] != '\\')) in_string = !in_string;
		if (in_string || (*at != '/' && *at != '%'))
			continue;
		const char *p = at + 1;
		while (p < end && isspace((unsigned char)*p)) p++;
		size_t left = (size_t)(end - p);
		if (left >= 7 && memcmp(p, "sizeof(", 7) == 0 && left >= 8 && isalpha((unsigned char)p[7]))
			continue;
		if (left >= 5 && memcmp(p, "REC->", 5) == 0)
			continue;
		if (left && *p >= '1' && *p <= '9')
			continue;
		if (left >= 3 && p[0] == '0' && p[1] == 'x' && p[2] >= '1' && p[2] <= 'f' && isxdigit((unsigned char)p[2]))
			continue;
		return false;
	}
	return true;
}

/* Quotes and brackets are closed in the order they were opened: an expression that breaks off leaves the library with half of one. */
static bool is_balanced(const char *print, const char *end)
{
	char open[MAX_NESTING + 1];
	int depth = 0;
	char quote = 0;
	for (const char *at = print; at < end; at++) {
		if (quote) {
			if (*at == '\\') at++;
			else if (*at == quote) quote = 0;
			continue;
		}
		switch (*at) {
		case '"': case '\'': quote = *at; break;
		case '(': case '[': case '{':
			if (depth == MAX_NESTING) return false;
			open[depth++] = *at;
			break;
		case ')': case ']': case '}':
			if (!depth || open[--depth] != (*at == ')' ? '(' : *at == ']' ? '[' : '{')) return false;
			break;
		}
	}
	return !depth && !quote;
}

enum format_trust format_check(const char *text, size_t size_bytes)
{
	if (!is_shallow_text(text, size_bytes) || !has_sound_fields(text, size_bytes))
		return FORMAT_REFUSED;
	const char *print = memmem(text, size_bytes, FORMAT_PRINT, strlen(FORMAT_PRINT));
	if (!print)
		return FORMAT_REFUSED; /* broken off */
	const char *end = text + size_bytes;
	if (print < end && memmem(print, (size_t)(end - print), "field:", 6))
		return FORMAT_FIELDS_ONLY;
	return is_balanced(print, end) && names_known_fields(text, print, end) && has_sound_divisors(print, end) ? FORMAT_TRUSTED : FORMAT_FIELDS_ONLY;
}

void format_reset_parser(void)
{
	static const char format[] =
		"name: reset\nID: 1\nformat:\n\tfield:int common_type;\toffset:0;\tsize:4;\tsigned:1;\n\n"
		"\tfield:int a;\toffset:4;\tsize:4;\tsigned:1;\n\n"
		FORMAT_PRINT " \"%s%s\", __print_flags(REC->a, \"|\", {1, \"x\"}), __print_symbolic(REC->a, {1, \"x\"})\n";
	struct tep_handle *tep = tep_alloc();
	if (!tep)
		return;
	(void)tep_parse_event(tep, format, sizeof(format) - 1, "reset");
	tep_free(tep);
}
