/* Shared by cache.c, cache_write.c and cache_prune.c. */
#ifndef CACHE_CACHE_PRIVATE_H
#define CACHE_CACHE_PRIVATE_H

#include <sys/stat.h>
#include "cache/cache.h"

#define CACHE_FILE_MAX_BYTES ((uint64_t)1 << 32)
#define CACHE_TEMPORARY ".new-" /* what names of files that are being written begin with */

/* The directory, opened and found to be ours; make: with all above it. -ENOENT, -EPERM. */
int cache_directory_open(const struct cache *cache, bool make) _warn_unused_;
/* Opens a file in it for reading: a regular one of ours. */
int cache_file_fd(int directory_fd, const char *name, struct stat *ret_stat) _warn_unused_;
/* Neither another user's nor writable for others. */
bool cache_is_ours(const struct stat *st);
/* Maps and checks. */
int cache_file_map(int fd, uint64_t size_bytes, struct cache_file **ret) _warn_unused_;

#endif
