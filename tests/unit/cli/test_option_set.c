#include "cli/option_form.h"
#include "cli/option_set.h"
#include "tests/unit/test.h"

static const char *const names[] = { "comm", "dso", "symbol", NULL };
static const struct option_set words = { .what = "key", .names = names, .is_list = true },
			       open_words = { .what = "key", .names = names, .is_open = true };

static void visit(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (int i = 0; i < 1000; i++) {
		char name[20]; /* gone behind the call */
		snprintf(name, sizeof(name), "event-%d", i);
		add(ctx, name);
	}
}

static const struct option_set many = { .what = "event", .visit = visit };

static const char *near(const struct option_set *set, const char *word)
{
	static char text[500];
	_strbuf_done_ struct strbuf out = STRBUF_INIT;

	option_set_format(set, word, &out);
	snprintf(text, sizeof(text), "%s", strbuf_text(&out));
	return text;
}

TEST(members)
{
	CHECK(option_set_has(&words, "comm,dso", 4));
	CHECK(!option_set_has(&words, "com", 3));
	CHECK(option_set_has(&many, "event-999", 9));
	CHECK(!option_set_has(&many, "event-1000", 10));
}

TEST(what_was_meant)
{
	CHECK_STR(near(&words, "cmom"), "Did you mean this?\n\tcomm\nKnown are: comm, dso, symbol\n");
	CHECK_STR(near(&words, "zzqq"), "Known are: comm, dso, symbol\n");
	CHECK_STR(near(&open_words, "sybmol"), "Did you mean this?\n\tsymbol\n");
	CHECK_STR(near(&open_words, "zzqq"), "");
	CHECK_STR(near(&many, "evnt-77"), "Did you mean this?\n\tevent-77\n"); /* a thousand names are not read */
}

TEST(percentages)
{
	double percent = 7;

	CHECK_INT(option_percent("5", &percent), 0);
	CHECK(percent == 5);
	CHECK_INT(option_percent("0.5%", &percent), 0);
	CHECK(percent == 0.5);
	CHECK(option_percent("abc", &percent) < 0 && option_percent("", &percent) < 0 &&
	      option_percent("5x", &percent) < 0);
	CHECK(option_percent("nan", &percent) < 0 && option_percent("inf", &percent) < 0 &&
	      option_percent("-1", &percent) < 0);
	CHECK(percent == 0.5);
}

static const struct option option = { .kind = OPTION_KIND_STRING, .long_name = "x", .set = &words };

TEST(forms)
{
	CHECK_INT(option_check_numbers(&option, "0,2-3", false), 0);
	CHECK_INT(option_check_numbers(&option, "", false), 0);
	CHECK_INT(option_check_numbers(&option, "1,x", false), -1);
	CHECK_INT(option_check_numbers(&option, "-1", false), -1);
	CHECK_INT(option_check_numbers(&option, "1-", false), -1);
	CHECK_INT(option_check_ids(&option, "12,-1", false), 0);
	CHECK_INT(option_check_ids(&option, "12,-2", false), -1);
	CHECK_INT(option_check_set(&option, "comm,dso symbol", false), 0);
	CHECK_INT(option_check_set(&option, "comm,sso", false), -1);
	CHECK_INT(option_check_set(&option, NULL, true), 0);
}

TEST_MAIN
