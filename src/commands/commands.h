/* The table of subcommands, made from command.def. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include <stddef.h>
#include "cli/command.h"

/* NULL-terminated. */
extern const struct command *const commands[];

/* NULL when there is none of that name. */
const struct command *commands_find(const char *name);
/* Runs the command words[0] with the words after it, and with argv[1] and all that follows: what `perf trace record -a`
 * is to `perf record`. */
int commands_run_with(const char *const *words, size_t nr_words, int argc, const char **argv);
/* "usage: perf ..." and the commands with their summaries, to stdout. */
void commands_print(void);

#endif
