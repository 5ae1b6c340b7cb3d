/* Keys of perf top --stdio, upstream's: what they change, and the questions they ask. */
#ifndef COMMANDS_TOP_TOP_KEYS_H
#define COMMANDS_TOP_TOP_KEYS_H

#include "commands/top/top_show.h"

/* The terminal that keys come from. */
struct top_keys {
	bool is_terminal; /* else there are none */
	struct termios *before;
};
/* From here on keys come as they are typed; until top_keys_close, which is fine for a zeroed struct. */
void top_keys_open(struct top_keys *keys);
void top_keys_close(struct top_keys *keys);

/* Waits for the next refresh and does what is typed meanwhile. True: it is to end. */
bool top_keys_wait(struct top_keys *keys, struct top *top);

#endif
