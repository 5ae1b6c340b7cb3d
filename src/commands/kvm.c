/* perf kvm: what guests do, and why they stop. Chooses the subcommand; all of them are in commands/kvm, but for
 * buildid-list, which is that command, and for stat with anything else, which is perf stat. */
#include <string.h>
#include "cli/command.h"
#include "cli/console.h"
#include "commands/kvm/kvm_cmd.h"
#include "commands/stat/stat_run.h"

extern const struct command command_buildid_list;

static const char *const subcommands[] = { "top", "record", "report", "diff", "buildid-list", "stat", NULL };
static const char *const usage[] = { "perf kvm [<options>] {top|record|report|diff|buildid-list|stat}", NULL };

static const struct option options[] = {
	OPTION_STRING('i', "input", struct kvm_cmd_values, input, "file", "Input file name"),
	OPTION_STRING('o', "output", struct kvm_cmd_values, output, "file", "Output file name"),
	OPTION_BOOL(0, "guest", struct kvm_cmd_values, guest, "Collect guest os data"),
	OPTION_BOOL(0, "host", struct kvm_cmd_values, host, "Collect host os data"),
	OPTION_STRING(0, "guestmount", struct kvm_cmd_values, guest_mount, "directory",
		      "guest mount directory under which every guest os instance has a subdir"),
	OPTION_STRING(0, "guestvmlinux", struct kvm_cmd_values, guest_vmlinux, "file", "file saving guest os vmlinux"),
	OPTION_STRING(0, "guestkallsyms", struct kvm_cmd_values, guest_kallsyms, "file",
		      "file saving guest os /proc/kallsyms"),
	OPTION_STRING(0, "guestmodules", struct kvm_cmd_values, guest_modules, "file",
		      "file saving guest os /proc/modules"),
	OPTION_BOOL(0, "guest-code", struct kvm_cmd_values, guest_code,
		    "Guest code can be found in hypervisor process"),
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

static int list_build_ids(const struct kvm_cmd_values *values, int argc, const char **argv)
{
	_free_ const char **words = xcalloc((size_t)argc + 3, sizeof(*words));
	words[0] = argv[0];
	words[1] = "-i";
	words[2] = values->input ? values->input : kvm_cmd_file(values);
	for (int i = 1; i < argc; i++) words[i + 2] = argv[i];
	return command_buildid_list.run(argc + 2, words);
}

/* Words may be cut short as upstream's: record, report and buildid-list. */
static int run(int argc, const char **argv)
{
	struct kvm_cmd_values values = { .guest = true };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (!values.host) values.guest = true;
	if (values.guest_code && !options_subcommand_is(argv[0], "report", 3))
		console_warning("--guest-code has an effect on report alone");
	if (options_subcommand_is(argv[0], "record", 3)) return kvm_cmd_record(&values, argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return kvm_cmd_report(&values, argc, argv);
	if (strcmp(argv[0], "top") == 0) return kvm_cmd_top(&values, argc, argv);
	if (strcmp(argv[0], "diff") == 0) return kvm_cmd_diff(&values, argc, argv);
	if (options_subcommand_is(argv[0], "buildid-list", 7)) return list_build_ids(&values, argc, argv);
	if (strcmp(argv[0], "stat") == 0 && argc > 1 && !kvm_cmd_stat_has(argv[1]))
		return kvm_cmd_pass(&values, stat_run, argc, argv);
	if (strcmp(argv[0], "stat") == 0) return kvm_cmd_stat(&values, argc, argv);
	return option_table_unknown_subcommand(&table, argv[0]);
}

const struct command command_kvm = {
	.name = "kvm",
	.summary = "Tool to trace/measure kvm guest os",
	.run = run,
};
