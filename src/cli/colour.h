/* Whether to write in colour. */
#ifndef CLI_COLOUR_H
#define CLI_COLOUR_H

#include <stdbool.h>

/* COLOUR_AUTO: when stdout is a terminal that knows colour. */
enum colour_use { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS };

/* "always", "never", "auto": 0, or -EINVAL with *ret untouched. */
int colour_parse(const char *text, enum colour_use *ret);
/* Answers for stdout as it is now: ask after pager_start, which may put a pager there. */
bool colour_wanted(enum colour_use use);

#endif
