/* Opening the cache: which directory, whether it may be trusted, finding an object's file.
 *
 *     ~/.cache/perf/objects/
 *         3f0c...8a.perf-object               by build-id
 *         file-0123456789abcdef.perf-object   by the hash of what else an object is known by
 *         .new-0123456789abcdef               being written; becomes one of the others by rename
 *
 * The time of a file's last use is its modification time, noted at most once an hour: reading must not write. */
#include "cache/cache_private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/user_dirs.h"

#define USED_AGAIN_S 3600 /* a file's time of use is noted so much later at the earliest */

char *cache_default_directory(void)
{
	_free_ char *dir = user_cache_dir();
	return dir ? xasprintf("%s/perf", dir) : NULL;
}

struct cache *cache_new(const char *directory, uint64_t max_bytes)
{
	struct cache *cache = xcalloc(1, sizeof(*cache));

	cache->directory = xasprintf("%s/objects", directory);
	cache->max_bytes = max_bytes;
	return cache;
}

void cache_free(struct cache *cache)
{
	if (!cache) return;
	free(cache->directory);
	free(cache);
}

struct cache_name cache_name_of_build_id(const uint8_t *build_id, size_t size_bytes)
{
	struct cache_name name;

	size_bytes = MIN(size_bytes, 20);
	for (size_t i = 0; i < size_bytes; i++) snprintf(name.text + 2 * i, 3, "%02x", build_id[i]);
	snprintf(name.text + 2 * size_bytes, sizeof(name.text) - 2 * size_bytes, "%s", CACHE_SUFFIX);
	return name;
}

struct cache_name cache_name_of_hash(uint64_t hash)
{
	struct cache_name name;

	snprintf(name.text, sizeof(name.text), "file-%016" PRIx64 CACHE_SUFFIX, hash);
	return name;
}

uint64_t cache_key_add(uint64_t key, const void *data, size_t size_bytes)
{
	return hash_pair(key, hash_bytes(data, size_bytes));
}

bool cache_is_ours(const struct stat *st) { return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH)); }

/* A directory is only made in one that is ours or root's: never in another user's. */
static bool may_make_in(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == 0);
}

static int make_directories(const char *path)
{
	_free_ char *part = xstrdup(path);

	for (char *slash = part + 1;; slash++) {
		if (*slash && *slash != '/') continue;
		char end = *slash;
		*slash = 0;
		struct stat st;
		if (stat(part, &st) < 0) {
			const char *last = strrchr(part, '/'); /* of "/a" the parent is "/" */
			_free_ char *parent = last ? xstrndup(part, MAX((size_t)(last - part), (size_t)1))
						   : xstrdup(".");
			if (!may_make_in(parent)) return -EPERM;
			if (mkdir(part, 0700) < 0 && errno != EEXIST) return -errno;
		}
		if (!end) return 0;
		*slash = end;
	}
}

int cache_directory_open(const struct cache *cache, bool make)
{
	struct stat st;
	const char *slash = strrchr(cache->directory, '/');
	_free_ char *above = xstrndup(cache->directory, (size_t)(slash - cache->directory));
	int code = make ? make_directories(cache->directory) : 0;

	if (code < 0) return code;
	/* who can write to the one above could put another in this one's place */
	if (stat(*above ? above : "/", &st) < 0) return -errno;
	if (!cache_is_ours(&st)) return -EPERM;
	int fd = open(cache->directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return -errno;
	if (fstat(fd, &st) == 0 && cache_is_ours(&st)) return fd;
	close(fd);
	return -EPERM;
}

int cache_file_fd(int directory_fd, const char *name, struct stat *ret_stat)
{
	int fd = openat(directory_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), code = 0;

	if (fd < 0) return -errno;
	if (fstat(fd, ret_stat) < 0) code = -errno;
	else if (!S_ISREG(ret_stat->st_mode) || !cache_is_ours(ret_stat)) code = -EPERM;
	else if (ret_stat->st_size <= 0 || (uint64_t)ret_stat->st_size > CACHE_FILE_MAX_BYTES) code = -EBADMSG;
	if (!code) return fd;
	close(fd);
	return code;
}

int cache_file_map(int fd, uint64_t size_bytes, struct cache_file **ret)
{
	struct file_map map = { 0 };
	int code = file_map_open(fd, (size_t)size_bytes, &map);

	if (code < 0) return code;
	struct cache_file *file = xcalloc(1, sizeof(*file));
	code = cache_file_init(file, map.data, map.size_bytes);
	file->map = map;
	if (code < 0) {
		cache_file_free(file);
		return code;
	}
	*ret = file;
	return 0;
}

int cache_find(struct cache *cache, const struct cache_name *name, struct cache_file **ret)
{
	struct stat st;
	int directory_fd = cache_directory_open(cache, false);

	if (directory_fd < 0) return directory_fd;
	int fd = cache_file_fd(directory_fd, name->text, &st);
	close(directory_fd);
	if (fd < 0) return fd;
	int code = cache_file_map(fd, (uint64_t)st.st_size, ret);
	/* a read-only file system keeps no times: never mind */
	if (code == 0 && time(NULL) - st.st_mtime > USED_AGAIN_S) (void)!futimens(fd, NULL);
	close(fd);
	return code;
}

void cache_file_free(struct cache_file *file)
{
	if (!file) return;
	cache_file_done(file);
	free(file);
}
