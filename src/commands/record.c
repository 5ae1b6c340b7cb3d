/* perf record: commands/record does it. */
#include "cli/command.h"
#include "commands/record/record_setup.h"

const struct command command_record = {
	.name = "record",
	.summary = "Run a command and record its profile into perf.data",
	.run = record_run,
};
