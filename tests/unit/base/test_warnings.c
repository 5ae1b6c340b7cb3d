#include "base/strbuf.h"
#include "base/threads.h"
#include "base/warnings.h"
#include "tests/unit/test.h"

static void append(void *ctx, const char *kind, const char *text, uint64_t more)
{
	strbuf_printf(ctx, "%s:%s+%" PRIu64 "\n", kind, text, more);
}

TEST(warnings_keep_the_first_and_count_all)
{
	struct warnings *warnings = warnings_new();
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	for (int i = 0; i < 10; i++) {
		warnings_add(warnings, "a", "text %d", i);
		if (i == 1) warnings_add(warnings, "b", "once");
	}
	CHECK_INT(warnings_count(warnings, "a"), 10);
	CHECK_INT(warnings_count(warnings, "b"), 1);
	CHECK_INT(warnings_count(warnings, "c"), 0);
	CHECK_INT(warnings_count(warnings, NULL), 11);
	warnings_visit(warnings, append, &text);
	CHECK_STR(strbuf_text(&text), "a:text 0+0\na:text 1+0\nb:once+0\na:text 2+7\n");
	warnings_free(warnings);
}

TEST(warnings_may_be_null)
{
	warnings_add(NULL, "a", "x");
	CHECK_INT(warnings_count(NULL, NULL), 0);
	warnings_visit(NULL, append, NULL);
	warnings_free(NULL);
}

static void add_some(void *ctx, unsigned worker, size_t item)
{
	(void)worker;
	warnings_add(ctx, item & 1 ? "odd" : "even", "item %zu", item);
}

TEST(warnings_from_many_threads)
{
	struct warnings *warnings = warnings_new();
	threads_for(4, 10000, add_some, warnings);
	CHECK_INT(warnings_count(warnings, "odd"), 5000);
	CHECK_INT(warnings_count(warnings, NULL), 10000);
	warnings_free(warnings);
}

TEST_MAIN
