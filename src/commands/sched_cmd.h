/* The subcommands of perf sched, one file sched_cmd_NAME.c each. */
#ifndef COMMANDS_SCHED_CMD_H
#define COMMANDS_SCHED_CMD_H

#include "base/outbuf.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "session/session.h"

/* Option rows that all of them have, in front of upstream's alphabetical help. */
extern struct sched_cmd_values {
	bool dump, json;
	bool has_losses; /* the subcommand itself tells of lost events */
} sched_cmd_values;
#define SCHED_CMD_OPTIONS                                                                                       \
	SESSION_OPTION_INPUT,                                                                                   \
		OPTION_COUNT('v', "verbose", &console_verbosity, "be more verbose (show symbol address, etc)"), \
		OPTION_BOOL('D', "dump-raw-trace", &sched_cmd_values.dump, "dump raw trace in ASCII"),          \
		SESSION_OPTION_FORCE
#define SCHED_CMD_JSON OPTION_BOOL(0, "json", &sched_cmd_values.json, "Print JSON (docs/json-sched.md)")

/* Opens the recording, runs `show` on it with a buffer for stdout, tells of losses and warnings. Returns the exit
 * status. */
int sched_cmd_show(int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err));

/* argv[0] is the subcommand's name; they return the exit status. */
int sched_cmd_latency(int argc, const char **argv);
int sched_cmd_map(int argc, const char **argv);
int sched_cmd_replay(int argc, const char **argv);
int sched_cmd_timehist(int argc, const char **argv);

#endif
