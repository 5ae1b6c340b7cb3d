/* One piece of work beside the interface, on a thread of its own. When it is done the screen is woken, and idle of the
 * view takes the result. */
#ifndef TUI_BACKGROUND_H
#define TUI_BACKGROUND_H

#include <stdbool.h>
#include "tui/screen.h"

struct background;

/* screen: what is woken. in_place: work is done by background_start itself, which tests want. */
struct background *background_new(struct screen *screen, bool in_place);
/* Waits for what is running. NULL is fine. */
void background_free(struct background *background);
/* Starts work(ctx); nothing may be running. Returns when it is done, or after half the time in which a key is to be
 * answered: what is quick need not flicker. */
void background_start(struct background *background, void (*work)(void *ctx), void *ctx);
bool background_is_running(struct background *background);
void background_wait(struct background *background);

#endif
