/* perf trace: commands/trace does it. */
#include "cli/command.h"
#include "commands/trace/trace_option.h"

const struct command command_trace = {
	.name = "trace",
	.summary = "strace inspired tool",
	.run = trace_run,
};
