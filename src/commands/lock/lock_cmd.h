/* The subcommands of perf lock, and what they share: options that may stand before the subcommand's name or behind
 * it, where output goes, and the names of fields.
 *
 *     ../lock.c -> record                       the events of lockdep, else those of waits
 *               -> report, info                 recordings of lockdep's events
 *               -> contention                   recordings of waits, or (-b) counting by BPF programs
 *               -> script                       perf script */
#ifndef COMMANDS_LOCK_LOCK_CMD_H
#define COMMANDS_LOCK_LOCK_CMD_H

#include "base/outbuf.h"
#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "commands/record/record_request.h"
#include "result/lock_waits.h"
#include "session/session.h"

/* What all subcommands can be asked. Those given before the subcommand's name are the initial values behind it.
 * Texts are argv's. output NULL: standard error, as upstream, and JSON to standard output. */
struct lock_cmd_values {
	struct session_option_values session;
	const char *output;
	bool dump, quiet, json;
};
/* Rows behind a subcommand's own, in upstream's order. T is the struct of values, m its member of struct
 * lock_cmd_values. */
#define LOCK_CMD_ROWS(T, m)                                                                                    \
	SESSION_ROW_INPUT(T, m.session), OPTION_STRING(0, "output", T, m.output, "file", "output file name"),  \
		SESSION_ROW_VERBOSE, OPTION_BOOL('D', "dump-raw-trace", T, m.dump, "dump raw trace in ASCII"), \
		SESSION_ROW_FORCE(T, m.session),                                                               \
		OPTION_STRING(0, "vmlinux", T, m.session.vmlinux, "file", "vmlinux pathname"),                 \
		SESSION_ROW_KALLSYMS(T, m.session),                                                            \
		OPTION_BOOL('q', "quiet", T, m.quiet, "Do not show any warnings or messages")
/* Only of subcommands that have JSON: not in front of the name. */
#define LOCK_CMD_ROW_JSON(T, m) OPTION_BOOL(0, "json", T, m.json, "Print JSON (docs/json-lock.md)")

/* Adds to a request the events of waits (lock:contention_begin and _end, kernels from 5.19 on), with eight frames of
 * call chain, which tell who waits. */
void lock_cmd_ask_for_waits(struct record_request *request);

/* Opens where the result goes, as upstream: the file of --output, else stderr; JSON to stdout. Closed by
 * lock_cmd_close, which returns 0 or -errno. */
int lock_cmd_open(const struct lock_cmd_values *values, struct outbuf *out, struct err *err);
int lock_cmd_close(const struct lock_cmd_values *values, struct outbuf *out);
/* A subcommand that shows a recording. show gets ctx, runs its analysis and writes to out; it returns 0, or -errno
 * with err set. */
struct lock_cmd_show {
	struct lock_cmd_values *values;
	int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err);
	void *ctx;
};
/* Opens the recording, runs `show` on it, tells of losses and warnings, and closes everything. A recording without
 * any tracepoint is refused. Returns the exit status. */
int lock_cmd_show(struct lock_cmd_show *how);

/* key: the field to order by. columns: names of fields with commas or blanks between; NULL: *usual. `allowed` has
 * the bits (1 << enum lock_field) of the fields that there are. The key's own column is added as the last one where
 * it is missing, so that the order can be seen. 0, or -EINVAL after saying on stderr what is not known; then neither
 * result is to be used. */
int lock_cmd_parse_fields(const char *key, const char *columns, unsigned allowed, const struct lock_columns *usual,
			  enum lock_field *ret_key, struct lock_columns *ret_columns);

/* The subcommands. before: what was given in front of the name, copied. argv[0] is the subcommand's name. They
 * return the exit status; what went wrong has been printed. */
int lock_cmd_record(int argc, const char **argv);
int lock_cmd_report(const struct lock_cmd_values *before, int argc, const char **argv);
int lock_cmd_info(const struct lock_cmd_values *before, int argc, const char **argv);
int lock_cmd_contention(const struct lock_cmd_values *before, int argc, const char **argv);

#endif
