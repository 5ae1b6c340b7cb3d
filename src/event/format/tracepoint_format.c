/* The source of the layout is the kernel's Documentation/trace/events.rst, "Event formats". A format file begins with
 * "name:", "ID:" and "format:"; fields follow as lines
 *
 *     field:TYPE NAME;  offset:N;  size:N;  signed:N;
 *
 * the last part not in old kernels; TYPE may be many words, NAME may have a size in brackets, and "TYPE[] NAME" behind
 * __data_loc or __rel_loc is an array further down in the payload. A blank line ends the common fields. "print fmt:"
 * comes last; its text, which may have line breaks, is for payload_compile. */
#include "event/format/tracepoint_format.h"

#include <string.h>
#include "base/strbuf.h"
#include "base/vec.h"
#include "event/format/format_lexer.h"
#include "event/format/payload.h"

/* Bounds; real formats have some kilobytes and at most a few dozen fields. */
enum { MAX_FORMAT_BYTES = 1 << 18, MAX_FIELDS = 1 << 10 };

/* Takes the next line, without its newline, off text. */
static bool next_line(struct text_view *text, struct text_view *ret_line)
{
	if (!text->size) return false;
	const char *newline = memchr(text->text, '\n', text->size);
	ret_line->text = text->text;
	ret_line->size = newline ? (size_t)(newline - text->text) : text->size;
	size_t used = ret_line->size + (newline != NULL);
	text->text += used;
	text->size -= used;
	return true;
}

/* Is this what the line begins with? Then ret_rest is what follows. */
static bool begins(struct text_view line, const char *with, struct text_view *ret_rest)
{
	size_t size = strlen(with);
	if (line.size < size || memcmp(line.text, with, size) != 0) return false;
	*ret_rest = (struct text_view){ line.text + size, line.size - size };
	return true;
}

/* Without blanks at both ends. strchr finds the NUL of its text, too, so that a NUL is excluded. */
static struct text_view trim(struct text_view text)
{
	while (text.size && strchr(" \t\r", text.text[0]) && text.text[0])
		text = (struct text_view){ text.text + 1, text.size - 1 };
	while (text.size && strchr(" \t\r", text.text[text.size - 1]) && text.text[text.size - 1]) text.size--;
	return text;
}

bool tracepoint_format_id(struct text_view text, uint64_t *ret)
{
	struct text_view line, rest;
	while (next_line(&text, &line))
		if (begins(line, "ID:", &rest)) {
			struct format_lexer lexer = format_lexer_of(rest);
			uint64_t id = 0;
			size_t i = 0;
			for (; i < lexer.text.size && lexer.text.text[i] >= '0' && lexer.text.text[i] <= '9' &&
			       id < UINT32_MAX;
			     i++)
				id = id * 10 + (uint64_t)(lexer.text.text[i] - '0');
			if (!i) return false;
			*ret = id;
			return true;
		}
	return false;
}

/* ---- fields */

/* The number of a word in decimal, octal or hexadecimal notation, at most INT32_MAX; 0 when it is none. */
static uint32_t word_number(struct text_view word)
{
	char digits[24];
	size_t size = MIN(word.size, sizeof(digits) - 1);
	memcpy(digits, word.text, size);
	digits[size] = 0;
	unsigned long number = strtoul(digits, NULL, 0);
	return number > INT32_MAX ? INT32_MAX : (uint32_t)number;
}

/* "NAME:NUMBER;" */
static bool parse_number(struct format_lexer *lexer, const char *name, uint32_t *ret)
{
	if (!format_lexer_is_word(lexer, name)) lexer->error = true;
	format_lexer_next(lexer);
	format_lexer_expect(lexer, ':');
	if (lexer->kind != FORMAT_WORD) lexer->error = true;
	if (!lexer->error) *ret = word_number(lexer->text);
	format_lexer_next(lexer);
	return format_lexer_expect(lexer, ';');
}

/* The bytes of an element of a dynamic array; 0: not known. */
static uint32_t dynamic_element(const char *type)
{
	static const struct {
		const char *type;
		uint8_t bytes;
	} types[] = { { "u8", 1 },  { "s8", 1 },  { "char", 1 }, { "u16", 2 }, { "s16", 2 },
		      { "u32", 4 }, { "s32", 4 }, { "u64", 8 },  { "s64", 8 } };
	const char *word = strrchr(type, ' ');
	size_t size;
	word = word ? word + 1 : type;
	size = strcspn(word, "[");
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strlen(types[i].type) == size && memcmp(types[i].type, word, size) == 0) return types[i].bytes;
	return 0;
}

/* Appends a word to a type, with a blank between words. */
static void add_word(struct strbuf *type, struct text_view word)
{
	if (type->size) strbuf_char(type, ' ');
	strbuf_add(type, word.text, word.size);
}

/* "[...]", which becomes part of the type; its last number is how many there are. */
static uint32_t parse_brackets(struct format_lexer *lexer, struct strbuf *type)
{
	uint32_t count = 0;
	strbuf_char(type, '[');
	for (format_lexer_next(lexer); lexer->kind != FORMAT_END && !format_lexer_is(lexer, ']');
	     format_lexer_next(lexer)) {
		strbuf_add(type, lexer->text.text, lexer->text.size);
		if (lexer->kind == FORMAT_WORD) count = word_number(lexer->text);
	}
	strbuf_char(type, ']');
	format_lexer_expect(lexer, ']');
	return count;
}

/* "__attribute__((...))", which is part of the type too. */
static void parse_attribute(struct format_lexer *lexer, struct strbuf *type)
{
	int depth = 0;
	add_word(type, lexer->text);
	do {
		format_lexer_next(lexer);
		depth += format_lexer_is(lexer, '(') - format_lexer_is(lexer, ')');
		strbuf_add(type, lexer->text.text, lexer->text.size);
	} while (depth > 0 && lexer->kind != FORMAT_END);
	format_lexer_next(lexer);
}

/* "TYPE NAME;" or "TYPE NAME[N];" or "TYPE[] NAME;" */
static bool parse_declaration(struct format_lexer *lexer, struct arena *arena, struct tracepoint_field *field)
{
	_strbuf_done_ struct strbuf type = STRBUF_INIT;
	struct text_view name = { NULL, 0 };

	/* The last word is the name; each word before becomes part of the type when the next one comes. */
	while (!lexer->error && !format_lexer_is(lexer, ';')) {
		if (format_lexer_is_word(lexer, "__attribute__")) {
			if (name.text) add_word(&type, name);
			name.text = NULL;
			parse_attribute(lexer, &type);
		} else if (lexer->kind == FORMAT_WORD) {
			if (name.text) add_word(&type, name);
			name = lexer->text;
			format_lexer_next(lexer);
		} else if (format_lexer_is(lexer, '*')) {
			if (name.text) add_word(&type, name);
			add_word(&type, lexer->text);
			name.text = NULL;
			field->flags |= TRACEPOINT_POINTER;
			format_lexer_next(lexer);
		} else if (format_lexer_is(lexer, '[') && !(field->flags & TRACEPOINT_ARRAY)) {
			/* A copy, as only what follows the brackets says whose they are. */
			struct format_lexer behind = *lexer;
			_strbuf_done_ struct strbuf size = STRBUF_INIT;
			field->nr_elements = parse_brackets(&behind, &size);
			/* behind the brackets another word follows: they belong to the type */
			if (!format_lexer_is(&behind, ';') && name.text) {
				add_word(&type, name);
				name.text = NULL;
			}
			strbuf_add(&type, size.text, size.size);
			field->flags |= TRACEPOINT_ARRAY;
			*lexer = behind;
		} else {
			lexer->error = true;
		}
	}
	format_lexer_expect(lexer, ';');
	if (lexer->error || !name.text || !type.size || type.text[0] == '[') return false;
	field->name = arena_strndup(arena, name.text, name.size);
	field->type = arena_strndup(arena, type.text, type.size);
	return true;
}

/* What upstream tells from the words of a type. */
static void classify(struct tracepoint_field *field, uint8_t long_size)
{
	const char *type = field->type;
	const bool relative = strncmp(type, "__rel_loc", 9) == 0;

	if (relative || strncmp(type, "__data_loc", 10) == 0)
		field->flags |= TRACEPOINT_DYNAMIC | (relative ? TRACEPOINT_RELATIVE : 0);
	if (field->flags & TRACEPOINT_ARRAY && (strstr(type, "char") || strstr(type, "u8") || strstr(type, "s8")))
		field->flags |= TRACEPOINT_STRING;
	if (strstr(type, "long")) field->flags |= TRACEPOINT_LONG;
	if (field->flags & TRACEPOINT_DYNAMIC) field->element_size = dynamic_element(type);
	else if (!(field->flags & TRACEPOINT_ARRAY)) field->element_size = field->size;
	else if (field->nr_elements) field->element_size = field->size / field->nr_elements;
	else if (field->flags & TRACEPOINT_STRING) field->element_size = 1;
	else field->element_size = field->flags & TRACEPOINT_LONG ? long_size : 0;
}

/* A whole line behind "field:". Nothing may follow the last part. */
static bool parse_field(struct text_view line, uint8_t long_size, struct arena *arena, struct tracepoint_field *ret)
{
	struct tracepoint_field field = { 0 };
	struct format_lexer lexer = format_lexer_of(line);
	uint32_t is_signed = 0;

	if (!parse_declaration(&lexer, arena, &field) || !parse_number(&lexer, "offset", &field.offset) ||
	    !parse_number(&lexer, "size", &field.size))
		return false;
	if (lexer.kind != FORMAT_END && !parse_number(&lexer, "signed", &is_signed)) return false;
	if (lexer.kind != FORMAT_END || lexer.error) return false;
	if (is_signed) field.flags |= TRACEPOINT_SIGNED;
	classify(&field, long_size);
	*ret = field;
	return true;
}

/* Line by line; in_fields: "format:" has been read, so that "name:" can only be part of a field. counting_common: the
 * blank line behind the common fields has not been seen. */
const char *tracepoint_format_parse(struct text_view text, struct arena *arena, struct tracepoint *ret)
{
	VEC(struct tracepoint_field) fields = VEC_INIT;
	struct text_view line, rest, print = { NULL, 0 };
	const char *wrong = NULL;
	bool in_fields = false, counting_common = true;

	if (text.size > MAX_FORMAT_BYTES) return "it is too long";
	while (!print.text && !wrong && next_line(&text, &line)) {
		if (begins(line, "print fmt:", &rest)) {
			/* The print format goes on to the end of the file: it may have line breaks. */
			print = (struct text_view){ rest.text, rest.size + text.size + (size_t)(text.text - line.text) -
								       line.size };
			if (!print.size || print.text[print.size - 1] != '\n') wrong = "its print format is cut off";
		} else if (begins(trim(line), "field:", &rest) && in_fields) {
			struct tracepoint_field *field = vec_add(&fields);
			/* the new field is taken back when it cannot be read */
			if (fields.count > MAX_FIELDS || !parse_field(rest, ret->long_size, arena, field)) {
				fields.count--;
				wrong = "a field is damaged";
			} else if (counting_common) {
				ret->nr_common++;
			}
		} else if (begins(line, "format:", &rest)) {
			in_fields = true;
		} else if (begins(line, "name:", &rest) && !in_fields) {
			rest = trim(rest);
			ret->name = arena_strndup(arena, rest.text, rest.size);
		} else if (in_fields && trim(line).size) {
			wrong = "there is something between its fields";
			/* a blank line behind fields: those were the common ones */
		} else if (fields.count) {
			counting_common = false;
		}
	}
	if (!print.text && !wrong) wrong = "it has no print format";
	ret->nr_fields = fields.count;
	ret->fields = arena_memdup(arena, fields.items, fields.count * sizeof(*fields.items));
	vec_done(&fields);
	if (!wrong) ret->program = payload_compile(ret, print, arena);
	return wrong;
}
