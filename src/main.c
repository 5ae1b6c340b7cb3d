/* Where the program starts. main reads the options in front of the command (cli/global.h), chooses the pager, finds
 * the command in the table (commands/commands.h) and runs it; the command reads its own options. Every exit status
 * goes through textout_finish, which turns success into failure when output was lost.
 *
 * docs/ARCHITECTURE.md says what is where. */
#include <stdio.h>
#include <string.h>
#include "base/suggest.h"
#include "cli/global.h"
#include "cli/textout.h"
#include "commands/commands.h"

/* The first line is the one that users and scripts know from upstream. */
static int unknown(const char *name)
{
	struct suggest suggest = suggest_for(name);

	fprintf(stderr, "perf: '%s' is not a perf-command. See 'perf --help'.\n", name);
	for (size_t i = 0; commands[i]; i++) suggest_add(&suggest, commands[i]->name);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&suggest, "", &near);
	if (near.size) fprintf(stderr, "\n%s", strbuf_text(&near));
	return 1;
}

/* For `perf --list-cmds`, which completion reads. */
static int list_commands(void)
{
	for (size_t i = 0; commands[i]; i++) printf("%s ", commands[i]->name);
	putchar('\n');
	return 0;
}

static int no_command(void)
{
	commands_print();
	return 1;
}

/* `perf report --help` is `perf help report`. Swaps the two words in argv. */
static const char **as_help(const char **argv)
{
	argv[1] = argv[0];
	argv[0] = "help";
	return argv;
}

int main(int argc, char **arguments)
{
	const char **argv = (const char **)arguments + 1;
	enum pager_use pager;

	/* Before any file is opened: a closed standard descriptor must not become one of our files. */
	textout_init();
	argc--;
	switch (global_parse(&argc, &argv, &pager)) {
	case GLOBAL_DONE: return textout_finish(0);
	case GLOBAL_LIST_COMMANDS: return textout_finish(list_commands());
	case GLOBAL_RUN_COMMAND: break;
	}
	if (argc <= 0) return textout_finish(no_command());
	pager_choose(pager, argv[0]);
	if (argc > 1 && strcmp(argv[1], "--help") == 0) argv = as_help(argv);
	const struct command *command = commands_find(argv[0]);
	return command ? textout_finish(command->run(argc, argv)) : unknown(argv[0]);
}
