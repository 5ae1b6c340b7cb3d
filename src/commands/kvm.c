/* perf kvm: what guests do, and why they stop. Chooses the subcommand; all of them are in commands/kvm. */
#include <string.h>
#include "cli/command.h"
#include "commands/kvm/kvm_cmd.h"

static const char *const subcommands[] = { "stat", NULL };
static const char *const usage[] = { "perf kvm [<options>] {stat}", NULL };
static const struct option options[] = {
	OPTION_STRING('i', "input", struct kvm_cmd_values, input, "file", "Input file name"),
	OPTION_STRING('o', "output", struct kvm_cmd_values, output, "file", "Output file name"),
	OPTION_BOOL(0, "guest", struct kvm_cmd_values, guest, "Collect guest os data"),
	OPTION_BOOL(0, "host", struct kvm_cmd_values, host, "Collect host os data"),
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static int run(int argc, const char **argv)
{
	struct kvm_cmd_values values = { .guest = true };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (!values.host) values.guest = true;
	if (options_subcommand_is(argv[0], "stat", 4)) return kvm_cmd_stat(&values, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_kvm = {
	.name = "kvm",
	.summary = "Tool to trace/measure kvm guest os",
	.run = run,
};
