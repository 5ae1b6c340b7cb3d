/* A subcommand: a const descriptor at the top of its file in src/commands/, and one line in
 * src/commands/command.def. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"

/* What main and `perf help` know of a subcommand. */
struct command {
	/* As it is typed: "buildid-list". */
	const char *name;
	/* One line for `perf help`; NULL: not listed there. */
	const char *summary;
	/* argv[0] is the command's name, argv[argc] is NULL; argv may be changed. Returns the exit status. Runs once
	 * a process. */
	int (*run)(int argc, const char **argv);
};

#endif
