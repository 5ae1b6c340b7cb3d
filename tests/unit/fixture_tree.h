/* A directory of small files that stands for a machine's proc, sys and tracefs. */
#ifndef TESTS_UNIT_FIXTURE_TREE_H
#define TESTS_UNIT_FIXTURE_TREE_H

#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/unit/test.h"

static char fixture_root[] = "/tmp/perf-fixture-XXXXXX";

static int fixture_remove_one(const char *path, const struct stat *st, int type, struct FTW *where)
{
	return remove(path);
}
static void fixture_remove(void) { nftw(fixture_root, fixture_remove_one, 16, FTW_DEPTH | FTW_PHYS); }

static const char *fixture_begin(void)
{
	if (!mkdtemp(fixture_root)) abort();
	atexit(fixture_remove);
	return fixture_root;
}

static void fixture_bytes(const char *path, const void *data, size_t size)
{
	char full[512];
	snprintf(full, sizeof(full), "%s/%s", fixture_root, path);
	for (char *slash = strchr(full + strlen(fixture_root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
	int fd = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
	close(fd);
}

static inline void fixture_file(const char *path, const char *text) { fixture_bytes(path, text, strlen(text)); }

#endif
