/* What a terminal sends, as keys and mouse events: characters in UTF-8, the sequences of function keys, xterm's mouse
 * reports (SGR, "ESC [ < button ; column ; row M"). Bytes may come in any pieces. */
#ifndef TUI_SCREEN_INPUT_H
#define TUI_SCREEN_INPUT_H

#include "tui/screen.h"

struct screen_input;

struct screen_input *screen_input_new(void);
void screen_input_free(struct screen_input *input); /* NULL is fine */
/* A sequence that the terminal sends for a key, beside those that all terminals of today have in common. At most
 * 15 bytes; longer ones are ignored. */
void screen_input_learn(struct screen_input *input, const char *sequence, int key);
void screen_input_add(struct screen_input *input, const void *bytes, size_t size_bytes);
/* The next event. complete: nothing will follow soon, so that an escape by itself is the key. False: none yet. */
bool screen_input_next(struct screen_input *input, bool complete, struct screen_event *ret);
/* Are there bytes that are no event yet? */
bool screen_input_waits(const struct screen_input *input);
/* "UP", "CTRL+C", "a". */
const char *screen_key_name(int key, char buffer[static 16]);

#endif
