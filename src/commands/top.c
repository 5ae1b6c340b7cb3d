/* perf top: commands/top does it. */
#include "cli/command.h"
#include "commands/top/top_show.h"

const struct command command_top = {
	.name = "top",
	.summary = "System profiling tool.",
	.run = top_run,
};
