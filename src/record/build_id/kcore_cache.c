/* Copies of /proc/kcore in the build-id cache: the code of the running kernel as it is, with patched instructions and
 * modules. A copy is a directory named by its time below [kernel.kcore]/BUILD-ID. An existing one serves again when
 * the same modules are loaded at the same addresses, as that is what may differ between two copies of one kernel. */
#include "record/build_id/build_id_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/file_copy.h"
#include "base/host.h"
#include "kernel/kernel_text.h"

/* At most so much of the list of modules is read and compared. */
#define MODULES_MAX (16u << 20)

/* path is changed while this runs, and is as before when it returns. */
static int make_dirs(char *path)
{
	for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
		if (slash) *slash = 0;
		int r = mkdir(path, 0755);
		if (slash) *slash = '/';
		if (r < 0 && errno != EEXIST) return -errno;
		if (!slash) return 0;
	}
}

/* What tells states of one kernel apart: names and addresses of its modules, a line each; the caller frees. NULL when
 * there is no list. */
static char *read_modules(const char *directory)
{
	const struct kernelfs fs = { .root = directory };
	size_t size;
	char *text = kernelfs_read_raw(&fs, "modules", MODULES_MAX, &size);
	/* how often a module is used says nothing */
	char *to = text;
	for (char *line = text; line && *line;) {
		char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end, name[256];
		unsigned long long vaddr;
		bool read = sscanf(line, "%255s %*s %*s %*s %*s %llx", name, &vaddr) == 2;
		if (read) to += sprintf(to, "%.*s %llx\n", (int)MIN(strlen(name), (size_t)(end - line)), name, vaddr);
		line = next;
	}
	if (to) *to = 0;
	return text;
}

/* The path of a copy below parent with the same modules, or NULL; the caller frees. */
static char *find_same(const char *parent, const char *modules)
{
	DIR *directory = opendir(parent);
	char *found = NULL;
	for (const struct dirent *e; directory && !found && (e = readdir(directory));) {
		_free_ char *path = e->d_name[0] == '.' ? NULL : xasprintf("%s/%s", parent, e->d_name),
			    *theirs = path ? read_modules(path) : NULL;
		if (theirs && modules && strcmp(theirs, modules) == 0) found = take(path);
	}
	if (directory) closedir(directory);
	return found;
}

/* Local time with hundredths of a second, as upstream names the directories. */
static char *stamp(void)
{
	struct timeval now;
	struct tm tm;
	char text[32];
	gettimeofday(&now, NULL);
	localtime_r(&now.tv_sec, &tm);
	strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
	return xasprintf("%s%02d", text, (int)(now.tv_usec / 10000));
}

static int copy_plain(const char *from_dir, const char *name, const char *to_dir)
{
	_free_ char *from = xasprintf("%s/%s", from_dir, name), *to = xasprintf("%s/%s", to_dir, name);
	_close_ int in = open(from, O_RDONLY | O_CLOEXEC),
		    out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400);
	if (in < 0 || out < 0) return -errno;
	return file_clone(in, out) < 0 ? file_copy(in, out) : 0;
}

static void remove_copy(const char *dir)
{
	static const char *const names[] = { "kcore", "kallsyms", "modules" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_free_ char *path = xasprintf("%s/%s", dir, names[i]);
		unlink(path);
	}
	rmdir(dir);
}

/* from_dir: where the three files are. root: of the machine whose proc directory that is; NULL: they are a copy, small
 * enough to be copied as it is. */
static int copy(const char *from_dir, const char *root, char *to_dir)
{
	struct kernelfs fs = { .root = root };
	struct kernel_text text = { 0 };
	struct kernel_modules modules = { 0 };
	int r;
	if (root) {
		kernel_text_find(&fs, &text);
		(void)kernel_modules_read(&fs, host_read().release, &modules);
		r = kcore_copy(&fs, &text, &modules, to_dir);
		kernel_modules_done(&modules);
	} else {
		r = make_dirs(to_dir);
		if (r >= 0) r = copy_plain(from_dir, "kcore", to_dir);
		if (r >= 0) r = copy_plain(from_dir, "kallsyms", to_dir);
		if (r >= 0) r = copy_plain(from_dir, "modules", to_dir);
		if (r < 0) remove_copy(to_dir);
	}
	return r;
}

int kcore_cache_add(const char *dir, const char *path, bool force, char **ret_dir, bool *ret_same)
{
	_free_ char *full = realpath(path, NULL);
	char *slash = full ? strrchr(full, '/') : NULL, hex[2 * BUILD_ID_MAX + 1] = "";
	struct build_id id;
	if (!full) return -errno;
	if (strcmp(slash, "/kcore") != 0) return -EINVAL;
	*slash = 0;
	size_t length = strlen(full);
	bool is_proc = length >= 5 && strcmp(full + length - 5, "/proc") == 0;
	_free_ char *root = is_proc ? xstrndup(full, length - 5) : NULL;
	const struct kernelfs own = { .root = "" }, theirs = { .root = root };
	if (!(root && kernel_build_id(&theirs, &id)) && !kernel_build_id(&own, &id)) return -ENODATA;
	for (unsigned i = 0; i < id.size; i++) snprintf(hex + 2 * i, 3, "%02x", id.bytes[i]);
	_free_ char *parent = xasprintf("%s/[kernel.kcore]/%s", dir, hex), *modules = read_modules(full);
	char *same = force ? NULL : find_same(parent, modules);
	*ret_same = same != NULL;
	if (same) {
		*ret_dir = same;
		return 0;
	}
	_free_ char *time = stamp(), *to_dir = xasprintf("%s/%s", parent, time);
	int r = make_dirs(parent);
	if (r >= 0) r = copy(full, root, to_dir);
	if (r >= 0) *ret_dir = take(to_dir);
	return r;
}
