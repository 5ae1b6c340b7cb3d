#include <stdio.h>
#include <string.h>
#include "cli/command.h"
#include "commands/build_option.h"

static bool quiet;

static const char *const usage[] = { "perf check [<options>] {feature}", NULL };
static const char *const feature_usage[] = { "perf check feature <feature_list>", NULL };
static const char *const subcommands[] = { "feature", NULL };
static const struct option options[] = { OPTION_BOOL('q', "quiet", &quiet, "do not show any warnings or messages"),
					 OPTION_END };

static bool check_one(const char *name, unsigned long size)
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
static int check_features(const char *names)
{
	int status = 0;

	for (const char *name = names; *name; name += *name == ',') {
		unsigned long size = strcspn(name, ",");

		if (size && !check_one(name, size)) status = 1;
		name += size;
	}
	return status;
}

static int run(int argc, const char **argv)
{
	argc = options_parse_subcommands(argc, argv, options, subcommands, usage, OPTIONS_STOP_AT_NON_OPTION);
	if (!argc) options_usage(usage, options);
	if (strcmp(argv[0], "feature") != 0) options_usage_error(usage, options, "Unknown subcommand: %s", argv[0]);
	argc = options_parse(argc, argv, options, feature_usage, 0);
	if (!argc) options_usage(feature_usage, options);
	if (argc > 1) {
		fprintf(stderr, "Too many arguments passed to 'perf check feature'\n");
		return 255;
	}
	return check_features(argv[0]);
}

const struct command command_check = {
	.name = "check", .usage = usage, .options = options, .subcommands = subcommands, .run = run
};
