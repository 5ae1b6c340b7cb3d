/* The text of a configuration file, item by item: git's syntax, [section "subsection"], name = value, quotes,
 * escapes, comments, lines that go on behind a backslash. A wrong line is one item, an error, and reading goes on
 * behind it.
 *
 * The reader is one pass over the bytes with one character of lookahead (peek, advance). The writer, configtext_set,
 * reads the text with the same reader to find the place, and copies everything else byte for byte. */
#include "cli/configtext.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define AT_END (-1)

void configtext_init(struct configtext *reader, const char *text, size_t size_bytes)
{
	*reader = (struct configtext){ .text = text, .size = size_bytes, .line = 1 };
	if (size_bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) reader->pos = 3; /* a byte order mark */
}

void configtext_done(struct configtext *reader)
{
	strbuf_done(&reader->section);
	strbuf_done(&reader->name);
	strbuf_done(&reader->value);
}

/* The next character, "\r\n" as "\n"; stays at the end. */
static int peek(const struct configtext *reader)
{
	size_t pos = reader->pos;

	if (pos >= reader->size) return AT_END;
	if (reader->text[pos] == '\r' && pos + 1 < reader->size && reader->text[pos + 1] == '\n') return '\n';
	return (unsigned char)reader->text[pos];
}

static void advance(struct configtext *reader)
{
	int c = peek(reader);

	if (c == AT_END) return;
	if (c == '\n') reader->line++;
	reader->pos += c == '\n' && reader->text[reader->pos] == '\r' ? 2 : 1;
}

static void skip_blanks(struct configtext *reader)
{
	while (peek(reader) == ' ' || peek(reader) == '\t') advance(reader);
}

static void skip_line(struct configtext *reader)
{
	while (peek(reader) != '\n' && peek(reader) != AT_END) advance(reader);
}

/* Skips the rest of the line: one mistake is one item. */
static enum configtext_kind bad(struct configtext *reader, const char *why)
{
	reader->error = why;
	skip_line(reader);
	reader->item_end = reader->pos;
	return CONFIGTEXT_ERROR;
}

/* After a bad header no section is open: its variables must not end up in the one before. */
static enum configtext_kind bad_section(struct configtext *reader, const char *why)
{
	strbuf_clear(&reader->section);
	return bad(reader, why);
}

/* At '['. Unquoted letters become lower case; the quoted part keeps its case, with "\x" as x, and follows a dot:
 * [remote "Up Stream"] is "remote.Up Stream". */
static enum configtext_kind read_section(struct configtext *reader)
{
	bool quoted = false, was_quoted = false;

	strbuf_clear(&reader->section);
	advance(reader);
	for (;;) {
		int c = peek(reader);

		if (c == AT_END || c == '\n' || c == 0)
			return bad_section(reader, quoted ? "quote is not closed" : "section header is not closed");
		advance(reader);
		if (c == '"') {
			if (!quoted && !was_quoted) strbuf_char(&reader->section, '.');
			quoted = !quoted;
			was_quoted = true;
			continue;
		}
		if (!quoted) {
			if (c == ']') break;
			if (c == ' ' || c == '\t') continue;
			if (was_quoted) return bad_section(reader, "text after the quoted part of a section header");
			c = tolower(c);
		} else if (c == '\\') {
			c = peek(reader);
			if (c == AT_END || c == '\n' || c == 0) return bad_section(reader, "quote is not closed");
			advance(reader);
		}
		strbuf_char(&reader->section, (char)c);
	}
	if (!reader->section.size || reader->section.text[0] == '.') return bad_section(reader, "section has no name");
	reader->item_end = reader->pos;
	return CONFIGTEXT_SECTION;
}

/* Up to the end of the line, or of the line that the last backslash continues. NULL, or what is wrong. Blanks at both
 * ends are dropped, those inside are kept, each as one space. */
static const char *read_value(struct configtext *reader)
{
	bool quoted = false;
	/* Blanks that were seen: kept only when text follows. */
	size_t blanks = 0;

	strbuf_clear(&reader->value);
	skip_blanks(reader);
	reader->value_begin = reader->value_end = reader->pos;
	for (;;) {
		int c = peek(reader);

		if (c == AT_END || c == '\n') return quoted ? "quote is not closed" : NULL;
		if (c == 0) return "NUL byte";
		if (!quoted && (c == '#' || c == ';')) {
			skip_line(reader);
			return NULL;
		}
		advance(reader);
		if (!quoted && (c == ' ' || c == '\t')) {
			blanks++;
			continue;
		}
		while (blanks) {
			strbuf_char(&reader->value, ' ');
			blanks--;
		}
		if (c == '"') {
			quoted = !quoted;
		} else if (c == '\\') {
			c = peek(reader);
			advance(reader);
			switch (c) {
			case '\n': break;
			case 't': strbuf_char(&reader->value, '\t'); break;
			case 'b': strbuf_char(&reader->value, '\b'); break;
			case 'n': strbuf_char(&reader->value, '\n'); break;
			case '"':
			case '\\': strbuf_char(&reader->value, (char)c); break;
			default: return "unknown escape";
			}
		} else {
			strbuf_char(&reader->value, (char)c);
		}
		reader->value_end = reader->pos;
	}
}

static bool is_name_char(int c) { return c > 0 && c < 128 && (isalnum(c) || c == '-' || c == '_'); }

/* At a letter. An item outside of any section is an error only after its value has been read over. */
static enum configtext_kind read_variable(struct configtext *reader)
{
	strbuf_clear(&reader->name);
	while (is_name_char(peek(reader))) {
		strbuf_char(&reader->name, (char)tolower(peek(reader)));
		advance(reader);
	}
	skip_blanks(reader);
	if (peek(reader) != '=') return bad(reader, is_name_char(peek(reader)) ? "name with a blank" : "no value");
	advance(reader);
	const char *error = read_value(reader);
	if (error) return bad(reader, error);
	if (!reader->section.size) return bad(reader, "variable outside of a section");
	reader->item_end = reader->pos;
	return CONFIGTEXT_VARIABLE;
}

/* One item a call. Blank lines and comments are no items. */
enum configtext_kind configtext_next(struct configtext *reader)
{
	for (;;) {
		int c = peek(reader);

		reader->item_line = reader->line;
		if (c == AT_END) return CONFIGTEXT_END;
		if (c == '\n' || c == ' ' || c == '\t') advance(reader);
		else if (c == '#' || c == ';') skip_line(reader);
		else if (c == '[') return read_section(reader);
		else if (c < 128 && isalpha(c)) return read_variable(reader);
		else return bad(reader, "neither a section nor a variable");
	}
}

/* Writing. */

/* The inverse of read_value: quotes only what would not be read back as it is. */
static void write_value(struct strbuf *to, const char *value)
{
	size_t size = strlen(value);
	bool quote = !size || strpbrk(value, "#;\"\\\n\t\b\r") || value[0] == ' ' || value[size - 1] == ' ';

	if (quote) strbuf_char(to, '"');
	for (const char *p = value; *p; p++) {
		switch (*p) {
		case '\n': strbuf_str(to, "\\n"); break;
		case '\t': strbuf_str(to, "\\t"); break;
		case '\b': strbuf_str(to, "\\b"); break;
		case '"':
		case '\\':
			strbuf_char(to, '\\');
			strbuf_char(to, *p);
			break;
		default: strbuf_char(to, *p);
		}
	}
	if (quote) strbuf_char(to, '"');
}

/* [section], or [section "Sub Section"] for what the short form cannot say. */
static void write_section(struct strbuf *to, const char *section)
{
	size_t plain = strspn(section, "abcdefghijklmnopqrstuvwxyz0123456789-_.");
	const char *dot = strchr(section, '.');

	if (!section[plain] || !dot) {
		strbuf_printf(to, "[%s]\n", section);
		return;
	}
	strbuf_printf(to, "[%.*s \"", (int)(dot - section), section);
	for (const char *p = dot + 1; *p; p++) {
		if (*p == '"' || *p == '\\') strbuf_char(to, '\\');
		strbuf_char(to, *p);
	}
	strbuf_str(to, "\"]\n");
}

/* Whether section.name, once written, would be read back as the same. */
static bool writable(const char *section, const char *name)
{
	if (!isalpha((unsigned char)name[0]) || strpbrk(section, "\n\r") || !section[0] || section[0] == '.')
		return false;
	for (const char *p = name; *p; p++)
		if (!is_name_char((unsigned char)*p)) return false;
	/* What is before the first dot stands unquoted. */
	for (const char *p = section; *p && *p != '.'; p++)
		if (!is_name_char((unsigned char)*p)) return false;
	return true;
}

/* Whether the line that ends before `end` asks for the next one by a backslash. */
static bool continues(const char *text, size_t end)
{
	if (end && text[end - 1] == '\n') end--;
	if (end && text[end - 1] == '\r') end--;
	return end && text[end - 1] == '\\';
}

/* Behind the blanks, the comment and the newline that follow an item; the item's end when another item follows in its
 * line. */
static size_t end_of_rest(const char *text, size_t size, size_t item_end)
{
	size_t end = item_end;

	while (end < size && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r')) end++;
	if (end < size && (text[end] == '#' || text[end] == ';'))
		while (end < size && text[end] != '\n') end++;
	if (end == size) return end;
	return text[end] == '\n' ? end + 1 : item_end;
}

/* Replaces the last value of the variable, which is the one in force; else adds a line behind the last item of the
 * section; else adds the section at the end. A header that is wrong ends the section before it. */
int configtext_set(const char *text, size_t size_bytes, const char *section, const char *name, const char *value,
		   char **ret_text)
{
	struct configtext reader;
	struct strbuf to = STRBUF_INIT;
	enum configtext_kind kind;
	size_t value_begin = 0, value_end = 0, section_end = 0;
	bool inside = false;

	if (!writable(section, name)) return -EINVAL;
	configtext_init(&reader, text, size_bytes);
	while ((kind = configtext_next(&reader)) != CONFIGTEXT_END) {
		/* An error behind a header of ours leaves the section open, unless the error was a header itself:
		 * that clears it. */
		if (kind == CONFIGTEXT_SECTION) inside = strcmp(strbuf_text(&reader.section), section) == 0;
		else if (kind == CONFIGTEXT_ERROR) inside = inside && reader.section.size;
		if (!inside) continue;
		section_end = reader.item_end;
		if (kind != CONFIGTEXT_VARIABLE || strcasecmp(strbuf_text(&reader.name), name) != 0) continue;
		value_begin = reader.value_begin;
		value_end = reader.value_end;
	}
	configtext_done(&reader);
	if (value_begin) { /* the last one is the one in force */
		strbuf_add(&to, text, value_begin);
		write_value(&to, value);
		strbuf_add(&to, text + value_end, size_bytes - value_end);
	} else {
		size_t before = section_end ? end_of_rest(text, size_bytes, section_end) : size_bytes;
		strbuf_add(&to, text, before);
		if (before && text[before - 1] != '\n') strbuf_char(&to, '\n');
		if (continues(text, before)) strbuf_char(&to, '\n');
		if (!section_end) write_section(&to, section);
		strbuf_printf(&to, "\t%s = ", name);
		write_value(&to, value);
		strbuf_char(&to, '\n');
		strbuf_add(&to, text + before, size_bytes - before);
	}
	*ret_text = strbuf_take(&to);
	return 0;
}
