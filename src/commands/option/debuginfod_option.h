/* --debuginfod: before addresses are resolved, what the hot objects of a recording lack is fetched from the servers
 * that DEBUGINFOD_URLS, or buildid-cache.debuginfod of the configuration, names. debuginfod.budget (seconds, 5) bounds
 * the time, debuginfod.share (percent of the samples, 0.5) says what is hot. */
#ifndef COMMANDS_OPTION_DEBUGINFOD_OPTION_H
#define COMMANDS_OPTION_DEBUGINFOD_OPTION_H

#include "cli/options.h"
#include "session/session.h"

/* wanted: ask the servers. was_set: the user has said so on the command line, so that objects which could not be had
 * lately are asked for again. */
struct debuginfod_option_values {
	bool wanted, was_set;
};
#define DEBUGINFOD_OPTION_VALUES_INIT \
	{                             \
		.wanted = true        \
	}
#define DEBUGINFOD_ROW(T, m)                                                                                         \
	{                                                                                                            \
		OPTION_ROW(OPTION_KIND_BOOL, 0, "debuginfod",                                                        \
			   "Fetch debug information of hot objects from the servers of DEBUGINFOD_URLS. Enabled by " \
			   "default, use --no-debuginfod to disable."),                                              \
			.member = OPTION_MEMBER(bool, T, m.wanted), .given = OPTION_MEMBER(bool, T, m.was_set)       \
	}

/* Before a pass that resolves addresses: asks for what the hot objects of the recording lack. lines: debug
 * information is wanted too, not only symbols. Waits for at most debuginfod.budget seconds, with a progress bar. Sets
 * DEBUGINFOD_URLS in the environment where the configuration names servers. What goes wrong is added to warnings:
 * symbols are then those that are at hand. */
void debuginfod_values_fetch(const struct debuginfod_option_values *values, struct session *session, bool lines,
			     struct warnings *warnings);
/* perf record --debuginfod: the debug information of what a recording has samples of goes into the build-id cache.
 * recording: the file's path. urls: the servers; "" or "system": those of the environment. Failures are warnings on
 * stderr: the recording is complete without. */
void debuginfod_option_keep(const char *recording, const char *urls);

#endif
