/* perf ftrace: the kernel's tracers of its own functions. Chooses the subcommand; they are in commands/ftrace. trace
 * needs no word of its own. */
#include <string.h>
#include "cli/command.h"
#include "commands/ftrace/ftrace_cmd.h"

static int run(int argc, const char **argv)
{
	if (argc > 1 && strcmp(argv[1], "latency") == 0) return ftrace_cmd_latency(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "profile") == 0) return ftrace_cmd_profile(argc - 1, argv + 1);
	bool is_named = argc > 1 && strcmp(argv[1], "trace") == 0;
	return ftrace_cmd_trace(argc - is_named, argv + is_named);
}

const struct command command_ftrace = {
	.name = "ftrace",
	.summary = "Simple wrapper for kernel's ftrace functionality",
	.run = run,
};
