/* All files "probes" of a cache, by its tree of build-ids:
 *
 *     DIR/.build-id/b1/183a...          a link to ../../usr/bin/nm/b1183a..., the folder of one version of the file
 *     DIR/usr/bin/nm/b1183a.../probes   what is remembered of it
 *
 * The folders "00" to "ff" are read on all cores, since for each file that has markers its build-id is compared with
 * that of the file of today: only those that are still the same are of use. */
#include "probe/probe_cache_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/regular_file.h"
#include "base/threads.h"
#include "symbol/file/image.h"

/* In bytes; larger ones are no such files. */
enum { PROBES_MAX = 16 << 20 };

/* The text of link's file "probes", NUL-terminated, for the caller to free; NULL: none, or empty. dir and link as for
 * openat(2). A pipe or device in place of the file does not block. */
static char *read_probes(int dir, const char *link, size_t *ret_size)
{
	char path[PATH_MAX];
	struct stat st;
	if ((size_t)snprintf(path, sizeof(path), "%s/probes", link) >= sizeof(path)) return NULL;
	/* most are empty: files that were looked at and have no markers */
	if (fstatat(dir, path, &st, 0) < 0 || !st.st_size) return NULL;
	int fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) return NULL;
	char *text = NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size <= PROBES_MAX) {
		text = xmalloc((size_t)st.st_size + 1);
		ssize_t n = read(fd, text, (size_t)st.st_size);
		*ret_size = n > 0 ? (size_t)n : 0;
		text[*ret_size] = '\0';
	}
	close(fd);
	return text;
}

/* The path of the file that a link stands for: ".build-id/b1/183a..." points at "../../usr/bin/nm/b1183a...", which is
 * "/usr/bin/nm". The caller frees. */
static char *path_of(int dir, const char *link)
{
	char target[PATH_MAX];
	ssize_t size = readlinkat(dir, link, target, sizeof(target) - 1);
	if (size < 0) return xstrdup("");
	target[size] = '\0';
	char *last = strrchr(target, '/'), *at = target;
	if (last) *last = '\0';
	while (strncmp(at, "../", 3) == 0) at += 3;
	return at[0] == '[' ? xstrdup(at) : xasprintf("/%s", at);
}

/* Whether the file still is the one whose markers are remembered. Reads the build-id of the file of today: path may be
 * gone, or another version. Names in brackets are kernels. */
static bool is_current(const char *path, const char *build_id, const char *kernel_build_id)
{
	if (path[0] == '[') return kernel_build_id && strcmp(build_id, kernel_build_id) == 0;
	_blob_close_ struct blob blob = BLOB_INIT;
	_image_close_ struct image image = IMAGE_INIT;
	uint8_t id[20];
	int fd = regular_file_open(path);
	if (fd < 0 || blob_of_fd(fd, &blob) < 0) return false;
	struct blob given = blob;
	blob = (struct blob)BLOB_INIT; /* image_open takes it over */
	int size = image_open(&given, &image) < 0 ? -1 : image_build_id(&image, id);
	if (size <= 0 || strlen(build_id) != (size_t)size * 2) return false;
	char hex[41];
	for (int i = 0; i < size; i++) snprintf(hex + 2 * i, 3, "%02x", id[i]);
	return strcmp(hex, build_id) == 0;
}

/* One folder of the cache, "b1", and what is in it. */
struct folder {
	char name[3];
	struct probe_cache_files files;
};
/* What the workers share; each writes to its own folder. */
struct reading {
	int cache;
	const char *kernel_build_id;
	VEC(struct folder) folders;
};

/* One build-id of the folder, if something is remembered of it and its file is still the same. */
static void add_file(struct folder *folder, int dir, const char *rest, const char *kernel_build_id)
{
	size_t size = 0;
	_free_ char *text = read_probes(dir, rest, &size);
	if (!text) return;
	_free_ char *path = path_of(dir, rest), *build_id = xasprintf("%s%s", folder->name, rest);
	if (!is_current(path, build_id, kernel_build_id)) return;
	struct probe_cache_file file = { take(path), take(build_id), PROBE_CACHE_INIT };
	(void)probe_cache_parse(text, size, &file.cache);
	vec_push(&folder->files.items, file);
}

/* A worker's item: all build-ids that begin with the folder's two digits. */
static void read_folder(void *ctx, unsigned worker, size_t item)
{
	struct reading *reading = ctx;
	struct folder *folder = &reading->folders.items[item];
	int fd = openat(reading->cache, folder->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	if (!dir) {
		if (fd >= 0) close(fd);
		return;
	}
	for (struct dirent *entry; (entry = readdir(dir));)
		if (entry->d_name[0] != '.') add_file(folder, fd, entry->d_name, reading->kernel_build_id);
	closedir(dir);
}

/* The order must not depend on the file system's. */
static int by_build_id(const void *x, const void *y)
{
	const struct probe_cache_file *a = x, *b = y;
	return strcmp(a->build_id, b->build_id);
}

/* Folders are listed here, files within them by the workers, whose lists are joined at the end. */
void probe_cache_files_read(const char *cache_dir, const char *kernel_build_id, struct probe_cache_files *ret)
{
	*ret = (struct probe_cache_files){ VEC_INIT };
	_free_ char *path = xasprintf("%s/.build-id", cache_dir);
	DIR *dir = opendir(path);
	if (!dir) return;
	struct reading reading = { dirfd(dir), kernel_build_id, VEC_INIT };
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (entry->d_name[0] == '.' || strlen(entry->d_name) != 2) continue;
		struct folder folder = { { entry->d_name[0], entry->d_name[1] }, { VEC_INIT } };
		vec_push(&reading.folders, folder);
	}
	threads_for(threads_default(), reading.folders.count, read_folder, &reading);
	for (size_t i = 0; i < reading.folders.count; i++) {
		struct probe_cache_files *found = &reading.folders.items[i].files;
		for (size_t k = 0; k < found->items.count; k++) vec_push(&ret->items, found->items.items[k]);
		vec_done(&found->items);
	}
	vec_done(&reading.folders);
	closedir(dir);
	if (ret->items.count) qsort(ret->items.items, ret->items.count, sizeof(ret->items.items[0]), by_build_id);
}

void probe_cache_files_done(struct probe_cache_files *files)
{
	for (size_t i = 0; i < files->items.count; i++) {
		free(files->items.items[i].path);
		free(files->items.items[i].build_id);
		probe_cache_done(&files->items.items[i].cache);
	}
	vec_done(&files->items);
}

void probe_cache_file_read(const char *cache_dir, const char *build_id, struct probe_cache *ret)
{
	size_t size = 0;
	*ret = (struct probe_cache)PROBE_CACHE_INIT;
	_free_ char *link = xasprintf("%s/.build-id/%.2s/%s", cache_dir, build_id,
				      strlen(build_id) > 2 ? build_id + 2 : ""),
		    *text = read_probes(AT_FDCWD, link, &size);
	if (text) (void)probe_cache_parse(text, size, ret);
}
