/* perf lock: what is waited for. Chooses the subcommand; all of them are in commands/lock, but for script, which is
 * perf script. */
#include <string.h>
#include "cli/command.h"
#include "commands/lock/lock_cmd.h"
#include "commands/script/script_cmd.h"

/* Options in front of the subcommand. */
struct lock_values {
	struct lock_cmd_values before;
};

static const char *const subcommands[] = { "record", "report", "script", "info", "contention", NULL };
static const char *const usage[] = { "perf lock [<options>] {record|report|script|info|contention}", NULL };
static const struct option options[] = { LOCK_CMD_ROWS(struct lock_values, before), OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* Subcommands may be cut short to three letters, as upstream's, but for script and info. */
static int run(int argc, const char **argv)
{
	struct lock_values values = { .before.session = SESSION_OPTION_VALUES_INIT };
	const struct lock_cmd_values *before = &values.before;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (strcmp(argv[0], "script") == 0) return script_cmd_run(&before->session, before->dump, argc, argv);
	if (options_subcommand_is(argv[0], "record", 3)) return lock_cmd_record(argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return lock_cmd_report(before, argc, argv);
	if (strcmp(argv[0], "info") == 0) return lock_cmd_info(before, argc, argv);
	if (options_subcommand_is(argv[0], "contention", 3)) return lock_cmd_contention(before, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_lock = {
	.name = "lock",
	.summary = "Analyze lock events",
	.run = run,
};
