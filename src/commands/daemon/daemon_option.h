/* Options that perf daemon and its subcommands share. Those in front of the subcommand count for it, too. */
#ifndef COMMANDS_DAEMON_DAEMON_OPTION_H
#define COMMANDS_DAEMON_DAEMON_OPTION_H

#include <stdbool.h>
#include "cli/option_form.h"

/* Texts are argv's. separator: of -x, NULL: text for people. */
struct daemon_values {
	const char *base, *config, *separator, *session;
	bool foreground, json;
};

#define DAEMON_ROWS                                                                                             \
	OPTION_VERBOSE("be more verbose"),                                                                      \
		{ OPTION_ROW(OPTION_KIND_STRING, 'x', "field-separator", "print counts with custom separator"), \
		  .member = OPTION_MEMBER(const char *, struct daemon_values, separator),                       \
		  .arg_name = "field separator", .flags = OPTION_OPTARG, .fallback = (intptr_t) "," },          \
		OPTION_STRING(0, "base", struct daemon_values, base, "directory", "base directory"),            \
		OPTION_STRING(0, "config", struct daemon_values, config, "config file", "config file path")

/* perf daemon start: runs the daemon, in the background unless told otherwise. Reads argv, whose first word is its
 * name, adds to what was given in front of it, and returns the exit status: 255 for what failed. */
int daemon_start(struct daemon_values *values, int argc, const char **argv);

#endif
