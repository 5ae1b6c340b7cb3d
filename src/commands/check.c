/* perf check feature: whether this program can do something here. For scripts: the exit status says it, 0 for yes.
 *
 *     $ perf check feature zstd,libslang
 *                       zstd: [ on  ]  # HAVE_ZSTD_SUPPORT
 *                   libslang: [ OFF ]  # HAVE_SLANG_SUPPORT ( tip: there is no TUI yet )
 *
 * The features are the rows of commands/version/build_option.def. */
#include <stdio.h>
#include <string.h>
#include "cli/command.h"
#include "commands/version/build_option.h"

struct check_values {
	bool quiet;
};

static const char *const usage[] = { "perf check [<options>] {feature}", NULL };
static const char *const feature_usage[] = { "perf check feature <feature_list>", NULL };
static const char *const subcommands[] = { "feature", NULL };
static const struct option options[] = {
	OPTION_BOOL('q', "quiet", struct check_values, quiet, "do not show any warnings or messages"), OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};
static const struct option_table feature_table = { .rows = options, .usage = feature_usage };

/* Whether the feature is there. name is not terminated: size bytes of a list. An unknown name counts as missing. */
static bool check_one(const char *name, unsigned long size, bool quiet)
{
	const struct build_option *option = build_option_find(name, size);

	if (!option) {
		if (!quiet)
			fprintf(stderr,
				"Unknown feature '%.*s', please use 'perf version --build-options' to see which ones "
				"are available.\n",
				(int)size, name);
		return false;
	}
	if (!quiet) build_option_print(option);
	return option->is_there();
}

/* "zstd,libelf": 0 when the program has all of them. */
static int check_features(const char *names, bool quiet)
{
	int status = 0;

	for (const char *name = names; *name; name += *name == ',') {
		unsigned long size = strcspn(name, ",");

		if (size && !check_one(name, size, quiet)) status = 1;
		name += size;
	}
	return status;
}

/* Options may stand in front of "feature" and behind it. */
static int run(int argc, const char **argv)
{
	struct check_values values = { 0 };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&table);
	if (strcmp(argv[0], "feature") != 0) return option_table_usage_error(&table, "Unknown subcommand: %s", argv[0]);
	if (!option_table_parse(&feature_table, &argc, argv, &values, &status)) return status;
	if (!argc) return option_table_usage(&feature_table);
	if (argc > 1) {
		fprintf(stderr, "Too many arguments passed to 'perf check feature'\n");
		return 255;
	}
	return check_features(argv[0], values.quiet);
}

const struct command command_check = { .name = "check", .run = run };
