/* perf c2c: chooses the subcommand; both are in commands/c2c. */
#include "cli/command.h"
#include "cli/option_form.h"
#include "commands/c2c/c2c_cmd.h"

static const char *const subcommands[] = { "record", "report", NULL };
static const char *const usage[] = { "perf c2c {record|report}", NULL };
struct c2c_values {
	int unused;
};
static const struct option options[] = { OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
					 OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static int run(int argc, const char **argv)
{
	struct c2c_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (options_subcommand_is(argv[0], "record", 3)) return c2c_cmd_record(argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return c2c_cmd_report(argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_c2c = {
	.name = "c2c",
	.summary = "Shared Data C2C/HITM Analyzer.",
	.run = run,
};
