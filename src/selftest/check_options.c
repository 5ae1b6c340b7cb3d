/* The option parser reads what users write: one table with each kind of option, one command line with each way to write
 * them. Needs nothing of the machine. */
#include "cli/options.h"
#include "selftest/selftest.h"

/* Where options put their values; inherit_off and raw begin with what the command line must change. */
struct check_values {
	bool force, inherit_off;
	int verbose, depth;
	const char *input, *raw;
};

/* One command line with all that is allowed: short options together, a value in the next argument, a long option cut
 * short, --no- forms, a value that may be missing, and "--". */
static void parse(struct selftest_run *run)
{
	struct check_values values = { .inherit_off = true, .raw = "none" };
	static const struct option options[] = { OPTION_BOOL('f', "force", struct check_values, force, ""),
						 OPTION_COUNT('v', "verbose", struct check_values, verbose, ""),
						 OPTION_STRING('i', "input", struct check_values, input, "file", ""),
						 OPTION_INT(0, "max-stack", struct check_values, depth, ""),
						 OPTION_BOOL(0, "no-inherit", struct check_values, inherit_off, ""),
						 { .kind = OPTION_KIND_STRING,
						   .short_name = 'r',
						   .long_name = "raw",
						   .member = OPTION_MEMBER(const char *, struct check_values, raw),
						   .flags = OPTION_OPTARG,
						   .fallback = (intptr_t) "absent" },
						 OPTION_END };
	static const char *const usage[] = { "perf test", NULL };
	const char *argv[] = { "x",     "-vfvi",      "data", "one", "--max=7", "--inherit",
			       "--raw", "--no-force", "two",  "--",  "--three", NULL };
	const struct option_table table = { .rows = options, .usage = usage };
	int left = ARRAY_SIZE(argv) - 1, status = 0;

	SELFTEST_CHECK(run, option_table_parse(&table, &left, argv, &values, &status));

	/* what is no option is moved to the front, in its order */
	SELFTEST_EQUAL(run, left, 3);
	SELFTEST_STRING(run, argv[0], "one");
	SELFTEST_STRING(run, argv[1], "two");
	SELFTEST_STRING(run, argv[2], "--three");
	SELFTEST_EQUAL(run, values.verbose, 2);
	SELFTEST_EQUAL(run, values.depth, 7);
	SELFTEST_STRING(run, values.input, "data");
	SELFTEST_STRING(run, values.raw, "absent");
	SELFTEST_CHECK(run, !values.force);
	SELFTEST_CHECK(run, !values.inherit_off);
}

const struct selftest selftest_check_options = { .name = "Option parsing", .run = parse };
