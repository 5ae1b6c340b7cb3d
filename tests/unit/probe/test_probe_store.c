/* What is remembered of a file, in a build-id cache of the test's own. */
#include "probe/probe_store.h"
#include <errno.h>
#include <ftw.h>
#include <unistd.h>
#include "kernel/elf_note.h"
#include "tests/unit/test.h"

static const char text[] = "#probe_t:mine=main\n"
			   "p:probe_t/mine /nonexistent/program:0x1149\n";

static int store_remove(const char *path, const struct stat *st, int type, struct FTW *at) { return remove(path); }

static void fill(struct probe_store *store) { CHECK_INT(probe_cache_parse(text, strlen(text), &store->cache), 0); }

/* A file with a build-id: this program, as far as it was linked with one. */
static bool open_self(const char *cache_dir, struct probe_store *store)
{
	return probe_store_open(cache_dir, "/proc/self/exe", 0, store) == 0;
}

TEST(remembered_with_the_file)
{
	char dir[] = "/tmp/test_probe_store.XXXXXX";
	CHECK(mkdtemp(dir));
	_cleanup_(probe_store_close) struct probe_store store, again, without_cache;
	CHECK(open_self(dir, &store));
	CHECK(open_self(NULL, &without_cache));
	fill(&without_cache);
	CHECK_INT(probe_store_write(&without_cache, true), -ENODATA);
	CHECK_INT(store.cache.items.count, 0);
	fill(&store);
	CHECK_INT(probe_store_write(&store, true), store.id.size ? 0 : -ENODATA);
	CHECK(open_self(dir, &again));
	CHECK_INT(again.cache.items.count, store.id.size ? 1 : 0);
	if (store.id.size) {
		CHECK_STR(again.cache.items.items[0].spec, "probe_t:mine=main");
		CHECK_STR(again.hex.text, store.hex.text);
		CHECK_INT(strlen(again.hex.text), 2 * (size_t)store.id.size);
	}
	CHECK_INT(nftw(dir, store_remove, 16, FTW_DEPTH | FTW_PHYS), 0);
}

TEST(files_that_are_none)
{
	struct probe_store store;
	CHECK_INT(probe_store_open(NULL, "/nonexistent/program", 0, &store), -ENOENT);
	CHECK(probe_store_open(NULL, "/dev/null", 0, &store) < 0);
}

/* A path with a newline would forge lines of what is remembered. */
TEST(no_markers_of_odd_paths)
{
	_cleanup_(probe_store_close) struct probe_store store;
	const struct build_id id = { .size = 0 };
	probe_store_of(NULL, "/a\nb", -1, &id, &store);
	CHECK(!probe_store_add_markers(&store));
	CHECK_STR(store.hex.text, "");
}

TEST_MAIN
