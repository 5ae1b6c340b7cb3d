/* The subcommands of perf sched, one file sched_cmd_NAME.c each, and what they share. record asks perf record for
 * the scheduler's events; the others run an analysis of analysis/sched on a recording and show it as text or JSON;
 * `perf sched script` is perf script. */
#ifndef COMMANDS_SCHED_SCHED_CMD_H
#define COMMANDS_SCHED_SCHED_CMD_H

#include "base/outbuf.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "session/session.h"

/* What all subcommands can be asked. Those given before the subcommand's name are the initial values behind it. */
struct sched_cmd_values {
	struct session_option_values session;
	bool dump, json;
};
/* Rows in front of upstream's alphabetical help; m is a member of struct sched_cmd_values. */
#define SCHED_CMD_ROWS(T, m)                                                              \
	SESSION_ROW_INPUT(T, m.session), SESSION_ROW_VERBOSE,                             \
		OPTION_BOOL('D', "dump-raw-trace", T, m.dump, "dump raw trace in ASCII"), \
		SESSION_ROW_FORCE(T, m.session)
/* Only of subcommands that have JSON: not in front of the name. */
#define SCHED_CMD_ROW_JSON(T, m) OPTION_BOOL(0, "json", T, m.json, "Print JSON (docs/json-sched.md)")

/* A subcommand's own part of showing a recording. show gets ctx, writes to a buffer for stdout and returns 0, or
 * -errno with err set. tells_losses: it says itself what was lost. */
struct sched_cmd_show {
	int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err);
	void *ctx;
	bool tells_losses;
};
/* Opens the recording, runs `show`, tells of warnings and losses, and closes everything. Returns the exit status. */
int sched_cmd_show(struct sched_cmd_values *values, const struct sched_cmd_show *what);

/* The subcommands. before: what was given in front of the name, copied. argv[0] is the subcommand's name. They
 * return the exit status; what went wrong has been printed. */
int sched_cmd_record(int argc, const char **argv);
int sched_cmd_latency(const struct sched_cmd_values *before, int argc, const char **argv);
int sched_cmd_map(const struct sched_cmd_values *before, int argc, const char **argv);
int sched_cmd_replay(const struct sched_cmd_values *before, int argc, const char **argv);
int sched_cmd_stats(const struct sched_cmd_values *before, int argc, const char **argv);
int sched_cmd_timehist(const struct sched_cmd_values *before, int argc, const char **argv);

#endif
