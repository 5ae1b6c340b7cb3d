/* perf diff: commands/diff does it. */
#include "cli/command.h"
#include "commands/diff/diff_run.h"

const struct command command_diff = {
	.name = "diff",
	.summary = "Read perf.data files and display the differential profile",
	.run = diff_run,
};
