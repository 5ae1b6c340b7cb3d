#include "kernel/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static bool has_word(const char *list, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = list; (at = strstr(at, word)); at += n)
		if ((at == list || at[-1] == ',') && (at[n] == ',' || !at[n])) return true;
	return false;
}

/* /proc/mounts: device, directory, type, options, ... with blanks in directories as \040, which no cgroup mount has */
char *cgroup_mount(const struct kernelfs *fs)
{
	_free_ char *mounts = kernelfs_read(fs, "proc/mounts");
	char *version2 = NULL, *line, *rest = mounts;
	while (rest && (line = strsep(&rest, "\n"))) {
		char directory[256], type[32], options[512];
		if (sscanf(line, "%*s %255s %31s %511s", directory, type, options) != 3 || directory[0] != '/') continue;
		if (strcmp(type, "cgroup") == 0 && has_word(options, "perf_event")) {
			free(version2);
			return xstrdup(directory + 1);
		}
		if (strcmp(type, "cgroup2") == 0 && !version2) version2 = xstrdup(directory + 1);
	}
	return version2;
}

int cgroup_open(const struct kernelfs *fs, const char *name)
{
	_free_ char *mount = cgroup_mount(fs);
	if (!mount) return -ENOENT;
	_free_ char *path = xasprintf("%s/%s/%s", fs->root, mount, name);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Groups are directories; depth is bounded as the kernel bounds it by the length of paths. */
static void list_below(const struct kernelfs *fs, const char *mount, const char *name, unsigned depth, struct cgroup_names *ret)
{
	struct kernelfs_names entries;
	_free_ char *dir = xasprintf("%s/%s", mount, name);
	if (depth > 64 || kernelfs_list(fs, dir, KERNELFS_BY_NAME, &entries) < 0) return;
	for (size_t i = 0; i < entries.names.count; i++) {
		_free_ char *below = xasprintf("%s%s%s", name, *name ? "/" : "", entries.names.items[i]);
		if (!kernelfs_exists(fs, "%s/%s/cgroup.procs", mount, below)) continue;
		vec_push(&ret->names, xstrdup(below));
		list_below(fs, mount, below, depth + 1, ret);
	}
	kernelfs_names_done(&entries);
}

int cgroup_list(const struct kernelfs *fs, struct cgroup_names *ret)
{
	_free_ char *mount = cgroup_mount(fs);
	if (!mount) return -ENOENT;
	vec_push(&ret->names, xstrdup("/"));
	list_below(fs, mount, "", 0, ret);
	return 0;
}
