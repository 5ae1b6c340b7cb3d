/* The table of subcommands, made from command.def. main looks words up here, `perf help` and completion list it;
 * commands do not call each other through it. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include <stddef.h>
#include "cli/command.h"

/* All commands in the order of `perf help`; NULL-terminated. Constant, as the descriptors are. */
extern const struct command *const commands[];

/* By the whole name, as it is typed; NULL when there is none of that name. */
const struct command *commands_find(const char *name);
/* "usage: perf ..." and the commands that have a summary, to stdout. */
void commands_print(void);

#endif
