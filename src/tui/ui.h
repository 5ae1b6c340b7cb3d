/* The interface: a stack of views on a screen, and the loop that draws them and hands out keys.
 *
 *     struct ui *ui = ui_new(screen);
 *     ui_push(ui, profile_view_new(source));
 *     ui_run(ui);                       until the last view has left
 *     ui_free(ui);
 *
 * Popups (popup.h) are calls that return when they are answered. All of it belongs to one thread; others do their work
 * and call screen_wake(ui_screen(ui)). */
#ifndef TUI_UI_H
#define TUI_UI_H

#include "base/compiler.h"
#include "tui/view.h"

/* screen: borrowed, must live as long. */
struct ui *ui_new(struct screen *screen);
/* Frees the views that are still there. NULL is fine. */
void ui_free(struct ui *ui);
struct screen *ui_screen(const struct ui *ui);

/* Puts a view on top, which the ui owns from then on. */
void ui_push(struct ui *ui, struct view *view);
/* The one on top; NULL: none. */
struct view *ui_top(const struct ui *ui);
/* Runs until the view on top at the call, and all above it, have left. */
void ui_run(struct ui *ui);
/* Ends all views: no more input is waited for, ui_run returns. */
void ui_close(struct ui *ui);
bool ui_is_closed(const struct ui *ui);

/* The key that the action being done was asked with. */
int ui_key(const struct ui *ui);

/* Says something in the last line, until the next key. */
void ui_say(struct ui *ui, const char *format, ...) _printf_(2, 3);
/* The same as a mistake: in the style of errors. */
void ui_complain(struct ui *ui, const char *format, ...) _printf_(2, 3);

/* For popups: draws the view on top without showing it, and waits for an event; sizes and Control-Z are dealt with, and
 * idle of the view is called as the time passes. False: the ui was closed. */
void ui_draw(struct ui *ui);
bool ui_wait(struct ui *ui, struct screen_event *ret);

#endif
