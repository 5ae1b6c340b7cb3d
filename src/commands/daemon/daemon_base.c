#include "commands/daemon/daemon_base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include "base/descriptor.h"

#define OUTPUT_SIZE_MAX (1 << 20)

int daemon_base_open(const char *path, struct daemon_base *ret, struct err *err)
{
	*ret = (struct daemon_base)DAEMON_BASE_NONE;
	ret->path = realpath(path, NULL);
	if (!ret->path) {
		int r = err_set_errno(err, -errno, "failed: base '%s'", path);
		err_hint(err, "Make the directory (mkdir -p), or name another one by --base or daemon.base.");
		return r;
	}
	ret->dir_fd = open(ret->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (ret->dir_fd < 0) return err_set_errno(err, -errno, "failed: base '%s'", path);
	return 0;
}

void daemon_base_done(struct daemon_base *base)
{
	free(base->path);
	base->path = NULL;
	descriptor_close(&base->dir_fd);
	descriptor_close(&base->lock_fd);
}

/* The process id in the lock; 0: none that makes sense. */
static int read_pid(int lock_fd)
{
	char text[16] = "";
	ssize_t n = pread(lock_fd, text, sizeof(text) - 1, 0);
	long pid = n > 0 ? strtol(text, NULL, 10) : 0;
	return pid > 0 && pid < 1 << 30 ? (int)pid : 0;
}

int daemon_base_lock(struct daemon_base *base, struct err *err)
{
	_close_ int fd = openat(base->dir_fd, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0640);
	if (fd < 0) {
		int r = err_set_errno(err, -errno, "failed: cannot write %s/lock", base->path);
		err_hint(err, "The base directory must be writable by who starts the daemon.");
		return r;
	}
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK) return err_set_errno(err, -errno, "failed: cannot lock %s/lock", base->path);
		(void)err_set(err, -EBUSY, "failed: another perf daemon (pid %d) owns %s", read_pid(fd), base->path);
		err_hint(err, "perf daemon stop --base %s ends it; another --base is for another daemon.", base->path);
		return -EBUSY;
	}
	base->lock_fd = fd;
	fd = -1;
	return 0;
}

void daemon_base_write_pid(const struct daemon_base *base, pid_t pid)
{
	char text[16];
	int length = snprintf(text, sizeof(text), "%d", (int)pid);
	/* It is for people, and for messages; the lock itself is what counts. */
	if (ftruncate(base->lock_fd, 0) < 0 || pwrite(base->lock_fd, text, (size_t)length, 0) < 0) return;
}

void daemon_base_leave(struct daemon_base *base)
{
	unlinkat(base->dir_fd, "control", 0);
	if (base->lock_fd >= 0 && ftruncate(base->lock_fd, 0) == 0) flock(base->lock_fd, LOCK_UN);
}

/* The address of the socket. Addresses have room for a hundred bytes: longer paths go by way of the descriptor. */
static struct sockaddr_un address_of(const struct daemon_base *base)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int length = snprintf(address.sun_path, sizeof(address.sun_path), "%s/control", base->path);
	if (length >= (int)sizeof(address.sun_path))
		(void)snprintf(address.sun_path, sizeof(address.sun_path), "/proc/self/fd/%d/control", base->dir_fd);
	return address;
}

int daemon_base_listen(const struct daemon_base *base, struct err *err)
{
	struct sockaddr_un address = address_of(base);
	_close_ int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0) return err_set_errno(err, -errno, "failed: socket");
	if (unlinkat(base->dir_fd, "control", 0) < 0 && errno != ENOENT)
		return err_set_errno(err, -errno, "failed: cannot remove %s/control", base->path);
	/* bind makes it with the mode of the mask: nobody else may connect, not even for a moment */
	mode_t mask = umask(0177);
	int r = bind(fd, (const struct sockaddr *)&address, sizeof(address)) < 0 ? -errno : 0;
	umask(mask);
	if (r == 0 && listen(fd, 16) < 0) r = -errno;
	if (r < 0) return err_set_errno(err, r, "failed: cannot make the socket %s/control", base->path);
	int listening = fd;
	fd = -1;
	return listening;
}

int daemon_base_connect(const struct daemon_base *base, struct err *err)
{
	struct sockaddr_un address = address_of(base);
	_close_ int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0) return err_set_errno(err, -errno, "failed: socket");
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) < 0) {
		if (errno != ENOENT && errno != ECONNREFUSED)
			return err_set_errno(err, -errno, "failed: connect to %s/control", base->path);
		(void)err_set(err, -ESRCH, "failed: no perf daemon runs on %s", base->path);
		err_hint(err, "perf daemon start starts one.");
		return -ESRCH;
	}
	int connected = fd;
	fd = -1;
	return connected;
}

int daemon_base_output(int dir_fd, struct err *err)
{
	struct stat st;
	if (fstatat(dir_fd, "output", &st, AT_SYMLINK_NOFOLLOW) == 0 && st.st_size > OUTPUT_SIZE_MAX)
		(void)renameat(dir_fd, "output", dir_fd, "output.old");
	int fd = openat(dir_fd, "output", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
	return fd < 0 ? err_set_errno(err, -errno, "failed: cannot write the file output") : fd;
}
