/* Directories, links and files of a build-id cache. Every step goes from one directory's descriptor to the next with
 * O_NOFOLLOW, so that no link below the cache can lead out of it. Files and links are made under a temporary name
 * (".new-...") and renamed, so that readers see the old or the new one, whole. */
#include "record/build_id/build_id_place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/file_copy.h"

#define TEMPORARY ".new-" /* what names of files that are being written begin with */

struct build_id_hex build_id_hex_of(const struct build_id *id)
{
	struct build_id_hex hex = { "" };
	for (unsigned i = 0; i < id->size; i++) snprintf(hex.text + 2 * i, 3, "%02x", id->bytes[i]);
	return hex;
}

bool build_id_of_hex(const char *text, struct build_id *ret)
{
	size_t size = strlen(text);
	if (size % 2 || size < 4 || size > 2 * (size_t)BUILD_ID_MAX || text[strspn(text, "0123456789abcdef")])
		return false;
	*ret = (struct build_id){ .size = (uint8_t)(size / 2) };
	for (unsigned i = 0; i < ret->size; i++) {
		unsigned byte;
		if (sscanf(text + 2 * (size_t)i, "%2x", &byte) != 1) return false;
		ret->bytes[i] = (uint8_t)byte;
	}
	return true;
}

/* -- directories -- */

int build_id_place_top(const char *dir, bool make)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 || errno != ENOENT || !make) return fd < 0 ? -errno : fd;
	_free_ char *path = xstrdup(dir);
	for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
		if (slash) *slash = '\0';
		int r = mkdir(path, 0755);
		if (r < 0 && errno != EEXIST) return -errno;
		if (!slash) break;
		*slash = '/';
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* The directory `name` of another, which is closed. */
static int step(int dir_fd, const char *name, bool make)
{
	int fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), r = fd < 0 ? -errno : fd;
	if (r == -ENOENT && make) {
		r = mkdirat(dir_fd, name, 0755) < 0 && errno != EEXIST ? -errno : 0;
		if (r >= 0) fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (r >= 0) r = fd < 0 ? -errno : fd;
	}
	close(dir_fd);
	return r;
}

/* Several, one below the other: "usr/lib". */
static int walk(int top_fd, const char *path, bool make)
{
	_free_ char *copy = xstrdup(path);
	int fd = fcntl(top_fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0) return -errno;
	for (char *rest = copy, *name; fd >= 0 && (name = strsep(&rest, "/"));) {
		if (strcmp(name, "..") == 0) {
			close(fd);
			return -EINVAL;
		}
		if (*name && strcmp(name, ".") != 0) fd = step(fd, name, make);
	}
	return fd;
}

int build_id_place_open(int top_fd, const char *filename, const struct build_id_hex *hex, bool make)
{
	_free_ char *path = xasprintf("%s/%s", filename, hex->text);
	return walk(top_fd, path, make);
}

/* Names a cache may have at a place; others are somebody else's and stay. */
static bool is_ours(const char *name)
{
	static const char *const kinds[] = { "elf", "debug", "kallsyms", "vdso", "kcore", "probes" };
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (strcmp(name, kinds[i]) == 0) return true;
	return strncmp(name, TEMPORARY, strlen(TEMPORARY)) == 0; /* its writer was killed */
}

void build_id_place_remove(int top_fd, const char *filename, const struct build_id_hex *hex)
{
	int place_fd = build_id_place_open(top_fd, filename, hex, false);
	DIR *files = place_fd < 0 ? NULL : fdopendir(place_fd);
	for (const struct dirent *e; files && (e = readdir(files));)
		if (is_ours(e->d_name)) (void)!unlinkat(place_fd, e->d_name, 0);
	if (files) closedir(files);
	build_id_place_prune(top_fd, filename, hex);
}

void build_id_place_prune(int top_fd, const char *filename, const struct build_id_hex *hex)
{
	_free_ char *path = xasprintf("%s/%s", filename, hex->text);
	for (char *slash; (slash = strrchr(path, '/'));) {
		*slash = '\0';
		_close_ int parent_fd = walk(top_fd, path, false);
		if (parent_fd < 0 || (slash[1] && unlinkat(parent_fd, slash + 1, AT_REMOVEDIR) < 0)) return;
	}
	if (*path) (void)!unlinkat(top_fd, path, AT_REMOVEDIR);
}

/* -- links -- */

/* ".build-id/XX", and the link's name in it. */
static int link_dir(int top_fd, const struct build_id_hex *hex, bool make)
{
	char path[] = ".build-id/XX";
	memcpy(path + strlen(path) - 2, hex->text, 2);
	return walk(top_fd, path, make);
}

char *build_id_link_read(int top_fd, const struct build_id_hex *hex)
{
	char target[PATH_MAX];
	_close_ int dir_fd = link_dir(top_fd, hex, false);
	ssize_t n = dir_fd < 0 ? -1 : readlinkat(dir_fd, hex->text + 2, target, sizeof(target) - 1);
	if (n < 0) return NULL;
	target[n] = '\0';
	char *slash = strrchr(target, '/');
	if (strncmp(target, "../../", 6) != 0 || !slash || slash < target + 6 || strcmp(slash + 1, hex->text) != 0)
		return NULL;
	*slash = '\0';
	return xstrdup(target[6] == '[' ? target + 6 : target + 5);
}

static void temporary_name(char ret[32])
{
	uint64_t number;
	if (getrandom(&number, sizeof(number), GRND_NONBLOCK) != sizeof(number)) number = (uint64_t)getpid();
	snprintf(ret, 32, TEMPORARY "%016" PRIx64, number);
}

int build_id_link_write(int top_fd, const char *filename, const struct build_id_hex *hex)
{
	char temporary[32];
	_close_ int dir_fd = link_dir(top_fd, hex, true);
	_free_ char *target = xasprintf("../..%s%s/%s", filename[0] == '/' ? "" : "/", filename, hex->text);
	if (dir_fd < 0) return dir_fd;
	if (symlinkat(target, dir_fd, hex->text + 2) == 0) return 0;
	if (errno != EEXIST) return -errno;
	temporary_name(temporary);
	if (symlinkat(target, dir_fd, temporary) < 0) return -errno;
	if (renameat(dir_fd, temporary, dir_fd, hex->text + 2) == 0) return 0;
	int r = -errno;
	(void)!unlinkat(dir_fd, temporary, 0);
	return r;
}

int build_id_link_remove(int top_fd, const struct build_id_hex *hex)
{
	char folder[3] = { hex->text[0], hex->text[1] };
	_close_ int dir_fd = link_dir(top_fd, hex, false), above_fd = walk(top_fd, ".build-id", false);
	if (dir_fd < 0) return dir_fd;
	if (unlinkat(dir_fd, hex->text + 2, 0) < 0) return -errno;
	if (above_fd >= 0) (void)!unlinkat(above_fd, folder, AT_REMOVEDIR); /* when it is empty */
	return 0;
}

/* -- files -- */

int build_id_place_file(int place_fd, const char *kind)
{
	struct stat st;
	int fd = openat(place_fd, kind, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0) return -errno;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) return fd;
	close(fd);
	return -ENODEV;
}

/* Opens a new file under a temporary name. A descriptor or -errno. */
static int begin(int place_fd, char temporary[32])
{
	temporary_name(temporary);
	int fd = openat(place_fd, temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	return fd < 0 ? -errno : fd;
}

/* Gives the file its name, or takes it away when writing failed (code < 0). 0 or -errno. */
static int end(int place_fd, const char *kind, int fd, const char *temporary, int code)
{
	if (close(fd) < 0 && code == 0) code = -errno;
	if (code == 0 && renameat(place_fd, temporary, place_fd, kind) < 0) code = -errno;
	if (code < 0) (void)!unlinkat(place_fd, temporary, 0);
	return code;
}

/* Whether size_bytes are at most a quarter of what is free. */
static bool has_room(int place_fd, uint64_t size_bytes)
{
	struct statvfs fs;
	return fstatvfs(place_fd, &fs) < 0 || (uint64_t)fs.f_bavail * fs.f_frsize / 4 >= size_bytes;
}

static bool same_time(struct timespec a, struct timespec b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

int build_id_place_copy(int place_fd, const char *kind, int from_fd, const struct build_id_place_copying *how)
{
	char temporary[32];
	struct stat before, after;
	if (fstat(from_fd, &before) < 0) return -errno;
	int fd = begin(place_fd, temporary), r = 0;
	if (fd < 0) return fd;
	/* A clone shares the blocks of the original: it takes no room. */
	if (file_clone(from_fd, fd) < 0)
		r = how->keep_room && !has_room(place_fd, (uint64_t)before.st_size) ? -ENOSPC : file_copy(from_fd, fd);
	if (r == 0 && fstat(from_fd, &after) < 0) r = -errno;
	/* It was written to while it was copied: half of it may be the old file. */
	if (r == 0 && S_ISREG(before.st_mode) &&
	    (before.st_size != after.st_size || !same_time(before.st_mtim, after.st_mtim)))
		r = -ESTALE;
	/* with the time of the original: that it is the same is seen without reading it again */
	const struct timespec times[] = { before.st_atim, before.st_mtim };
	if (r == 0 && before.st_size) (void)!futimens(fd, times);
	if (r == 0) (void)!fchmod(fd, (before.st_mode & 0777) | 0400 | (how->is_marked ? BUILD_ID_PLACE_MARK : 0));
	return end(place_fd, kind, fd, temporary, r);
}

int build_id_place_write(int place_fd, const char *kind, const void *data, size_t size_bytes)
{
	char temporary[32];
	int fd = begin(place_fd, temporary);
	return fd < 0 ? fd : end(place_fd, kind, fd, temporary, file_write(fd, data, size_bytes));
}
