/* A file that gets shorter while it is mapped: zeros, not a signal; other bus errors stay what they are. */
#include "base/file_map.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/threads.h"
#include "tests/unit/test.h"

enum { SIZE = 1 << 20 };

/* Before the first mapping, as the handler that is there then is asked for what is not ours. Sanitizers have one. */
__attribute__((constructor)) static void without_handlers(void)
{
	signal(SIGBUS, SIG_DFL);
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
}

static int file_of(size_t size)
{
	char path[] = "/tmp/file-map-XXXXXX";
	int fd = mkstemp(path);
	unlink(path);
	uint8_t *bytes = xmalloc(size);
	memset(bytes, 7, size);
	CHECK(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
	free(bytes);
	return fd;
}

TEST(shorter_meanwhile)
{
	struct file_map map, other;
	int fd = file_of(SIZE);
	CHECK_INT(file_map_open(fd, SIZE, &map), 0);
	CHECK_INT(file_map_open(fd, 100, &other), 0);
	CHECK_INT(map.data[SIZE - 1], 7);
	CHECK(!file_map_is_cut(&map));
	CHECK(ftruncate(fd, 100000) == 0);
	CHECK_INT(map.data[99999], 7);
	CHECK_INT(map.data[100000], 0);
	CHECK_INT(map.data[SIZE - 1], 0);
	CHECK_INT(map.data[300000], 0);
	CHECK(file_map_is_cut(&map));
	CHECK(!file_map_is_cut(&other));
	file_map_close(&map);
	file_map_close(&other);
	file_map_close(&other);
	close(fd);
}

/* Each a part of its own, so that each has signals of its own. */
static void add_up(void *ctx, unsigned worker, size_t item)
{
	const struct file_map *map = ctx;
	unsigned sum = 0;
	for (size_t i = item * map->size_bytes / 16; i < (item + 1) * map->size_bytes / 16; i += 512)
		sum += map->data[i];
	CHECK_INT(sum, 0);
	usleep(1000);
}

TEST(several_threads)
{
	struct file_map map;
	int fd = file_of(SIZE);
	CHECK_INT(file_map_open(fd, SIZE, &map), 0);
	CHECK(ftruncate(fd, 0) == 0);
	threads_for(4, 16, add_up, &map);
	CHECK(file_map_is_cut(&map));
	file_map_close(&map);
	close(fd);
}

/* Not ours: the program ends as it would have. */
TEST(others)
{
	pid_t pid = fork();
	if (pid == 0) {
		struct file_map map;
		int fd = file_of(SIZE);
		if (file_map_open(fd, 1, &map) < 0) _exit(2);
		volatile uint8_t *mine = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);
		if (ftruncate(fd, 0) < 0) _exit(3);
		_exit(mine[SIZE - 1]);
	}
	int status;
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
}

/* As many mappings as a process may have: the zeros would be one more. The program ends as without us; with a handler
 * that says it has put zeros there, the access would be repeated for ever. */
TEST(no_room_for_zeros)
{
	enum { MOST = 1 << 20 };
	pid_t pid = fork();
	if (pid == 0) {
		struct file_map map;
		size_t page = (size_t)sysconf(_SC_PAGESIZE);
		int fd = file_of(SIZE);
		setrlimit(RLIMIT_CPU, &(struct rlimit){ 10, 10 });
		if (file_map_open(fd, SIZE, &map) < 0 || ftruncate(fd, 0) < 0) _exit(2);
		uint8_t *space = mmap(NULL, MOST * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (space == MAP_FAILED) _exit(3);
		size_t i = 0; /* each second page is a mapping of its own, until there may be no more */
		while (i < MOST && mprotect(space + i * page, page, PROT_READ) == 0) i += 2;
		if (i >= MOST) _exit(3);
		_exit(*(const volatile uint8_t *)&map.data[SIZE / 2] == 0 ? 4 : 5);
	}
	int status;
	CHECK(waitpid(pid, &status, 0) == pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 3) SKIP("this system lets a process have very many mappings");
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
}

TEST_MAIN
