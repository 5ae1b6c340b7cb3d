/* Bytes as a file with a path, in memory. */
#ifndef TESTS_FUZZ_MEMFILE_H
#define TESTS_FUZZ_MEMFILE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct memfile {
	int fd;
	char path[32];
};

static inline struct memfile memfile_open(const void *data, size_t size)
{
	struct memfile file = { .fd = memfd_create("fuzz", MFD_CLOEXEC) };
	if (file.fd < 0 || (size && pwrite(file.fd, data, size, 0) != (ssize_t)size)) abort();
	snprintf(file.path, sizeof(file.path), "/proc/self/fd/%d", file.fd);
	return file;
}
static inline void memfile_close(struct memfile *file) { close(file->fd); }

#endif
