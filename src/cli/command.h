/* A subcommand: a const descriptor at the top of its file in src/commands/, and one line in src/commands/command.def.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"

struct command {
	const char *name;
	const char *summary;                     /* one line for `perf help`; NULL: not listed there */
	const char *const *usage;                /* NULL-terminated, without "Usage: " ("perf report [<options>]") */
	const struct option *options;            /* ends with OPTION_END; may be NULL */
	const char *const *subcommands;          /* NULL-terminated; NULL: none */
	int (*run)(int argc, const char **argv); /* argv[0] is the command's name; returns the exit status */
};

#endif
