/* What backends fill in: a screen is a grid of cells, and a table of functions that show it and bring events. */
#ifndef TUI_SCREEN_PRIVATE_H
#define TUI_SCREEN_PRIVATE_H

#include "tui/screen.h"

/* A cell; the one behind a character of two columns has character 0. */
struct screen_cell {
	uint32_t character;
	uint8_t style; /* enum screen_style */
};

struct screen_backend {
	void (*show)(struct screen *screen);
	void (*read)(struct screen *screen, struct screen_event *ret, int timeout_ms);
	bool (*has_input)(struct screen *screen);
	void (*wake)(struct screen *screen);
	void (*copy)(struct screen *screen, const char *text);
	void (*suspend)(struct screen *screen);
	void (*resume)(struct screen *screen);
	void (*close)(struct screen *screen); /* frees the screen with what is around it */
};

/* The first member of what a backend knows. */
struct screen {
	const struct screen_backend *backend;
	unsigned rows, columns;
	bool unicode, cursor_shown;
	unsigned cursor_row, cursor_column;
	struct screen_cell *cells; /* [rows * columns] */
};

/* Blank cells for another size; at least 1 by 1, at most SCREEN_MAX each. */
enum { SCREEN_MAX = 4096 };
void screen_set_size(struct screen *screen, unsigned rows, unsigned columns);

/* Attributes of style.def. */
enum { SCREEN_BOLD = 1, SCREEN_DIM = 2, SCREEN_UNDERLINE = 4, SCREEN_REVERSE = 8 };

/* The length in bytes of the character that starts at text, which must not be at its end, and what it is. Of bytes
 * that may not be shown as they are, *ret is the byte + SCREEN_RAW. */
enum { SCREEN_RAW = 0x400000 };
unsigned screen_character(const char *text, uint32_t *ret);
/* Columns of a character on a terminal: 0, 1 or 2; of SCREEN_RAW: 4. */
unsigned screen_character_width(uint32_t character);

#endif
