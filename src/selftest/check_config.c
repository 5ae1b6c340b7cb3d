/* Configuration text is read, and written back without touching what stands beside it (perf-config(1)). Needs nothing
 * of the machine: the text is here, as the user's own file must not decide. */
#include <string.h>
#include "cli/config.h"
#include "cli/configtext.h"
#include "selftest/selftest.h"

/* A section without its bracket is the one thing that is wrong in it, and must be one warning. */
static const char text[] = "# mine\n[Report]\n\tsort_order = pid,comm # both\n\tpercent-limit=0.5\n[a \"B c\"]\nx = "
			   "\"q # \\\"\"\n[broken\n[mine]\nsize = 4k\nok=on\n";

/* Names in any case, comments, quotes with escapes, numbers with a unit, and what is missing. */
static void reading(struct selftest_run *run)
{
	struct warnings *warnings = warnings_new();
	struct config config;
	int64_t size = 0;
	double limit = 0;
	bool ok = false;

	config_init(&config);
	config_parse(&config, text, strlen(text), "text", warnings);
	SELFTEST_STRING(run, config_find(&config, "report.sort_order"), "pid,comm");
	SELFTEST_STRING(run, config_find(&config, "a.B c.x"), "q # \"");
	SELFTEST_STRING(run, config_find(&config, "mine.nothing"), NULL);
	SELFTEST_EQUAL(run, config_int(&config, "mine.size", 0, INT64_MAX, &size), 1);
	SELFTEST_EQUAL(run, size, 4096);
	SELFTEST_EQUAL(run, config_float(&config, "report.percent-limit", &limit), 1);
	SELFTEST_CHECK(run, limit == 0.5);
	SELFTEST_EQUAL(run, config_bool(&config, "mine.ok", &ok), 1);
	SELFTEST_CHECK(run, ok);
	SELFTEST_EQUAL(run, warnings_count(warnings, NULL), 1);
	config_done(&config);
	warnings_free(warnings);
}

/* An old value is replaced where it stands, with its comment kept; a new section comes at the end. What needs quotes
 * gets them. */
static void writing(struct selftest_run *run)
{
	char *changed = NULL;
	const char old[] = "[a]\n\tx = 1 ; keep\n# end\n";

	SELFTEST_EQUAL(run, configtext_set(old, strlen(old), "a", "x", "2 #", &changed), 0);
	SELFTEST_STRING(run, changed, "[a]\n\tx = \"2 #\" ; keep\n# end\n");
	free(changed);
	SELFTEST_EQUAL(run, configtext_set(old, strlen(old), "b", "y", "3", &changed), 0);
	SELFTEST_STRING(run, changed, "[a]\n\tx = 1 ; keep\n# end\n[b]\n\ty = 3\n");
	free(changed);
}

static const struct selftest_case cases[] = { { "Reading", reading }, { "Writing", writing }, { NULL, NULL } };
const struct selftest selftest_check_config = { .name = "Configuration files", .cases = cases };
