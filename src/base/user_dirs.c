/* Directories from the environment. Variables that are set but empty count as not set, as the XDG specification
 * says. */
#include "base/user_dirs.h"

#include <stdlib.h>
#include <unistd.h>
#include "base/compiler.h"

/* NULL: not set, or empty. */
static const char *setting(const char *name)
{
	const char *value = getenv(name);
	return value && *value ? value : NULL;
}

static char *copy_setting(const char *name)
{
	const char *value = setting(name);
	return value ? xstrdup(value) : NULL;
}

char *user_home_dir(void) { return copy_setting("HOME"); }

char *user_temporary_dir(void) { return copy_setting("TMPDIR"); }

char *user_cache_dir(void)
{
	const char *cache = setting("XDG_CACHE_HOME"), *home = setting("HOME");

	if (cache && *cache == '/') return xstrdup(cache);
	return home && *home == '/' ? xasprintf("%s/.cache", home) : NULL;
}

/* The client takes a relative $XDG_CACHE_HOME, too. */
char *user_debuginfod_dir(void)
{
	const char *given = setting("DEBUGINFOD_CACHE_PATH"), *cache = setting("XDG_CACHE_HOME");
	const char *home = setting("HOME");

	if (given) return xstrdup(given);
	_free_ char *old = home ? xasprintf("%s/.debuginfod_client_cache", home) : NULL;
	if (old && access(old, F_OK) == 0) return take(old);
	if (cache) return xasprintf("%s/debuginfod_client", cache);
	return home ? xasprintf("%s/.cache/debuginfod_client", home) : xstrdup("");
}
