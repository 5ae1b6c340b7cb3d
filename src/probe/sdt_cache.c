#include "probe/sdt_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/threads.h"
#include "symbol/image.h"

enum { PROBES_MAX = 16 << 20, SHOWN_DIGITS = 12 };

static char *read_probes(int dir, const char *link)
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
		text[n > 0 ? n : 0] = '\0';
	}
	close(fd);
	return text;
}

/* ".build-id/b1/183a..." points at "../../usr/bin/nm/b1183a...". */
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

/* Whether the file still is the one whose markers are remembered. */
static bool is_current(const char *path, const char *build_id)
{
	_blob_close_ struct blob blob = BLOB_INIT;
	_image_close_ struct image image = IMAGE_INIT;
	uint8_t id[20];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || blob_of_fd(fd, &blob) < 0) return false;
	struct blob given = blob;
	blob = (struct blob)BLOB_INIT; /* image_open takes it over */
	int size = image_open(&given, &image) < 0 ? -1 : image_build_id(&image, id);
	if (size <= 0 || strlen(build_id) != (size_t)size * 2) return false;
	char hex[41];
	for (int i = 0; i < size; i++) snprintf(hex + 2 * i, 3, "%02x", id[i]);
	return strcmp(hex, build_id) == 0;
}

static void add_file(struct sdt_events *events, int dir, const char *start, const char *rest)
{
	_free_ char *text = read_probes(dir, rest);
	if (!text || !strchr(text, '%')) return;
	_free_ char *path = path_of(dir, rest), *build_id = xasprintf("%s%s", start, rest);
	if (!is_current(path, build_id)) return;
	for (char *line = text; line && *line;) {
		char *end = strchr(line, '\n');
		size_t size = end ? (size_t)(end - line) : strlen(line), name_size = *line == '%' ? strcspn(line + 1, "=\n") : 0;
		if (name_size && name_size + 1 < size) {
			struct sdt_event event = { xstrndup(line + 1, name_size), xstrdup(path), xstrdup(build_id) };
			vec_push(&events->items, event);
		}
		line = end ? end + 1 : NULL;
	}
}

static void add_folder(struct sdt_events *events, int parent, const char *start)
{
	int fd = openat(parent, start, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	if (!dir) {
		if (fd >= 0) close(fd);
		return;
	}
	for (struct dirent *entry; (entry = readdir(dir));)
		if (entry->d_name[0] != '.') add_file(events, fd, start, entry->d_name);
	closedir(dir);
}

static int by_name(const void *x, const void *y)
{
	const struct sdt_event *a = x, *b = y;
	int order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->build_id, b->build_id);
}

/* One folder of the cache, "b1", and what is in it. */
struct folder { char name[3]; struct sdt_events events; };
struct reading { int cache; VEC(struct folder) folders; };

static void read_folder(void *ctx, unsigned worker, size_t item)
{
	struct reading *reading = ctx;
	struct folder *folder = &reading->folders.items[item];
	add_folder(&folder->events, reading->cache, folder->name);
}

void sdt_events_read(const char *cache_dir, struct sdt_events *ret)
{
	*ret = (struct sdt_events){ VEC_INIT };
	_free_ char *path = xasprintf("%s/.build-id", cache_dir);
	DIR *dir = opendir(path);
	if (!dir) return;
	struct reading reading = { dirfd(dir), VEC_INIT };
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (entry->d_name[0] == '.' || strlen(entry->d_name) != 2) continue;
		struct folder folder = { { entry->d_name[0], entry->d_name[1] }, { VEC_INIT } };
		vec_push(&reading.folders, folder);
	}
	threads_for(threads_default(), reading.folders.count, read_folder, &reading);
	for (size_t i = 0; i < reading.folders.count; i++) {
		struct sdt_events *found = &reading.folders.items[i].events;
		for (size_t k = 0; k < found->items.count; k++) vec_push(&ret->items, found->items.items[k]);
		vec_done(&found->items);
	}
	vec_done(&reading.folders);
	closedir(dir);
	if (ret->items.count) qsort(ret->items.items, ret->items.count, sizeof(ret->items.items[0]), by_name);
}

void sdt_events_done(struct sdt_events *events)
{
	for (size_t i = 0; i < events->items.count; i++) {
		free(events->items.items[i].name);
		free(events->items.items[i].path);
		free(events->items.items[i].build_id);
	}
	vec_done(&events->items);
}

static bool same_name(const struct sdt_events *events, size_t i, size_t j)
{
	return j < events->items.count && strcmp(events->items.items[i].name, events->items.items[j].name) == 0;
}

char **sdt_events_names(const struct sdt_events *events)
{
	char **names = xcalloc(events->items.count + 1, sizeof(*names));
	for (size_t i = 0, count = 0; i < events->items.count; i++) {
		const struct sdt_event *event = &events->items.items[i];
		if (i && same_name(events, i, i - 1) && strcmp(event->build_id, event[-1].build_id) == 0) continue; /* several places of one marker */
		bool is_shared = same_name(events, i, i + 1) || (i && same_name(events, i, i - 1));
		names[count++] = is_shared ? xasprintf("%s@%s(%.*s)", event->name, event->path, SHOWN_DIGITS, event->build_id) : xstrdup(event->name);
	}
	return names;
}
