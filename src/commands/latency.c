/* perf latency: how long it takes from one event to another, with percentiles. Not upstream's. Chooses the
 * subcommand, which may be cut short to three letters; they are in commands/latency. */
#include <string.h>
#include "cli/command.h"
#include "commands/latency/latency_cmd.h"

static const char *const subcommands[] = { "record", "report", NULL };
static const char *const usage[] = { "perf latency record --pair <begin,end> [<record options>] [<command>]",
				     "perf latency report [--pair <begin,end>] [--key <fields>] [<options>]", NULL };
/* No options of its own, but -h and what every table answers. */
static const struct option options[] = { OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static int run(int argc, const char **argv)
{
	int status;

	if (!option_table_parse(&table, &argc, argv, NULL, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (strlen(argv[0]) >= 3 && strncmp("record", argv[0], strlen(argv[0])) == 0)
		return latency_cmd_record(argc, argv);
	if (strlen(argv[0]) >= 3 && strncmp("report", argv[0], strlen(argv[0])) == 0)
		return latency_cmd_report(argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_latency = {
	.name = "latency",
	.summary = "How long it takes from one event to another: percentiles, histograms, heat maps",
	.run = run,
};
