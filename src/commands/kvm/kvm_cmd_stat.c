/* perf kvm stat: chooses the subcommand. */
#include <string.h>
#include "cli/options.h"
#include "commands/kvm/kvm_cmd.h"

static const char *const subcommands[] = { "record", "report", "live", NULL };
static const char *const usage[] = { "perf kvm stat {record|report|live}", "perf kvm stat <options of perf stat>",
				     NULL };
static const struct option options[] = { OPTION_END };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

bool kvm_cmd_stat_has(const char *word)
{
	return options_subcommand_is(word, "record", 3) || options_subcommand_is(word, "report", 3) ||
	       strcmp(word, "live") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "--list-cmds") == 0;
}

int kvm_cmd_stat(const struct kvm_cmd_values *before, int argc, const char **argv)
{
	struct kvm_cmd_values values = *before;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (options_subcommand_is(argv[0], "record", 3)) return kvm_cmd_stat_record(&values, argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return kvm_cmd_stat_report(&values, argc, argv);
	return kvm_cmd_stat_live(argc, argv);
}
