/* A screen of character cells with a keyboard and a mouse: a terminal (screen_terminal.h), or memory (screen_memory.h),
 * with which tests and fuzzers play the user.
 *
 *     screen_clear(screen);
 *     screen_put(screen, 0, 0, screen_columns(screen), STYLE_ROOT, "Samples: 401");
 *     screen_show(screen);
 *     screen_read(screen, &event, -1);
 *
 * What is put becomes visible with screen_show, which writes only the cells that changed. Rows and columns count from 0
 * at the upper left; what lies outside is cut off. Texts are names (base/printable.h): control characters and bytes
 * that are not UTF-8 are shown as \xNN. All calls belong to one thread, but screen_wake. */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a cell looks like: a row of style.def. */
enum screen_style {
#define STYLE(id, name, foreground, background, foreground_256, background_256, attributes) STYLE_##id,
#include "tui/style.def"
	SCREEN_STYLES
};

/* Keys above characters, which stand for themselves; control characters are 1 to 26 (SCREEN_CONTROL). */
enum screen_key {
	SCREEN_KEY_NONE = 0,
	SCREEN_KEY_FIRST = 0x200000,
#define KEY(id, name, capability) SCREEN_KEY_##id,
#include "tui/screen_key.def"
	SCREEN_KEY_ESCAPE = 27,
	SCREEN_KEY_ENTER = '\r',
	SCREEN_KEY_TAB = '\t',
	SCREEN_ALT = 0x1000000, /* added to another key */
};
#define SCREEN_CONTROL(letter) ((letter)&0x1f)

enum screen_event_kind {
	SCREEN_NOTHING, /* the time was over */
	SCREEN_KEY,     /* key */
	SCREEN_MOUSE,   /* key: a button (enum screen_button), row, column */
	SCREEN_RESIZED, /* the screen's size is another one: draw everything */
	SCREEN_WOKEN,   /* somebody called screen_wake */
	SCREEN_CLOSED,  /* there will be no more input: leave */
};
enum screen_button { SCREEN_LEFT, SCREEN_MIDDLE, SCREEN_RIGHT, SCREEN_RELEASED, SCREEN_WHEEL_UP, SCREEN_WHEEL_DOWN };

struct screen_event {
	enum screen_event_kind kind;
	int key;
	unsigned row, column;
};

struct screen;

/* Ends the screen's use of its terminal, which is as it was before, and frees the screen. NULL is fine. */
void screen_close(struct screen *screen);
unsigned screen_rows(const struct screen *screen);
unsigned screen_columns(const struct screen *screen);
/* Whether lines may be drawn with characters beyond ASCII. */
bool screen_has_unicode(const struct screen *screen);

/* Makes all cells blank. */
void screen_clear(struct screen *screen);
/* Writes text into `width` cells, cut off or filled up with blanks. */
void screen_put(struct screen *screen, unsigned row, unsigned column, unsigned width, enum screen_style style,
		const char *text);
/* As many cells as the text needs, up to width. Returns how many these were. */
unsigned screen_text(struct screen *screen, unsigned row, unsigned column, unsigned width, enum screen_style style,
		     const char *text);
/* Changes how cells look that are written already. */
void screen_restyle(struct screen *screen, unsigned row, unsigned column, unsigned width, enum screen_style style);
/* Shows the cursor there; it is hidden from the next screen_clear on. */
void screen_cursor(struct screen *screen, unsigned row, unsigned column);
/* Makes visible what was put. */
void screen_show(struct screen *screen);

/* Waits up to timeout_ms (-1: for ever) for something to happen. What was typed ahead comes one by one. */
void screen_read(struct screen *screen, struct screen_event *ret, int timeout_ms);
/* Is there input that screen_read would give without waiting? */
bool screen_has_input(struct screen *screen);
/* Makes screen_read return SCREEN_WOKEN, now or when it is called next. Any thread, also a signal handler. */
void screen_wake(struct screen *screen);
/* Gives the terminal back for a while, to another program or the shell; everything is drawn again afterwards. */
void screen_suspend(struct screen *screen);
void screen_resume(struct screen *screen);

/* Hands a text to the clipboard of the terminal, where it has one that programs may write (OSC 52). */
void screen_copy(struct screen *screen, const char *text);

/* Columns that a text takes on the screen, with its escapes. */
unsigned screen_width(const char *text);

#endif
