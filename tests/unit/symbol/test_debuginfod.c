/* Notes of what servers did not have: how long they hold, for whom, and when they are not asked. No server is named, so
 * that nothing is fetched. */
#include "symbol/source/debuginfod.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "tests/unit/fixture_tree.h"

#define URLS "http://nowhere.invalid"
enum { HOUR_S = 3600, DAY_S = 24 * HOUR_S };

static const uint8_t build_id[] = { 0x01, 0xab };

/* As the names of notes have it: FNV-1a. */
static uint32_t hash_of(const char *text)
{
	uint32_t hash = 2166136261u;
	for (; *text; text++) hash = (hash ^ (uint8_t)*text) * 16777619u;
	return hash;
}

/* Is one asked for, with that note, which is so old? */
static bool asks(const char *note, int64_t age_s, const struct debuginfod_options *options, enum debuginfod_kind kind)
{
	_err_done_ struct err err = ERR_INIT;
	struct debuginfod_wish wish = { .name = "x", .build_id = build_id, .build_id_size = 2, .kind = kind };
	_free_ char *name = xasprintf("notes/01ab-debuginfo-%08x", hash_of(URLS));
	_free_ char *path = xasprintf("%s/%s", fixture_root, name);
	fixture_file(name, note);
	struct timespec times[2] = { { .tv_sec = time(NULL) - age_s }, { .tv_sec = time(NULL) - age_s } };
	CHECK_INT(utimensat(AT_FDCWD, path, times, 0), 0);
	(void)!debuginfod_fetch(&wish, 1, options, &err);
	return wish.result != -EAGAIN;
}

static struct debuginfod_options usual(void)
{
	static char notes[256];
	snprintf(notes, sizeof(notes), "%s/notes", fixture_root);
	return (struct debuginfod_options){ .urls = URLS, .budget_ms = 1000, .notes_dir = notes };
}

__attribute__((constructor)) static void ask_nobody(void)
{
	unsetenv("DEBUGINFOD_URLS");
	fixture_begin();
	setenv("HOME", fixture_root, 1);
	setenv("XDG_CACHE_HOME", fixture_root, 1);
	setenv("DEBUGINFOD_CACHE_PATH", fixture_root, 1);
}

TEST(servers_that_had_none)
{
	const struct debuginfod_options options = usual();
	CHECK(!asks("n 1000\n", 0, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(!asks("n 1000\n", HOUR_S, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(!asks("n 1\n", 0, &options, DEBUGINFOD_DEBUG_INFO)); /* waiting longer would not help */
	CHECK(asks("n 1000\n", DAY_S + HOUR_S, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(asks("n 1000\n", -HOUR_S, &options, DEBUGINFOD_DEBUG_INFO)); /* of the future */
}

TEST(trouble_with_servers)
{
	struct debuginfod_options options = usual();
	CHECK(!asks("t 1000\n", 0, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(!asks("t 5000\n", 0, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(asks("t 999\n", 0, &options, DEBUGINFOD_DEBUG_INFO)); /* now there is more time */
	CHECK(asks("t 1000\n", HOUR_S, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(asks("t 1000\n", -HOUR_S, &options, DEBUGINFOD_DEBUG_INFO));
}

TEST(notes_that_do_not_count)
{
	struct debuginfod_options options = usual();
	CHECK(asks("n\n", 0, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(asks("", 0, &options, DEBUGINFOD_DEBUG_INFO));
	CHECK(asks("n 1000\n", 0, &options, DEBUGINFOD_PROGRAM)); /* of the debug information only */
	options.urls = "http://other.invalid";
	CHECK(asks("n 1000\n", 0, &options, DEBUGINFOD_DEBUG_INFO));
	options.urls = URLS;
	options.ignore_notes = true;
	CHECK(asks("n 1000\n", 0, &options, DEBUGINFOD_DEBUG_INFO));
}

TEST(servers)
{
	CHECK(debuginfod_names_servers(URLS) && debuginfod_names_servers(" " URLS));
	CHECK(!debuginfod_names_servers(NULL) && !debuginfod_names_servers("") && !debuginfod_names_servers("  "));
}

TEST_MAIN
