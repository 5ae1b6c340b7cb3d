/* A root is known by its directory (device and inode) and mount namespace. Of each that is not the recorder's own, the
 * directory is held open from the first time it is seen; to open a file means to try, in this order, what was held,
 * what the process sees now, and what the recorder sees, and to keep the best of them. */
#include "record/objects/roots.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/regular_file.h"
#include "kernel/elf_note.h"
#include "perfdata/format/format.h"
#include "perfdata/perfdata.h"

/* Containers beyond it are looked at by /proc/PID/root at the end, if their processes still live. */
#define ROOTS_MAX 256 /* three descriptors each */
/* Directories from a chroot up to the namespace's root. */
#define DEPTH_MAX 256

/* /proc/PID/WHAT below the root of fs; pid is text, as it may be "self". */
static char *path_of(const struct roots *roots, const char *pid, const char *what)
{
	return xasprintf("%s/proc/%s/%s", roots->fs->root, pid, what);
}

/* What identifies the root that a process has now. False when the process has gone. */
static bool look(const struct roots *roots, const char *pid, struct root *ret)
{
	_free_ char *root = path_of(roots, pid, "root"), *ns = path_of(roots, pid, "ns/mnt");
	struct stat st, ns_st;
	if (stat(root, &st) < 0) return false;
	*ret = (struct root){ .dev = st.st_dev,
			      .ino = st.st_ino,
			      .mount_ns = stat(ns, &ns_st) == 0 ? ns_st.st_ino : 0,
			      .fd = -1,
			      .top_fd = -1,
			      .ns_fd = -1 };
	return true;
}

/* Two processes with the same directory and namespace see the same files. */
static bool is_same(const struct root *a, const struct root *b)
{
	return a->dev == b->dev && a->ino == b->ino && a->mount_ns == b->mount_ns;
}

void roots_init(struct roots *roots, const struct kernelfs *fs)
{
	*roots = (struct roots){ .fs = fs };
	pthread_mutex_init(&roots->lock, NULL);
	(void)look(roots, "self", &roots->own);
}

void roots_done(struct roots *roots)
{
	if (!roots->fs) return;
	for (size_t i = 0; i < roots->others.count; i++) {
		const int fds[] = { roots->others.items[i].fd, roots->others.items[i].top_fd,
				    roots->others.items[i].ns_fd };
		for (size_t k = 0; k < ARRAY_SIZE(fds); k++)
			if (fds[k] >= 0) close(fds[k]);
	}
	vec_done(&roots->others);
	u64map_done(&roots->by_pid);
	pthread_mutex_destroy(&roots->lock);
	roots->fs = NULL;
}

/* Opens the topmost directory that can be reached from root_fd by "..", which is the mount namespace's root when a
 * process did chroot. -1 when that is root_fd itself. */
static int open_top(int root_fd)
{
	struct stat below, above;
	int fd = root_fd;
	if (fstat(root_fd, &below) < 0) return -1;
	for (unsigned depth = 0; depth < DEPTH_MAX; depth++) {
		int up_fd = openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
		bool higher = up_fd >= 0 && fstat(up_fd, &above) == 0 &&
			      (above.st_dev != below.st_dev || above.st_ino != below.st_ino);
		if (!higher) {
			if (up_fd >= 0) close(up_fd);
			break;
		}
		if (fd != root_fd) close(fd);
		fd = up_fd;
		below = above;
	}
	return fd == root_fd ? -1 : fd;
}

/* -1: there are too many, or the process has gone.
 * The lock is held. Linear in the number of roots. */
static int64_t find_or_hold(struct roots *roots, const char *pid, const struct root *seen)
{
	for (size_t i = 0; i < roots->others.count; i++)
		if (is_same(&roots->others.items[i], seen)) return (int64_t)i;
	if (roots->others.count >= ROOTS_MAX) return -1;
	_free_ char *path = path_of(roots, pid, "root"), *ns = path_of(roots, pid, "ns/mnt");
	struct root root = *seen;
	struct stat st;
	root.fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root.fd < 0) return -1;
	/* It may have changed its root between the look and the open, or be another process of that number. */
	if (fstat(root.fd, &st) < 0 || st.st_ino != seen->ino || st.st_dev != seen->dev) {
		close(root.fd); /* it moved on just now */
		return -1;
	}
	root.top_fd = open_top(root.fd);
	/* An open mount namespace keeps what is mounted in it from going with the last process. */
	root.ns_fd = open(ns, O_RDONLY | O_CLOEXEC);
	vec_push(&roots->others, root);
	return (int64_t)roots->others.count - 1;
}

/* A process in the recorder's own root costs two stats and no lock. */
void roots_see(struct roots *roots, int32_t pid)
{
	char name[16];
	struct root seen;
	snprintf(name, sizeof(name), "%d", pid);
	if (!look(roots, name, &seen) || is_same(&seen, &roots->own)) return;
	pthread_mutex_lock(&roots->lock);
	int64_t index = find_or_hold(roots, name, &seen);
	if (index >= 0) *u64map_put(&roots->by_pid, (uint32_t)pid, NULL) = (uint64_t)index;
	pthread_mutex_unlock(&roots->lock);
}

/* Records of one process follow each other: the last pid saves most calls. */
void roots_see_all(struct roots *roots, const void *data, size_t size_bytes)
{
	struct record_run run = { .data = data, .size_bytes = size_bytes };
	struct record r;
	int32_t last_pid = -1, pid;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (r.type != RECORD_MMAP2 || r.size < 12) continue;
		memcpy(&pid, r.data + 8, sizeof(pid));
		if (pid != last_pid && pid > 0) roots_see(roots, pid);
		last_pid = pid;
	}
}

/* As the processes below that directory would: links there begin at their root, not at ours. -errno where it cannot be
 * opened. The O_PATH step keeps a pipe or device from being opened for reading. */
static int open_below(int root_fd, const char *path)
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT };
	_close_ int path_fd = (int)syscall(SYS_openat2, root_fd, path, &how, sizeof(how));
	if (path_fd >= 0) return regular_file_open_found(path_fd);
	if (errno != ENOSYS && errno != EPERM) return -errno;
	return regular_file_open_at(root_fd, path + strspn(path, "/")); /* before Linux 5.6 */
}

/* The best file so far, and how sure it is the one that was mapped: THE_FILE has the build-id or inode; SOME_FILE
 * nothing speaks against; OTHER_FILE is known to be another. */
struct choice {
	int best;
	enum { NOTHING, OTHER_FILE, SOME_FILE, THE_FILE } quality;
};

/* As stat tells it. */
static int quality_by_inode(int fd, const struct stat *st, const struct roots_wanted *wanted)
{
	bool same_device = st->st_dev == makedev(wanted->maj, wanted->min);
	if (!wanted->ino) return SOME_FILE;
	if (same_device && st->st_ino == wanted->ino) return THE_FILE;
	/* of overlays, and of file systems with subvolumes, the kernel tells another device and inode than stat does */
	struct statfs fs;
	return same_device && fstatfs(fd, &fs) == 0 && fs.f_type != OVERLAYFS_SUPER_MAGIC ? OTHER_FILE : SOME_FILE;
}

/* By build-id where one was recorded, else by device and inode. */
static int quality_of(int fd, const struct roots_wanted *wanted)
{
	struct stat st;
	struct build_id id;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) return NOTHING;
	if (!wanted->id.size) return quality_by_inode(fd, &st, wanted);
	bool is_it = elf_fd_build_id(fd, &id) && id.size == wanted->id.size &&
		     memcmp(id.bytes, wanted->id.bytes, id.size) == 0;
	return is_it ? THE_FILE : OTHER_FILE;
}

/* Takes fd over. */
static void choose(struct choice *choice, int fd, const struct roots_wanted *wanted)
{
	if (fd < 0) return;
	int quality = quality_of(fd, wanted);
	if (quality <= (int)choice->quality) {
		close(fd);
		return;
	}
	if (choice->best >= 0) close(choice->best);
	choice->best = fd;
	choice->quality = quality;
}

/* Each try costs an open and, with a recorded build-id, reading the file's notes; the first THE_FILE ends the search.
 */
int roots_open(struct roots *roots, int32_t pid, const char *path, const struct roots_wanted *wanted)
{
	struct choice choice = { .best = -1 };
	char name[16];
	pthread_mutex_lock(&roots->lock);
	const uint64_t *index = u64map_find(&roots->by_pid, (uint32_t)pid);
	const struct root held = index ? roots->others.items[*index] : (struct root){ .fd = -1, .top_fd = -1 };
	pthread_mutex_unlock(&roots->lock);
	if (held.fd >= 0) choose(&choice, open_below(held.fd, path), wanted);
	if (held.top_fd >= 0 && choice.quality < THE_FILE) choose(&choice, open_below(held.top_fd, path), wanted);
	if (choice.quality < THE_FILE) {
		snprintf(name, sizeof(name), "%d", pid);
		_free_ char *root = path_of(roots, name, "root");
		int root_fd = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (root_fd >= 0) {
			choose(&choice, open_below(root_fd, path), wanted);
			close(root_fd);
		}
	}
	if (choice.quality < THE_FILE) {
		_free_ char *own = xasprintf("%s%s", roots->fs->root, path);
		choose(&choice, regular_file_open(own), wanted);
	}
	/* A file that is known to be another one would give wrong names: better none. */
	if (choice.quality != OTHER_FILE) return choice.best >= 0 ? choice.best : -ENOENT;
	close(choice.best);
	return -ESTALE;
}
