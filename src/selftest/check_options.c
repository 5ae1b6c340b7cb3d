/* The option parser reads what users write. */
#include "cli/options.h"
#include "selftest/selftest.h"

static void parse(struct selftest_run *run)
{
	bool force = false, inherit_off = true;
	int verbose = 0, depth = 0;
	const char *input = NULL, *raw = "none";
	const struct option options[] = { OPTION_BOOL('f', "force", &force, ""),
					  OPTION_COUNT('v', "verbose", &verbose, ""),
					  OPTION_STRING('i', "input", &input, "file", ""),
					  OPTION_INT(0, "max-stack", &depth, ""),
					  OPTION_BOOL(0, "no-inherit", &inherit_off, ""),
					  { .kind = OPTION_KIND_STRING,
					    .short_name = 'r',
					    .long_name = "raw",
					    .value = &raw,
					    .flags = OPTION_OPTARG,
					    .fallback = (intptr_t) "absent" },
					  OPTION_END };
	static const char *const usage[] = { "perf test", NULL };
	const char *argv[] = { "x",     "-vfvi",      "data", "one", "--max=7", "--inherit",
			       "--raw", "--no-force", "two",  "--",  "--three", NULL };
	int left = options_parse(ARRAY_SIZE(argv) - 1, argv, options, usage, 0);

	SELFTEST_EQUAL(run, left, 3);
	SELFTEST_STRING(run, argv[0], "one");
	SELFTEST_STRING(run, argv[1], "two");
	SELFTEST_STRING(run, argv[2], "--three");
	SELFTEST_EQUAL(run, verbose, 2);
	SELFTEST_EQUAL(run, depth, 7);
	SELFTEST_STRING(run, input, "data");
	SELFTEST_STRING(run, raw, "absent");
	SELFTEST_CHECK(run, !force);
	SELFTEST_CHECK(run, !inherit_off);
}

const struct selftest selftest_check_options = { .name = "Option parsing", .run = parse };
