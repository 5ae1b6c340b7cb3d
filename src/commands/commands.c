/* The table of subcommands, out of command.def, and the list of them that perf shows without one. The first #include
 * of command.def declares the descriptors, which are defined in each command's file; the second makes the table. */
#include "commands/commands.h"

#include <stdio.h>
#include <string.h>

#define X(stem) extern const struct command command_##stem;
#include "commands/command.def"
#undef X

const struct command *const commands[] = {
#define X(stem) &command_##stem,
#include "commands/command.def"
#undef X
	NULL
};

const struct command *commands_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0) return commands[i];
	return NULL;
}

/* Room for the longest name, "buildid-cache". */
#define NAME_WIDTH 15

void commands_print(void)
{
	printf("\n usage: perf [--version] [--help] [OPTIONS] COMMAND [ARGS]\n\n The most commonly used perf commands "
	       "are:\n");
	for (size_t i = 0; commands[i]; i++)
		if (commands[i]->summary) printf("  %-*s %s\n", NAME_WIDTH, commands[i]->name, commands[i]->summary);
	printf("\n See 'perf help COMMAND' for more information on a specific command.\n\n");
}
