#include "probe/search/function_search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/unit/test.h"

static bool has(const debug_entry_list *list, const struct debug_entry *wanted)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].info_off == wanted->info_off) return true;
	return false;
}

/* What a pattern finds, which looks at every entry, is found by name, which passes over units by their bytes. */
TEST(function_search_by_name_finds_what_patterns_find)
{
	char path[4096];
	ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
	CHECK(size > 0);
	path[MAX(size, 0)] = '\0';
	const struct probe_target target = { .exec = path };
	struct probe_source *source;
	debug_entry_list all = VEC_INIT, found = VEC_INIT;
	CHECK_INT(probe_source_open(&target, &source, NULL), 0);
	if (probe_source_need_debug_info(source, NULL) < 0) {
		probe_source_close(source);
		SKIP("this test was compiled without debug information");
	}
	function_search(source, "*", NULL, false, &all, NULL);
	CHECK(all.count > 1000);
	for (size_t i = 0; i < all.count; i += 97) {
		debug_entry_list others = VEC_INIT;
		found.count = 0;
		const char *name = debug_entry_name(&all.items[i]);
		if (!name || strpbrk(name, "*?[")) continue;
		function_search(source, name, NULL, false, &found, &others);
		CHECK(has(&found, &all.items[i]) || has(&others, &all.items[i]));
		vec_done(&others);
	}
	found.count = 0;
	function_search(source, "no_function_has_this_name", NULL, false, &found, NULL);
	CHECK_INT(found.count, 0);
	vec_done(&all);
	vec_done(&found);
	probe_source_close(source);
}

TEST_MAIN
