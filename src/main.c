/* Finds the command in the table and runs it. docs/ARCHITECTURE.md says what is where. */
#include <stdio.h>
#include <string.h>
#include "base/suggest.h"
#include "cli/global.h"
#include "commands/commands.h"

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

/* `perf report --help` is `perf help report`. */
static const char **as_help(const char **argv)
{
	argv[1] = argv[0];
	argv[0] = "help";
	return argv;
}

/* Output that could not be written (a full disk) is an error, unless the command already failed. */
static int finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout)) return status;
	perror("perf: writing to stdout");
	return status ? status : 1;
}

int main(int argc, char **arguments)
{
	const char **argv = (const char **)arguments + 1;
	enum pager_use pager;

	argc--;
	switch (global_parse(&argc, &argv, &pager)) {
	case GLOBAL_DONE: return finish(0);
	case GLOBAL_LIST_COMMANDS: return finish(list_commands());
	case GLOBAL_RUN_COMMAND: break;
	}
	if (argc <= 0) return finish(no_command());
	pager_choose(pager, argv[0]);
	if (argc > 1 && strcmp(argv[1], "--help") == 0) argv = as_help(argv);
	const struct command *command = commands_find(argv[0]);
	return command ? finish(command->run(argc, argv)) : unknown(argv[0]);
}
