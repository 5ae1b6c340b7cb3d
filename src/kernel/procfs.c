/* Parsing /proc/PID/status, maps, fd and ns. Nothing is cached: a process may have changed since. */
#include "kernel/procfs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of Linux 6.9; older headers lack it. */
#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL
#endif

/* What follows "Name:" and the like at the beginning of a line. */
static const char *status_field(const char *text, const char *name)
{
	size_t n = strlen(name);
	for (const char *line = text; line; line = strchr(line, '\n')) {
		if (*line == '\n') line++;
		if (strncmp(line, name, n) == 0) return line + n;
	}
	return NULL;
}

bool procfs_task(const struct kernelfs *fs, int32_t pid, struct procfs_task *ret)
{
	_free_ char *text = kernelfs_read(fs, "proc/%d/status", pid);
	const char *name = text ? status_field(text, "Name:") : NULL;
	const char *tgid = text ? status_field(text, "Tgid:") : NULL;
	const char *ppid = text ? status_field(text, "PPid:") : NULL;
	if (!name || !tgid || !ppid) return false;
	struct procfs_task task = { .tgid = (int32_t)strtol(tgid, NULL, 10), .ppid = (int32_t)strtol(ppid, NULL, 10) };
	const char *vm = status_field(text, "VmPeak:"), *threads = status_field(text, "Threads:");
	const char *state = status_field(text, "State:");
	/* Threads of the kernel have no memory of their own. A zombie has none any more: see is_zombie. */
	task.is_kernel = !vm && threads;
	task.is_zombie = state && state[strspn(state, " \t")] == 'Z';
	name += strspn(name, " \t");
	/* status escapes newline and backslash; a name is never longer than 15 bytes */
	size_t n = 0;
	for (; *name && *name != '\n' && n < sizeof(task.comm) - 1; name++) {
		if (*name == '\\' && (name[1] == '\\' || name[1] == 'n')) task.comm[n++] = *++name == 'n' ? '\n' : '\\';
		else task.comm[n++] = *name;
	}
	*ret = task;
	return true;
}

static int by_id(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x > y) - (x < y);
}

/* Directories whose names are numbers. */
static int list_ids(const struct kernelfs *fs, const char *path, struct procfs_ids *ids)
{
	struct kernelfs_names names;
	int r = kernelfs_list(fs, path, KERNELFS_AS_LISTED, &names);
	if (r < 0) return r;
	size_t first = ids->ids.count;
	for (size_t i = 0; i < names.names.count; i++) {
		char *end;
		long id = strtol(names.names.items[i], &end, 10);
		if (!*end && id > 0 && id <= INT32_MAX) vec_push(&ids->ids, (int32_t)id);
	}
	if (ids->ids.count > first) qsort(ids->ids.items + first, ids->ids.count - first, sizeof(int32_t), by_id);
	kernelfs_names_done(&names);
	return 0;
}

int procfs_pids(const struct kernelfs *fs, struct procfs_ids *ids) { return list_ids(fs, "proc", ids); }

/* A process that has ended gives -ENOENT. */
int procfs_tids(const struct kernelfs *fs, int32_t pid, struct procfs_ids *ids)
{
	char path[64];
	snprintf(path, sizeof(path), "proc/%d/task", pid);
	return list_ids(fs, path, ids);
}

bool procfs_uid(const struct kernelfs *fs, int32_t pid, uint32_t *ret_uid)
{
	char path[64];
	struct stat st;
	_free_ char *full = NULL;
	snprintf(path, sizeof(path), "proc/%d", pid);
	full = xasprintf("%s/%s", fs->root, path);
	if (stat(full, &st) < 0) return false;
	*ret_uid = st.st_uid;
	return true;
}

char *procfs_maps_timed(const struct kernelfs *fs, int32_t pid, unsigned timeout_ms, bool *ret_cut)
{
	char path[64];
	size_t size;
	snprintf(path, sizeof(path), "proc/%d/maps", pid);
	char *text = kernelfs_read_timed(fs, path, 256u << 20, timeout_ms, &size, ret_cut);
	if (text && *ret_cut) {
		char *last = strrchr(text, '\n');
		if (last) last[1] = '\0'; /* a line that was cut names something else */
		else text[0] = '\0';
	}
	return text;
}

char *procfs_maps(const struct kernelfs *fs, int32_t pid)
{
	bool cut;
	return procfs_maps_timed(fs, pid, 0, &cut);
}

/* A hexadecimal number that is followed by the character `after`, which is skipped too. */
static bool take_hex(const char **pos, char after, uint64_t *ret)
{
	char *end;
	*ret = strtoull(*pos, &end, 16);
	if (end == *pos || *end != after) return false;
	*pos = end + 1;
	return true;
}

/* "start-end rwxp offset maj:min inode   name" (proc_pid_maps(5)) The line's end has been cut off. name points into it;
 * it may be empty or have blanks. */
static bool parse_map(char *line, struct procfs_map *map)
{
	uint64_t maj, min;
	const char *p = line;
	if (!take_hex(&p, '-', &map->start) || !take_hex(&p, ' ', &map->end)) return false;
	if (strlen(p) < 5 || p[4] != ' ') return false;
	map->prot = 0;
	if (p[0] == 'r') map->prot |= PROT_READ;
	if (p[1] == 'w') map->prot |= PROT_WRITE;
	if (p[2] == 'x') map->prot |= PROT_EXEC;
	map->flags = p[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	p += 5;
	if (!take_hex(&p, ' ', &map->pgoff) || !take_hex(&p, ':', &maj) || !take_hex(&p, ' ', &min)) return false;
	map->maj = (uint32_t)maj;
	map->min = (uint32_t)min;
	char *end;
	map->ino = strtoull(p, &end, 10);
	if (end == p) return false;
	map->name = end + strspn(end, " ");
	return true;
}

void procfs_restore_name(const struct kernelfs *fs, int32_t pid, struct procfs_map *map)
{
	static const char escape[] = "\\012";
	struct stat st;
	char target[PATH_MAX];
	if (!strstr(map->name, escape)) return;
	/* says it as it is, but only to the privileged */
	_free_ char *link = xasprintf("%s/proc/%d/map_files/%" PRIx64 "-%" PRIx64, fs->root, pid, map->start, map->end);
	ssize_t n = readlink(link, target, sizeof(target) - 1);
	/* the unescaped name is never longer */
	if (n > 0 && (size_t)n <= strlen(map->name)) {
		memcpy(map->name, target, (size_t)n);
		map->name[n] = '\0';
		return;
	}
	_free_ char *as_written = xasprintf("%s/proc/%d/root%s", fs->root, pid, map->name);
	/* There is a file with these four characters: nothing was escaped. */
	if (lstat(as_written, &st) == 0) return;
	for (char *at = map->name; (at = strstr(at, escape)); at++) {
		*at = '\n';
		memmove(at + 1, at + strlen(escape), strlen(at + strlen(escape)) + 1);
	}
}

bool procfs_next_map(char **pos, struct procfs_map *ret)
{
	while (**pos) {
		char *line = *pos, *end = strchr(line, '\n');
		if (end) *end = '\0';
		*pos = end ? end + 1 : line + strlen(line);
		if (parse_map(line, ret)) return true;
	}
	return false;
}

/* Devices are not opened: that may do something. */
static int open_regular(const char *path, uint64_t ino)
{
	struct stat st;
	if (stat(path, &st) < 0) return -errno;
	if (!S_ISREG(st.st_mode) || (ino && st.st_ino != ino)) return -ESTALE;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	return fd < 0 ? -errno : fd;
}

int procfs_open_map(const struct kernelfs *fs, int32_t pid, const struct procfs_map *map)
{
	_free_ char *mapping = xasprintf("%s/proc/%d/map_files/%" PRIx64 "-%" PRIx64, fs->root, pid, map->start,
					 map->end);
	/* a link to the mapped file itself: no inode to compare */
	int fd = open_regular(mapping, 0);
	if (fd >= 0) return fd;
	_free_ char *named = xasprintf("%s/proc/%d/root%s", fs->root, pid, map->name);
	return open_regular(named, map->ino);
}

/* Links to namespaces of other users' processes need rights: those stay 0. */
void procfs_namespaces(const struct kernelfs *fs, int32_t pid, struct procfs_namespace ret[PROCFS_NAMESPACES])
{
	static const char *const names[PROCFS_NAMESPACES] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	for (size_t i = 0; i < PROCFS_NAMESPACES; i++) {
		struct stat st;
		_free_ char *path = xasprintf("%s/proc/%d/ns/%s", fs->root, pid, names[i]);
		ret[i] = (struct procfs_namespace){ 0 };
		if (stat(path, &st) < 0) continue;
		ret[i] = (struct procfs_namespace){ .dev = st.st_dev, .inode = st.st_ino };
	}
}

bool procfs_fd(const struct kernelfs *fs, int32_t pid, int32_t fd, char *ret, size_t size_bytes)
{
	char path[256];
	int length = fd == AT_FDCWD ? snprintf(path, sizeof(path), "%s/proc/%d/cwd", fs->root, pid)
				    : snprintf(path, sizeof(path), "%s/proc/%d/fd/%d", fs->root, pid, fd);
	if (length >= (int)sizeof(path)) return false;
	ssize_t size = readlink(path, ret, size_bytes - 1);
	if (size < 0) return false;
	ret[size] = '\0';
	return true;
}

int procfs_end_fd(int32_t pid, bool is_thread)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, is_thread ? PIDFD_THREAD : 0);
	return fd < 0 ? -errno : fd;
}
