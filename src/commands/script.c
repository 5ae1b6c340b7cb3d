/* perf script: commands/script does it. */
#include "cli/command.h"
#include "commands/script/script_cmd.h"

const struct command command_script = {
	.name = "script",
	.summary = "Read perf.data (created by perf record) and display trace output",
	.run = script_run,
};
