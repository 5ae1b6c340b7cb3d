#include "record/build_id_cache.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_dirs(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		int r = mkdir(path, 0755);
		*slash = '/';
		if (r < 0 && errno != EEXIST) return -errno;
	}
	return mkdir(path, 0755) < 0 && errno != EEXIST ? -errno : 0;
}

const void *build_id_cache_vdso(size_t *ret_size)
{
	const uint8_t *vdso = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
	if (!vdso) return NULL;
	/* the image ends with its section table */
	if (vdso[EI_CLASS] == ELFCLASS64) {
		const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)vdso;
		*ret_size = head->e_shoff + (size_t)head->e_shnum * head->e_shentsize;
	} else {
		const Elf32_Ehdr *head = (const Elf32_Ehdr *)(const void *)vdso;
		*ret_size = head->e_shoff + (size_t)head->e_shnum * head->e_shentsize;
	}
	return vdso;
}

static int copy_fd(int from, int to)
{
	char buffer[64 << 10];
	off_t at = 0;
	for (ssize_t n; (n = pread(from, buffer, sizeof(buffer), at)) != 0; at += n) {
		if (n < 0) return -errno;
		if (write(to, buffer, (size_t)n) != n) return -EIO;
	}
	return 0;
}

/* Under a temporary name first, so that nobody ever sees half a file. */
static int copy_to(int in, const char *to)
{
	_free_ char *temporary = xasprintf("%s.XXXXXX", to);
	int out = mkstemp(temporary), r = out < 0 ? -errno : 0;
	if (out < 0) return r;
	struct stat st;
	if (fstat(in, &st) == 0) (void)!fchmod(out, st.st_mode & 0777);
	if (ioctl(out, FICLONE, in) < 0) r = copy_fd(in, out);
	close(out);
	if (r == 0 && rename(temporary, to) < 0) r = -errno;
	if (r < 0) unlink(temporary);
	return r;
}

static int write_to(const char *path, const void *data, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0) return -errno;
	int r = write(fd, data, size) == (ssize_t)size ? 0 : -EIO;
	close(fd);
	return r;
}

static int copy_path(const char *from, const char *to)
{
	int fd = open(from, O_RDONLY | O_CLOEXEC), r = fd < 0 ? -errno : copy_to(fd, to);
	if (fd >= 0) close(fd);
	return r;
}

static int add_file(const char *filename, int fd, const char *entry)
{
	if (strcmp(filename, "[kernel.kallsyms]") == 0) {
		_free_ char *to = xasprintf("%s/kallsyms", entry);
		return copy_path("/proc/kallsyms", to);
	}
	if (strcmp(filename, "[vdso]") == 0) {
		_free_ char *to = xasprintf("%s/vdso", entry);
		size_t size;
		const void *vdso = build_id_cache_vdso(&size);
		return vdso ? write_to(to, vdso, size) : -ENOENT;
	}
	_free_ char *to = xasprintf("%s/elf", entry), *from = fd >= 0 ? xasprintf("/proc/self/fd/%d", fd) : xstrdup(filename);
	/* costs nothing and keeps the file when its name goes */
	if (linkat(AT_FDCWD, from, AT_FDCWD, to, fd >= 0 ? AT_SYMLINK_FOLLOW : 0) == 0 || errno == EEXIST) return 0;
	return fd >= 0 ? copy_to(fd, to) : copy_path(filename, to);
}

static void hex_of(const struct build_id *id, char ret[2 * BUILD_ID_MAX + 1])
{
	for (unsigned i = 0; i < id->size; i++) snprintf(ret + 2 * i, 3, "%02x", id->bytes[i]);
}

static char *link_of(const char *dir, const char *hex) { return xasprintf("%s/.build-id/%.2s/%s", dir, hex, hex + 2); }

/* The link that leads to the entry of a file by its build-id. */
static int link_entry(const char *dir, const char *filename, const char *hex)
{
	_free_ char *link_path = link_of(dir, hex), *link_dir = xasprintf("%s/.build-id/%.2s", dir, hex);
	_free_ char *target = xasprintf("../..%s%s/%s", filename[0] == '/' ? "" : "/", filename, hex);
	int r = make_dirs(link_dir);
	if (r >= 0 && symlink(target, link_path) < 0 && errno != EEXIST) r = -errno;
	return r == -EEXIST ? 0 : r;
}

int build_id_cache_add(const char *dir, const char *filename, int fd, const struct build_id *id)
{
	char hex[2 * BUILD_ID_MAX + 1];
	if (id->size < 2) return -EINVAL;
	hex_of(id, hex);
	_free_ char *link_path = link_of(dir, hex), *entry = xasprintf("%s%s%s/%s", dir, filename[0] == '/' ? "" : "/", filename, hex);
	if (access(link_path, F_OK) == 0) return 0;
	int r = make_dirs(entry);
	if (r >= 0) r = add_file(filename, fd, entry);
	return r < 0 ? r : link_entry(dir, filename, hex);
}

int build_id_cache_put(const char *dir, const char *filename, int fd, const struct build_id *id, const char *kind, bool replace,
		       char **ret_entry)
{
	char hex[2 * BUILD_ID_MAX + 1];
	if (id->size < 2) return -EINVAL;
	hex_of(id, hex);
	_free_ char *link_path = link_of(dir, hex), *entry = realpath(link_path, NULL);
	struct stat st;
	if (entry && (stat(entry, &st) < 0 || !S_ISDIR(st.st_mode))) { /* as old versions made them */
		free(take(entry));
		unlink(link_path);
	}
	if (!entry) {
		unlink(link_path); /* leads nowhere */
		entry = xasprintf("%s%s%s/%s", dir, filename[0] == '/' ? "" : "/", filename, hex);
	}
	_free_ char *to = xasprintf("%s/%s", entry, kind);
	int r = make_dirs(entry);
	if (r >= 0 && (replace || access(to, F_OK) < 0)) r = copy_to(fd, to);
	if (r >= 0) r = link_entry(dir, filename, hex);
	if (r >= 0 && ret_entry) *ret_entry = take(entry);
	return r;
}

/* -- what there is -- */

static bool parse_hex(const char *prefix, const char *rest, struct build_id *ret)
{
	_free_ char *hex = xasprintf("%s%s", prefix, rest);
	size_t size = strlen(hex);
	if (strlen(prefix) != 2 || size % 2 || size < 4 || size > 2 * (size_t)BUILD_ID_MAX || hex[strspn(hex, "0123456789abcdef")])
		return false;
	*ret = (struct build_id){ .size = (uint8_t)(size / 2) };
	for (unsigned i = 0; i < ret->size; i++) {
		unsigned byte;
		if (sscanf(hex + 2 * i, "%2x", &byte) != 1) return false;
		ret->bytes[i] = (uint8_t)byte;
	}
	return true;
}

/* "/usr/bin/ls" of "../../usr/bin/ls/HEX". NULL: it is no such link. */
static char *filename_of(const char *link_path)
{
	char target[PATH_MAX];
	ssize_t n = readlink(link_path, target, sizeof(target) - 1);
	if (n < 0) return NULL;
	target[n] = 0;
	char *slash = strrchr(target, '/');
	if (strncmp(target, "../../", 6) != 0 || !slash || slash < target + 6) return NULL;
	*slash = 0;
	return xstrdup(target[6] == '[' ? target + 6 : target + 5);
}

static bool has_kind(const char *link_path, const char *kind)
{
	_free_ char *path = xasprintf("%s/%s", link_path, kind);
	return access(path, F_OK) == 0;
}

static void list_bucket(const char *dir, const char *prefix, struct build_id_cached_list *ret)
{
	_free_ char *path = xasprintf("%s/.build-id/%s", dir, prefix);
	DIR *bucket = opendir(path);
	for (const struct dirent *e; bucket && (e = readdir(bucket));) {
		struct build_id_cached cached = { .filename = NULL };
		_free_ char *link_path = xasprintf("%s/%s", path, e->d_name);
		if (!parse_hex(prefix, e->d_name, &cached.id) || !(cached.filename = filename_of(link_path))) continue;
		cached.is_program = has_kind(link_path, "elf") || has_kind(link_path, "debug");
		if (cached.is_program || has_kind(link_path, "kallsyms") || has_kind(link_path, "vdso") || has_kind(link_path, "kcore"))
			vec_push(&ret->items, cached);
		else free(cached.filename);
	}
	if (bucket) closedir(bucket);
}

static int compare_cached(const void *a, const void *b)
{
	const struct build_id_cached *x = a, *y = b;
	int order = memcmp(x->id.bytes, y->id.bytes, MIN(x->id.size, y->id.size));
	return order ? order : x->id.size - y->id.size;
}

int build_id_cache_list(const char *dir, struct build_id_cached_list *ret)
{
	_free_ char *path = xasprintf("%s/.build-id", dir);
	struct build_id_cached_list list = { VEC_INIT };
	DIR *top = opendir(path);
	if (!top) return -errno;
	for (const struct dirent *e; (e = readdir(top));)
		if (strlen(e->d_name) == 2 && e->d_name[0] != '.') list_bucket(dir, e->d_name, &list);
	closedir(top);
	if (list.items.count) qsort(list.items.items, list.items.count, sizeof(*list.items.items), compare_cached);
	*ret = list;
	return 0;
}

void build_id_cached_list_done(struct build_id_cached_list *list)
{
	for (size_t i = 0; i < list->items.count; i++) free(list->items.items[i].filename);
	vec_done(&list->items);
}

int build_id_cache_remove(const char *dir, const struct build_id *id)
{
	static const char *const kinds[] = { "elf", "debug", "kallsyms", "vdso", "kcore", "probes" };
	char hex[2 * BUILD_ID_MAX + 1];
	if (id->size < 2) return -EINVAL;
	hex_of(id, hex);
	_free_ char *link_path = link_of(dir, hex), *filename = filename_of(link_path);
	if (!filename) return -ENOENT;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		_free_ char *path = xasprintf("%s/%s", link_path, kinds[i]);
		if (unlink(path) < 0 && errno != ENOENT && errno != ENOTDIR) return -errno;
	}
	if (unlink(link_path) < 0) return -errno;
	/* and what is empty now */
	_free_ char *bucket = xasprintf("%s/.build-id/%.2s", dir, hex), *entry = xasprintf("%s%s%s/%s", dir, filename[0] == '/' ? "" : "/",
			filename, hex);
	rmdir(bucket);
	for (size_t shortest = strlen(dir); strlen(entry) > shortest && rmdir(entry) == 0;) *strrchr(entry, '/') = 0;
	return 0;
}
