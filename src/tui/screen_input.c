/* Bytes of a terminal become events. Order: sequences that were learned from terminfo, control sequences of ECMA-48
 * ("ESC [ parameters letter") and their single shift form ("ESC O letter"), an escape and a key (ALT), characters.
 * Unknown sequences are dropped whole, so that none is taken for keys. */
#include "tui/screen_input.h"
#include <stdio.h>
#include <string.h>
#include "base/compiler.h"
#include "base/printable.h"
#include "base/vec.h"
#include "tui/screen_private.h"

enum { SEQUENCE_MAX = 16, PARAMETERS_MAX = 4 };

struct sequence {
	char bytes[SEQUENCE_MAX];
	size_t size;
	int key;
};

struct screen_input {
	VEC(struct sequence) learned;
	VEC(uint8_t) bytes;
	size_t next;
};

/* Keys by the letter that ends a sequence, and by the number in front of "~". */
static const struct {
	char letter;
	int key;
} by_letter[] = {
	{ 'A', SCREEN_KEY_UP },   { 'B', SCREEN_KEY_DOWN }, { 'C', SCREEN_KEY_RIGHT }, { 'D', SCREEN_KEY_LEFT },
	{ 'H', SCREEN_KEY_HOME }, { 'F', SCREEN_KEY_END },  { 'Z', SCREEN_KEY_UNTAB }, { 'P', SCREEN_KEY_F1 },
	{ 'Q', SCREEN_KEY_F2 },   { 'R', SCREEN_KEY_F3 },   { 'S', SCREEN_KEY_F4 },    { 'M', SCREEN_KEY_ENTER },
};
static const struct {
	unsigned number;
	int key;
} by_number[] = {
	{ 1, SCREEN_KEY_HOME },    { 2, SCREEN_KEY_INSERT },    { 3, SCREEN_KEY_DELETE }, { 4, SCREEN_KEY_END },
	{ 5, SCREEN_KEY_PAGE_UP }, { 6, SCREEN_KEY_PAGE_DOWN }, { 7, SCREEN_KEY_HOME },   { 8, SCREEN_KEY_END },
	{ 11, SCREEN_KEY_F1 },     { 12, SCREEN_KEY_F2 },       { 13, SCREEN_KEY_F3 },    { 14, SCREEN_KEY_F4 },
	{ 15, SCREEN_KEY_F5 },     { 17, SCREEN_KEY_F6 },       { 18, SCREEN_KEY_F7 },    { 19, SCREEN_KEY_F8 },
	{ 20, SCREEN_KEY_F9 },     { 21, SCREEN_KEY_F10 },      { 23, SCREEN_KEY_F11 },   { 24, SCREEN_KEY_F12 },
};

struct screen_input *screen_input_new(void) { return xcalloc(1, sizeof(struct screen_input)); }

void screen_input_free(struct screen_input *input)
{
	if (!input) return;
	vec_done(&input->learned);
	vec_done(&input->bytes);
	free(input);
}

void screen_input_learn(struct screen_input *input, const char *sequence, int key)
{
	size_t size = strlen(sequence);
	if (size < 2 || size >= SEQUENCE_MAX) return; /* single bytes are characters */
	struct sequence *s = vec_add(&input->learned);
	memcpy(s->bytes, sequence, size);
	s->size = size;
	s->key = key;
}

void screen_input_add(struct screen_input *input, const void *bytes, size_t size_bytes)
{
	if (input->next == input->bytes.count) {
		vec_clear(&input->bytes);
		input->next = 0;
	}
	vec_reserve(&input->bytes, input->bytes.count + size_bytes);
	if (size_bytes) memcpy(input->bytes.items + input->bytes.count, bytes, size_bytes);
	input->bytes.count += size_bytes;
}

bool screen_input_waits(const struct screen_input *input) { return input->next < input->bytes.count; }

/* What is known of a sequence while it is read. */
enum progress { UNKNOWN, INCOMPLETE, FOUND };

static enum progress find_learned(const struct screen_input *input, const uint8_t *at, size_t left,
				  struct screen_event *ret, size_t *size)
{
	enum progress progress = UNKNOWN;
	for (size_t i = 0; i < input->learned.count; i++) {
		const struct sequence *s = &input->learned.items[i];
		if (memcmp(s->bytes, at, MIN(left, s->size)) != 0) continue;
		if (s->size <= left) {
			*ret = (struct screen_event){ .kind = SCREEN_KEY, .key = s->key };
			*size = s->size;
			return FOUND;
		}
		progress = INCOMPLETE;
	}
	return progress;
}

/* "button;column;row" of a mouse report; pressed: it ended with M, not m. */
static void mouse_event(const unsigned *parameters, bool pressed, struct screen_event *ret)
{
	unsigned button = parameters[0];
	if (button & 32) return; /* motion */
	*ret = (struct screen_event){ .kind = SCREEN_MOUSE,
				      .key = SCREEN_RELEASED,
				      .column = parameters[1] ? parameters[1] - 1 : 0,
				      .row = parameters[2] ? parameters[2] - 1 : 0 };
	if (button & 64) ret->key = button & 1 ? SCREEN_WHEEL_DOWN : SCREEN_WHEEL_UP;
	else if (pressed && (button & 3) != 3) ret->key = SCREEN_LEFT + (int)(button & 3);
}

static int key_of(char final, const unsigned *parameters)
{
	if (final == '~') {
		for (size_t i = 0; i < ARRAY_SIZE(by_number); i++)
			if (by_number[i].number == parameters[0]) return by_number[i].key;
		return SCREEN_KEY_NONE;
	}
	for (size_t i = 0; i < ARRAY_SIZE(by_letter); i++)
		if (by_letter[i].letter == final) return by_letter[i].key;
	return SCREEN_KEY_NONE;
}

/* From the byte behind "ESC [" or "ESC O". A sequence that means nothing here is SCREEN_NOTHING. */
static enum progress read_control(const uint8_t *bytes, size_t left, size_t *size, struct screen_event *ret)
{
	unsigned parameters[PARAMETERS_MAX] = { 0 };
	size_t at = 0, n = 0;
	bool is_mouse = left && bytes[0] == '<';
	for (; at < left && bytes[at] >= 0x20 && bytes[at] < 0x40; at++) {
		if (bytes[at] == ';') n++;
		else if (bytes[at] >= '0' && bytes[at] <= '9' && n < PARAMETERS_MAX && parameters[n] < 100000)
			parameters[n] = parameters[n] * 10 + bytes[at] - '0';
	}
	if (at == left) return INCOMPLETE;
	*ret = (struct screen_event){ SCREEN_NOTHING };
	*size = at + 1;
	char final = (char)bytes[at];
	if (is_mouse && (final == 'M' || final == 'm')) {
		mouse_event(parameters, final == 'M', ret);
	} else if (!is_mouse) {
		int key = key_of(final, parameters);
		if (key) *ret = (struct screen_event){ .kind = SCREEN_KEY, .key = key };
	}
	return FOUND;
}

static enum progress read_character(const uint8_t *at, size_t left, bool complete, size_t *size, int *ret)
{
	uint32_t character = at[0];
	*size = 1;
	if (at[0] >= 0x80) {
		size_t length = utf8_length(at, left);
		if (!length && !complete && at[0] >= 0xc2 && left < 4) return INCOMPLETE;
		char text[5] = { 0 };
		memcpy(text, at, MIN(left, length ? length : 1));
		*size = screen_character(text, &character);
		if (character >= SCREEN_RAW) character = SCREEN_KEY_NONE;
	}
	if (character == '\n') character = SCREEN_KEY_ENTER;
	if (character == 0x7f || character == '\b') character = SCREEN_KEY_BACKSPACE;
	*ret = (int)character;
	return FOUND;
}

static enum progress read_one(const struct screen_input *input, bool complete, size_t *size, struct screen_event *ret)
{
	const uint8_t *at = input->bytes.items + input->next;
	size_t left = input->bytes.count - input->next;
	enum progress progress = find_learned(input, at, left, ret, size);
	int key;
	if (progress == FOUND || (progress == INCOMPLETE && !complete)) return progress;
	if (at[0] == 27 && left == 1 && !complete) return INCOMPLETE;
	if (at[0] == 27 && left > 1 && (at[1] == '[' || at[1] == 'O')) {
		progress = read_control(at + 2, left - 2, size, ret);
		*size += 2;
		if (progress == FOUND || !complete) return progress;
		/* cut off: what is there is the end of it */
		*size = left;
		*ret = (struct screen_event){ SCREEN_NOTHING };
		return FOUND;
	}
	bool is_alt = at[0] == 27 && left > 1 && at[1] != 27;
	if (read_character(at + is_alt, left - is_alt, complete, size, &key) == INCOMPLETE) return INCOMPLETE;
	*size += is_alt;
	*ret = (struct screen_event){ .kind = key ? SCREEN_KEY : SCREEN_NOTHING,
				      .key = is_alt ? key | SCREEN_ALT : key };
	return FOUND;
}

bool screen_input_next(struct screen_input *input, bool complete, struct screen_event *ret)
{
	while (input->next < input->bytes.count) {
		size_t size = 0;
		*ret = (struct screen_event){ SCREEN_NOTHING };
		if (read_one(input, complete, &size, ret) != FOUND) return false;
		input->next += size;
		if (ret->kind != SCREEN_NOTHING) return true;
	}
	return false;
}

const char *screen_key_name(int key, char buffer[static 16])
{
	static const char *const names[] = {
#define KEY(id, name, capability) name,
#include "tui/screen_key.def"
	};
	int plain = key & ~SCREEN_ALT;
	const char *alt = key & SCREEN_ALT ? "ALT+" : "";
	if (plain > SCREEN_KEY_FIRST && (size_t)(plain - SCREEN_KEY_FIRST - 1) < ARRAY_SIZE(names))
		snprintf(buffer, 16, "%s%s", alt, names[plain - SCREEN_KEY_FIRST - 1]);
	else if (plain == SCREEN_KEY_ESCAPE) snprintf(buffer, 16, "%sESC", alt);
	else if (plain == SCREEN_KEY_ENTER) snprintf(buffer, 16, "%sENTER", alt);
	else if (plain == SCREEN_KEY_TAB) snprintf(buffer, 16, "%sTAB", alt);
	else if (plain == ' ') snprintf(buffer, 16, "%sSPACE", alt);
	else if (plain < ' ') snprintf(buffer, 16, "%sCTRL+%c", alt, '@' + plain);
	else if (plain < 0x7f) snprintf(buffer, 16, "%s%c", alt, plain);
	else snprintf(buffer, 16, "%sU+%04X", alt, (unsigned)plain);
	return buffer;
}
