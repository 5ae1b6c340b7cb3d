/* perf kwork: what the kernel does besides running tasks (interrupts, softirqs, works of workqueues), and how long that
 * takes and waits. Chooses the subcommand; all of them are in commands/kwork. */
#include "cli/command.h"
#include "commands/kwork/kwork_cmd.h"

static const char *const subcommands[] = { "record", "report", "latency", "timehist", "top", NULL };
static const char *const usage[] = { "perf kwork [<options>] {record|report|latency|timehist|top}", NULL };
static const struct option options[] = { KWORK_CMD_ROWS, KWORK_CMD_ROW_CLASSES, OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static int run(int argc, const char **argv)
{
	struct kwork_cmd_values values = { .session = SESSION_OPTION_VALUES_INIT };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (options_subcommand_is(argv[0], "record", 3)) return kwork_cmd_record(&values, argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return kwork_cmd_report(&values, argc, argv);
	if (options_subcommand_is(argv[0], "latency", 3)) return kwork_cmd_latency(&values, argc, argv);
	if (options_subcommand_is(argv[0], "timehist", 2)) return kwork_cmd_timehist(&values, argc, argv);
	if (options_subcommand_is(argv[0], "top", 2)) return kwork_cmd_top(&values, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_kwork = {
	.name = "kwork",
	.summary = "Tool to trace/measure kernel work properties (latencies)",
	.run = run,
};
