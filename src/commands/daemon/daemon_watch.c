#include "commands/daemon/daemon_watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "cli/config.h"

/* What can change a file: somebody who has written it closes it, or another file takes its name. */
#define EVENTS (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

static void add_file(struct daemon_watch *watch, const char *path)
{
	const char *slash = strrchr(path, '/');
	_free_ char *directory = slash ? xstrndup(path, slash == path ? 1 : (size_t)(slash - path)) : xstrdup(".");
	int number = inotify_add_watch(watch->fd, directory, EVENTS);
	if (number < 0) return;
	struct daemon_watched file = { number, xstrdup(slash ? slash + 1 : path) };
	vec_push(&watch->files, file);
}

/* The file, and what it is a link to: either may be replaced. */
static void add_path(struct daemon_watch *watch, const char *path)
{
	_free_ char *real = realpath(path, NULL);
	add_file(watch, path);
	if (real && strcmp(real, path) != 0) add_file(watch, real);
}

void daemon_watch_start(struct daemon_watch *watch, const char *path)
{
	*watch = (struct daemon_watch){ .fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC) };
	if (watch->fd < 0) return;
	if (path) {
		add_path(watch, path);
		return;
	}
	_free_ char *system_path = config_path(CONFIG_SYSTEM), *user_path = config_path(CONFIG_USER);
	if (system_path) add_path(watch, system_path);
	if (user_path) add_path(watch, user_path);
}

static bool is_ours(const struct daemon_watch *watch, const struct inotify_event *event)
{
	if (event->mask & IN_Q_OVERFLOW) return true;
	for (size_t i = 0; event->len && i < watch->files.count; i++) {
		const struct daemon_watched *file = &watch->files.items[i];
		if (file->watch == event->wd && strcmp(file->name, event->name) == 0) return true;
	}
	return false;
}

bool daemon_watch_read(struct daemon_watch *watch)
{
	char buffer[4096] __attribute__((aligned(8)));
	bool changed = false;
	ssize_t size;
	while ((size = read(watch->fd, buffer, sizeof(buffer))) > 0) {
		const struct inotify_event *event;
		for (ssize_t at = 0; at < size; at += (ssize_t)(sizeof(*event) + event->len)) {
			event = (const struct inotify_event *)(const void *)(buffer + at);
			changed |= is_ours(watch, event);
		}
	}
	return changed;
}

void daemon_watch_done(struct daemon_watch *watch)
{
	for (size_t i = 0; i < watch->files.count; i++) free(watch->files.items[i].name);
	vec_done(&watch->files);
	descriptor_close(&watch->fd);
}
