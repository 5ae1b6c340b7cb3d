/* Content of one file in another: where the kernel copies, where it will not, and where there is no room. */
#include "base/file_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/compiler.h"
#include "tests/unit/test.h"

enum { SIZE = 300000 }; /* more than two of its buffers */

static int file_without_name(void)
{
	char path[] = "/tmp/file-copy-XXXXXX";
	int fd = mkstemp(path);
	CHECK(fd >= 0);
	unlink(path);
	return fd;
}

static int file_of(const uint8_t *bytes, size_t size)
{
	int fd = file_without_name();
	CHECK_INT(file_write(fd, bytes, size), 0);
	return fd;
}

static uint8_t *some_bytes(void)
{
	uint8_t *bytes = xmalloc(SIZE);
	for (size_t i = 0; i < SIZE; i++) bytes[i] = (uint8_t)(i * 7 + i / 256);
	return bytes;
}

static void check_content(int fd, off_t at, const uint8_t *want, size_t size)
{
	_free_ uint8_t *got = xmalloc(size + 1);
	CHECK_INT(pread(fd, got, size + 1, at), size);
	CHECK(memcmp(got, want, size) == 0);
}

TEST(all_of_it_behind_what_is_there)
{
	_free_ uint8_t *bytes = some_bytes();
	int from = file_of(bytes, SIZE), to = file_of((const uint8_t *)"head", 4);
	CHECK_INT(lseek(from, 0, SEEK_CUR), SIZE); /* its own offset plays no part */
	CHECK_INT(file_copy(from, to), 0);
	check_content(to, 4, bytes, SIZE);
	CHECK_INT(lseek(to, 0, SEEK_CUR), SIZE + 4);
	close(from);
	close(to);
}

/* The kernel copies no file without a size: they are read. */
TEST(of_procfs)
{
	uint8_t want[8192];
	int from = open("/proc/self/cmdline", O_RDONLY), to = file_without_name();
	ssize_t size = pread(from, want, sizeof(want), 0);
	CHECK(size > 0);
	CHECK_INT(file_copy(from, to), 0);
	check_content(to, 0, want, (size_t)size);
	close(from);
	close(to);
}

/* Between files of other kinds the kernel says EINVAL: also these are read and written. */
TEST(into_a_pipe)
{
	int ends[2];
	char got[16] = "";
	int from = file_of((const uint8_t *)"content", 8);
	CHECK_INT(pipe2(ends, O_NONBLOCK), 0);
	CHECK_INT(file_copy(from, ends[1]), 0);
	CHECK_INT(read(ends[0], got, sizeof(got)), 8);
	CHECK_STR(got, "content");
	close(ends[0]);
	close(ends[1]);
	close(from);
}

TEST(full)
{
	int from = file_of((const uint8_t *)"content", 8), full = open("/dev/full", O_WRONLY);
	CHECK_INT(file_copy(from, full), -ENOSPC);
	CHECK_INT(file_write(full, "content", 8), -ENOSPC);
	CHECK_INT(file_write_at(full, "content", 8, 0), -ENOSPC);
	CHECK_INT(file_copy(-1, full), -EBADF);
	close(full);
	close(from);
}

/* What fits is written, then the limit is told, by the kernel's copy and by ours. */
TEST(no_larger_than_permitted)
{
	_free_ uint8_t *bytes = some_bytes();
	int from = file_of(bytes, SIZE), to = file_without_name();
	struct rlimit before;
	getrlimit(RLIMIT_FSIZE, &before);
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ SIZE / 2, before.rlim_max });
	CHECK_INT(file_copy(from, to), -EFBIG);
	check_content(to, 0, bytes, SIZE / 2);
	CHECK_INT(ftruncate(to, 0), 0);
	CHECK_INT(file_write_at(to, bytes, SIZE, 0), -EFBIG);
	check_content(to, 0, bytes, SIZE / 2);
	setrlimit(RLIMIT_FSIZE, &before);
	close(from);
	close(to);
}

TEST(at_an_offset)
{
	_free_ uint8_t *bytes = some_bytes();
	int to = file_of(bytes, SIZE);
	CHECK_INT(file_write_at(to, "there", 5, 1000), 0);
	memcpy(bytes + 1000, "there", 5);
	check_content(to, 0, bytes, SIZE);
	CHECK_INT(file_write_at(to, NULL, 0, 0), 0);
	close(to);
}

TEST_MAIN
