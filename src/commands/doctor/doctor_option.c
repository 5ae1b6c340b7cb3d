/* The table of options, and what of them is wrong. */
#include "commands/doctor/doctor_option.h"

#include <string.h>
#include "cli/option_form.h"
#include "doctor/doctor.h"

static const char *const usage[] = { "perf doctor [<options>]", NULL };
static const struct option options[] = {
	OPTION_BOOL('j', "json", struct doctor_values, json, "print JSON"),
	OPTION_BOOL(0, "network", struct doctor_values, network,
		    "ask the servers of DEBUGINFOD_URLS whether they answer"),
	OPTION_STRING(0, "only", struct doctor_values, only, "group[,group...]", "only the checks of these groups"),
	OPTION_VERBOSE("show what each verdict was taken from"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

bool doctor_values_parse(struct doctor_values *values, int *argc, const char **argv, int *status)
{
	const char *bad = NULL;
	size_t size = 0;
	if (!option_table_parse(&table, argc, argv, values, status)) return false;
	if (*argc) {
		*status = option_table_unexpected(&table, argv[0]);
		return false;
	}
	if (!doctor_groups_are_known(values->only, &bad, &size)) {
		*status = option_table_usage_error(&table, "--only: there is no group '%.*s'", (int)size, bad);
		return false;
	}
	return true;
}
