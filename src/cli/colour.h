/* Whether to write in colour. */
#ifndef CLI_COLOUR_H
#define CLI_COLOUR_H

#include <stdbool.h>

enum colour_use { COLOUR_AUTO /* when stdout is a terminal that knows colour */, COLOUR_NEVER, COLOUR_ALWAYS };

/* "always", "never", "auto": 0, or -EINVAL. */
int colour_parse(const char *text, enum colour_use *ret);
bool colour_wanted(enum colour_use use);

#endif
