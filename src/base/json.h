/* Reads JSON (RFC 8259) piece by piece, without building a tree.
 *
 *     struct json json = json_of(text, size_bytes);
 *     if (json_next(&json) == JSON_OBJECT)
 *             while (json_next_key(&json)) use(json_text(&json), json_next(&json), ...);
 *
 * Nothing is allocated but the buffer of the current string. Damaged text ends in JSON_ERROR, once and for all. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include "base/strbuf.h"

/* What json_next gives. END: the text is at its end, outside of all containers. ERROR: it is damaged, or deeper than
 * JSON_DEPTH_MAX. */
enum json_piece {
	JSON_END /* of the text */,
	JSON_ERROR,
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
	JSON_STRING,
	JSON_NUMBER,
	JSON_WORD /* true false null */
};

enum { JSON_DEPTH_MAX = 64 };

/* The reader. All members are private; json_of makes it, json_done frees it. */
struct json {
	const char *at, *end;
	struct strbuf text;
	uint8_t depth;
	bool failed, after_value; /* a ',' or the end of its container must follow */
	bool in_object[JSON_DEPTH_MAX];
};

/* Begins to read text, which must outlive the reader and needs no NUL. Freed by json_done. */
struct json json_of(const char *text, size_t size_bytes);
/* Frees the buffer of the current string. */
void json_done(struct json *json);
/* The next value or end; in an object, after a key, its value. */
enum json_piece json_next(struct json *json);
/* In an object: reads the next key, whose text is then json_text; false at its end, and on errors. */
bool json_next_key(struct json *json);
/* The last string (escapes decoded, a NUL in it replaced by U+FFFD), key, number or word. Borrowed; valid until the
 * next piece is read. */
const char *json_text(const struct json *json);
/* Leaves the value that was just begun: the rest of an object or array; nothing for other pieces. */
void json_skip(struct json *json, enum json_piece begun);
/* Whether the text was damaged so far. What was read before it is still what the text said. */
static inline bool json_failed(const struct json *json) { return json->failed; }

#endif
