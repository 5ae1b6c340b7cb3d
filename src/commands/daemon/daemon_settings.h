/* What the configuration says to the daemon: where it lives and what it runs.
 *
 *     [daemon]
 *     base = /opt/perfdata
 *     [session-cycles]
 *     run = -m 10M -e cycles --overwrite --switch-output -a */
#ifndef COMMANDS_DAEMON_DAEMON_SETTINGS_H
#define COMMANDS_DAEMON_DAEMON_SETTINGS_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "cli/option_set.h"

/* A session that is wanted: its name, fit for a file name, and the words behind "perf record". Owned. */
struct daemon_wanted {
	char *name, *run;
};

/* base: NULL when it is not set. Zeroed: nothing is set. */
struct daemon_settings {
	char *base;
	VEC(struct daemon_wanted) sessions;
};

/* Reads the file at path, or the usual files for NULL. What is wrong in them, sessions that cannot be run among it,
 * goes to warnings and is left out. 0, or -errno with err set when the file at path cannot be read;
 * daemon_settings_done is the caller's in both cases. */
int daemon_settings_read(const char *path, struct daemon_settings *settings, struct warnings *warnings,
			 struct err *err) _warn_unused_;
void daemon_settings_done(struct daemon_settings *settings);
/* Whether a session may be called that: letters, digits, '-', '_' and '.', of which the last is not the first. */
bool daemon_name_is_valid(const char *name);

/* The names of sessions in the usual files. */
extern const struct option_set daemon_session_set;

#endif
