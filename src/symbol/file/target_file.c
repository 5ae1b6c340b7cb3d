/* The one place that opens files of the profiled machine. Where they are looked for:
 *
 *   path, with symfs         SYMFS/path, or SYMFS/name with ",flat"
 *   path, without            path as it is
 *   file of a process        /proc/PID/root/path, /proc/PID/map_files/START-END
 *   build-id cache           DIR/.build-id/xx/yyyy.../KIND
 *   debuginfod               DIR/BUILD-ID/KIND
 *   portable recording       in itself, where symfs is not given (bundle.h)
 *
 * Functions that make paths return memory that the caller frees; they do not check what is in the file. */
#include "symbol/file/target_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/regular_file.h"
#include "base/strbuf.h"
#include "base/user_dirs.h"
#include "symbol/file/bundle.h"

/* strrchr, so that a directory's name may have commas. */
void target_files_init(struct target_files *files, const char *symfs, const char *build_id_dir)
{
	_free_ char *home = user_home_dir();

	*files = (struct target_files){ 0 };
	files->symfs = xstrdup(symfs ? symfs : "");
	char *comma = strrchr(files->symfs, ',');
	if (comma && (strcmp(comma, ",flat") == 0 || strcmp(comma, ",hierarchy") == 0)) {
		files->symfs_flat = comma[1] == 'f';
		*comma = '\0';
	}
	files->fetched_dir = user_debuginfod_dir();
	if (build_id_dir) files->build_id_dir = xstrdup(build_id_dir);
	else files->build_id_dir = xasprintf("%s/.debug", home ? home : "");
}

void target_files_done(struct target_files *files)
{
	free(files->symfs);
	free(files->build_id_dir);
	free(files->fetched_dir);
	*files = (struct target_files){ 0 };
}

char *target_file_path(const struct target_files *files, const char *path)
{
	const char *slash = files->symfs_flat ? strrchr(path, '/') : NULL;
	char *carried = *files->symfs ? NULL : bundle_root(files->bundle, path);
	if (carried) return carried;
	if (slash) return xasprintf("%s%s", files->symfs, slash);
	return xasprintf("%s%s%s", files->symfs, *files->symfs && *path != '/' ? "/" : "", path);
}

char *target_file_of_process(int32_t pid, const char *path)
{
	_free_ char *below_root = xasprintf("/proc/%d/root%s", pid, path);
	return access(below_root, R_OK) == 0 ? take(below_root) : NULL;
}

char *target_file_mapped(int32_t pid, uint64_t start, uint64_t end)
{
	_free_ char *mapping = xasprintf("/proc/%d/map_files/%" PRIx64 "-%" PRIx64, pid, start, end);
	return access(mapping, R_OK) == 0 ? take(mapping) : NULL;
}

/* Names with a newline or " (deleted)" behind them do not compare equal: such mappings are not taken. */
bool target_file_is_mapped(int32_t pid, const struct target_mapping *mapping)
{
	_free_ char *path = xasprintf("/proc/%d/maps", pid), *line = NULL;
	FILE *maps = fopen(path, "re");
	size_t capacity = 0;
	ssize_t length;
	bool found = false;

	/* "55d0c0a00000-55d0c0a21000 r-xp 00002000 fe:00 1234   /usr/bin/x" (proc_pid_maps(5)) */
	while (maps && !found && (length = getline(&line, &capacity, maps)) > 0) {
		uint64_t start, end, inode;
		uint32_t maj, min;
		int name_at = 0;
		if (line[length - 1] == '\n') line[length - 1] = 0;
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %*s %" SCNx32 ":%" SCNx32 " %" SCNu64 " %n", &start, &end,
			   &maj, &min, &inode, &name_at) < 5)
			continue;
		found = start == mapping->start && end == mapping->end && maj == mapping->maj && min == mapping->min &&
			inode == mapping->inode && name_at && strcmp(line + name_at, mapping->path) == 0;
	}
	if (maps) fclose(maps);
	return found;
}

size_t target_file_memory(int32_t pid, uint64_t vaddr, void *to, size_t size_bytes)
{
	_free_ char *path = xasprintf("/proc/%d/mem", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 || vaddr > INT64_MAX ? -1 : pread(fd, to, size_bytes, (off_t)vaddr);
	if (fd >= 0) close(fd);
	return size > 0 ? (size_t)size : 0;
}

static bool file_exists(const char *path, bool *ret_directory)
{
	struct stat st;
	if (stat(path, &st) < 0) return false;
	*ret_directory = S_ISDIR(st.st_mode);
	return true;
}

/* Of a process that ended, the number that was recorded is all there is. */
int32_t target_file_inner_pid(int32_t pid)
{
	_free_ char *path = xasprintf("/proc/%d/status", pid);
	char text[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0) close(fd);
	text[MAX(size, 0)] = 0;
	/* "NSpid:\t4711\t12\t1": from the outermost to the innermost */
	const char *line = strstr(text, "\nNSpid:");
	if (!line) return pid;
	line += strlen("\nNSpid:");
	size_t length = strcspn(line, "\n");
	while (length && (line[length - 1] < '0' || line[length - 1] > '9')) length--;
	while (length && line[length - 1] >= '0' && line[length - 1] <= '9') length--;
	int inner = atoi(line + length);
	return inner > 0 ? inner : pid;
}

/* access to another process's root needs the right to trace it; without it the file seems not to be there. */
char *target_file_written(const struct target_files *files, int32_t pid, const char *path, bool is_inner)
{
	_free_ char *outside = target_file_path(files, path),
		    *inside = xasprintf("/proc/%d/root%s%s", pid, *path == '/' ? "" : "/", path);
	bool directory;

	if (*files->symfs || bundle_has_root(files->bundle, path)) return take(outside);
	if (!is_inner && file_exists(outside, &directory)) return take(outside);
	return file_exists(inside, &directory) ? take(inside) : take(outside);
}

/* A link to a file is the old layout, where only the main content was cached. */
char *target_file_cached(const struct target_files *files, const uint8_t *build_id, size_t build_id_size,
			 const char *kind)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	bool directory;

	if (build_id_size < 2) return NULL;
	char *carried = bundle_cached(files->bundle, build_id, build_id_size, kind);
	if (carried) return carried;
	strbuf_printf(&path, "%s/.build-id/%02x/", files->build_id_dir, build_id[0]);
	for (size_t i = 1; i < build_id_size; i++) strbuf_printf(&path, "%02x", build_id[i]);
	if (!file_exists(strbuf_text(&path), &directory)) return NULL;
	if (!directory) return strcmp(kind, "elf") == 0 || strcmp(kind, "kallsyms") == 0 ? strbuf_take(&path) : NULL;
	strbuf_printf(&path, "/%s", kind);
	struct stat st;
	return stat(strbuf_text(&path), &st) == 0 && !S_ISDIR(st.st_mode) && !(st.st_mode & S_ISVTX)
		       ? strbuf_take(&path)
		       : NULL;
}

char *target_file_cached_as(const struct target_files *files, const char *path, const uint8_t *build_id,
			    size_t build_id_size, const char *kind)
{
	_strbuf_done_ struct strbuf cached = STRBUF_INIT;
	bool directory;

	if (build_id_size < 2 || !*path) return NULL;
	strbuf_printf(&cached, "%s%s%s/", files->build_id_dir, *path == '/' ? "" : "/", path);
	for (size_t i = 0; i < build_id_size; i++) strbuf_printf(&cached, "%02x", build_id[i]);
	strbuf_printf(&cached, "/%s", kind);
	return file_exists(strbuf_text(&cached), &directory) && !directory ? strbuf_take(&cached) : NULL;
}

char *target_file_fetched(const struct target_files *files, const uint8_t *build_id, size_t build_id_size,
			  const char *kind)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	struct stat st;

	if (build_id_size < 2 || !*files->fetched_dir) return NULL;
	strbuf_printf(&path, "%s/", files->fetched_dir);
	for (size_t i = 0; i < build_id_size; i++) strbuf_printf(&path, "%02x", build_id[i]);
	strbuf_printf(&path, "/%s", kind);
	/* an empty file is a note that the servers had none */
	return stat(strbuf_text(&path), &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 ? strbuf_take(&path) : NULL;
}

/* regular_file_open refuses what could block. */
int target_file_open(const char *host_path, struct blob *ret)
{
	int fd = regular_file_open(host_path);
	return fd < 0 ? fd : blob_of_fd(fd, ret);
}

static uint64_t time_ns(struct timespec time) { return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec; }

/* Leaves *ret as it is, all 0, where nothing tells one content from another. */
static void identity_of(const struct stat *st, struct file_identity *ret)
{
	/* files of procfs and sysfs have no size, or none that says anything */
	if (!S_ISREG(st->st_mode) || st->st_size <= 0) return;
	*ret = (struct file_identity){ .device = st->st_dev,
				       .inode = st->st_ino,
				       .size_bytes = (uint64_t)st->st_size,
				       .mtime_ns = time_ns(st->st_mtim),
				       .ctime_ns = time_ns(st->st_ctim) };
}

void target_file_identity(int fd, struct file_identity *ret)
{
	struct stat st;
	*ret = (struct file_identity){ 0 };
	/* memory that a bundle was unpacked to is another file each time */
	if (fstat(fd, &st) == 0 && fcntl(fd, F_GET_SEALS) <= 0) identity_of(&st, ret);
}

void target_path_identity(const char *host_path, struct file_identity *ret)
{
	struct stat st;
	*ret = (struct file_identity){ 0 };
	if (stat(host_path, &st) == 0) identity_of(&st, ret);
}
