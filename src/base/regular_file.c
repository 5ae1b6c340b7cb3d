/* Opening without side effects: O_PATH finds the file without opening it, so that no driver and no reader of a FIFO
 * notices; fstat(2) says what it is, and only a regular file is then really opened, through /proc/self/fd, which leads
 * to the very same file whatever its path means by now. */
#include "base/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"

/* -EISDIR, -ENODEV: no regular file. */
static int check(const struct stat *st)
{
	if (S_ISREG(st->st_mode)) return 0;
	return S_ISDIR(st->st_mode) ? -EISDIR : -ENODEV;
}

int regular_file_open_found(int path_fd)
{
	char link[32];
	struct stat st;
	if (fstat(path_fd, &st) < 0) return -errno;
	int r = check(&st);
	if (r < 0) return r;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", path_fd);
	int fd = open(link, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	return fd < 0 ? -errno : fd;
}

/* Without /proc: by its path once more; should that be another file now, it is closed again. */
static int open_same(int dir_fd, const char *path, int path_fd)
{
	struct stat found, opened;
	_close_ int fd = openat(dir_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || fstat(path_fd, &found) < 0 || fstat(fd, &opened) < 0) return -errno;
	if (found.st_dev != opened.st_dev || found.st_ino != opened.st_ino) return -ESTALE;
	/* taken out of the variable that closes it */
	int same = fd;
	fd = -1;
	return same;
}

/* Memory of this process has /proc/PID/fd/N as its only path, which leads nowhere where /proc is not mounted: then it
 * is the descriptor itself. */
static int open_own(const char *path)
{
	int pid, own, end = 0;
	struct stat st;
	bool is_own = sscanf(path, "/proc/%d/fd/%d%n", &pid, &own, &end) == 2 && !path[end] && pid == getpid();
	if (!is_own || access("/proc/self", F_OK) == 0) return -ENOENT;
	if (fstat(own, &st) < 0) return -ENOENT;
	int r = check(&st);
	if (r < 0) return r;
	int fd = fcntl(own, F_DUPFD_CLOEXEC, 0);
	return fd < 0 ? -errno : fd;
}

int regular_file_open_at(int dir_fd, const char *path)
{
	_close_ int path_fd = openat(dir_fd, path, O_PATH | O_CLOEXEC);
	if (path_fd < 0) return errno == ENOENT ? open_own(path) : -errno;
	int fd = regular_file_open_found(path_fd);
	return fd == -ENOENT ? open_same(dir_fd, path, path_fd) : fd;
}

int regular_file_open(const char *path) { return regular_file_open_at(AT_FDCWD, path); }
