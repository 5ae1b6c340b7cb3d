/* perf stat: commands/stat does it. */
#include "cli/command.h"
#include "commands/stat/stat_run.h"

const struct command command_stat = {
	.name = "stat",
	.summary = "Run a command and gather performance counter statistics",
	.run = stat_run,
};
