/* Whether anybody opens a file: for tests of what must not be opened. */
#ifndef TESTS_UNIT_WATCH_OPENS_H
#define TESTS_UNIT_WATCH_OPENS_H

#include <stdbool.h>
#include <sys/inotify.h>
#include <unistd.h>

/* A descriptor for was_opened and close. */
static inline int watch_opens(const char *path)
{
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (fd >= 0 && inotify_add_watch(fd, path, IN_OPEN) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Since the last time. */
static inline bool was_opened(int watch_fd)
{
	char events[4096];
	return read(watch_fd, events, sizeof(events)) > 0;
}

#endif
