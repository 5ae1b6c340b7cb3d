/* Lines are written a text at a time; of one that begins left of the screen the first characters are skipped. */
#include "tui/line.h"
#include <string.h>
#include "base/compiler.h"
#include "base/strbuf.h"
#include "tui/screen_private.h"

/* The part of text behind `columns` columns; *ret_blanks of half a wide character or an escape that was cut. */
static const char *skip(const char *text, unsigned columns, unsigned *ret_blanks)
{
	unsigned at = 0;
	while (*text && at < columns) {
		uint32_t character;
		text += screen_character(text, &character);
		at += screen_character_width(character);
	}
	*ret_blanks = at > columns ? at - columns : 0;
	return text;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

const char *line_find(const char *text, const char *part)
{
	if (!*part) return NULL;
	for (; *text; text++) {
		size_t i = 0;
		while (part[i] && lower(text[i]) == lower(part[i])) i++;
		if (!part[i]) return text;
	}
	return NULL;
}

/* Text of one style. */
static void put(struct line *line, enum screen_style style, const char *text)
{
	unsigned begin = line->at, width = screen_width(text), blanks = 0;
	line->at += width;
	if (line->at <= line->scrolled) return;
	if (begin < line->scrolled) {
		text = skip(text, line->scrolled - begin, &blanks);
		begin = line->scrolled + blanks;
	}
	unsigned column = begin - line->scrolled;
	if (column >= line->width) return;
	screen_text(line->screen, line->row, line->column + column, line->width - column, style, text);
}

void line_text(struct line *line, enum screen_style style, const char *text)
{
	if (line->is_selected) style = STYLE_SELECTED;
	const char *found;
	while (line->match && (found = line_find(text, line->match))) {
		_free_ char *before = xstrndup(text, (size_t)(found - text)),
			    *match = xstrndup(found, strlen(line->match));
		put(line, style, before);
		put(line, STYLE_MATCH, match);
		text = found + strlen(match);
	}
	put(line, style, text);
}

void line_blanks(struct line *line, unsigned count)
{
	enum { CHUNK = 32 };
	char blanks[CHUNK + 1];
	memset(blanks, ' ', CHUNK);
	/* a column may be as wide as a name of megabytes: what is beyond the screen is only counted */
	unsigned end = line->scrolled + line->width;
	while (count && line->at < end) {
		unsigned n = MIN(count, CHUNK);
		blanks[n] = 0;
		put(line, line->is_selected ? STYLE_SELECTED : line->blank, blanks);
		blanks[n] = ' ';
		count -= n;
	}
	line->at += count;
}

/* How many bytes of text fit into width columns, and how many columns these are. */
static size_t fit(const char *text, unsigned width, unsigned *ret_used)
{
	const char *at = text;
	*ret_used = 0;
	while (*at) {
		uint32_t character;
		unsigned size = screen_character(at, &character), columns = screen_character_width(character);
		if (*ret_used + columns > width) break;
		*ret_used += columns;
		at += size;
	}
	return (size_t)(at - text);
}

void line_cell(struct line *line, enum screen_style style, unsigned width, const char *text)
{
	unsigned used;
	size_t size = fit(text, width, &used);
	if (text[size]) {
		_free_ char *cut = xstrndup(text, size);
		line_text(line, style, cut);
	} else {
		line_text(line, style, text);
	}
	line_blanks(line, width - used);
}

void line_number(struct line *line, enum screen_style style, unsigned width, const char *text)
{
	unsigned used = screen_width(text);
	if (used < width) line_blanks(line, width - used);
	line_text(line, style, text);
}

void line_move(struct line *line, unsigned at)
{
	if (at > line->at) line_blanks(line, at - line->at);
	else line->at = at;
}

void line_end(struct line *line)
{
	unsigned end = line->scrolled + line->width;
	if (line->at < end) line_blanks(line, end - line->at);
}
