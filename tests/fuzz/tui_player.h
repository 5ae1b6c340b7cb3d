/* Types what a fuzzer says: keys, the mouse, sizes of the screen. */
#ifndef TESTS_FUZZ_TUI_PLAYER_H
#define TESTS_FUZZ_TUI_PLAYER_H

#include "base/compiler.h"
#include "tui/screen_memory.h"

enum { KEYS_MAX = 200000 };

struct player {
	const uint8_t *data;
	size_t size, next;
	void (*check)(const struct screen *screen); /* before each key; aborts where the screen lies */
};

/* Bytes are keys; from 0x80 on they are special keys, sizes and the mouse, with what follows. */
static void player_next(void *ctx, struct screen *screen)
{
	static const int special[] = { SCREEN_KEY_UP,        SCREEN_KEY_DOWN,  SCREEN_KEY_LEFT,    SCREEN_KEY_RIGHT,
				       SCREEN_KEY_HOME,      SCREEN_KEY_END,   SCREEN_KEY_PAGE_UP, SCREEN_KEY_PAGE_DOWN,
				       SCREEN_KEY_BACKSPACE, SCREEN_KEY_UNTAB, SCREEN_KEY_F1,      SCREEN_KEY_ENTER,
				       SCREEN_KEY_ESCAPE,    0x6f22,           SCREEN_ALT | 'v',   SCREEN_KEY_TAB };
	struct player *p = ctx;
	p->check(screen);
	if (p->next >= p->size || p->next >= KEYS_MAX) return;
	uint8_t byte = p->data[p->next++], first = p->next < p->size ? p->data[p->next] : 7,
		second = p->next + 1 < p->size ? p->data[p->next + 1] : 7;
	/* stopping the process, as a shell's job, is for no test */
	if (byte == SCREEN_CONTROL('Z')) return player_next(ctx, screen);
	if (byte < 0x80) screen_memory_key(screen, byte);
	else if (byte < 0xf0) screen_memory_key(screen, special[byte % ARRAY_SIZE(special)]);
	else if (byte < 0xf8) screen_memory_resize(screen, first % 60, second % 140);
	else screen_memory_event(screen, &(struct screen_event){ SCREEN_MOUSE, byte % 6, first % 60, second % 140 });
	if (byte >= 0xf0) p->next += 2;
}

#endif
