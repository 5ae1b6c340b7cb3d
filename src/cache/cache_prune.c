/* What is in the cache, and making it smaller: the least recently used files go first. A file's modification time says
 * when it was used last (cache.c). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cache/cache_private.h"

#define ABANDONED_S 3600 /* so old a file that is still being written has lost its writer */

/* A file of the directory. used_s: since 1970. */
struct seen_file {
	char *name;
	uint64_t size_bytes, used_s;
};
struct seen_files {
	VEC(struct seen_file) files;
	uint64_t size_bytes;
};

static void seen_done(struct seen_files *seen)
{
	for (size_t i = 0; i < seen->files.count; i++) free(seen->files.items[i].name);
	vec_done(&seen->files);
}

/* Used last comes first. */
static int compare_used(const void *a, const void *b)
{
	const struct seen_file *x = a, *y = b;
	if (x->used_s != y->used_s) return x->used_s > y->used_s ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* The length of a file's name without CACHE_SUFFIX; 0: it is none of ours. */
static size_t stem_size(const char *name)
{
	size_t size = strlen(name), suffix = strlen(CACHE_SUFFIX);
	return size > suffix && strcmp(name + size - suffix, CACHE_SUFFIX) == 0 ? size - suffix : 0;
}

static bool is_temporary(const char *name) { return strncmp(name, CACHE_TEMPORARY, strlen(CACHE_TEMPORARY)) == 0; }

static bool is_abandoned(const char *name, const struct stat *st)
{
	return is_temporary(name) && time(NULL) - st->st_mtime > ABANDONED_S;
}

/* Lists the files of the directory, the last used first. directory_fd is closed. clean: removes what killed writers
 * left. 0 or -errno. */
static int see(int directory_fd, bool clean, struct seen_files *ret)
{
	DIR *directory = fdopendir(directory_fd);
	struct dirent *entry;

	if (!directory) {
		int code = -errno;
		close(directory_fd);
		return code;
	}
	rewinddir(directory); /* a duplicate shares its place */
	while ((entry = readdir(directory))) {
		struct stat st;
		if (fstatat(dirfd(directory), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
			continue;
		if (clean && is_abandoned(entry->d_name, &st)) (void)!unlinkat(dirfd(directory), entry->d_name, 0);
		if (is_temporary(entry->d_name) || !stem_size(entry->d_name)) continue;
		struct seen_file file = { xstrdup(entry->d_name), (uint64_t)st.st_size, (uint64_t)MAX(st.st_mtime, 0) };
		vec_push(&ret->files, file);
		ret->size_bytes += file.size_bytes;
	}
	closedir(directory);
	if (ret->files.count) qsort(ret->files.items, ret->files.count, sizeof(*ret->files.items), compare_used);
	return 0;
}

/* What a file says of itself; nothing when it is damaged. */
static void describe(int directory_fd, struct cache_listed *listed)
{
	struct stat st;
	struct cache_file *file = NULL;
	int fd = cache_file_fd(directory_fd, listed->name, &st);

	if (fd < 0) return;
	if (cache_file_map(fd, (uint64_t)st.st_size, &file) == 0) {
		listed->label = xstrdup(file->label);
		listed->nr_sections = (uint32_t)file->nr_sections;
		for (size_t i = 0; i < file->nr_sections; i++) {
			uint32_t kind = file->sections[i].kind;
			listed->kind_bytes[kind < ARRAY_SIZE(listed->kind_bytes) ? kind : 0] +=
				file->sections[i].size_bytes;
		}
		cache_file_free(file);
	}
	close(fd);
}

int cache_list(const struct cache *cache, struct cache_list *ret)
{
	struct seen_files seen = { VEC_INIT, 0 };
	int directory_fd = cache_directory_open(cache, false);

	if (directory_fd < 0) return directory_fd == -ENOENT ? 0 : directory_fd;
	int again_fd = dup(directory_fd), code = again_fd < 0 ? -errno : see(again_fd, false, &seen);
	for (size_t i = 0; code == 0 && i < seen.files.count; i++) {
		struct seen_file *file = &seen.files.items[i];
		struct cache_listed listed = { .name = file->name,
					       .size_bytes = file->size_bytes,
					       .used_s = file->used_s };
		file->name = NULL;
		describe(directory_fd, &listed);
		listed.name[stem_size(listed.name)] = 0;
		vec_push(&ret->files, listed);
	}
	ret->size_bytes += seen.size_bytes;
	seen_done(&seen);
	close(directory_fd);
	return code;
}

void cache_list_done(struct cache_list *list)
{
	for (size_t i = 0; i < list->files.count; i++) {
		free(list->files.items[i].name);
		free(list->files.items[i].label);
	}
	vec_done(&list->files);
}

int cache_prune(const struct cache *cache, uint64_t max_bytes, struct cache_pruned *ret)
{
	struct seen_files seen = { VEC_INIT, 0 };
	struct cache_pruned pruned = { 0, 0 };
	int directory_fd = cache_directory_open(cache, false);

	if (directory_fd < 0) {
		if (directory_fd == -ENOENT) *ret = pruned;
		return directory_fd == -ENOENT ? 0 : directory_fd;
	}
	int again_fd = dup(directory_fd), code = again_fd < 0 ? -errno : see(again_fd, true, &seen);
	for (size_t i = seen.files.count; code == 0 && i-- > 0 && seen.size_bytes > max_bytes;) {
		const struct seen_file *file = &seen.files.items[i];
		/* somebody else may have been faster */
		if (unlinkat(directory_fd, file->name, 0) < 0) {
			if (errno != ENOENT) code = -errno;
		} else {
			pruned.nr_files++;
			pruned.size_bytes += file->size_bytes;
		}
		seen.size_bytes -= file->size_bytes;
	}
	seen_done(&seen);
	close(directory_fd);
	if (code == 0) *ret = pruned;
	return code;
}

void cache_settle(struct cache *cache)
{
	struct cache_pruned pruned;

	if (!atomic_exchange(&cache->stored_bytes, 0)) return;
	struct seen_files seen = { VEC_INIT, 0 };
	int directory_fd = cache_directory_open(cache, false);
	if (directory_fd < 0 || see(directory_fd, true, &seen) < 0) return;
	bool too_large = seen.size_bytes > cache->max_bytes;
	seen_done(&seen);
	/* to less than allowed, so that not every run has to */
	if (too_large) (void)!cache_prune(cache, cache->max_bytes / 8 * 7, &pruned);
}
