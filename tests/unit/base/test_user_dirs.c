#include <stdlib.h>
#include "base/compiler.h"
#include "base/host.h"
#include "base/user_dirs.h"
#include "tests/unit/test.h"

static void set_all(const char *home, const char *cache, const char *debuginfod)
{
	setenv("HOME", home, 1);
	setenv("XDG_CACHE_HOME", cache, 1);
	setenv("DEBUGINFOD_CACHE_PATH", debuginfod, 1);
}

TEST(cache_is_absolute)
{
	set_all("/nonexistent/x", "/var/x", "");
	_free_ char *given = user_cache_dir();
	CHECK_STR(given, "/var/x");
	set_all("/nonexistent/x", "relative", "");
	_free_ char *of_home = user_cache_dir();
	CHECK_STR(of_home, "/nonexistent/x/.cache");
	set_all("", "", "");
	CHECK_STR(user_cache_dir(), NULL);
	CHECK_STR(user_home_dir(), NULL);
}

TEST(debuginfod_as_its_client)
{
	set_all("/nonexistent/x", "", "");
	_free_ char *of_home = user_debuginfod_dir();
	CHECK_STR(of_home, "/nonexistent/x/.cache/debuginfod_client");
	set_all("/nonexistent/x", "relative", "");
	_free_ char *of_cache = user_debuginfod_dir();
	CHECK_STR(of_cache, "relative/debuginfod_client");
	set_all("/nonexistent/x", "/var/x", "/given");
	_free_ char *given = user_debuginfod_dir();
	CHECK_STR(given, "/given");
	set_all("", "", "");
	_free_ char *none = user_debuginfod_dir();
	CHECK_STR(none, "");
}

TEST(host_is_the_one_that_runs)
{
	const struct host host = host_read();
	CHECK(*host.machine && *host.release);
	CHECK(host_runs_release(host.release));
	CHECK(!host_runs_release("1.0-other"));
	CHECK(!host_runs_release(""));
}

TEST_MAIN
