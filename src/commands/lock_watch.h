#ifndef COMMANDS_LOCK_WATCH_H
#define COMMANDS_LOCK_WATCH_H

#include <stdbool.h>

struct lock_watch_options {
	bool all_cpus;
	const char *cpus, *pids, *tids;
	unsigned nr_entries;        /* of each map of the kernel's */
};

#endif
