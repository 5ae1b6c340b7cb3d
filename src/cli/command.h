/* A subcommand: a const descriptor at the top of its file in src/commands/, and one line in
 * src/commands/command.def. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"

struct command {
	const char *name;
	const char *summary;                     /* one line for `perf help`; NULL: not listed there */
	int (*run)(int argc, const char **argv); /* argv[0] is the command's name; returns the exit status */
};

#endif
