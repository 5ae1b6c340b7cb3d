#include "base/suggest.h"
#include "tests/unit/test.h"

static const char *best(const char *typed)
{
	static const char *const names[] = { "annotate", "record",  "report",       "script",       "stat",
					     "top",      "version", "buildid-list", "buildid-cache" };
	static struct suggest suggest;

	suggest = suggest_for(typed);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) suggest_add(&suggest, names[i]);
	return suggest.count ? suggest.best[0] : "";
}

TEST(distance)
{
	CHECK_INT(suggest_distance("", ""), 0);
	CHECK_INT(suggest_distance("report", "report"), 0);
	CHECK_INT(suggest_distance("reprot", "report"), 1);
	CHECK_INT(suggest_distance("repor", "report"), 1);
	CHECK_INT(suggest_distance("rxport", "report"), 2);
	CHECK_INT(suggest_distance("reports", "report"), 2);
	CHECK_INT(suggest_distance("", "abc"), 3);
}

TEST(commands)
{
	CHECK_STR(best("repotr"), "report");
	CHECK_STR(best("scritp"), "script");
	CHECK_STR(best("statt"), "stat");
	CHECK_STR(best("anotate"), "annotate");
	CHECK_STR(best("foo"), ""); /* half of it would have to change */
	CHECK_STR(best("zzzzzzzz"), "");
	CHECK_STR(best("x"), "");
}

TEST(several)
{
	struct suggest suggest = suggest_for("buildid");

	suggest_add(&suggest, "buildid-list");
	suggest_add(&suggest, "other");
	suggest_add(&suggest, "buildid-cache");
	CHECK_INT(suggest.count, 2);
}

TEST(long_names_are_bounded)
{
	char a[1000], b[1000];

	memset(a, 'a', sizeof(a) - 1);
	memset(b, 'b', sizeof(b) - 1);
	a[sizeof(a) - 1] = b[sizeof(b) - 1] = '\0';
	CHECK(suggest_distance(a, b) > 0);
}

TEST_MAIN
