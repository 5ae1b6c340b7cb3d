/* perf sched: what the scheduler did. Chooses the subcommand; all of them are in commands/sched, but for script,
 * which is perf script. */
#include <string.h>
#include "cli/command.h"
#include "commands/sched/sched_cmd.h"
#include "commands/script/script_cmd.h"

/* Options in front of the subcommand. */
struct sched_values {
	struct sched_cmd_values before;
};

static const char *const subcommands[] = { "record", "latency", "map", "replay", "script", "timehist", "stats", NULL };
static const char *const usage[] = { "perf sched [<options>] {record|latency|map|replay|script|timehist|stats}", NULL };
static const struct option options[] = { SCHED_CMD_ROWS(struct sched_values, before), OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* Subcommands may be cut short to three letters, as upstream's; "map" is as short as that. */
static int run(int argc, const char **argv)
{
	struct sched_values values = { .before.session = SESSION_OPTION_VALUES_INIT };
	const struct sched_cmd_values *before = &values.before;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (options_subcommand_is(argv[0], "script", 3))
		return script_cmd_run(&before->session, before->dump, argc, argv);
	if (options_subcommand_is(argv[0], "record", 3)) return sched_cmd_record(argc, argv);
	if (options_subcommand_is(argv[0], "latency", 3)) return sched_cmd_latency(before, argc, argv);
	if (options_subcommand_is(argv[0], "stats", 3)) return sched_cmd_stats(before, argc, argv);
	if (strcmp(argv[0], "map") == 0) return sched_cmd_map(before, argc, argv);
	if (options_subcommand_is(argv[0], "replay", 3)) return sched_cmd_replay(before, argc, argv);
	if (options_subcommand_is(argv[0], "timehist", 3)) return sched_cmd_timehist(before, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_sched = {
	.name = "sched",
	.summary = "Tool to trace/measure scheduler properties (latencies)",
	.run = run,
};
