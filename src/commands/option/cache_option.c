/* The cache of derived facts, of which a process has one: commands that open several recordings share it. */
#include "commands/option/cache_option.h"

#include "cli/config.h"

/* The environment, the configuration, the usual place below HOME. PERF_CACHE_DIR that is set and empty means none. */
char *cache_option_directory(void)
{
	const char *given = getenv("PERF_CACHE_DIR"), *configured = NULL;

	if (given) return *given ? xstrdup(given) : NULL;
	(void)config_string(config_get(), "cache.dir", &configured);
	if (!configured || !*configured) return cache_default_directory();
	const char *home = getenv("HOME");
	if (configured[0] == '~' && configured[1] == '/' && home) return xasprintf("%s%s", home, configured + 1);
	return xstrdup(configured);
}

/* A value that is no size leaves the usual bound; config_int has warned of it. */
uint64_t cache_option_max_bytes(void)
{
	int64_t bytes = CACHE_USUAL_BYTES;
	(void)config_int(config_get(), "cache.max-size", 0, INT64_MAX, &bytes);
	return (uint64_t)bytes;
}

/* The answer is kept, also when it is that there is no cache. Not freed: sessions use it until the process ends. */
struct cache *cache_option_get(void)
{
	static struct {
		struct cache *cache;
		bool asked;
	} own;
	bool enabled = true;

	if (own.asked) return own.cache;
	own.asked = true;
	(void)config_bool(config_get(), "cache.enable", &enabled);
	_free_ char *directory = enabled ? cache_option_directory() : NULL;
	if (!directory) return NULL;
	own.cache = cache_new(directory, cache_option_max_bytes());
	own.cache->keep_small = getenv("PERF_CACHE_SMALL") != NULL;
	return own.cache;
}
