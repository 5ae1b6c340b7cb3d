/* The grid of cells that all backends have. Characters of two columns take two cells; when one half is overwritten the
 * other becomes blank, so that a terminal never gets half a character. */
#include "tui/screen_private.h"
#include <string.h>
#include "base/compiler.h"

void screen_set_size(struct screen *screen, unsigned rows, unsigned columns)
{
	screen->rows = MAX(1, MIN(rows, SCREEN_MAX));
	screen->columns = MAX(1, MIN(columns, SCREEN_MAX));
	free(screen->cells);
	screen->cells = xcalloc((size_t)screen->rows * screen->columns, sizeof(*screen->cells));
	screen_clear(screen);
}

void screen_close(struct screen *screen)
{
	if (!screen) return;
	free(screen->cells);
	screen->backend->close(screen);
}

unsigned screen_rows(const struct screen *screen) { return screen->rows; }
unsigned screen_columns(const struct screen *screen) { return screen->columns; }
bool screen_has_unicode(const struct screen *screen) { return screen->unicode; }

void screen_clear(struct screen *screen)
{
	for (size_t i = 0; i < (size_t)screen->rows * screen->columns; i++)
		screen->cells[i] = (struct screen_cell){ ' ', STYLE_NORMAL };
	screen->cursor_shown = false;
}

/* Writes a cell, and blanks what would be left of a wide character. */
static void put_cell(struct screen *screen, unsigned row, unsigned column, uint32_t character, enum screen_style style)
{
	struct screen_cell *line = &screen->cells[(size_t)row * screen->columns];
	if (!line[column].character && column > 0 && character) line[column - 1].character = ' ';
	if (column + 1 < screen->columns && !line[column + 1].character) line[column + 1].character = ' ';
	line[column] = (struct screen_cell){ character, (uint8_t)style };
}

/* One character in up to `left` columns; returns how many it took, or left + 1 when it has no room. */
static unsigned put_character(struct screen *screen, unsigned row, unsigned column, unsigned left, uint32_t character,
			      enum screen_style style)
{
	static const char digits[] = "0123456789abcdef";
	unsigned width = screen_character_width(character);
	if (character >= SCREEN_RAW) {
		uint8_t byte = (uint8_t)(character - SCREEN_RAW);
		const char escape[] = { '\\', 'x', digits[byte >> 4], digits[byte & 15] };
		for (unsigned i = 0; i < MIN(left, 4); i++)
			put_cell(screen, row, column + i, (uint32_t)escape[i], style);
		return MIN(left, 4);
	}
	if (width <= left) {
		if (character >= 0x80 && !screen->unicode) character = '?';
		if (width) put_cell(screen, row, column, character, style);
		if (width == 2) put_cell(screen, row, column + 1, character == '?' ? '?' : 0, style);
	}
	return width <= left ? width : left + 1;
}

unsigned screen_text(struct screen *screen, unsigned row, unsigned column, unsigned width, enum screen_style style,
		     const char *text)
{
	if (row >= screen->rows || column >= screen->columns) return 0;
	unsigned used = 0, room = MIN(width, screen->columns - column);
	while (*text && used < room) {
		uint32_t character;
		text += screen_character(text, &character);
		unsigned taken = put_character(screen, row, column + used, room - used, character, style);
		if (taken > room - used) break;
		used += taken;
	}
	return MIN(used, room);
}

void screen_put(struct screen *screen, unsigned row, unsigned column, unsigned width, enum screen_style style,
		const char *text)
{
	if (row >= screen->rows || column >= screen->columns) return;
	unsigned room = MIN(width, screen->columns - column);
	for (unsigned used = screen_text(screen, row, column, room, style, text); used < room; used++)
		put_cell(screen, row, column + used, ' ', style);
}

void screen_restyle(struct screen *screen, unsigned row, unsigned column, unsigned width, enum screen_style style)
{
	if (row >= screen->rows) return;
	for (unsigned i = column; i < screen->columns && i - column < width; i++)
		screen->cells[(size_t)row * screen->columns + i].style = (uint8_t)style;
}

void screen_cursor(struct screen *screen, unsigned row, unsigned column)
{
	screen->cursor_shown = row < screen->rows && column < screen->columns;
	screen->cursor_row = row;
	screen->cursor_column = column;
}

void screen_show(struct screen *screen) { screen->backend->show(screen); }
void screen_read(struct screen *screen, struct screen_event *ret, int timeout_ms)
{
	*ret = (struct screen_event){ SCREEN_NOTHING };
	screen->backend->read(screen, ret, timeout_ms);
}
bool screen_has_input(struct screen *screen) { return screen->backend->has_input(screen); }
void screen_wake(struct screen *screen) { screen->backend->wake(screen); }
void screen_copy(struct screen *screen, const char *text) { screen->backend->copy(screen, text); }
void screen_suspend(struct screen *screen) { screen->backend->suspend(screen); }
void screen_resume(struct screen *screen) { screen->backend->resume(screen); }

unsigned screen_width(const char *text)
{
	unsigned width = 0;
	while (*text) {
		uint32_t character;
		text += screen_character(text, &character);
		width += screen_character_width(character);
	}
	return width;
}
