/* Shared by cache.c, cache_write.c and cache_prune.c. */
#ifndef CACHE_CACHE_PRIVATE_H
#define CACHE_CACHE_PRIVATE_H

#include <sys/stat.h>
#include "cache/cache.h"

/* Larger files are not looked at (-EBADMSG), and files of more than half of it are not written. */
#define CACHE_FILE_MAX_BYTES ((uint64_t)1 << 32)
#define CACHE_TEMPORARY ".new-" /* what names of files that are being written begin with */

/* Opens the directory. make: creates it, with all above it, first. The descriptor, which the caller closes; -ENOENT,
 * -EPERM when it or the one above it is not ours, or what opening failed with. */
int cache_directory_open(const struct cache *cache, bool make) _warn_unused_;
/* Opens a file in it for reading. The descriptor, with *ret_stat filled in; -ENOENT, -EPERM when it is no regular file
 * of ours, -EBADMSG when it is empty or too large. */
int cache_file_fd(int directory_fd, const char *name, struct stat *ret_stat) _warn_unused_;
/* Belongs to the effective user and is not writable for group or others. */
bool cache_is_ours(const struct stat *st);
/* Maps and checks; fd may be closed then. The caller frees *ret by cache_file_free. 0, -EBADMSG, -ESTALE, or what mmap
 * failed with. */
int cache_file_map(int fd, uint64_t size_bytes, struct cache_file **ret) _warn_unused_;

#endif
