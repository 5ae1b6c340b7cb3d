/* Files of proc and sys have no size before they are read, and change while they are: each is read to its end in one
 * go, without seeking. errno is kept for callers that tell why. */
#include "kernel/kernelfs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* More than any file has that is read as a whole text. */
#define SMALL_FILE_MAX (16u << 20)

static int64_t now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* until_ms: of CLOCK_MONOTONIC; 0: no limit. Reads until end of file, as the size of such files is not known before:
 * stat(2) says 0 or a page. */
static char *read_path(const char *path, size_t max_bytes, int64_t until_ms, size_t *ret_size, bool *ret_cut)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return NULL;
	size_t size = 0, capacity = 4096;
	char *text = xmalloc(capacity);
	*ret_cut = false;
	for (;;) {
		/* at least one piece is read, however late it is */
		if (until_ms && size && now_ms() >= until_ms) {
			*ret_cut = true;
			break;
		}
		/* one byte stays free for the NUL */
		if (size + 1 == capacity) {
			if (capacity >= max_bytes) break;
			capacity *= 2;
			text = xrealloc(text, capacity);
		}
		ssize_t n = read(fd, text + size, MIN(capacity - size - 1, max_bytes - size));
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) {
			/* close(2) and free(3) may change errno */
			int code = errno;
			close(fd);
			free(text);
			errno = code;
			return NULL;
		}
		if (n == 0) break;
		size += (size_t)n;
	}
	close(fd);
	text[size] = '\0';
	*ret_size = size;
	return text;
}

/* The root, a slash, and what format says. What is too long for a path is "", which no file is called. */
static void make_path(const struct kernelfs *fs, char *path, size_t size, const char *format, va_list args)
{
	size_t n = (size_t)snprintf(path, size, "%s/", fs->root);
	if (n >= size || (size_t)vsnprintf(path + n, size - n, format, args) >= size - n) path[0] = '\0';
}

/* The buffer doubles, so that at most half of it is unused. */
char *kernelfs_read_raw(const struct kernelfs *fs, const char *path, size_t max_bytes, size_t *ret_size)
{
	_free_ char *full = xasprintf("%s/%s", fs->root, path);
	bool cut;
	return read_path(full, max_bytes, 0, ret_size, &cut);
}

char *kernelfs_read_timed(const struct kernelfs *fs, const char *path, size_t max_bytes, unsigned timeout_ms,
			  size_t *ret_size, bool *ret_cut)
{
	_free_ char *full = xasprintf("%s/%s", fs->root, path);
	return read_path(full, max_bytes, timeout_ms ? now_ms() + timeout_ms : 0, ret_size, ret_cut);
}

/* Most files of sysfs end in a newline. */
static char *read_trimmed(const char *path)
{
	size_t size;
	bool cut;
	char *text = read_path(path, SMALL_FILE_MAX, 0, &size, &cut);
	while (text && size && isspace((unsigned char)text[size - 1])) text[--size] = '\0';
	return text;
}

char *kernelfs_read(const struct kernelfs *fs, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	va_start(args, format);
	make_path(fs, path, sizeof(path), format, args);
	va_end(args);
	return read_trimmed(path);
}

bool kernelfs_read_u64(const struct kernelfs *fs, uint64_t *ret, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	va_start(args, format);
	make_path(fs, path, sizeof(path), format, args);
	va_end(args);
	_free_ char *text = read_trimmed(path);
	if (!text) return false;
	char *end;
	uint64_t value = strtoull(text, &end, 0);
	if (end == text) return false;
	*ret = value;
	return true;
}

/* False, too, when a directory on the way may not be entered; errno says so. */
bool kernelfs_exists(const struct kernelfs *fs, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	va_start(args, format);
	make_path(fs, path, sizeof(path), format, args);
	va_end(args);
	return access(path, F_OK) == 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
/* Compares the first number in each name. */
static int by_number(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;
	unsigned long m = strtoul(x + strcspn(x, "0123456789"), NULL, 10),
		      n = strtoul(y + strcspn(y, "0123456789"), NULL, 10);
	return m != n ? (m > n) - (m < n) : strcmp(x, y);
}

/* "." and ".." are among those left out. */
int kernelfs_list(const struct kernelfs *fs, const char *path, enum kernelfs_order order, struct kernelfs_names *ret)
{
	*ret = (struct kernelfs_names){ VEC_INIT };
	_free_ char *full = xasprintf("%s/%s", fs->root, path);
	DIR *dir = opendir(full);
	if (!dir) return -errno;
	for (struct dirent *entry; (entry = readdir(dir));)
		if (entry->d_name[0] != '.') vec_push(&ret->names, xstrdup(entry->d_name));
	closedir(dir);
	/* a tree of ordinary files has an order of chance: no test could say what it expects */
	if (order == KERNELFS_AS_LISTED && fs->root[0]) order = KERNELFS_BY_NAME;
	if (order != KERNELFS_AS_LISTED && ret->names.count)
		qsort(ret->names.items, ret->names.count, sizeof(char *),
		      order == KERNELFS_BY_NAME ? by_name : by_number);
	return 0;
}

void kernelfs_names_done(struct kernelfs_names *names)
{
	for (size_t i = 0; i < names->names.count; i++) free(names->names.items[i]);
	vec_done(&names->names);
}
