/* perf mem: chooses the subcommand; both are in commands/mem. */
#include "cli/command.h"
#include "commands/mem/mem_cmd.h"

struct mem_values {
	struct mem_cmd_values before;
};

static const char *const subcommands[] = { "record", "report", NULL };
static const char *const usage[] = { "perf mem [<options>] {record|report}", NULL };
static const struct option options[] = { MEM_CMD_ROWS(struct mem_values, before), OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static int run(int argc, const char **argv)
{
	struct mem_values values = { .before = MEM_CMD_VALUES_INIT };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (options_subcommand_is(argv[0], "record", 3)) return mem_cmd_record(&values.before, argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return mem_cmd_report(&values.before, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_mem = {
	.name = "mem",
	.summary = "Profile memory accesses",
	.run = run,
};
