/* The table of options, and what of them is wrong. */
#include "commands/doctor/doctor_option.h"

#include <string.h>
#include <unistd.h>
#include "cli/option_form.h"
#include "doctor/doctor.h"
#include "kernel/machine_root.h"

static const char *const usage[] = { "perf doctor [<options>] [[--] <program> [<arguments>]]",
				     "perf doctor wait [<options>] [<program> [<arguments>]]", NULL };
static const struct option options[] = {
	OPTION_BOOL(0, "fix", struct doctor_values, fix, "run the commands that mend what is missing, asking for each"),
	OPTION_BOOL('j', "json", struct doctor_values, json, "print JSON"),
	OPTION_BOOL(0, "network", struct doctor_values, network,
		    "ask the servers of DEBUGINFOD_URLS whether they answer"),
	OPTION_STRING(0, "only", struct doctor_values, only, "group[,group...]", "only the checks of these groups"),
	OPTION_INT('p', "pid", struct doctor_values, pid, "look at the program of this process, too"),
	OPTION_VERBOSE("show what each verdict was taken from"),
	OPTION_BOOL(0, "yes", struct doctor_values, yes, "with --fix: without asking"),
	OPTION_END,
};
static const char *const subcommands[] = { "wait", NULL };
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* What is wrong with the values together; NULL: nothing. */
static const char *contradiction(const struct doctor_values *values)
{
	bool has_program = values->program || values->pid;
	if (values->pid < 0 || (values->pid && values->program))
		return "-p takes the number of one process, and no program beside it";
	if (values->only && strcmp(values->only, "program") == 0 && !has_program)
		return "--only=program takes a program, or -p";
	if (values->yes && !values->fix) return "--yes is for --fix";
	if (values->fix && values->json) return "--fix and --json do not go together";
	if (values->fix && machine_root_is_foreign()) return "--fix is not for another machine (PERF_MACHINE_ROOT)";
	if (values->fix && !values->yes && !isatty(STDIN_FILENO)) return "--fix asks on a terminal: --yes does without";
	return NULL;
}

bool doctor_values_parse(struct doctor_values *values, int *argc, const char **argv, int *status)
{
	const char *bad = NULL;
	size_t size = 0;
	if (!option_table_parse(&table, argc, argv, values, status)) return false;
	values->program = *argc ? argv[0] : NULL;
	if (!doctor_groups_are_known(values->only, &bad, &size)) {
		*status = option_table_usage_error(&table, "--only: there is no group '%.*s'", (int)size, bad);
		return false;
	}
	const char *wrong = contradiction(values);
	if (wrong) *status = option_table_usage_error(&table, "%s", wrong);
	return !wrong;
}
