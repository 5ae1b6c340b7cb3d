/* The subcommands of perf lock. */
#ifndef COMMANDS_LOCK_CMD_H
#define COMMANDS_LOCK_CMD_H

#include "base/outbuf.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "result/lock_waits.h"
#include "session/session.h"

/* Option rows that all of them have, behind their own. */
extern struct lock_cmd_values {
	const char *output;
	bool dump, quiet, json;
} lock_cmd_values;
#define LOCK_CMD_OPTIONS                                                                                        \
	SESSION_OPTION_INPUT, OPTION_STRING(0, "output", &lock_cmd_values.output, "file", "output file name"),  \
		OPTION_COUNT('v', "verbose", &console_verbosity, "be more verbose (show symbol address, etc)"), \
		OPTION_BOOL('D', "dump-raw-trace", &lock_cmd_values.dump, "dump raw trace in ASCII"),           \
		SESSION_OPTION_FORCE,                                                                           \
		OPTION_STRING(0, "vmlinux", &session_option_values.vmlinux, "file", "vmlinux pathname"),        \
		SESSION_OPTION_KALLSYMS,                                                                        \
		OPTION_BOOL('q', "quiet", &lock_cmd_values.quiet, "Do not show any warnings or messages")
#define LOCK_CMD_JSON OPTION_BOOL(0, "json", &lock_cmd_values.json, "Print JSON (docs/json-lock.md)")

/* Words for `perf record`: waits for locks, with the part of call chains that tells who waits. */
#define LOCK_CMD_CONTENTION_EVENTS \
	"--call-graph", "fp", "-e", "lock:contention_begin/max-stack=8/", "-e", "lock:contention_end/max-stack=8/"

/* Opens where the result goes, as upstream: the file of --output, else stderr; JSON to stdout. Closed by
 * lock_cmd_close, which returns 0 or -errno. */
int lock_cmd_open(void *ctx, struct outbuf *out, struct err *err);
int lock_cmd_close(void *ctx, struct outbuf *out);
/* Opens the recording, runs `show` on it, tells of losses and warnings. Returns the exit status. */
int lock_cmd_show(int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err));

/* A key to order by, and a list of columns: names of fields, of which `allowed` are (1 << enum lock_field); the key's
 * column comes last where it is missing. NULL for columns: usual ones. 0, or -EINVAL after saying what is not known. */
int lock_cmd_parse_fields(const char *key, const char *columns, unsigned allowed, const struct lock_columns *usual,
			  enum lock_field *ret_key, struct lock_columns *ret_columns);

/* argv[0] is the subcommand's name; they return the exit status. */
int lock_cmd_report(int argc, const char **argv);
int lock_cmd_info(int argc, const char **argv);
int lock_cmd_contention(int argc, const char **argv);

#endif
