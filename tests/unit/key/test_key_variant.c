/* Names of clones, and of what run times make. */
#include "tests/unit/test.h"
#include "key/key_variant.h"

static void check(void (*variant)(const char *, struct outbuf *), const char *name, const char *want)
{
	struct outbuf out;
	out_init(&out, -1);
	variant(name, &out);
	out_char(&out, '\0');
	CHECK_STR(out.data, want);
	out_done(&out);
}

TEST(clones_are_the_function)
{
	static const char *const parse[] = { "parse",         "parse.constprop.0", "parse.constprop.0.isra.12",
					     "parse.part.3",  "parse.cold",        "parse.constprop.0.cold",
					     "parse.cold.17", "parse.llvm.71354",  "parse.lto_priv.0",
					     "parse.clone.2", "parse.localalias",  "parse.__uniq.1234567.llvm.3" };
	for (size_t i = 0; i < sizeof(parse) / sizeof(parse[0]); i++) check(key_variant_symbol, parse[i], "parse");
}

TEST(other_endings_stay)
{
	static const char *const names[] = {
		"parse.0", ".constprop.0", "parse.constprop.", "parse.constprop", "a.cold.b", "operator.",
		"",        "x.part.3y"
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) check(key_variant_symbol, names[i], names[i]);
}

TEST(tiers_of_generated_code)
{
	check(key_variant_symbol, "LazyCompile:*add a.js:1", "LazyCompile:add a.js:1");
	check(key_variant_symbol, "JS:~add a.js:1", "JS:add a.js:1");
	check(key_variant_symbol, "JS:add", "JS:add");
	check(key_variant_symbol, "JS:*", "JS:*");
}

TEST(objects_of_generated_code)
{
	check(key_variant_dso, "perf-123.map", "perf.map");
	check(key_variant_dso, "/tmp/perf-123.map", "perf.map");
	check(key_variant_dso, "jitted-10-3.so", "jitted.so");
	check(key_variant_dso, "[JIT] tid 99", "[JIT]");
	check(key_variant_dso, "perf-x.map", "perf-x.map");
	check(key_variant_dso, "perf-.map", "perf-.map");
	check(key_variant_dso, "/usr/lib/libc.so.6", "/usr/lib/libc.so.6");
}

TEST_MAIN
