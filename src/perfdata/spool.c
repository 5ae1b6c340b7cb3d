/* A growing mapped temporary file.
 *
 * Addresses for the largest size are reserved once without access (PROT_NONE), which costs nothing; as the file grows,
 * its new part is mapped over their beginning with MAP_FIXED. So base never changes and pointers into the spool stay
 * valid. */
#include "perfdata/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/unlinked_file.h"

#define FIRST_STEP (64u << 10) /* doubled each time */
#define LAST_STEP (64u << 20)

int spool_open(struct spool *spool, struct err *err)
{
	int fd = unlinked_file_open("perf-spool");
	if (fd < 0) return err_set_errno(err, -errno, "cannot make a temporary file");
	/* 4 TiB where addresses have 64 bits, else 1 GiB; less where the address space is limited (ulimit -v). */
	for (size_t reserve = (size_t)1 << (sizeof(void *) == 8 ? 42 : 30); reserve >= 64u << 20; reserve /= 4) {
		void *base = mmap(NULL, reserve, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (base == MAP_FAILED) continue;
		*spool = (struct spool){ .fd = fd, .base = base, .reserved_bytes = reserve };
		return 0;
	}
	close(fd);
	return err_set(err, -ENOMEM, "no address space for the input");
}

void spool_close(struct spool *spool)
{
	if (!spool->base) return;
	munmap(spool->base, spool->reserved_bytes);
	close(spool->fd);
	*spool = (struct spool){ .fd = -1 };
}

int spool_reserve(struct spool *spool, size_t more, struct err *err)
{
	while (spool_room(spool) < more) {
		/* As much again as there is, within bounds: a long input takes few steps, a short one little disk. */
		size_t step = MIN(MAX(spool->mapped_bytes, FIRST_STEP), LAST_STEP);
		if (step > spool->reserved_bytes - spool->mapped_bytes)
			return err_set(err, -ENOMEM, "the input is too large");
		/* the blocks are taken now: a full disk must be an error here, not a signal at the first store */
		int r = posix_fallocate(spool->fd, (off_t)spool->mapped_bytes, (off_t)step);
		if (r)
			return err_set_errno(
				err, -r, "cannot enlarge the temporary file (TMPDIR names another directory for it)");
		void *p = mmap(spool->base + spool->mapped_bytes, step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			       spool->fd, (off_t)spool->mapped_bytes);
		if (p == MAP_FAILED) return err_set_errno(err, -errno, "cannot map the temporary file");
		spool->mapped_bytes += step;
	}
	return 0;
}

void spool_forget(struct spool *spool, uint64_t from, uint64_t to)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	from = from & ~(page - 1); /* the bytes before were forgotten earlier, or are the caller's to keep */
	to = MIN(to, spool->size) & ~(page - 1);
	if (!spool->base || from >= to) return;
	/* where the file system cannot, it costs disk */
	(void)!fallocate(spool->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)from, (off_t)(to - from));
}
