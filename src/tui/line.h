/* A line of a view, written from the left, with a part of it visible where it is scrolled sideways.
 *
 *     line_number(line, STYLE_TOP, 8, "99.75%");
 *     line_text(line, STYLE_LIGHT, "  ");
 *     line_cell(line, STYLE_LIGHT, 20, name); */
#ifndef TUI_LINE_H
#define TUI_LINE_H

#include "tui/screen.h"

struct line {
	struct screen *screen;
	unsigned row, column, width; /* where on the screen */
	unsigned scrolled;           /* columns of the line that are left of the screen's */
	unsigned at;                 /* where the line goes on, in its own columns */
	bool is_selected;            /* all of it in STYLE_SELECTED */
	enum screen_style blank;     /* of blanks between texts */
	/* Parts of texts that are the same as this, in STYLE_MATCH; NULL or empty: none. Upper and lower case are the
	 * same. */
	const char *match;
};

/* Appends a text. */
void line_text(struct line *line, enum screen_style style, const char *text);
/* The same in width columns, cut off or filled up with blanks behind it (line_cell) or in front (line_number, which
 * does not cut off). */
void line_cell(struct line *line, enum screen_style style, unsigned width, const char *text);
void line_number(struct line *line, enum screen_style style, unsigned width, const char *text);
/* Blanks, or what stands there, up to this column of the line. */
void line_blanks(struct line *line, unsigned count);
void line_move(struct line *line, unsigned at);
/* Blanks up to the end, which the selection fills. */
void line_end(struct line *line);

/* Does text have part in it, whatever the case? Ends of ASCII alone are compared without case. */
const char *line_find(const char *text, const char *part);

#endif
