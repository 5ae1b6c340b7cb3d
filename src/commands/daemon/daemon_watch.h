/* Tells when files of the configuration change: also those that are replaced, as editors do, or are yet to be made.
 * What is watched are the directories that they are in. */
#ifndef COMMANDS_DAEMON_DAEMON_WATCH_H
#define COMMANDS_DAEMON_DAEMON_WATCH_H

#include <stdbool.h>
#include "base/vec.h"

/* A file's name in a directory that is watched. */
struct daemon_watched {
	int watch;
	char *name;
};

/* fd: to be polled for reading; -1: nothing is watched, for the system has no more watches. */
struct daemon_watch {
	int fd;
	VEC(struct daemon_watched) files;
};

/* Begins to watch the file of --config, or the usual files for NULL. */
void daemon_watch_start(struct daemon_watch *watch, const char *path);
/* Reads what has happened: whether one of the files has changed. */
bool daemon_watch_read(struct daemon_watch *watch);
void daemon_watch_done(struct daemon_watch *watch);

#endif
