/* A screen in memory: tests type keys and look at rows, fuzzers type anything. */
#ifndef TUI_SCREEN_MEMORY_H
#define TUI_SCREEN_MEMORY_H

#include "base/strbuf.h"
#include "tui/screen.h"

/* Closed by screen_close. What is typed is UTF-8 and terminal escapes, as the terminal of screen_input.h sends them.
 * screen_read gives what was typed, then SCREEN_CLOSED. */
struct screen *screen_memory_open(unsigned rows, unsigned columns);
/* Appends to what screen_read gives. */
void screen_memory_type(struct screen *screen, const char *keys);
void screen_memory_key(struct screen *screen, int key);
void screen_memory_event(struct screen *screen, const struct screen_event *event);
/* screen_read gives SCREEN_RESIZED when everything typed before was read. */
void screen_memory_resize(struct screen *screen, unsigned rows, unsigned columns);
/* Called when there is nothing typed any more, to look at the screen and to type more; nothing typed then: the end. */
void screen_memory_on_empty(struct screen *screen, void (*on_empty)(void *ctx, struct screen *screen), void *ctx);

/* What screen_show showed last: a row without blanks at its end; the whole, with a newline behind each row. */
void screen_memory_row(const struct screen *screen, unsigned row, struct strbuf *ret);
void screen_memory_text(const struct screen *screen, struct strbuf *ret);
/* What screen_copy was given last. */
const char *screen_memory_copied(const struct screen *screen);
enum screen_style screen_memory_style(const struct screen *screen, unsigned row, unsigned column);

#endif
