#include "record/build_id_cache.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
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

int build_id_cache_add(const char *dir, const char *filename, int fd, const struct build_id *id)
{
	char hex[2 * BUILD_ID_MAX + 1];
	if (id->size < 2) return -EINVAL;
	for (unsigned i = 0; i < id->size; i++) snprintf(hex + 2 * i, 3, "%02x", id->bytes[i]);
	const char *slash = filename[0] == '/' ? "" : "/";
	_free_ char *link_path = xasprintf("%s/.build-id/%.2s/%s", dir, hex, hex + 2);
	if (access(link_path, F_OK) == 0) return 0;
	_free_ char *entry = xasprintf("%s%s%s/%s", dir, slash, filename, hex);
	int r = make_dirs(entry);
	if (r >= 0) r = add_file(filename, fd, entry);
	if (r < 0) return r;
	_free_ char *link_dir = xasprintf("%s/.build-id/%.2s", dir, hex);
	_free_ char *target = xasprintf("../..%s%s/%s", slash, filename, hex);
	r = make_dirs(link_dir);
	if (r >= 0 && symlink(target, link_path) < 0 && errno != EEXIST) r = -errno;
	if (r == -EEXIST) r = 0;
	return r;
}
