/* The table of subcommands, made from command.def. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include <stddef.h>
#include "cli/command.h"

/* All commands in the order of `perf help`; NULL-terminated. */
extern const struct command *const commands[];

/* NULL when there is none of that name. */
const struct command *commands_find(const char *name);
/* "usage: perf ..." and the commands with their summaries, to stdout. */
void commands_print(void);

#endif
