/* A pull parser: json_next looks at the next character and gives one piece.
 *
 * State is the position, a bit for each container around it (in_object), and after_value: a value has ended, so that
 * only ',' or the end of its container may follow. Text is taken from outside: depth is bounded, strings end at the end
 * of the text, and all errors go through fail(), after which each call gives JSON_ERROR.
 *
 * More is accepted than RFC 8259 allows: a comma before the end of a container, control characters in strings, and
 * numbers of any form ("1.2.3"), whose text is given as it is. */
#include "base/json.h"

#include <string.h>

struct json json_of(const char *text, size_t size_bytes)
{
	return (struct json){ .at = text, .end = text + size_bytes };
}

void json_done(struct json *json) { strbuf_done(&json->text); }

static enum json_piece fail(struct json *json)
{
	json->failed = true;
	return JSON_ERROR;
}

static void skip_blanks(struct json *json)
{
	while (json->at < json->end &&
	       (*json->at == ' ' || *json->at == '\n' || *json->at == '\r' || *json->at == '\t'))
		json->at++;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9') return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four hexadecimal digits, of "\uXXXX". */
static bool read_hex4(struct json *json, uint32_t *ret)
{
	uint32_t value = 0;
	if (json->end - json->at < 4) return false;
	for (int i = 0; i < 4; i++) {
		int digit = hex_digit(json->at[i]);
		if (digit < 0) return false;
		value = value << 4 | (uint32_t)digit;
	}
	json->at += 4;
	*ret = value;
	return true;
}

/* A code point below 0x110000 as UTF-8. */
static void add_utf8(struct strbuf *text, uint32_t c)
{
	if (c < 0x80) {
		strbuf_char(text, (char)c);
	} else if (c < 0x800) {
		strbuf_char(text, (char)(0xc0 | c >> 6));
		strbuf_char(text, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		strbuf_char(text, (char)(0xe0 | c >> 12));
		strbuf_char(text, (char)(0x80 | (c >> 6 & 0x3f)));
		strbuf_char(text, (char)(0x80 | (c & 0x3f)));
	} else {
		strbuf_char(text, (char)(0xf0 | c >> 18));
		strbuf_char(text, (char)(0x80 | (c >> 12 & 0x3f)));
		strbuf_char(text, (char)(0x80 | (c >> 6 & 0x3f)));
		strbuf_char(text, (char)(0x80 | (c & 0x3f)));
	}
}

/* Behind "\u". A surrogate without its other half, and NUL, which would end a C string, become U+FFFD. */
static bool read_escape_u(struct json *json)
{
	uint32_t c, low;
	if (!read_hex4(json, &c)) return false;
	if (c >= 0xd800 && c < 0xdc00 && json->end - json->at >= 6 && json->at[0] == '\\' && json->at[1] == 'u') {
		const char *before = json->at;
		json->at += 2;
		if (!read_hex4(json, &low)) return false;
		if (low >= 0xdc00 && low < 0xe000) c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
		else json->at = before;
	}
	add_utf8(&json->text, !c || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
	return true;
}

/* Behind the opening quote; the decoded text goes to json->text. False at a bad escape, a NUL, and where the text ends
 * first. */
static bool read_string(struct json *json)
{
	strbuf_clear(&json->text);
	for (;;) {
		const char *start = json->at;
		while (json->at < json->end && *json->at != '"' && *json->at != '\\' && *json->at) json->at++;
		strbuf_add(&json->text, start, (size_t)(json->at - start));
		if (json->at == json->end || !*json->at) return false;
		if (*json->at++ == '"') return true;
		if (json->at == json->end) return false;
		char c = *json->at++;
		switch (c) {
		case '"':
		case '\\':
		case '/': strbuf_char(&json->text, c); break;
		case 'b': strbuf_char(&json->text, '\b'); break;
		case 'f': strbuf_char(&json->text, '\f'); break;
		case 'n': strbuf_char(&json->text, '\n'); break;
		case 'r': strbuf_char(&json->text, '\r'); break;
		case 't': strbuf_char(&json->text, '\t'); break;
		case 'u':
			if (read_escape_u(json)) break;
			return false;
		default: return false;
		}
	}
}

static bool is_word_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
	       c == '.';
}

/* A number, or true, false, null: all of it goes to json->text. Anything else is an error. */
static enum json_piece read_word(struct json *json)
{
	const char *start = json->at;
	while (json->at < json->end && is_word_char(*json->at)) json->at++;
	if (json->at == start) return fail(json);
	strbuf_clear(&json->text);
	strbuf_add(&json->text, start, (size_t)(json->at - start));
	json->after_value = true;
	if (*start == '-' || (*start >= '0' && *start <= '9')) return JSON_NUMBER;
	const char *text = strbuf_text(&json->text);
	return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 || strcmp(text, "null") == 0 ? JSON_WORD
												    : fail(json);
}

static enum json_piece begin(struct json *json, bool is_object)
{
	if (json->depth == JSON_DEPTH_MAX) return fail(json);
	json->in_object[json->depth++] = is_object;
	json->after_value = false;
	return is_object ? JSON_OBJECT : JSON_ARRAY;
}

static enum json_piece end(struct json *json, bool is_object)
{
	if (!json->depth || json->in_object[json->depth - 1] != is_object) return fail(json);
	json->depth--;
	json->after_value = true;
	return is_object ? JSON_OBJECT_END : JSON_ARRAY_END;
}

enum json_piece json_next(struct json *json)
{
	if (json->failed) return JSON_ERROR;
	skip_blanks(json);
	if (json->after_value && json->at < json->end && *json->at == ',' && json->depth) {
		json->at++;
		json->after_value = false;
		skip_blanks(json);
	}
	if (json->at == json->end) return json->depth ? fail(json) : JSON_END;
	char c = *json->at;
	if (c == '}' || c == ']') {
		json->at++;
		return end(json, c == '}');
	}
	if (json->after_value) return fail(json);
	switch (c) {
	case '{':
	case '[': json->at++; return begin(json, c == '{');
	case '"':
		json->at++;
		json->after_value = true;
		return read_string(json) ? JSON_STRING : fail(json);
	default: return read_word(json);
	}
}

bool json_next_key(struct json *json)
{
	enum json_piece piece = json_next(json);
	if (piece != JSON_STRING || !json->depth || !json->in_object[json->depth - 1]) {
		if (piece != JSON_OBJECT_END) fail(json);
		return false;
	}
	skip_blanks(json);
	if (json->at == json->end || *json->at != ':') {
		fail(json);
		return false;
	}
	json->at++;
	json->after_value = false;
	return true;
}

const char *json_text(const struct json *json) { return strbuf_text(&json->text); }

void json_skip(struct json *json, enum json_piece begun)
{
	if (begun != JSON_OBJECT && begun != JSON_ARRAY) return;
	for (unsigned depth = 1; depth && !json->failed;) {
		if (json->in_object[json->depth - 1]) {
			if (!json_next_key(json)) {
				depth--;
				continue;
			}
		}
		enum json_piece piece = json_next(json);
		if (piece == JSON_OBJECT || piece == JSON_ARRAY) depth++;
		else if (piece == JSON_OBJECT_END || piece == JSON_ARRAY_END) depth--;
	}
}
