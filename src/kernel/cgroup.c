/* Mounts are read anew for each question: a command asks a few times, and mounts may change. */
#include "kernel/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include "kernel/mounts.h"

/* How good a mount is for perf events: 0 not at all. The kernel takes groups of version 1's perf_event hierarchy alone
 * where there is one. A mount of the whole hierarchy is better than a bind mount of a part of it, in which names mean
 * other groups, or none. */
enum { OF_VERSION_1 = 4, OF_VERSION_2 = 2, WHOLE = 1 };
static unsigned rank_of(const struct kernelfs *fs, const struct mount *mount)
{
	unsigned version = strcmp(mount->type, "cgroup2") == 0 ? OF_VERSION_2 : 0;
	if (strcmp(mount->type, "cgroup") == 0 && mount_has_option(mount, "perf_event")) version = OF_VERSION_1;
	/* what is mounted over may be listed still */
	if (!version || !kernelfs_exists(fs, "%s/cgroup.procs", mount->directory)) return 0;
	/* "/.." is above the root that this process's cgroup namespace has */
	return version +
	       (!mount->root || strcmp(mount->root, "/") == 0 || strncmp(mount->root, "/..", 3) == 0 ? WHOLE : 0);
}

/* Of those that have the group the best; of equals the first. NULL: none. */
static const struct mount *choose(const struct kernelfs *fs, const struct mounts *mounts, const char *name)
{
	const struct mount *chosen = NULL;
	unsigned best = 0, version = 0;
	for (size_t i = 0; i < mounts->items.count; i++)
		version = MAX(version, rank_of(fs, &mounts->items.items[i]) & ~(unsigned)WHOLE);
	for (size_t i = 0; i < mounts->items.count; i++) {
		const struct mount *mount = &mounts->items.items[i];
		unsigned rank = rank_of(fs, mount);
		if (rank <= best || rank < version ||
		    !kernelfs_exists(fs, "%s/%s/cgroup.procs", mount->directory, name))
			continue;
		best = rank;
		chosen = mount;
	}
	return chosen;
}

char *cgroup_mount(const struct kernelfs *fs)
{
	struct mounts mounts;
	mounts_read(fs, &mounts);
	const struct mount *mount = choose(fs, &mounts, "");
	char *directory = mount ? xstrdup(mount->directory) : NULL;
	mounts_done(&mounts);
	return directory;
}

int cgroup_open(const struct kernelfs *fs, const char *name)
{
	struct mounts mounts;
	mounts_read(fs, &mounts);
	const struct mount *mount = choose(fs, &mounts, name);
	_free_ char *path = mount ? xasprintf("%s/%s/%s", fs->root, mount->directory, name) : NULL;
	mounts_done(&mounts);
	int fd = path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (!path) return -ENOENT;
	return fd < 0 ? -errno : fd;
}

/* Appends the groups below name ("" is the root of the mount) depth first. A directory is a group when it has
 * cgroup.procs. Depth is bounded as the kernel bounds it by the length of paths. */
static void list_below(const struct kernelfs *fs, const char *mount, const char *name, unsigned depth,
		       struct cgroup_names *ret)
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

/* "/" is the root of the hierarchy, or of this process's cgroup namespace. */
int cgroup_list(const struct kernelfs *fs, struct cgroup_names *ret)
{
	_free_ char *mount = cgroup_mount(fs);
	if (!mount) return -ENOENT;
	vec_push(&ret->names, xstrdup("/"));
	list_below(fs, mount, "", 0, ret);
	return 0;
}

enum { CGROUP2_MAGIC = 0x63677270 };

int cgroup_ids_read(const struct kernelfs *fs, struct cgroup_ids *ret, struct err *err)
{
	_free_ char *mount = cgroup_mount(fs);
	_free_ char *root = mount ? xasprintf("%s/%s", fs->root, mount) : NULL;
	struct statfs status;
	*ret = (struct cgroup_ids){ .names = { VEC_INIT } };
	if (!root || statfs(root, &status) < 0 || status.f_type != CGROUP2_MAGIC)
		return err_set(err, -EOPNOTSUPP,
			       "Control groups in BPF programs are those of version 2, which is not mounted here, or "
			       "not alone");
	int r = cgroup_list(fs, &ret->names);
	if (r < 0) return err_set_errno(err, r, "Control groups");
	for (size_t i = 0; i < ret->names.names.count; i++) {
		_free_ char *path = xasprintf("%s/%s", root, ret->names.names.items[i]);
		struct stat st;
		vec_push(&ret->ids, stat(path, &st) == 0 ? (uint64_t)st.st_ino : 0);
	}
	return 0;
}

/* Names from users have it, names from lists do not. */
static const char *skip_slash(const char *path) { return path + (*path == '/'); }

uint64_t cgroup_ids_find(const struct cgroup_ids *groups, const char *name)
{
	for (size_t i = 0; i < groups->ids.count; i++)
		if (strcmp(skip_slash(groups->names.names.items[i]), skip_slash(name)) == 0)
			return groups->ids.items[i];
	return 0;
}

const char *cgroup_ids_name(const struct cgroup_ids *groups, uint64_t id)
{
	for (size_t i = 0; i < groups->ids.count; i++)
		if (id && groups->ids.items[i] == id) return groups->names.names.items[i];
	return NULL;
}

void cgroup_ids_done(struct cgroup_ids *groups)
{
	cgroup_names_done(&groups->names);
	vec_done(&groups->ids);
}
