#include "commands/commands.h"

#include <stdio.h>
#include <string.h>
#include "base/vec.h"

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

int commands_run_with(const char *const *words, size_t nr_words, int argc, const char **argv)
{
	VEC(const char *) all = VEC_INIT;
	for (size_t i = 0; i < nr_words; i++) vec_push(&all, words[i]);
	for (int i = 1; i < argc; i++) vec_push(&all, argv[i]);
	int count = (int)all.count;
	vec_push(&all, NULL);
	int status = commands_find(words[0])->run(count, all.items);
	vec_done(&all);
	return status;
}

#define NAME_WIDTH 15

void commands_print(void)
{
	printf("\n usage: perf [--version] [--help] [OPTIONS] COMMAND [ARGS]\n\n The most commonly used perf commands "
	       "are:\n");
	for (size_t i = 0; commands[i]; i++)
		if (commands[i]->summary) printf("  %-*s %s\n", NAME_WIDTH, commands[i]->name, commands[i]->summary);
	printf("\n See 'perf help COMMAND' for more information on a specific command.\n\n");
}
