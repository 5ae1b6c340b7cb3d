/* perf version: upstream's version that this program stands for (cli/compatible_version.h), which scripts read in
 * the first line; with --build-options or -v its own version, and what it was built with. */
#include <stdio.h>
#include "cli/command.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "commands/version/build_option.h"
#include "cli/compatible_version.h"

struct version_values {
	bool build_options;
};

static const char *const usage[] = { "perf version [<options>]", NULL };
static const struct option options[] = { OPTION_BOOL(0, "build-options", struct version_values, build_options,
						     "display our own version and the build options"),
					 OPTION_VERBOSE("the same"), OPTION_END };
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

static int run(int argc, const char **argv)
{
	struct version_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	printf("perf version %s\n", COMPATIBLE_VERSION);
	if (!values.build_options && console.verbosity < 1) return 0;
	printf("this program: perf written anew, version %s; options, files and text are those of upstream's %s\n",
	       PERF_VERSION, COMPATIBLE_VERSION);
	for (const struct build_option *option = build_options; option->name; option++) build_option_print(option);
	return 0;
}

const struct command command_version = { .name = "version",
					 .summary = "display the version of perf binary",
					 .run = run };
