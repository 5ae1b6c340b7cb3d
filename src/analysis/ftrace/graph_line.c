/* The place of the duration is found by its form, between bars: "CPU) mark NUMBER us". Names of commands in front of it
 * may be anything, text of events behind it, too; neither has that form but by intent, which makes a wrong number at
 * worst. */
#include "analysis/ftrace/graph_line.h"

#include <string.h>
#include "base/cursor.h"

/* Names of functions have less than 512 bytes; the rest of a line is a few columns. */
enum { LINE_MAX_BYTES = 4096, DIGITS_MAX = 12 };

static bool is_digit(int c) { return c >= '0' && c <= '9'; }
/* The next byte without taking it; -1 at the end. */
static int peek(const struct cursor *c) { return cursor_left(c) ? c->data[c->pos] : -1; }

static bool take_byte(struct cursor *c, int byte)
{
	bool found = peek(c) == byte;
	if (found) c->pos++;
	return found;
}

static void skip_blanks(struct cursor *c)
{
	while (take_byte(c, ' ') || take_byte(c, '\t')) continue;
}

/* Digits, at most so many; how many there were. */
static unsigned take_number(struct cursor *c, uint64_t *ret)
{
	unsigned digits = 0;
	for (*ret = 0; is_digit(peek(c)) && digits <= DIGITS_MAX; digits++) *ret = *ret * 10 + cursor_u8(c) - '0';
	return digits;
}

/* "0)" in front of a field; without one the cursor stays. */
static void skip_cpu(struct cursor *c)
{
	struct cursor at = *c;
	uint64_t cpu;
	if (take_number(&at, &cpu) && take_byte(&at, ')')) *c = at;
}

/* A field that is a duration, as a whole: "+ 32.228 us". Fractions have three digits at most. */
static bool parse_duration(struct cursor field, uint64_t *ret_ns)
{
	uint64_t us, fraction = 0;
	unsigned digits = 0;
	skip_blanks(&field);
	skip_cpu(&field);
	skip_blanks(&field);
	if (peek(&field) > 0 && strchr("+!#*@$", peek(&field))) field.pos++;
	skip_blanks(&field);
	unsigned whole = take_number(&field, &us);
	if (!whole || whole > DIGITS_MAX) return false;
	if (take_byte(&field, '.')) digits = take_number(&field, &fraction);
	if (digits > 3) return false;
	for (; digits < 3; digits++) fraction *= 10;
	skip_blanks(&field);
	if (!take_byte(&field, 'u') || !take_byte(&field, 's')) return false;
	skip_blanks(&field);
	*ret_ns = us * 1000 + fraction;
	return !cursor_left(&field);
}

/* Where text is first found among size bytes; size: nowhere. */
static size_t find(const char *in, size_t size, const char *text)
{
	const char *at = memmem(in, size, text, strlen(text));
	return at ? (size_t)(at - in) : size;
}

static void trim(struct graph_call *call)
{
	while (call->name_size && *call->name == ' ') call->name++, call->name_size--;
	while (call->name_size && call->name[call->name_size - 1] == ' ') call->name_size--;
}

/* Sets the name from the text behind the bar. Arguments, returned values and the caller may stand with it:
 * "f(a=1);", and in the comment of an end, "f = 0x0", "f <-caller ret=0x5". */
static void parse_name(const char *text, size_t size, struct graph_call *call)
{
	static const char *const behind[] = { " */", " = ", " <-", " ret=", " /*" };
	*call = (struct graph_call){ .duration_ns = call->duration_ns, .name = text, .name_size = size };
	trim(call);
	bool is_end = call->name_size && *call->name == '}';
	if (!is_end) {
		size_t paren = find(call->name, call->name_size, "(");
		call->name_size = paren < call->name_size && call->name[0] != '/' ? paren : 0;
		return trim(call);
	}
	size_t comment = find(call->name, call->name_size, "/*");
	bool has_name = comment < call->name_size;
	call->name += has_name ? comment + 2 : 0;
	call->name_size = has_name ? call->name_size - comment - 2 : 0;
	for (size_t i = 0; i < ARRAY_SIZE(behind); i++) call->name_size = find(call->name, call->name_size, behind[i]);
	trim(call);
}

bool graph_line_parse(const char *line, size_t size, struct graph_call *ret)
{
	for (size_t start = 0, bar; start < size; start = bar + 1) {
		uint64_t ns;
		bar = start + find(line + start, size - start, "|");
		if (bar == size) return false;
		if (!parse_duration(cursor_of(line + start, bar - start, false), &ns)) continue;
		ret->duration_ns = ns;
		parse_name(line + bar + 1, size - bar - 1, ret);
		return true;
	}
	return false;
}

/* "CPU:1 [LOST 44 EVENTS]" */
static uint64_t lost_of(const char *line, size_t size)
{
	static const char mark[] = "[LOST ";
	size_t at = find(line, size, mark);
	if (size < 4 || memcmp(line, "CPU:", 4) != 0 || at == size) return 0;
	at += strlen(mark);
	struct cursor c = cursor_of(line + at, size - at, false);
	uint64_t lost;
	return take_number(&c, &lost) ? lost : 0;
}

static void end_line(struct graph_text *text)
{
	const char *line = strbuf_text(&text->line);
	struct graph_call call;
	if (!text->too_long) {
		text->nr_lost += lost_of(line, text->line.size);
		if (graph_line_parse(line, text->line.size, &call)) text->call(text->ctx, &call);
	}
	strbuf_clear(&text->line);
	text->too_long = false;
}

void graph_text_add(struct graph_text *text, const char *piece, size_t size)
{
	while (size) {
		size_t length = find(piece, size, "\n");
		bool ends = length < size;
		if (text->line.size + length > LINE_MAX_BYTES) text->too_long = true;
		if (!text->too_long) strbuf_add(&text->line, piece, length);
		if (ends) end_line(text);
		piece += length + ends;
		size -= length + ends;
	}
}

void graph_text_end(struct graph_text *text)
{
	if (text->line.size) end_line(text);
	strbuf_done(&text->line);
}
