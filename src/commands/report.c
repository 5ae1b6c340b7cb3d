/* perf report: commands/report does it. */
#include "cli/command.h"
#include "commands/report/report_show.h"

const struct command command_report = {
	.name = "report",
	.summary = "Read perf.data (created by perf record) and display the profile",
	.run = report_run,
};
