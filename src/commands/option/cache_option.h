/* The user's cache (cache/cache.h), as the configuration and the environment have it:
 *
 *     cache.enable     false: none
 *     cache.dir        where; $PERF_CACHE_DIR wins over it, and is empty for none (perf --no-cache makes it so)
 *     cache.max-size   bytes, with k, m, g
 *
 * PERF_CACHE_SMALL in the environment, for tests: what is not worth it is kept, too. */
#ifndef COMMANDS_OPTION_CACHE_OPTION_H
#define COMMANDS_OPTION_CACHE_OPTION_H

#include "cache/cache.h"

/* This process' cache; NULL: none is wanted, or there is no home. Made on first use, never freed. */
struct cache *cache_option_get(void);
/* The directory below which it is, also when it is not enabled; NULL: there is none. Caller frees. */
char *cache_option_directory(void);
/* cache.max-size in bytes, or the usual bound. */
uint64_t cache_option_max_bytes(void);

#endif
