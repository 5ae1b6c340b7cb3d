/* Copying files. file_copy lets the kernel do it (copy_file_range(2)) as far as it can, and copies the rest through a
 * buffer: file systems differ in what they support, and only a full disk, quota or size limit is a reason to stop. */
#include "base/file_copy.h"

#include <errno.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "base/compiler.h"

/* One call's share of copy_file_range(2), which returns after that many bytes at the latest; and the buffer's size. */
enum { AT_ONCE_BYTES = 1 << 30, BUFFER_BYTES = 128 << 10 };

int file_clone(int from, int to) { return ioctl(to, FICLONE, from) < 0 ? -errno : 0; }

int file_write(int to, const void *data, size_t size_bytes)
{
	const uint8_t *next = data;
	while (size_bytes) {
		ssize_t n = write(to, next, size_bytes);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return n < 0 ? -errno : -EIO;
		next += n;
		size_bytes -= (size_t)n;
	}
	return 0;
}

int file_write_at(int to, const void *data, size_t size_bytes, uint64_t offset)
{
	const uint8_t *next = data;
	while (size_bytes) {
		ssize_t n = pwrite(to, next, size_bytes, (off_t)offset);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return n < 0 ? -errno : -EIO;
		next += n;
		offset += (uint64_t)n;
		size_bytes -= (size_t)n;
	}
	return 0;
}

int file_copy(int from, int to)
{
	off_t at = 0;
	ssize_t n;
	while ((n = copy_file_range(from, &at, to, NULL, AT_ONCE_BYTES, 0)) > 0 || (n < 0 && errno == EINTR)) continue;
	if (n < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) return -errno;
	/* What the kernel did not copy itself: everything between some file systems, and files whose size is given as
	 * 0, as in procfs. Goes on where the kernel stopped. */
	_free_ uint8_t *buffer = xmalloc(BUFFER_BYTES);
	while ((n = pread(from, buffer, BUFFER_BYTES, at)) != 0) {
		if (n < 0 && errno == EINTR) continue;
		int r = n < 0 ? -errno : file_write(to, buffer, (size_t)n);
		if (r < 0) return r;
		at += n;
	}
	return 0;
}
