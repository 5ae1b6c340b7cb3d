/* Windows in front of a view that ask or tell something, and return when they are answered. When the interface was
 * closed meanwhile they return as if the user had left them. */
#ifndef TUI_POPUP_H
#define TUI_POPUP_H

#include "tui/ui.h"

/* Shows a text of several lines, which can be scrolled, until a key is pressed that does not scroll. */
void popup_text(struct ui *ui, const char *title, const char *text);
/* A list to choose from: returns the index, or -1 when it was left. title may be NULL. */
int popup_menu(struct ui *ui, const char *title, const char *const *items, size_t nr_items);
/* "Question? (y/n)": true where y or ENTER was pressed. */
bool popup_ask(struct ui *ui, const char *question);
/* A line to edit, in the last line of the screen behind the label. text: what stands there at first, and what was
 * typed. changed (may be NULL) is called after each change, so that a view can follow while one types. True: ENTER;
 * false: it was left, with text as it was before (changed is called with that, too). */
bool popup_line(struct ui *ui, const char *label, struct strbuf *text, void (*changed)(void *ctx, const char *text),
		void *ctx);

#endif
